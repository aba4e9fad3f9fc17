import { classes, html } from "../../lib/ui.js";
import { link } from "../../lib/route.js";
import { DataTable } from "../../components/DataTable.js";
import { Field } from "../../components/Field.js";
import { shapeError } from "../../components/GameForm.js";
import { JobPanel } from "../../components/JobPanel.js";
import { Problem } from "../../components/Problem.js";
import { useAsk } from "./ask.js";

/** @type {Record<string, string>} */
const SIGNS = { yes: "✓", no: "✗", undecided: "?" };

/** Which sizes allow a checkerboard. @param {{ query: Record<string, string>, setQuery: (patch: any) => void }} props */
export function Table({ query, setQuery }) {
  const upto = query.upto ?? "5x6";
  const wrong = shapeError(upto, 144);
  const asked = useAsk("reach", wrong ? null : { table: upto }, `Checkerboards up to ${upto}`, query, setQuery, ["table"]);
  const rows = asked.result?.rows ?? [];
  const column = query.det === "yes" ? "deterministic" : "anywhere";
  const of = (/** @type {number} */ r, /** @type {number} */ c) => rows.find((/** @type {any} */ row) => row.shape === `${r}x${c}`);
  const shapes = rows.map((/** @type {any} */ row) => row.shape.split("x").map(Number));
  const [height, width] = [Math.max(0, ...shapes.map((/** @type {number[]} */ one) => one[0])), Math.max(0, ...shapes.map((/** @type {number[]} */ one) => one[1]))];
  const range = (/** @type {number} */ n) => Array.from({ length: n }, (_, i) => i + 1);
  return html`
    <div class="panel stack">
      <h2>Which sizes allow a checkerboard of 2s and 4s?</h2>
      <div class="fields">
        <${Field}
          label="Up to"
          value=${upto}
          hint="Rows × columns; 8x8 takes a job of some seconds"
          error=${wrong ?? asked.errors.table}
          onInput=${(/** @type {string} */ value) => setQuery({ upto: value.trim().toLowerCase().replace("×", "x"), job: null })}
        />
        <${Field}
          label="New tiles appear"
          value=${column}
          options=${[["anywhere", "Anywhere"], ["deterministic", "Topmost, then leftmost"]]}
          onInput=${(/** @type {string} */ value) => setQuery({ det: value === "deterministic" ? "yes" : null })}
        />
      </div>
      <${Problem} error=${asked.error} />
      ${asked.loading && html`<p class="loading" role="status">Searching…</p>`}
      ${asked.slow && html`<div class="actions"><p>This takes longer than a look-up may.</p><button type="button" class="button primary" onClick=${asked.search}>Search as a job</button></div>`}
      ${asked.job && html`<${JobPanel} key=${asked.job} id=${asked.job} />`}
      ${rows.length > 0 &&
      html`<div class="table-scroll" tabindex="0" role="region" aria-label="Sizes">
        <table class="sizes">
          <caption class="sr">Rows downward, columns to the right</caption>
          <thead><tr><td></td>${range(width).map((c) => html`<th scope="col" key=${c}>${c}</th>`)}</tr></thead>
          <tbody>
            ${range(height).map(
              (r) => html`<tr key=${r}>
                <th scope="row">${r}</th>
                ${range(width).map((c) => {
                  const row = of(r, c);
                  return html`<td key=${c}>
                    ${row &&
                    html`<a
                      class=${classes("size", row[column])}
                      href=${link("reach", { pattern: "checkerboard", shape: row.shape, det: query.det })}
                      aria-label=${`${row.shape}: ${row[column]}`}
                      title=${`${row.shape}: ${row[column]}, ${row[`${column}_known_by`]}`}
                    >${SIGNS[row[column]] ?? "?"}</a>`}
                  </td>`;
                })}
              </tr>`,
            )}
          </tbody>
        </table>
      </div>`}
    </div>
    ${rows.length > 0 &&
    html`<${DataTable}
      name="checkerboards"
      caption="How it is known"
      height="26rem"
      columns=${[
        { key: "shape", label: "Size", render: (/** @type {any} */ row) => html`<a href=${link("reach", { pattern: "checkerboard", shape: row.shape })}>${row.shape}</a>` },
        { key: "anywhere", label: "Anywhere" },
        { key: "anywhere_known_by", label: "Known by" },
        { key: "deterministic", label: "Topmost, leftmost" },
        { key: "deterministic_known_by", label: "Known by" },
      ]}
      rows=${rows}
    />`}
  `;
}
