import { html, useRef } from "../../lib/ui.js";
import { grouped } from "../../lib/numbers.js";

const [WIDTH, HEIGHT] = [600, 120];

/**
 * The layers of a count as they grow: positions found so far by tile sum. What came before the page was
 * opened is not known; the line then starts later.
 * @param {{ interim: { tile_sum: number, layers: number, positions: number } | null }} props
 */
export function LiveLayers({ interim }) {
  const points = useRef(/** @type {{ sum: number, positions: number }[]} */ ([]));
  const last = points.current.at(-1);
  if (interim && (!last || interim.tile_sum > last.sum)) points.current.push({ sum: interim.tile_sum, positions: interim.positions });
  else if (interim && last) last.positions = Math.max(last.positions, interim.positions);
  const all = points.current;
  if (!interim) return html`<div class="live-layers waiting"><p class="quiet">The first layers…</p></div>`;
  const [first, end] = [all[0], all[all.length - 1]];
  const x = (/** @type {number} */ sum) => (end.sum === first.sum ? WIDTH : (WIDTH * (sum - first.sum)) / (end.sum - first.sum));
  const y = (/** @type {number} */ positions) => HEIGHT - (HEIGHT - 8) * (positions / Math.max(1, end.positions));
  const line = all.map((point) => `L${x(point.sum).toFixed(1)} ${y(point.positions).toFixed(1)}`).join("");
  return html`<figure class="live-layers">
    <svg viewBox=${`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
      <path class="area" d=${`M0 ${HEIGHT}${line}L${WIDTH} ${HEIGHT}Z`} />
      <path class="edge-line" d=${line.replace("L", "M")} />
    </svg>
    <figcaption>
      <span>tile sum ${grouped(first.sum)}</span>
      <span><strong>${grouped(interim.positions)}</strong> positions in ${grouped(interim.layers)} layers</span>
      <span>${grouped(end.sum)}</span>
    </figcaption>
  </figure>`;
}
