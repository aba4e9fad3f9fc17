import { html } from "../../lib/ui.js";
import { grouped } from "../../lib/numbers.js";
import { DataTable } from "../../components/DataTable.js";
import { Field } from "../../components/Field.js";
import { useChange } from "./sequence.js";

/** Merges in words: cells 1, 2, 3 into cell 1. @param {any[]} merges */
const told = (merges) => merges.map((one) => `cells ${one.cells.map((/** @type {number} */ cell) => cell + 1).join(", ")} into ${one.into + 1}`).join("; ") || "none";

/** Whether tiles can stand on a board together, and how. @param {{ query: Record<string, string>, setQuery: (patch: any) => void }} props */
export function Way({ query, setQuery }) {
  const tiles = query.tiles ?? "";
  const cells = query.on ?? "5";
  const wrong = tiles && !/^\d+([\s,]+\d+)*$/.test(tiles.trim()) ? "Write tiles with spaces between them, such as 3 15." : null;
  const asks = tiles.trim() && !wrong && /^\d+$/.test(cells);
  const { data, error, loading } = useChange(query, asks ? { reach: tiles.trim().replaceAll(",", " "), cells } : null);
  return html`
    <section class="panel stack" aria-labelledby="way-title">
      <h2 id="way-title">Can these tiles stand together?</h2>
      <div class="fields">
        <${Field} label="Tiles" value=${tiles} placeholder="1 2 4" error=${wrong ?? error} onInput=${(/** @type {string} */ value) => setQuery({ tiles: value || null })} />
        <${Field} label="On cells" type="number" min=${1} value=${cells} onInput=${(/** @type {string} */ on) => setQuery({ on: on === "5" ? null : on })} />
      </div>
      ${!tiles && html`<div class="actions"><button type="button" class="button small" onClick=${() => setQuery({ sequence: "mersenne", expr: null, values: null, tiles: "3 15", on: null })}>3 and 15 among Mersenne numbers</button></div>`}
      ${loading && html`<p class="loading">Computing…</p>`}
      ${data &&
      html`<p>
        ${data.reachable
          ? `Yes, in ${grouped(data.step_count)} steps${data.checked ? ", checked step by step" : ""}.`
          : data.violated
            ? `No: of ${data.cells} cells, place ${data.violated.place} holds at most ${data.violated.single}, not ${data.violated.tile}.`
            : "No."}
      </p>`}
      ${data?.steps?.length > 0 &&
      html`<${DataTable}
        name="way"
        caption="Step by step"
        height="20rem"
        columns=${[
          { key: "step", label: "Step", number: true },
          { key: "place", label: "A 1 into cell", number: true },
          { key: "merges", label: "Merges" },
          { key: "tiles", label: "Tiles after it" },
        ]}
        rows=${data.steps.map((/** @type {any} */ step, /** @type {number} */ i) => ({
          step: i + 1,
          place: step.place + 1,
          merges: told(step.merges),
          tiles: step.tiles.map((/** @type {number} */ tile) => tile || "·").join(" "),
        }))}
      />`}
    </section>
  `;
}
