import { html } from "../../lib/ui.js";

const [WIDTH, HEIGHT, LEFT, BOTTOM, TOP] = [560, 150, 34, 20, 8];

/**
 * How many cells live in each generation; a click goes to one.
 * @param {{ counts: number[], place: number, onPlace: (place: number) => void }} props
 */
export function Population({ counts, place, onPlace }) {
  const most = Math.max(1, ...counts);
  const last = Math.max(1, counts.length - 1);
  const x = (/** @type {number} */ at) => LEFT + ((WIDTH - LEFT - 8) * at) / last;
  const y = (/** @type {number} */ count) => TOP + (HEIGHT - TOP - BOTTOM) * (1 - count / most);
  const pick = (/** @type {any} */ event) => {
    const box = event.currentTarget.getBoundingClientRect();
    const at = ((event.clientX - box.left) / box.width) * WIDTH;
    onPlace(Math.max(0, Math.min(counts.length - 1, Math.round(((at - LEFT) / (WIDTH - LEFT - 8)) * last))));
  };
  return html`<svg class="graph" viewBox=${`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label=${`Population: ${counts[place]} living cells in generation ${place}, at most ${most}`} onClick=${pick}>
    ${[0, most].map(
      (count) => html`<g key=${count}>
        <line class="axis" x1=${LEFT} x2=${WIDTH - 8} y1=${y(count)} y2=${y(count)} />
        <text x=${LEFT - 6} y=${y(count) + 4} text-anchor="end">${count}</text>
      </g>`,
    )}
    <text x=${LEFT} y=${HEIGHT - 5}>0</text>
    <text x=${WIDTH - 8} y=${HEIGHT - 5} text-anchor="end">${counts.length - 1}</text>
    <polyline class="line" points=${counts.map((count, at) => `${x(at).toFixed(1)},${y(count).toFixed(1)}`).join(" ")} />
    <line class="now" x1=${x(place)} x2=${x(place)} y1=${TOP} y2=${HEIGHT - BOTTOM} />
  </svg>`;
}
