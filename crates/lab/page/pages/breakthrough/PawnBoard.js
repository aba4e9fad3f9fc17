import { classes, html, useRef, useState } from "../../lib/ui.js";
import { nameOf } from "./position.js";

/** @typedef {[number, number]} Cell */

const NAMES = { W: "white pawn", B: "black pawn", ".": "empty" };

/**
 * A board with pawns of two colours. Marks: `{ "row,column": "from" | "to" | "win" | "lose" }`.
 * @param {{ rows: string[][], label: string, marks?: Record<string, string>, onCell: (cell: Cell, secondary: boolean) => void }} props
 */
export function PawnBoard({ rows, label, marks = {}, onCell }) {
  const [height, width] = [rows.length, rows[0].length];
  const [cursor, setCursor] = useState(/** @type {Cell} */ ([height - 1, 0]));
  const grid = useRef(/** @type {HTMLElement | null} */ (null));
  const key = (/** @type {any} */ event) => {
    /** @type {Record<string, Cell>} */
    const steps = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
    const step = steps[event.key];
    if (step) {
      const next = /** @type {Cell} */ ([
        Math.max(0, Math.min(height - 1, cursor[0] + step[0])),
        Math.max(0, Math.min(width - 1, cursor[1] + step[1])),
      ]);
      setCursor(next);
      /** @type {HTMLElement | null} */ (grid.current?.querySelector(`[data-cell="${next}"]`) ?? null)?.focus();
    } else if (event.key === "Enter" || event.key === " ") onCell(cursor, event.shiftKey);
    else return;
    event.preventDefault();
  };
  return html`
    <div class="pawn-frame" style=${{ "--rows": height, "--columns": width }}>
      <div class="pawn-ranks" aria-hidden="true">${rows.map((_, r) => html`<span key=${r}>${height - r}</span>`)}</div>
      <div class="pawn-board" role="grid" aria-label=${label} ref=${grid} onKeyDown=${key}>
        ${rows.map(
          (row, r) => html`<div role="row" class="pawn-row" key=${r}>
            ${row.map((man, c) => {
              const mark = marks[`${r},${c}`];
              return html`<div
                key=${c}
                role="gridcell"
                data-cell=${`${r},${c}`}
                class=${classes("pawn-cell", (r + c) % 2 ? "odd" : "even", mark && `pawn-${mark}`)}
                tabindex=${cursor[0] === r && cursor[1] === c ? 0 : -1}
                aria-label=${`${nameOf([r, c], height)}: ${NAMES[/** @type {"W" | "B" | "."} */ (man)]}${mark === "from" ? ", chosen" : mark ? ", can be moved to" : ""}`}
                onFocus=${() => setCursor([r, c])}
                onClick=${(/** @type {any} */ event) => {
                  setCursor([r, c]);
                  onCell([r, c], event.shiftKey);
                }}
                onContextMenu=${(/** @type {any} */ event) => {
                  event.preventDefault();
                  onCell([r, c], true);
                }}
              >
                ${man !== "." && html`<span class=${classes("pawn", man === "W" ? "white" : "black")}></span>`}
              </div>`;
            })}
          </div>`,
        )}
      </div>
      <div class="pawn-files" aria-hidden="true">
        ${rows[0].map((_, c) => html`<span key=${c}>${String.fromCharCode(97 + c)}</span>`)}
      </div>
    </div>
  `;
}
