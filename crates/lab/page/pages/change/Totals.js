import { classes, html } from "../../lib/ui.js";
import { grouped } from "../../lib/numbers.js";
import { DataTable } from "../../components/DataTable.js";
import { Facts } from "../../components/Facts.js";

/** A long number, shortened in a headline. @param {string | undefined} value */
const short = (value) => (value && value.length > 15 ? `${grouped(value.slice(0, 6))}… (${value.length} digits)` : grouped(value ?? "–"));

/** Why a list ends before the cells do. @param {any} ending */
const endText = (ending) =>
  ending.kind === "complete"
    ? null
    : Object.entries(ending)
        .map(([name, value]) => (name === "kind" ? String(value).replaceAll("-", " ") : `${name.replaceAll("_", " ")}: ${value}`))
        .join(", ");

/** Single, Total and GreedyCoins for every number of cells. @param {{ result: any, stale?: boolean }} props */
export function Totals({ result, stale }) {
  const rows = result.total.map((/** @type {string} */ total, /** @type {number} */ i) => ({
    id: i,
    cells: i + 1,
    single: result.single[i],
    total,
    greedy: result.greedy[i],
    gap: result.gaps[i] ? `${grouped(result.gaps[i].from)} → ${grouped(result.gaps[i].to)}` : null,
    length: result.gaps[i]?.length ?? null,
    evidence: result.evidence[i],
    greedy_evidence: result.greedy_evidence[i],
  }));
  const end = endText(result.ending);
  const last = rows.at(-1);
  const equal = rows.every((/** @type {any} */ row) => row.greedy === undefined || row.greedy === row.total);
  return html`
    <section class=${classes("stack", stale && "stale")} aria-label="Totals" aria-busy=${stale}>
      <div class="panel stack">
        <h2>${result.sequence}${result.oeis ? ` (${result.oeis})` : ""}</h2>
        ${last &&
        html`<${Facts}
          facts=${[
            [`Largest tile on ${last.cells} cells`, html`<span class="figure exact" title=${`Exact: ${last.single}`}>${short(last.single)}</span>`],
            [`Largest total on ${last.cells} cells`, html`<span class="figure exact" title=${`Exact: ${last.total}`}>${short(last.total)}</span>`, result.totals_oeis],
            ["Total = GreedyCoins", equal ? "holds" : "fails", "computed in two ways"],
          ]}
        />`}
        ${end && html`<p>The list ends after ${rows.length} cells: ${end}.</p>`}
        ${result.forecast && html`<p>Next: ${typeof result.forecast === "object" ? Object.entries(result.forecast).map(([name, value]) => `${name.replaceAll("_", " ")} ${value}`).join(", ") : String(result.forecast)}.</p>`}
      </div>
      <${DataTable}
        name="change"
        caption="By cells"
        height="26rem"
        columns=${[
          { key: "cells", label: "Cells", number: true },
          { key: "single", label: "Largest tile", number: true },
          { key: "total", label: "Largest total", number: true },
          { key: "greedy", label: "Greedy coins", number: true },
          { key: "gap", label: "Gap", render: (/** @type {any} */ row) => html`<span class="nowrap">${row.gap ?? "–"}</span>` },
          { key: "length", label: "Length", number: true },
          { key: "evidence", label: "Known by" },
        ]}
        rows=${rows}
      />
    </section>
  `;
}
