import { html } from "../../lib/ui.js";
import { grouped } from "../../lib/numbers.js";
import { category } from "../../lib/tiles.js";

// Letters are as high as 21 units on narrow pages.
const [WIDTH, HEIGHT, LEFT, TOP, BOTTOM] = [640, 250, 72, 20, 30];

/** Beyond so many points, dots would only hide the line. */
const MANY = 120;

/**
 * Lines with their margins of error over one axis.
 * @param {{ series: { name: string, points: { x: number, y: number, margin?: number }[] }[], label: string, across: string }} props
 */
export function Curve({ series, label, across }) {
  const points = series.flatMap((one) => one.points);
  if (!points.length) return null;
  const right = Math.max(...points.map((point) => point.x), 1);
  const top = Math.max(...points.map((point) => point.y + (point.margin ?? 0)), 1);
  const x = (/** @type {number} */ value) => LEFT + ((WIDTH - LEFT - 10) * value) / right;
  const y = (/** @type {number} */ value) => TOP + (HEIGHT - TOP - BOTTOM) * (1 - Math.max(0, value) / top);
  return html`<figure class="histogram">
    <figcaption>${series.map((one, i) => html`<span key=${one.name}><span class="dot" style=${{ backgroundColor: category(i) }}></span> ${one.name} </span>`)}</figcaption>
    <svg class="chart" viewBox=${`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label=${`${label}: ${series.map((one) => `${one.name} from ${grouped(Math.round(one.points[0]?.y ?? 0))} to ${grouped(Math.round(one.points.at(-1)?.y ?? 0))}`).join("; ")}`}>
      ${[0, 0.5, 1].map(
        (part) => html`<g key=${part}>
          <line class="axis" x1=${LEFT} x2=${WIDTH - 10} y1=${y(part * top)} y2=${y(part * top)} />
          <text x=${LEFT - 6} y=${y(part * top) + 4} text-anchor="end">${grouped(Math.round(part * top))}</text>
        </g>`,
      )}
      <text x=${LEFT} y=${HEIGHT - 6}>0</text>
      <text x=${WIDTH - 10} y=${HEIGHT - 6} text-anchor="end">${grouped(right)} ${across}</text>
      ${series.map(
        (one, i) => html`<g key=${one.name} stroke=${category(i)} fill="none">
          ${one.points.map((point) => point.margin && html`<line key=${point.x} stroke-opacity="0.5" x1=${x(point.x)} x2=${x(point.x)} y1=${y(point.y - point.margin)} y2=${y(point.y + point.margin)} />`)}
          <polyline stroke-width="2" points=${one.points.map((point) => `${x(point.x).toFixed(1)},${y(point.y).toFixed(1)}`).join(" ")} />
          ${one.points.length <= MANY && one.points.map((point) => html`<circle key=${point.x} cx=${x(point.x)} cy=${y(point.y)} r="2.5" fill=${category(i)}><title>${grouped(point.x)}: ${grouped(Math.round(point.y))}${point.margin ? ` ± ${grouped(Math.round(point.margin))}` : ""}</title></circle>`)}
        </g>`,
      )}
    </svg>
  </figure>`;
}
