import { html } from "../../lib/ui.js";
import { grouped } from "../../lib/numbers.js";

const [WIDTH, HEIGHT] = [600, 120];

/** @typedef {{ tile_sum: number, layers: number, positions: number }} Told */

/** The last report of each tile sum. @param {Told[]} told @returns {Told[]} */
function layersOf(told) {
  /** @type {Map<number, Told>} */
  const layers = new Map();
  for (const one of told) layers.set(one.tile_sum, one);
  return [...layers.values()].sort((a, b) => a.tile_sum - b.tile_sum);
}

/**
 * The layers of a count as they grow: positions found so far by tile sum.
 * @param {{ told: Told[] }} props what the job has reported, the oldest first
 */
export function LiveLayers({ told }) {
  const layers = layersOf(told);
  if (!layers.length) return html`<div class="live-layers waiting"><p class="quiet">The first layers…</p></div>`;
  const [first, end] = [layers[0], layers[layers.length - 1]];
  const x = (/** @type {number} */ sum) => (end.tile_sum === first.tile_sum ? WIDTH : (WIDTH * (sum - first.tile_sum)) / (end.tile_sum - first.tile_sum));
  const y = (/** @type {number} */ positions) => HEIGHT - (HEIGHT - 8) * (positions / Math.max(1, end.positions));
  const line = layers.map((layer) => `L${x(layer.tile_sum).toFixed(1)} ${y(layer.positions).toFixed(1)}`).join("");
  return html`<figure class="live-layers" data-layers=${layers.length}>
    <svg viewBox=${`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
      <path class="area" d=${`M0 ${HEIGHT}${line}L${WIDTH} ${HEIGHT}Z`} />
      <path class="edge-line" d=${line.replace("L", "M")} />
    </svg>
    <figcaption>
      <span>tile sum ${grouped(first.tile_sum)}</span>
      <span><strong>${grouped(end.positions)}</strong> positions in ${grouped(end.layers)} layers</span>
      <span>${grouped(end.tile_sum)}</span>
    </figcaption>
  </figure>`;
}
