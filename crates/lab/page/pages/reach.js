import { html } from "../lib/ui.js";
import { useStyle } from "../lib/style.js";
import { Pattern } from "./reach/Pattern.js";
import { Shortest } from "./reach/Shortest.js";
import { Table } from "./reach/Table.js";

export const title = "Reach";

/** @type {[string, string][]} */
const VIEWS = [
  ["", "A pattern"],
  ["table", "All checkerboards"],
  ["shortest", "Shortest games"],
];

/** @param {{ query: Record<string, string>, setQuery: (patch: any, how?: any) => void }} props */
export default function Reach({ query, setQuery }) {
  useStyle("reach");
  const view = query.view ?? "";
  return html`
    <div class="stack">
      <div class="row spread">
        <p>Slider and Dropper work together from the empty board; only the lowest tile, 2, appears.</p>
        <fieldset class="segments">
          <legend class="sr">What to ask</legend>
          ${VIEWS.map(
            ([name, label]) => html`<label key=${name}>
              <input type="radio" name="view" checked=${view === name} onChange=${() => setQuery({ view: name || null, job: null, at: null }, { push: true })} />
              <span>${label}</span>
            </label>`,
          )}
        </fieldset>
      </div>
      ${view === "table"
        ? html`<${Table} query=${query} setQuery=${setQuery} />`
        : view === "shortest"
          ? html`<${Shortest} query=${query} setQuery=${setQuery} />`
          : html`<${Pattern} query=${query} setQuery=${setQuery} />`}
    </div>
  `;
}
