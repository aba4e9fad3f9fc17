import { html, useState } from "../lib/ui.js";
import { asksElse, useRun } from "../lib/run.js";
import { useStyle } from "../lib/style.js";
import { faceOf, rankOf } from "../lib/tiles.js";
import { Empty } from "../components/Empty.js";
import { Examples } from "../components/Examples.js";
import { Field } from "../components/Field.js";
import { GameForm, gameError, gameOf } from "../components/GameForm.js";
import { JobPanel } from "../components/JobPanel.js";
import { Problem } from "../components/Problem.js";
import { Dropper } from "./prove/Dropper.js";
import { Method, methodOf } from "./prove/Method.js";
import { Proof } from "./prove/Proof.js";

export const title = "Prove";

/** @type {[string, Record<string, string>][]} */
const EXAMPLES = [
  ["16 on 2×2", { shape: "2x2", to: "16" }],
  ["64 on 2×3", { shape: "2x3", to: "64" }],
  ["64 on 3×3", { shape: "3x3", to: "64" }],
  ["16 on 2×2, drops of 2 and 4", { shape: "2x2", to: "16", spawns: "2,4" }],
];

/** Cells up to which every position is solved within seconds. */
const SMALL = 9;

/** Filling gigabytes with nodes takes seconds that a small board does not need. @param {string} shape */
const memoryFor = (shape) => (shape.split("x").reduce((product, side) => product * Number(side), 1) <= 6 ? "256M" : null);

/** @param {{ query: Record<string, string>, setQuery: (patch: any, how?: any) => void }} props */
export default function Prove({ query: asked, setQuery }) {
  useStyle("prove");
  const query = asked.shape ? asked : { ...asked, shape: "2x2" };
  const game = gameOf(query);
  const lowest = String(faceOf(1, game.rules));
  const to = query.to ?? (asked.shape ? "" : "16");
  const spawns = query.spawns || lowest;
  const proof = useRun("prove", query.job, setQuery);
  const table = useRun("solve", query.solve, setQuery, "solve");
  const [open, setOpen] = useState(false);
  const target = to ? (rankOf(Number(to), game.rules) ? null : `${to} is no tile of these rules.`) : "Which tile? Its face, such as 64.";
  const wrong = gameError(game) ?? target;
  const [rows, columns] = game.shape.split("x").map(Number);
  const name = (/** @type {any} */ q) => `${q.to} on ${q.shape}${q.rules && q.rules !== "classic" ? ` ${q.rules}` : ""}, drops of ${q.spawns || lowest}`;
  const given = { ...query, to, shape: game.shape };
  const common = (/** @type {any} */ q) => ({
    shape: q.shape,
    to: q.to,
    rules: q.rules && q.rules !== "classic" ? q.rules : null,
    spawns: q.spawns,
    placement: q.placement,
  });
  const question = (/** @type {any} */ q) => ({ ...common(q), ...methodOf(q), steps: true, plot: "svg", memory: memoryFor(q.shape) });
  const prove = (/** @type {any} */ q) =>
    proof.start(question(q), `Force ${name(q)}`, { ...q, solve: null, moves: null });
  const solve = () =>
    table.start(
      { ...common(given), spawns, goal: "tile", opponent: "adversary", store: true },
      `Solve ${name(given)} against an adversary`,
      { shape: game.shape, to, moves: null },
    );
  const example = (/** @type {any} */ patch) =>
    prove({ rules: null, spawns: null, placement: null, diagram: null, sweep: null, ...patch });
  const errors = { ...proof.errors, ...table.errors };
  const solved = table.job?.result?.goal ? table.job : null;
  return html`
    <div class="stack">
      <form
        class="panel stack"
        onSubmit=${(/** @type {Event} */ event) => {
          event.preventDefault();
          if (!wrong && !proof.busy) prove(given);
        }}
      >
        <p>Dropper begins on the empty board, puts a tile into any empty cell, and wants Slider to fail. Slider may answer with any slide.</p>
        <${GameForm}
          game=${game}
          errors=${errors}
          only=${["shape", "rules"]}
          onChange=${(/** @type {any} */ next) => setQuery({ shape: next.shape, rules: next.rules === "classic" ? null : next.rules, spawns: next.spawns })}
        />
        <div class="fields">
          <${Field}
            label="Tile to force"
            value=${to}
            hint=${rankOf(Number(to), game.rules) ? `Rank ${rankOf(Number(to), game.rules)}` : "By its face"}
            error=${target ?? errors.to}
            onInput=${(/** @type {string} */ value) => setQuery({ shape: game.shape, to: value.trim() || null })}
          />
          <${Field}
            label="Dropper may drop"
            value=${query.spawns ?? ""}
            placeholder=${lowest}
            suggestions=${[lowest, `${lowest},${faceOf(2, game.rules)}`]}
            hint="Faces, such as 2,4"
            error=${gameError({ ...game, shape: "2x2" }) ?? errors.spawns}
            onInput=${(/** @type {string} */ value) => setQuery({ spawns: value.trim() || null })}
          />
        </div>
        <details open=${open} onToggle=${(/** @type {any} */ event) => setOpen(event.currentTarget.open)}>
          <summary>How it is proved</summary>
          <${Method} query=${query} setQuery=${setQuery} errors=${errors} />
        </details>
        <${Problem} error=${proof.error} />
        <div class="row spread">
          <button type="submit" class="button primary" disabled=${Boolean(wrong) || proof.busy}>
            ${proof.busy ? "Starting…" : to && !target ? `Can ${to} be forced?` : "Can it be forced?"}
          </button>
          <${Examples} examples=${EXAMPLES.map(([text, patch]) => [text, () => example(patch)])} />
        </div>
      </form>
      ${proof.id && html`<${JobPanel} key=${proof.id} id=${proof.id} />`}
      ${proof.job?.result && asksElse(proof.job, question(given)) && html`<p class="quiet" role="status">The form has changed since: what follows answers the question named above.</p>`}
      ${proof.job?.result && html`<${Proof} result=${proof.job.result} job=${proof.job} />`}
      ${!proof.id &&
      !table.id &&
      html`<${Empty} title="Nothing proved yet">
        The proof works with sets of boards, kept as decision diagrams, backward from the boards on which the tile can be made. Ask for a tile, or
        take an example.
      <//>`}
      <section class="panel stack" aria-labelledby="dropper-title">
        <h2 id="dropper-title">Play Dropper against it</h2>
        <p>
          Solve every position of the small game against an adversary, then drop the tiles yourself. Slider answers from the solved table, and
          the value after each of your drops shows whether the tile is still forced.
        </p>
        ${rows * columns > SMALL &&
        html`<p class="field-hint">${game.shape} has ${rows * columns} cells; up to ${SMALL} are solved within seconds, more may take very long.</p>`}
        <${Problem} error=${table.error} />
        <div class="actions">
          <button type="button" class="button primary" disabled=${Boolean(wrong) || table.busy} onClick=${solve}>
            ${solved ? "Solve again" : "Solve it and play"}
          </button>
        </div>
        ${table.id && html`<${JobPanel} key=${table.id} id=${table.id} files=${false} />`}
        ${solved?.store &&
        html`<${Dropper} key=${solved.store} store=${solved.store} result=${solved.result} moves=${query.moves ?? ""} setQuery=${setQuery} />`}
      </section>
    </div>
  `;
}
