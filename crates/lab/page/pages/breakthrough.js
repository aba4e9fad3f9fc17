import { html } from "../lib/ui.js";
import { asksElse, useRun } from "../lib/run.js";
import { useStyle } from "../lib/style.js";
import { Examples } from "../components/Examples.js";
import { Check, Field } from "../components/Field.js";
import { JobPanel } from "../components/JobPanel.js";
import { Problem } from "../components/Problem.js";
import { Game } from "./breakthrough/Game.js";
import { Outcome } from "./breakthrough/Outcome.js";
import { startOf } from "./breakthrough/position.js";

export const title = "Breakthrough";

/** @type {[string, string][]} */
const METHODS = [
  ["1", "won: method 1"],
  ["2", "about to be won: method 2"],
];

/** Cells up to which positions are looked up at once. */
const MOST = 20;

/** What is wrong with a shape, or null. @param {string} shape */
function shapeError(shape) {
  const match = /^(\d+)x(\d+)$/.exec(shape);
  if (!match) return "Write rows × columns, such as 5x4.";
  const [rows, columns] = [Number(match[1]), Number(match[2])];
  if (rows < 4) return "Two home rows each: at least 4 rows.";
  if (columns < 2) return "At least 2 columns.";
  if (rows * columns > 64) return "At most 64 cells.";
  return null;
}

/** @param {{ query: Record<string, string>, setQuery: (patch: any, how?: any) => void }} props */
export default function Breakthrough({ query, setQuery }) {
  useStyle("breakthrough");
  const shape = query.shape ?? "4x3";
  const wrong = shapeError(shape);
  const [rows, columns] = wrong ? [4, 3] : shape.split("x").map(Number);
  const { job, id, start, busy, error, errors } = useRun("breakthrough", query.job, setQuery);
  const question = (/** @type {string} */ on) => {
    const cells = on.split("x").reduce((product, side) => product * Number(side), 1);
    const distance = (query.distance ?? (cells <= 16 ? "yes" : "no")) === "yes";
    return { shape: on, method: query.method, distance: distance || null };
  };
  const solve = (/** @type {string} */ on, /** @type {any} */ patch = {}) =>
    start(question(on), `Breakthrough on ${on}${query.method === "2" ? ", method 2" : ""}`, patch);
  const example = (/** @type {string} */ on) => solve(on, { shape: on, position: null, line: null });
  return html`
    <div class="stack">
      <form
        class="panel stack"
        onSubmit=${(/** @type {Event} */ event) => {
          event.preventDefault();
          if (!wrong && !busy) solve(shape);
        }}
      >
        <p>
          White begins. A pawn goes one row forward, straight or diagonally, and takes diagonally only. Whoever reaches the opponent's home row, or
          takes all pawns, has won.
        </p>
        <div class="fields">
          <${Field}
            label="Board"
            value=${shape}
            suggestions=${["4x2", "4x3", "5x2", "5x3", "4x4", "5x4", "6x3"]}
            hint="Rows × columns"
            error=${wrong ?? errors.shape}
            onInput=${(/** @type {string} */ value) => setQuery({ shape: value.trim().toLowerCase().replace("×", "x"), position: null, line: null })}
          />
          <${Field}
            label="A game is over when it is"
            value=${query.method ?? "1"}
            options=${METHODS}
            hint="Changes the counts, not who wins"
            error=${errors.method}
            onInput=${(/** @type {string} */ method) => setQuery({ method: method === "1" ? null : method })}
          />
        </div>
        <${Check}
          label="Also how many plies the game lasts (several times the work)"
          checked=${(query.distance ?? (rows * columns <= 16 ? "yes" : "no")) === "yes"}
          onChange=${(/** @type {boolean} */ distance) => setQuery({ distance: distance ? "yes" : "no" })}
        />
        ${rows * columns > MOST && html`<p class="field-hint">Boards of up to ${MOST} cells take seconds; this has ${rows * columns}, and may take minutes or more.</p>`}
        <${Problem} error=${error} />
        <div class="row spread">
          <button type="submit" class="button primary" disabled=${Boolean(wrong) || busy}>${busy ? "Starting…" : "Who wins?"}</button>
          <${Examples} examples=${["4x3", "5x3", "4x4", "5x4"].map((on) => [on.replace("x", "×"), () => example(on)])} />
        </div>
      </form>
      ${id && html`<${JobPanel} key=${id} id=${id} />`}
      ${job?.result && asksElse(job, question(shape)) && html`<p class="quiet" role="status">The form has changed since: what follows answers the question named above.</p>`}
      ${job?.result && html`<${Outcome} result=${job.result} />`}
      ${!wrong &&
      rows * columns <= MOST &&
      html`<${Game} key=${shape} shape=${shape} position=${query.position ?? startOf(rows, columns)} query=${query} setQuery=${setQuery} />`}
      ${!wrong &&
      rows * columns > MOST &&
      html`<p class="quiet">Positions can be played and looked up on boards of up to ${MOST} cells.</p>`}
    </div>
  `;
}
