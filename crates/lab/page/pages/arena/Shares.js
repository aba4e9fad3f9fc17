import { html } from "../../lib/ui.js";
import { Figure } from "../../components/Figure.js";
import { rankOf, tileColor, tileInk, category } from "../../lib/tiles.js";

/**
 * The share of games with at least a tile and its interval. Answers list the tiles between the largest
 * that all games reach and the largest of all; Wilson's interval for none is that for all, mirrored.
 * @param {any} player
 * @param {number} tile
 * @returns {{ mean: number, low: number, high: number }}
 */
export function shareOf(player, tile) {
  const listed = Object.keys(player.share).map(Number).sort((a, b) => a - b);
  const above = listed.find((one) => one >= tile);
  if (above === undefined) {
    const z = 1.959964;
    return { mean: 0, low: 0, high: (z * z) / (player.games + z * z) };
  }
  const { mean, low, high } = player.share[above];
  return { mean, low, high };
}

/** @param {number} share */
const percent = (share) => `${(100 * share).toFixed(share > 0 && share < 0.1 ? 1 : 0)} %`;

/**
 * The share of games with each tile, with its 95 % confidence interval as a bar.
 * @param {{ players: any[], rules: string }} props
 */
export function Shares({ players, rules }) {
  const tiles = [...new Set(players.flatMap((one) => Object.keys(one.share)))].map(Number).sort((a, b) => b - a);
  const title = "Games with at least this tile, with 95 % confidence intervals";
  return html`<p class="table-title" aria-hidden="true">${title}</p>
  <div class="table-scroll" tabindex="0" role="region" aria-label="Shares of tiles">
    <table class="shares">
      <caption class="sr">${title}</caption>
      <thead>
        <tr>
          <th scope="col">Tile</th>
          ${players.map((one, index) => html`<th key=${one.player} scope="col"><span class="dot" style=${{ backgroundColor: category(index) }}></span> ${one.player}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${tiles.map(
          (tile) => html`<tr key=${tile}>
            <th scope="row"><span class="tile-chip" style=${{ backgroundColor: tileColor(rankOf(tile, rules)), color: tileInk(rankOf(tile, rules)) }}>${tile}</span></th>
            ${players.map((one, index) => {
              const { mean, low, high } = shareOf(one, tile);
              return html`<td key=${one.player}>
                <span class="share" title=${`${percent(low)} to ${percent(high)}, 95 % confidence`}>
                  <span class="share-bar"><i style=${{ insetInlineStart: `${100 * low}%`, inlineSize: `${Math.max(1, 100 * (high - low))}%`, backgroundColor: category(index) }}></i><b style=${{ insetInlineStart: `${100 * mean}%` }}></b></span>
                  <span>${percent(mean)} <span class="quiet">(${percent(low)}–${percent(high)})</span></span>
                </span>
              </td>`;
            })}
          </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}

/** Columns of the table of players. @param {any[]} players */
export const columnsOf = (players) => [
  { key: "player", label: "Player" },
  { key: "games", label: "Games", number: true },
  { key: "mean", label: "Mean score", number: true, digits: 1 },
  { key: "median", label: "Median", number: true, digits: 0 },
  { key: "best", label: "Best", number: true },
  // Only where perfect play is known.
  players.some((one) => one.share_of_optimum) && { key: "share_of_optimum", label: "Share of the optimum", number: true, render: (/** @type {any} */ row) => (row.share_of_optimum ? html`<${Figure} figure=${row.share_of_optimum} digits=${3} />` : "–") },
  { key: "slides_per_second", label: "Slides/s", number: true, value: (/** @type {any} */ row) => Math.round(row.slides_per_second) },
].filter(Boolean);
