import { html, useState } from "../lib/ui.js";
import { useRun } from "../lib/run.js";
import { useStyle } from "../lib/style.js";
import { Empty } from "../components/Empty.js";
import { Examples } from "../components/Examples.js";
import { Field } from "../components/Field.js";
import { JobPanel } from "../components/JobPanel.js";
import { Picture } from "../components/Picture.js";
import { Problem } from "../components/Problem.js";
import { Coins } from "./change/Coins.js";
import { OwnValues } from "./change/OwnValues.js";
import { NAMES, optionsOf, titleOf, useChange, valuesError } from "./change/sequence.js";
import { Tight } from "./change/Tight.js";
import { Totals } from "./change/Totals.js";
import { Way } from "./change/Way.js";

export const title = "Change";

/** @type {[string, Record<string, string | null>][]} */
const EXAMPLES = [
  ["Fibonacci, 16 cells", { sequence: "fibonacci", cells: "16" }],
  ["Practical numbers", { sequence: "practical", cells: "5" }],
  ["3-smooth: 185 in coins", { sequence: "3-smooth", represent: "185" }],
  ["n² + 1", { expr: "n^2+1", cells: "8" }],
];

/** What a choice that is no name begins with. @type {Record<string, Record<string, string>>} */
const CHOICES = { formula: { expr: "n^2+1" }, own: { values: "1\n2\n5\n10\n20\n50" } };

/** @param {{ query: Record<string, string>, setQuery: (patch: any, how?: any) => void }} props */
export default function Change({ query, setQuery }) {
  useStyle("change");
  const [also, setAlso] = useState("");
  const options = optionsOf(query);
  const cells = query.cells ?? "8";
  const wrongCells = /^\d+$/.test(cells) && Number(cells) > 0 ? null : "Write a whole number from 1 on.";
  const empty = query.expr !== undefined && !query.expr.trim();
  const plot = useRun("change", query.job, setQuery);
  const own = query.values !== undefined;
  const wrongValues = own ? valuesError(query.values) : null;
  const { data, error, loading } = useChange(query, wrongCells || empty ? null : { cells });
  const slow = error?.kind === "busy" || error?.status === 503;
  const job = plot.job?.result?.total ? plot.job : null;
  const result = data ?? (slow ? (job?.result ?? null) : null);
  const change = (/** @type {any} */ patch) => setQuery({ job: null, ...patch });
  const draw = () =>
    plot.start({ ...options, cells, with: (query.with ?? also) || null, plot: "svg" }, `Totals of ${titleOf(query)}${query.with ? ` with ${query.with}` : ""}`);
  const byFormula = query.expr !== undefined;
  return html`
    <div class="stack">
      <div class="panel stack">
        <p>
          On n cells, every step places a 1 and may merge any tiles whose sum is an allowed value. How large can a tile, and the whole board, become?
          As large as greedy change-making with the same values says.
        </p>
        <div class="fields">
          <${Field}
            label="Allowed values"
            value=${byFormula ? "formula" : own ? "own" : (query.sequence ?? "powers-of-two")}
            options=${[...NAMES, ["formula", "A formula in n…"], ["own", "Values of your own…"]]}
            onInput=${(/** @type {string} */ value) => change({ sequence: null, expr: null, values: null, complete: null, ...CHOICES[value] ?? { sequence: value } })}
          />
          ${byFormula &&
          html`<${Field}
            label="Formula"
            value=${query.expr}
            mono
            hint="n, whole numbers, + - * / % ^ ! and parentheses"
            error=${empty ? "Write a formula, such as n^2+1." : slow ? null : error}
            onInput=${(/** @type {string} */ value) => change({ expr: value || " " })}
          />`}
          <${Field}
            label="Cells, up to"
            type="number"
            min=${1}
            max=${200}
            value=${cells}
            error=${wrongCells ?? (error?.option === "cells" ? error : plot.errors.cells)}
            onInput=${(/** @type {string} */ value) => change({ cells: value === "8" ? null : value || " " })}
          />
        </div>
        ${own && html`<${OwnValues} query=${query} change=${change} error=${wrongValues ?? (slow ? null : error?.option === "cells" ? null : error)} />`}
        <${Examples} examples=${EXAMPLES.map(([text, patch]) => [text, () => change({ sequence: null, expr: null, values: null, complete: null, cells: null, represent: null, hardest: null, ...patch })])} />
      </div>
      ${!slow && !byFormula && !own && html`<${Problem} error=${error} />`}
      ${slow &&
      !plot.id &&
      html`<${Empty} title="This takes longer" action=${html`<button type="button" class="button primary" onClick=${draw}>Compute it as a job</button>`}>
        Two seconds were not enough for ${cells} cells. A job goes on, and draws the plot too.
      <//>`}
      ${loading && !result && html`<p class="loading tall" role="status">Computing…</p>`} ${result && html`<${Totals} result=${result} stale=${loading} />`}
      <section class="panel stack" aria-labelledby="plot-title">
        <h2 id="plot-title">Plot of the totals</h2>
        <div class="fields">
          <${Field}
            label="Together with"
            value=${query.with ?? also}
            placeholder="fibonacci,threes"
            hint="Names of further sequences, with commas"
            error=${plot.errors.with}
            onInput=${(/** @type {string} */ value) => {
              setAlso(value);
              setQuery({ with: value.trim() || null });
            }}
          />
        </div>
        <${Problem} error=${plot.error} />
        <div class="actions"><button type="button" class="button" disabled=${plot.busy || Boolean(wrongCells ?? wrongValues)} onClick=${draw}>Draw the plot</button></div>
        ${plot.id && html`<${JobPanel} key=${plot.id} id=${plot.id} files=${false} />`}
        ${job?.files.some((file) => file.name === "plot.svg") && html`<${Picture} job=${job.id} name="plot.svg" alt=${`Totals of ${titleOf(query)} by cells`} caption="Largest totals by cells" />`}
      </section>
      <div class="columns">
        <${Coins} query=${query} setQuery=${setQuery} />
        <${Way} query=${query} setQuery=${setQuery} />
      </div>
      <${Tight} query=${query} setQuery=${setQuery} />
    </div>
  `;
}
