import { html } from "../lib/ui.js";
import { isOver } from "../lib/jobs.js";
import { asksElse, useRun } from "../lib/run.js";
import { seenOf } from "../lib/seen.js";
import { useStyle } from "../lib/style.js";
import { rankOf } from "../lib/tiles.js";
import { BoardEditor } from "../components/BoardEditor.js";
import { Empty } from "../components/Empty.js";
import { Examples } from "../components/Examples.js";
import { Check, Field } from "../components/Field.js";
import { GameForm, firstBoard, fitted, gameError, gameOf, gameQuery } from "../components/GameForm.js";
import { JobPanel } from "../components/JobPanel.js";
import { Problem } from "../components/Problem.js";
import { LiveLayers } from "./count/LiveLayers.js";
import { Result } from "./count/Result.js";

export const title = "Count";

/** @type {[string, string][]} */
const STARTS = [
  ["two-tiles", "Two tiles"],
  ["empty", "One tile on an empty board"],
  ["board", "A board of your own…"],
];

/** @type {[string, Record<string, string>][]} */
const EXAMPLES = [
  ["2×2 to 32", { shape: "2x2", to: "32" }],
  ["3×3 to 256", { shape: "3x3", to: "256" }],
  ["2×3 Fibonacci", { shape: "2x3", rules: "fibonacci" }],
  ["4×4, sums to 26", { "until-sum": "26" }],
];

/** The options of the command for a query. @param {Record<string, string>} query */
function optionsOf(query) {
  const game = gameOf(query);
  return {
    shape: game.shape,
    rules: game.rules === "classic" ? null : game.rules,
    spawns: game.spawns,
    placement: game.placement,
    start: query.from ? null : query.start,
    from: query.from,
    to: query.to,
    "until-sum": query["until-sum"],
    store: query.store === "true",
    plot: "svg",
    "plot-log": "svg",
    // A layer in the middle of a game has too many boards for a picture.
    last: query["until-sum"] ? null : "svg",
  };
}

/** @param {Record<string, string>} query */
function titleOf(query) {
  const game = gameOf(query);
  const rules = game.rules === "classic" ? "" : ` ${game.rules}`;
  const end = `${query.to ? ` to ${query.to}` : ""}${query.from ? ", from a board" : ""}`;
  return `Count ${game.shape}${rules}${end}${query["until-sum"] ? `, sums to ${query["until-sum"]}` : ""}`;
}

/** What is wrong with a tile that ends play. @param {string | undefined} to @param {string} rules */
const toError = (to, rules) => (to && !rankOf(Number(to), rules) ? `${to} is no tile of these rules.` : null);

/** @param {string | undefined} sum */
const sumError = (sum) => (sum && !/^\d+$/.test(sum) ? "Write a whole number, such as 60." : null);

/** @param {{ query: Record<string, string>, setQuery: (patch: any, how?: any) => void }} props */
export default function Count({ query: asked, setQuery }) {
  useStyle("count");
  const query = asked.shape || asked.job || asked["until-sum"] ? asked : { ...asked, shape: "3x3" };
  const game = gameOf(query);
  const { job, id, start, busy, error, errors } = useRun("count", query.job, setQuery);
  const wrong = gameError(game) ?? toError(query.to, game.rules) ?? sumError(query["until-sum"]);
  const [rows, columns] = game.shape.split("x").map(Number);
  const run = (/** @type {any} */ next) => start(optionsOf(next), titleOf(next), next);
  const example = (/** @type {Record<string, string>} */ patch) =>
    run({ shape: null, rules: null, spawns: null, placement: null, to: null, "until-sum": null, store: null, start: null, from: null, ...patch });
  const result = job?.result ?? null;
  return html`
    <div class="stack">
      <form
        class="panel stack"
        onSubmit=${(/** @type {Event} */ event) => {
          event.preventDefault();
          if (!wrong && !busy) run(query);
        }}
      >
        <${GameForm} game=${game} errors=${errors} cells=${64} onChange=${(/** @type {any} */ next) => setQuery({ ...gameQuery(next), shape: next.shape, from: fitted(query.from, next.shape) })} />
        <div class="fields">
          <${Field}
            label="Play stops at tile"
            value=${query.to ?? ""}
            placeholder="no slide left"
            hint="Boards with this tile are not counted"
            error=${toError(query.to, game.rules) ?? errors.to}
            onInput=${(/** @type {string} */ to) => setQuery({ to: to.trim() })}
          />
          <${Field}
            label="Stop after tile sum"
            value=${query["until-sum"] ?? ""}
            placeholder="the end"
            hint="For games too large to finish"
            error=${sumError(query["until-sum"]) ?? errors["until-sum"]}
            onInput=${(/** @type {string} */ sum) => setQuery({ "until-sum": sum.trim() })}
          />
          <${Field}
            label="Play starts with"
            value=${query.from ? "board" : (query.start ?? "two-tiles")}
            options=${STARTS}
            error=${errors.start}
            onInput=${(/** @type {string} */ first) =>
              setQuery({ start: first === "empty" ? first : null, from: first === "board" ? firstBoard(game) : null })}
          />
        </div>
        ${query.from &&
        html`<div class="count-from">
          <${BoardEditor} fixed label="Start from this board" board=${query.from} rules=${game.rules} size="16rem" onChange=${(/** @type {string} */ from) => setQuery({ from })} />
          ${errors.from && html`<p class="field-error" role="alert">${errors.from.message} ${errors.from.hint ?? ""}</p>`}
        </div>`}
        ${rows * columns > 9 &&
        !query["until-sum"] &&
        (!query.to || rankOf(Number(query.to), game.rules) > 4) &&
        html`<p class="field-hint">${game.shape} has billions of positions or more: give a tile sum to stop at. With a store the disk is the limit, and time.</p>`}
        <${Check} label="Keep the layers in a store on disk: for games larger than memory" checked=${query.store === "true"} onChange=${(/** @type {boolean} */ on) => setQuery({ store: on ? "true" : null })} />
        ${errors.store && html`<p class="field-error" role="alert">${errors.store.message}</p>`}
        <${Problem} error=${error} />
        <div class="row spread">
          <button type="submit" class="button primary" disabled=${Boolean(wrong) || busy}>${busy ? "Starting…" : "Count every position"}</button>
          <${Examples} examples=${EXAMPLES.map(([text, patch]) => [text, () => example(patch)])} />
        </div>
      </form>
      ${id &&
      html`<${JobPanel} key=${id} id=${id}>
        ${job && !isOver(job) && html`<${LiveLayers} told=${seenOf(job)} />`}
      <//>`}
      ${result && job && asksElse(job, optionsOf(query)) && html`<p class="quiet" role="status">The form has changed since: what follows answers the question named above.</p>`}
      ${result && job && html`<${Result} result=${result} job=${job} />`}
      ${!id &&
      html`<${Empty} title="Nothing counted yet">
        Positions are boards on which a slide is due. They are found layer by layer, by the sum of their tiles, and counted up to symmetry and
        as boards. Choose a game, or take an example.
      <//>`}
    </div>
  `;
}
