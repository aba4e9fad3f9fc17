import { html } from "../../lib/ui.js";
import { grouped } from "../../lib/numbers.js";
import { category } from "../../lib/tiles.js";

// Letters are as high as 21 units on narrow pages.
const [WIDTH, HEIGHT, LEFT, TOP, BOTTOM] = [640, 146, 52, 18, 28];

/** Round limits for about so many bins. @param {number} most @param {number} bins */
function stepOf(most, bins) {
  const rough = Math.max(1, most / bins);
  const power = 10 ** Math.floor(Math.log10(rough));
  return [1, 2, 5, 10].map((times) => times * power).find((step) => step >= rough) ?? rough;
}

/**
 * Scores of each player, one histogram below the other on one axis.
 * @param {{ players: { player: string, scores: number[], mean?: any }[] }} props
 */
export function Histograms({ players }) {
  const most = Math.max(1, ...players.flatMap((one) => one.scores));
  const step = stepOf(most, 32);
  const bins = Math.floor(most / step) + 1;
  const x = (/** @type {number} */ score) => LEFT + ((WIDTH - LEFT - 8) * score) / (bins * step);
  return html`<div class="stack">
    ${players.map((one, index) => {
      const counts = Array(bins).fill(0);
      for (const score of one.scores) counts[Math.floor(score / step)] += 1;
      const high = Math.max(1, ...counts);
      const y = (/** @type {number} */ count) => TOP + (HEIGHT - TOP - BOTTOM) * (1 - count / high);
      const mean = one.mean?.mean;
      return html`<figure key=${one.player} class="histogram">
        <figcaption><span class="dot" style=${{ backgroundColor: category(index) }}></span> ${one.player}, ${grouped(one.scores.length)} games</figcaption>
        <svg class="chart" viewBox=${`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label=${`Scores of ${one.player}: ${counts.map((count, bin) => (count ? `${count} from ${bin * step}` : "")).filter(Boolean).join(", ")}`}>
          <line class="axis" x1=${LEFT} x2=${WIDTH - 8} y1=${y(0)} y2=${y(0)} />
          <text x=${LEFT - 5} y=${y(high) + 5} text-anchor="end">${high}</text>
          ${counts.map((count, bin) => count > 0 && html`<rect key=${bin} x=${x(bin * step) + 0.5} width=${Math.max(1, x(step) - x(0) - 1)} y=${y(count)} height=${y(0) - y(count)} fill=${category(index)}><title>${count} games from ${grouped(bin * step)} to ${grouped((bin + 1) * step)}</title></rect>`)}
          ${mean !== undefined && html`<line class="mean" x1=${x(mean)} x2=${x(mean)} y1="4" y2=${y(0)} />`}
          ${[0, 0.25, 0.5, 0.75, 1].map((part) => {
            const score = Math.round((part * bins) / 1) * step;
            return html`<text key=${part} x=${x(score)} y=${HEIGHT - 6} text-anchor=${part === 0 ? "start" : part === 1 ? "end" : "middle"}>${grouped(score)}</text>`;
          })}
        </svg>
      </figure>`;
    })}
  </div>`;
}
