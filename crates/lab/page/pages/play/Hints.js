import { html } from "../../lib/ui.js";
import { ARROWS, DIRECTIONS } from "../../lib/grid.js";
import { grouped } from "../../lib/numbers.js";
import { storeText } from "../../lib/stores.js";
import { Figure } from "../../components/Figure.js";
import { Problem } from "../../components/Problem.js";

/** The six features of Catania and Raymond, by the names that they have in answers. @type {Record<string, [string, string]>} */
const FEATURES = {
  largest: ["LG", "the face of the largest tile if it is in a corner, else 1"],
  monotonicity: ["MONO", "monotone rows and columns"],
  empty: ["EMPTY", "empty cells"],
  chain: ["MTP", "the mean face of the chain from the largest tile"],
  shift: ["SHFT", "pairs that the slide lines up across its direction"],
  adjacent: ["ADJ", "the mean face of the other tiles, by their distance from the largest"],
};

/** A rating: its order counts, so few digits do. @param {number | null} value */
export const rating = (value) =>
  value === null || value === undefined ? "–" : grouped(Math.abs(value) >= 1000 ? Math.round(value) : Number(value.toPrecision(4)));

/**
 * The four slides: a player's values, the six features, and exact values of every store that knows the board.
 * @param {{ advice: any, exact: { store: any, result: any, error: any }[], loading: boolean }} props
 */
export function Hints({ advice, exact, loading }) {
  const known = exact.filter(({ result }) => result);
  const keys = Object.keys(FEATURES);
  const ofKey = (/** @type {any} */ features, /** @type {string} */ key) => {
    const name = Object.keys(features ?? {}).find((one) => one.startsWith(key));
    return name ? features[name] : null;
  };
  const row = (/** @type {string} */ direction) => {
    const slide = advice.data?.slides.find((/** @type {any} */ one) => one.direction === direction);
    return { direction, slide };
  };
  return html`
    <section class="hints stack tight" aria-label="Hints" aria-busy=${loading}>
      <${Problem} error=${advice.error} />
      <div class="table-box">
        <div class="table-scroll" tabindex="0" role="region" aria-label="The four slides">
          <table>
            <thead>
              <tr>
                <th scope="col">Slide</th>
                <th scope="col" class="number">${advice.data?.player ?? "Player"}</th>
                ${known.map(({ store }) => html`<th scope="col" class="number" key=${store.id}>${storeText(store)}</th>`)}
                ${keys.map((key) => html`<th scope="col" class="number" key=${key}><abbr title=${FEATURES[key][1]}>${FEATURES[key][0]}</abbr></th>`)}
              </tr>
            </thead>
            <tbody>
              ${DIRECTIONS.map(row).map(
                ({ direction, slide }) => html`<tr key=${direction} class=${advice.data?.best === direction ? "selected" : ""}>
                  <th scope="row">${ARROWS[direction]} ${direction}</th>
                  <td class="number">${slide?.legal ? rating(slide.value) : "–"}</td>
                  ${known.map(({ store, result }) => {
                    const one = result.slides.find((/** @type {any} */ other) => other.direction === direction);
                    return html`<td class="number" key=${store.id}>
                      <${Figure} figure=${one?.legal ? one.value : null} digits=${6} />${result.best === direction ? " ★" : ""}
                    </td>`;
                  })}
                  ${keys.map((key) => html`<td class="number" key=${key}>${slide?.features ? rating(ofKey(slide.features, key)) : "–"}</td>`)}
                </tr>`,
              )}
            </tbody>
          </table>
        </div>
      </div>
      ${known.length === 0 && !loading &&
      html`<p class="field-hint">No solved table covers this board. Small games can be solved on the page Analyse.</p>`}
    </section>
  `;
}
