import { classes, html } from "../../lib/ui.js";
import { once } from "../../lib/api.js";
import { useAsync } from "../../lib/async.js";
import { grouped } from "../../lib/numbers.js";
import { sameGame } from "../../lib/record.js";
import { link } from "../../lib/route.js";
import { Problem } from "../../components/Problem.js";

/** Which of our figures a published one names. @param {string} figure */
const oursOf = (figure) =>
  /^actual number/.test(figure)
    ? { key: "live_plus_win_and_lose", text: "live positions, plus one state each for won and lost" }
    : { key: "live", text: "live positions" };

/**
 * Rows of the ledger that count this game.
 * @param {any[]} rows
 * @param {any} game
 */
function matching(rows, game) {
  if (!game.target || !sameGame(game, { shape: game.shape, rules: "classic" }) || game.start !== "two-tiles") return [];
  const words = new RegExp(`\\b${game.shape}\\b.*\\bto ${game.target}\\b`);
  return rows.filter((row) => row.topic === "count" && words.test(row.figure));
}

/** What others published about this game, beside ours. @param {{ result: any }} props */
export function PublishedCounts({ result }) {
  const { data, error, loading } = useAsync(() => once("answer/reproduce?list=true"), []);
  const rows = data ? matching(data.result.rows, result.game) : [];
  const sourceOf = (/** @type {string} */ source) => data?.result.sources.find((/** @type {any} */ one) => one.source === source);
  return html`
    <section class="panel stack" aria-label="Published figures">
      <h2>Published beside ours</h2>
      <${Problem} error=${error} />
      ${loading && html`<p class="loading">Loading…</p>`}
      ${data &&
      rows.length === 0 &&
      html`<p>
        The ledger has no published count of this game. <a href=${link("ledger", { topic: "count" })}>See those that it has.</a>
      </p>`}
      ${rows.map((row) => {
        const ours = oursOf(row.figure);
        const agrees = result.complete && String(result[ours.key]) === row.published.text;
        const source = sourceOf(row.source);
        return html`<div class="published" key=${row.id}>
          <p><a href=${link("ledger", { row: row.id })}>${row.figure}</a></p>
          <p class="quiet">${source ? `${source.authors}${source.year ? `, ${source.year}` : ""}` : row.source}, ${row.place}</p>
          <p class="pair">
            <span>published <strong>${grouped(row.published.text)}</strong></span>
            <span>ours <strong>${grouped(result[ours.key])}</strong></span>
            <span class=${classes("verdict", agrees ? "agrees" : "differs")}>${agrees ? "agrees" : result.complete ? "differs" : "not complete"}</span>
          </p>
          <p class="quiet">${ours.text}</p>
        </div>`;
      })}
    </section>
  `;
}
