import { html } from "../../lib/ui.js";
import { Check, Field } from "../../components/Field.js";

/** The options that change how an answer is found, never what it is; the first value is the usual one.
 * @type {[string, string, [string, string][]][]} */
const OPTIONS = [
  ["diagram", "Diagram", [["zbdd", "Zero-suppressed"], ["bdd", "Ordered binary"], ["bcdd", "With complemented edges"]]],
  ["encoding", "Rank of a cell", [["binary", "As a binary number"], ["one-hot", "A variable for each rank"]]],
  ["order", "Order of variables", [["rows", "Row by row"], ["columns", "Column by column"], ["snake", "Snake"], ["interleaved", "Interleaved"]]],
  ["sweep", "Sweep", [["sum", "By tile sum"], ["max", "By largest tile"], ["none", "None: one fixpoint"]]],
  ["side", "Wins gathered", [["slider", "Slider's"], ["dropper", "Dropper's"]]],
  ["constrain", "Left out", [["last-move", "What no last move leads to"], ["corollary-7", "Too many high tiles"], ["none", "Nothing"]]],
  ["plot-of", "Plot", [["seconds", "Seconds by line"], ["nodes", "Nodes by step"], ["iterations", "Iterations by line"]]],
];

/** @param {Record<string, any>} query */
export const methodOf = (query) => ({
  ...Object.fromEntries(OPTIONS.map(([name]) => [name, query[name] ?? null])),
  strong: query.strong === "yes" || null,
});

/** @param {{ query: Record<string, string>, setQuery: (patch: any) => void, errors: Record<string, any> }} props */
export const Method = ({ query, setQuery, errors }) => html`
  <p class="field-hint">These change how the answer is found, never what it is.</p>
  <div class="fields">
    ${OPTIONS.map(
      ([name, label, values]) => html`<${Field}
        key=${name}
        label=${label}
        value=${query[name] ?? values[0][0]}
        options=${values}
        error=${errors[name]}
        onInput=${(/** @type {string} */ value) => setQuery({ [name]: value === values[0][0] ? null : value })}
      />`,
    )}
  </div>
  <${Check}
    label="Classify every board and count them, instead of stopping at the first"
    checked=${query.strong === "yes"}
    onChange=${(/** @type {boolean} */ strong) => setQuery({ strong: strong ? "yes" : null })}
  />
`;
