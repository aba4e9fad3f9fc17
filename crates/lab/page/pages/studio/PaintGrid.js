import { classes, html, useEffect, useRef, useState } from "../../lib/ui.js";
import { useLatest } from "../../lib/async.js";
import { between } from "./picture.js";

/** @typedef {[number, number]} Cell */

/** @type {Record<string, Cell>} */
const STEPS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

/**
 * A grid of colours to paint on: drag (right button erases), or arrow keys and space.
 *
 * `onStroke(cells, erase)` is called for every cell that a stroke newly passes, `onEnd()` once it is over.
 * @param {{ cells: { color: string, label: string }[][], label: string, onStroke: (cells: Cell[], erase: boolean) => void,
 *   onEnd: () => void, onKey?: (event: KeyboardEvent) => void, lines?: boolean }} props
 */
export function PaintGrid({ cells, label, onStroke, onEnd, onKey, lines = true }) {
  const [height, width] = [cells.length, cells[0]?.length ?? 0];
  const [cursor, setCursor] = useState(/** @type {Cell} */ ([0, 0]));
  const grid = useRef(/** @type {HTMLElement | null} */ (null));
  const stroke = useRef(/** @type {{ last: Cell, erase: boolean, pointer: number } | null} */ (null));
  const end = useLatest(onEnd);
  const here = /** @type {Cell} */ ([Math.min(cursor[0], height - 1), Math.min(cursor[1], width - 1)]);

  // A stroke also ends outside, and when the window takes the pointer away.
  useEffect(() => {
    const stop = () => {
      if (!stroke.current) return;
      stroke.current = null;
      end.current();
    };
    for (const name of ["pointerup", "pointercancel", "blur"]) window.addEventListener(name, stop);
    return () => {
      for (const name of ["pointerup", "pointercancel", "blur"]) window.removeEventListener(name, stop);
    };
  }, []);

  const cellAt = (/** @type {PointerEvent} */ event) => {
    const box = /** @type {HTMLElement} */ (grid.current).getBoundingClientRect();
    const row = Math.floor(((event.clientY - box.top) / box.height) * height);
    const column = Math.floor(((event.clientX - box.left) / box.width) * width);
    return /** @type {Cell} */ ([Math.max(0, Math.min(height - 1, row)), Math.max(0, Math.min(width - 1, column))]);
  };
  const down = (/** @type {PointerEvent} */ event) => {
    if (event.button !== 0 && event.button !== 2) return;
    const cell = cellAt(event);
    stroke.current = { last: cell, erase: event.button === 2 || event.shiftKey, pointer: event.pointerId };
    setCursor(cell);
    onStroke([cell], stroke.current.erase);
  };
  const move = (/** @type {PointerEvent} */ event) => {
    const now = stroke.current;
    if (!now || now.pointer !== event.pointerId) return;
    const cell = cellAt(event);
    if (cell[0] === now.last[0] && cell[1] === now.last[1]) return;
    onStroke(between(now.last, cell), now.erase);
    now.last = cell;
  };
  const key = (/** @type {any} */ event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return onKey?.(event);
    const step = STEPS[event.key];
    if (step) {
      const next = /** @type {Cell} */ ([
        Math.max(0, Math.min(height - 1, here[0] + step[0])),
        Math.max(0, Math.min(width - 1, here[1] + step[1])),
      ]);
      setCursor(next);
      /** @type {HTMLElement | null} */ (grid.current?.querySelector(`[data-cell="${next}"]`) ?? null)?.focus();
      if (event.shiftKey) {
        onStroke([here, next], false);
        onEnd();
      }
    } else if (event.key === " " || event.key === "Enter") {
      onStroke([here], event.shiftKey);
      onEnd();
    } else if (event.key === "Delete" || event.key === "Backspace") {
      onStroke([here], true);
      onEnd();
    } else return onKey?.(event);
    event.preventDefault();
  };

  return html`<div class="paint-frame" style=${{ "--rows": height, "--columns": width }}>
    <div
      class=${classes("paint-grid", lines && "lined")}
      role="grid"
      aria-label=${label}
      ref=${grid}
      onPointerDown=${down}
      onPointerMove=${move}
      onContextMenu=${(/** @type {Event} */ event) => event.preventDefault()}
      onKeyDown=${key}
    >
      ${cells.map(
        (row, r) => html`<div role="row" class="paint-row" key=${r}>
          ${row.map(
            (cell, c) => html`<div
              key=${c}
              role="gridcell"
              class="paint-cell"
              data-cell=${`${r},${c}`}
              onFocus=${() => setCursor([r, c])}
              tabindex=${here[0] === r && here[1] === c ? 0 : -1}
              aria-label=${`row ${r + 1}, column ${c + 1}: ${cell.label}`}
              style=${{ backgroundColor: cell.color }}
            ></div>`,
          )}
        </div>`,
      )}
    </div>
  </div>`;
}
