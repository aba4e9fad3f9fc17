import { html, useState } from "../lib/ui.js";
import { answer } from "../lib/api.js";
import { useAsync } from "../lib/async.js";
import { useRun } from "../lib/run.js";
import { useStyle } from "../lib/style.js";
import { DataTable } from "../components/DataTable.js";
import { Examples } from "../components/Examples.js";
import { Facts } from "../components/Facts.js";
import { Field } from "../components/Field.js";
import { JobPanel } from "../components/JobPanel.js";
import { Picture } from "../components/Picture.js";
import { Problem } from "../components/Problem.js";
import { Drawing } from "./diagrams/Drawing.js";
import { Order, variables } from "./diagrams/Order.js";

export const title = "Diagrams";

/** @type {[string, string][]} */
const KINDS = [
  ["bdd", "Binary (BDD)"],
  ["bcdd", "Complemented (BCDD)"],
  ["zbdd", "Zero-suppressed (ZBDD)"],
];

/** @type {[string, Record<string, string | null>][]} */
const EXAMPLES = [
  ["x1 | (x2 & x3)", { formula: null, order: null }],
  ["Two pairs, a good order", { formula: "(x1 & x2) | (x3 & x4)", order: null }],
  ["Two pairs, a bad order", { formula: "(x1 & x2) | (x3 & x4)", order: "1,3,2,4" }],
  ["Parity with complemented edges", { formula: "x1 ^ x2 ^ x3 ^ x4", order: null, diagram: "bcdd" }],
  ["Majority of three", { formula: "(x1 & x2) | (x1 & x3) | (x2 & x3)", order: null }],
];

/** @param {{ query: Record<string, string>, setQuery: (patch: any, how?: any) => void }} props */
export default function Diagrams({ query, setQuery }) {
  useStyle("diagrams");
  const formula = query.formula ?? "x1 | (x2 & x3)";
  const kind = query.diagram ?? "bdd";
  const [hover, setHover] = useState(/** @type {string | null} */ (null));
  const options = { formula, diagram: query.diagram, order: query.order };
  const { data, error, loading } = useAsync(formula.trim() ? (signal) => answer("diagram", options, { signal }) : null, [formula, query.diagram, query.order], { delay: 150 });
  const save = useRun("diagram", query.job, setQuery);
  const change = (/** @type {any} */ patch) => setQuery({ job: null, ...patch });
  const result = data?.result ?? null;
  // The command names the order where it is to blame; the rest is about the formula.
  const wrongOrder = error && (error.option === "order" || /order/.test(error.message)) ? error : null;
  const count = variables(formula);
  const saved = save.job?.files.find((file) => file.name === "save.svg");
  return html`
    <div class="stack">
      <div class="panel stack">
        <${Field}
          label="Formula"
          value=${formula}
          mono
          wide
          error=${!formula.trim() ? "Write a formula, such as x1 | (x2 & x3)." : wrongOrder ? null : error}
          hint="Variables x1, x2, …; ! not, & and, ^ exclusive or, | or, parentheses"
          onInput=${(/** @type {string} */ value) => change({ formula: value || " ", order: variables(value) === count ? query.order : null })}
        />
        <div class="fields">
          <${Field} label="Kind" value=${kind} options=${KINDS} error=${save.errors.diagram} onInput=${(/** @type {string} */ value) => change({ diagram: value === "bdd" ? null : value })} />
        </div>
        <${Order} count=${count} order=${query.order} error=${wrongOrder} onChange=${(/** @type {string | null} */ order) => change({ order })} />
        <${Examples} examples=${EXAMPLES.map(([text, patch]) => [text, () => change({ diagram: null, ...patch })])} />
      </div>
      ${loading && !result && html`<p class="loading tall" role="status">Building the diagram…</p>`}
      ${result &&
      html`<div class="columns wide-left">
        <section class="panel stack" aria-label="Diagram">
          <${Facts}
            facts=${[
              ["Nodes", result.nodes],
              ["Variables", result.order.length],
              ["Order", result.order.map((/** @type {number} */ one) => `x${one}`).join(" < ")],
            ]}
          />
          <${Drawing} result=${result} hover=${hover} onHover=${setHover} />
          <p class="field-hint">Solid where a variable is true, dashed where it is false; a dot marks a complemented edge.</p>
          <div class="actions">
            <button type="button" class="button small" disabled=${save.busy} onClick=${() => save.start({ ...options, save: "svg" }, `Diagram of ${formula}`)}>Make the picture as a file</button>
          </div>
          <${Problem} error=${save.error} />
          ${save.id && html`<${JobPanel} key=${save.id} id=${save.id} files=${false} />`}
          ${saved && save.job && html`<${Picture} job=${save.job.id} name="save.svg" alt=${`Decision diagram of ${formula}`} caption="As the command line draws it" />`}
        </section>
        <${DataTable}
          name="diagram"
          caption="Nodes, the root first"
          columns=${[
            { key: "node", label: "Node", number: true },
            { key: "variable", label: "Variable" },
            { key: "one", label: "If true" },
            { key: "zero", label: "If false" },
          ]}
          rows=${result.rows}
          selected=${(/** @type {any} */ row) => String(row.node) === hover}
          onRow=${(/** @type {any} */ row) => setHover(String(row.node) === hover ? null : String(row.node))}
        />
      </div>`}
    </div>
  `;
}
