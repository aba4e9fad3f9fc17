// The charts of Catania and Raymond (2024), which their document has as pictures, computed now.
import { html } from "../../lib/ui.js";
import { players } from "../../lib/api.js";
import { useAsync } from "../../lib/async.js";
import { link } from "../../lib/route.js";
import { useRun } from "../../lib/run.js";
import { rankOf, tileColor, smallInk } from "../../lib/tiles.js";
import { Bars } from "../../components/Bars.js";
import { JobPanel } from "../../components/JobPanel.js";
import { Problem } from "../../components/Problem.js";
import { shareOf } from "../arena/Shares.js";

/** The features in the order of their weights. */
const FEATURES = ["largest", "monotonicity", "empty", "chain", "shift_load", "adjacent"];
/** @type {Record<string, string>} */
const NAMES = { largest: "Largest", monotonicity: "Monotonicity", empty: "Empty", chain: "Chain", shift_load: "Shift load", adjacent: "Adjacent" };

const TILES = [2048, 1024, 512, 256, 128];

/** The players of figures 30 and 14, as the ledger recomputes them. */
const LOOKS = [
  { look: "best", player: "features", figure: "Figure 30", title: "Best future board" },
  { look: "sum", player: "features:look=sum", figure: "Figure 14", title: "Sum of futures, weighted by probability" },
  { look: "average", player: "features:look=average", figure: "Figure 14", title: "Mean of futures" },
];

/** What the ledger says was published of a tile. @param {any[]} rows @param {string} look @param {number} tile */
function published(rows, look, tile) {
  const row = rows.find(
    (one) => one.source === "catania-raymond-2024" && one.topic === "players" && one.id.includes(look === "best" ? "at-best" : look) && one.figure.includes(`reach ${tile} `),
  );
  return row ? Number(row.published.text) : null;
}

const percent = (/** @type {number} */ share) => `${Math.round(100 * share)} %`;

/** @param {{ tile: number }} props */
const Chip = ({ tile }) => html`<span class="chip-tile" style=${{ backgroundColor: tileColor(rankOf(tile)), color: smallInk(rankOf(tile)) }}>${tile}</span>`;

/** Games with at least each tile. @param {{ result: any, rows: any[], look: any }} props */
function Reached({ result, rows, look }) {
  const player = result?.players.find((/** @type {any} */ one) => one.player === look.player || one.player.startsWith(`${look.player},`));
  const bars = TILES.map((tile) => {
    const mark = published(rows, look.look, tile);
    const share = player?.share ? shareOf(player, tile) : null;
    const ours = share ? `${percent(share.mean)} (${percent(share.low)}–${percent(share.high)})` : "–";
    return { label: html`<${Chip} tile=${tile} />`, value: share?.mean ?? null, low: share?.low, high: share?.high, mark, text: html`<span>${ours}</span>${mark !== null && html` <span class="published-mark">published ${percent(mark)}</span>`}` };
  });
  return html`<section class="panel stack tight">
    <h3>${look.figure}: ${look.title}</h3>
    <${Bars} bars=${bars} from=${0} to=${1} label=${`Games with at least a tile, ${look.title}`} />
    <p class="field-hint">${player ? `${player.games} ${player.games === 1 ? "game" : "games"} of ${player.player}` : "Not played yet."}</p>
  </section>`;
}

/** @param {number[]} xs @param {number[]} ys */
function correlation(xs, ys) {
  const mean = (/** @type {number[]} */ all) => all.reduce((sum, one) => sum + one, 0) / all.length;
  const [mx, my] = [mean(xs), mean(ys)];
  const part = (/** @type {number[]} */ a, /** @type {number} */ ma, /** @type {number[]} */ b, /** @type {number} */ mb) => a.reduce((sum, one, i) => sum + (one - ma) * (b[i] - mb), 0);
  const spread = Math.sqrt(part(xs, mx, xs, mx) * part(ys, my, ys, my));
  return spread > 0 ? part(xs, mx, ys, my) / spread : null;
}

/** Sets of weights that a tuning has judged; without a list of all of them, the best of each generation. @param {any} result */
const judged = (result) => result.generations.flatMap((/** @type {any} */ one) => one.population ?? [one.best]).filter((/** @type {any} */ one) => one.score);

/** @param {{ result: any }} props */
function Correlations({ result }) {
  const sets = result ? judged(result) : [];
  const whole = result?.generations.some((/** @type {any} */ one) => one.population);
  const bars = FEATURES.map((name) => {
    const value = sets.length > 2 ? correlation(sets.map((/** @type {any} */ one) => one.weights[name]), sets.map((/** @type {any} */ one) => one.score.mean)) : null;
    return { label: NAMES[name], value, text: value === null ? "–" : value.toFixed(2).replace("-", "−") };
  });
  return html`<section class="panel stack tight">
    <h3>Figure 13: Weights and success</h3>
    <${Bars} bars=${bars} from=${-1} to=${1} label="Correlation of each weight with the mean largest tile" />
    <p class="field-hint">
      ${sets.length > 2
        ? `Correlation of each weight with the mean largest tile, over ${sets.length} sets of weights${whole ? "" : ": the best of each generation"}.`
        : "Correlation of each weight with the mean largest tile, over the sets of weights that a tuning judges. Not tuned yet."}
      ${" "}The document prints signs only: chain, largest and adjacent positive, the others small.
    </p>
  </section>`;
}

/** @param {{ weights: number[], where: any }} props */
function Weights({ weights, where }) {
  const most = Math.max(1, ...weights.map(Math.abs));
  const bars = FEATURES.map((name, i) => ({ label: NAMES[name], value: weights[i] ?? null, text: weights[i] === undefined ? "–" : String(weights[i]).replace("-", "−") }));
  return html`<section class="panel stack tight">
    <h3>Figure 29: Weights of the best player</h3>
    <${Bars} bars=${bars} from=${Math.min(0, ...weights)} to=${most} label="Weights of the six features" />
    <p class="field-hint">${where} The document says that largest, monotonicity and empty weigh most, and chain next to nothing.</p>
  </section>`;
}

/** The six numbers in a text. @param {string | undefined} text */
const numbersOf = (text) => (/-?[\d.]+(?:\/-?[\d.]+){5}/.exec(text ?? "")?.[0] ?? "").split("/").filter(Boolean).map(Number);

const GAMES = [["5", "5 each"], ["20", "20 each"], ["40", "40 each, as the ledger"]];

/** @param {{ rows: any[], query: Record<string, string>, setQuery: (patch: any, how?: any) => void }} props */
export function Charts({ rows, query, setQuery }) {
  const arena = useRun("arena", query.arena, setQuery, "arena");
  const tune = useRun("tune", query.tune, setQuery, "tune");
  const known = useAsync(() => players(), []);
  const games = query.games ?? "5";
  const normal = known.data?.find((/** @type {any} */ one) => one.name === "features")?.parameters.find((/** @type {any} */ one) => one.name === "weights")?.about;
  const result = arena.job?.result?.players ? arena.job.result : arena.job?.interim?.players ? arena.job.interim : null;
  const tuned = tune.job?.result?.generations ? tune.job.result : null;
  const weights = tuned ? FEATURES.map((name) => Number(tuned.weights[name].toPrecision(3))) : numbersOf(normal);
  return html`
    <div class="stack">
      <p>
        Ethan Catania and Tucker Raymond drew these four charts from their own runs. Here the same players play on 4×4 from one seed; whiskers are
        95 % confidence intervals, and <span class="published-mark">diamonds</span> are what was published.
      </p>
      <div class="columns">
        <section class="panel stack tight" aria-labelledby="play-title">
          <h2 id="play-title">Figures 14 and 30: tiles reached</h2>
          <div class="row">
            <label class="inline-select">
              <span>Games</span>
              <select value=${games} onChange=${(/** @type {any} */ event) => setQuery({ games: event.currentTarget.value })}>
                ${GAMES.map(([value, label]) => html`<option key=${value} value=${value} selected=${value === games}>${label}</option>`)}
              </select>
            </label>
            <button type="button" class="button primary" disabled=${arena.busy} onClick=${() => arena.start({ players: LOOKS.map(({ player }) => player), games: Number(games), seed: 1, shape: "4x4", plot: "svg" }, "Charts 14 and 30: three ways to look ahead")}>
              Play the games
            </button>
          </div>
          <${Problem} error=${arena.error ?? arena.errors.games ?? arena.errors.players} />
          ${arena.id && html`<${JobPanel} key=${arena.id} id=${arena.id} />`}
        </section>
        <section class="panel stack tight" aria-labelledby="tune-title">
          <h2 id="tune-title">Figures 13 and 29: weights</h2>
          <div class="row">
            <button type="button" class="button primary" disabled=${tune.busy} onClick=${() => tune.start({ shape: "4x4", generations: 8, population: 8, games: 4, slides: 1, seed: 1, plot: "svg" }, "Charts 13 and 29: weights of six features")}>
              Tune weights
            </button>
            <a href=${link("arena", { tab: "tune" })}>Other settings</a>
          </div>
          <${Problem} error=${tune.error} />
          ${tune.id && html`<${JobPanel} key=${tune.id} id=${tune.id} />`}
        </section>
      </div>
      <div class="charts">
        <${Correlations} result=${tuned} />
        ${LOOKS.slice(1).map((look) => html`<${Reached} key=${look.look} result=${result} rows=${rows} look=${look} />`)}
        <${Weights} weights=${weights} where=${tuned ? "Found by the tuning above." : "Those of the player “features”."} />
        <${Reached} result=${result} rows=${rows} look=${LOOKS[0]} />
      </div>
    </div>
  `;
}
