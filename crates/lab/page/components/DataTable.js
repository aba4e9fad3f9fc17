import { classes, html, useMemo, useState } from "../lib/ui.js";
import { grouped, numeric, marginOf } from "../lib/numbers.js";
import { csv, download } from "../lib/save.js";
import { Figure } from "./Figure.js";

/**
 * @typedef {object} Column
 * @property {string} key the field of a row
 * @property {string} label
 * @property {boolean} [number] right-aligned, grouped, sorted as a number; figures are understood
 * @property {(row: any) => any} [value] what is sorted and exported; otherwise the field
 * @property {(row: any) => any} [render] what is shown; otherwise the value
 * @property {number} [digits] of a figure, after the point
 */

/** @param {any} value */
const plain = (value) => (value && typeof value === "object" ? (value.value ?? value.mean ?? `${value.low}…${value.high}`) : value);

/** @param {any} a @param {any} b @param {boolean | undefined} number */
function compare(a, b, number) {
  if (number) {
    const [x, y] = [numeric(a), numeric(b)];
    // What has no number comes last.
    if (Number.isNaN(x) || Number.isNaN(y)) return Number(Number.isNaN(x)) - Number(Number.isNaN(y));
    return x - y;
  }
  return String(a ?? "").localeCompare(String(b ?? ""), "en", { numeric: true });
}

/**
 * A table that sorts by any column and can be downloaded as CSV (with the certainty of figures).
 * @param {{ columns: Column[], rows: any[], caption?: string, name?: string, onRow?: (row: any) => void,
 *   selected?: (row: any) => boolean, height?: string }} props
 */
export function DataTable({ columns, rows, caption, name = "table", onRow, selected, height }) {
  const [sort, setSort] = useState(/** @type {{ key: string, down: boolean } | null} */ (null));
  const of = (/** @type {Column} */ column, /** @type {any} */ row) => (column.value ? column.value(row) : row[column.key]);
  const sorted = useMemo(() => {
    const column = columns.find((one) => one.key === sort?.key);
    if (!column || !sort) return rows;
    const ordered = [...rows].sort((a, b) => compare(of(column, a), of(column, b), column.number));
    return sort.down ? ordered.reverse() : ordered;
  }, [rows, sort, columns]);
  const show = (/** @type {Column} */ column, /** @type {any} */ row) => {
    if (column.render) return column.render(row);
    const value = of(column, row);
    if (value && typeof value === "object" && value.certainty) return html`<${Figure} figure=${value} digits=${column.digits} />`;
    if (value === null || value === undefined) return "–";
    return column.number ? grouped(value) : String(value);
  };
  const save = () => {
    const head = columns.flatMap((column) =>
      rows.some((row) => of(column, row)?.certainty)
        ? [column.key, `${column.key}_certainty`, `${column.key}_error`]
        : [column.key],
    );
    const body = sorted.map((row) =>
      columns.flatMap((column) => {
        const value = of(column, row);
        if (!rows.some((other) => of(column, other)?.certainty)) return [plain(value)];
        return [plain(value), value?.certainty ?? "", value?.error ?? (value?.certainty === "sample" ? marginOf(value) : "")];
      }),
    );
    download(`${name}.csv`, csv([head, ...body]), "text/csv");
  };
  return html`
    <div class="table-box">
      ${caption && html`<p class="table-title" aria-hidden="true">${caption}</p>`}
      <div class="table-scroll" tabindex="0" role="region" aria-label=${caption ?? name} style=${height ? { maxBlockSize: height } : null}>
        <table>
          ${caption && html`<caption class="sr">${caption}</caption>`}
          <thead>
            <tr>
              ${columns.map((column) => {
                const active = sort?.key === column.key;
                // A column of buttons has no name and no order.
                if (!column.label) return html`<td key=${column.key}></td>`;
                return html`<th
                  key=${column.key}
                  scope="col"
                  class=${classes(column.number && "number")}
                  aria-sort=${active ? (sort?.down ? "descending" : "ascending") : null}
                >
                  <button
                    type="button"
                    onClick=${() => setSort(active && sort?.down ? null : { key: column.key, down: active })}
                  >
                    ${column.label}<span class="sort" aria-hidden="true">${active ? (sort?.down ? "↓" : "↑") : ""}</span>
                  </button>
                </th>`;
              })}
            </tr>
          </thead>
          <tbody>
            ${sorted.map(
              (row, i) => html`<tr
                key=${row.id ?? i}
                class=${classes(onRow && "clickable", selected?.(row) && "selected")}
                onClick=${onRow && (() => onRow(row))}
              >
                ${columns.map((column) => html`<td key=${column.key} class=${classes(column.number && "number")}>${show(column, row)}</td>`)}
              </tr>`,
            )}
          </tbody>
        </table>
      </div>
      <div class="table-foot">
        <span class="quiet">${grouped(rows.length)} ${rows.length === 1 ? "row" : "rows"}</span>
        <button type="button" class="button small" onClick=${save}>CSV</button>
      </div>
    </div>
  `;
}
