import { classes, html, useEffect, useRef, useState } from "../lib/ui.js";
import { rankOf, smallInk, tileColor, tileInk } from "../lib/tiles.js";
import { ARROWS, DIRECTIONS, faces as read } from "../lib/grid.js";
import { BoardMarks } from "./BoardMarks.js";

/** @typedef {import("../lib/grid.js").Cell} Cell */

/**
 * How a board came about, for its animation. A new `key` starts it.
 * @typedef {{ key: any, moves?: { from: Cell, to: Cell, tile: number, merged: boolean }[], spawn?: { cell: Cell, tile: number } | null }} Motion
 */

const at = (/** @type {Cell} */ [row, column]) => `${row},${column}`;

/** One tile; its place and its way are custom properties that the stylesheet reads. */
function tile(/** @type {any} */ { key, cell, face, rules, kind, from }) {
  const rank = rankOf(face, rules);
  return html`<div
    key=${key}
    class=${classes("tile", kind, `digits-${Math.min(7, String(face).length)}`)}
    style=${{
      "--row": cell[0],
      "--column": cell[1],
      "--dx": from ? from[1] - cell[1] : 0,
      "--dy": from ? from[0] - cell[0] : 0,
      "--tile": tileColor(rank),
      "--tile-ink": tileInk(rank),
      "--tile-small-ink": smallInk(rank),
    }}
  >
    <span>${face}</span>
  </div>`;
}

/** The tiles of a board, with those that a slide moved on their way. */
function tiles(/** @type {number[][]} */ rows, /** @type {string} */ rules, /** @type {Motion | null | undefined} */ motion) {
  const moves = motion?.moves ?? [];
  const merged = new Set(moves.filter((move) => move.merged).map((move) => at(move.to)));
  const came = new Map(moves.filter((move) => !merged.has(at(move.to)) && at(move.from) !== at(move.to)).map((move) => [at(move.to), move.from]));
  const spawn = motion?.spawn ? at(motion.spawn.cell) : null;
  const key = motion ? motion.key : "";
  const shown = rows.flatMap((row, r) =>
    row.flatMap((face, c) => {
      if (!face) return [];
      const place = at([r, c]);
      const kind = place === spawn ? "spawned" : merged.has(place) ? "merged" : came.has(place) ? "moved" : "";
      return [tile({ key: `${kind ? key : ""}:${place}`, cell: [r, c], face, rules, kind, from: came.get(place) })];
    }),
  );
  // What disappears into a merge is seen on its way there.
  const ghosts = moves
    .filter((move) => merged.has(at(move.to)))
    .map((move) => tile({ key: `${key}>${at(move.from)}`, cell: move.to, face: move.tile, rules, kind: "ghost", from: move.from }));
  return [...ghosts, ...shown];
}

/**
 * A board of any rectangle, as wide as its container lets it be.
 *
 * - `marks`: `[{ cell, kind, text }]`: rings and small notes (kinds: best, good, bad, note, cursor).
 * - `arrows`: `[{ from, to, kind }]` between cells.
 * - `edges`: `{ up: content, … }` beside the edges; with `onEdge` they are buttons. `edgeKinds`: `{ up: "best" }`.
 * - `onCell({ cell, button, event })`: `button` is "primary" (click, Enter) or "secondary" (right click, shift, Delete).
 * - `onPaint(cell)`: while dragged over with the primary button.
 * - `cellLabel(cell, face)`: what a cell is called, if not by its tile.
 * @param {{ board: string | number[][], rules?: string, label?: string, motion?: Motion | null, size?: string,
 *   marks?: { cell: Cell, kind?: string, text?: string }[], arrows?: { from: Cell, to: Cell, kind?: string }[],
 *   edges?: Record<string, any>, edgeKinds?: Record<string, string>, onEdge?: (direction: string) => void,
 *   onCell?: (what: { cell: Cell, button: "primary" | "secondary", event: Event }) => void,
 *   onPaint?: (cell: Cell) => void, cellLabel?: (cell: Cell, face: number) => string, onKey?: (event: KeyboardEvent, cell: Cell) => void }} props
 */
export function Board(props) {
  const { rules = "classic", label = "Board", motion, marks = [], arrows = [], edges, onCell, onPaint } = props;
  const rows = read(props.board);
  const [height, width] = [rows.length, rows[0]?.length ?? 0];
  const [cursor, setCursor] = useState(/** @type {Cell} */ ([0, 0]));
  const grid = useRef(/** @type {HTMLElement | null} */ (null));
  const painting = useRef(/** @type {string | null} */ (null));
  const painted = useRef(false);
  const held = useRef(/** @type {any} */ (null));
  const active = Boolean(onCell);
  const here = /** @type {Cell} */ ([Math.min(cursor[0], height - 1), Math.min(cursor[1], width - 1)]);
  useEffect(() => {
    const stop = () => {
      painting.current = null;
    };
    window.addEventListener("pointerup", stop);
    window.addEventListener("pointercancel", stop);
    return () => {
      window.removeEventListener("pointerup", stop);
      window.removeEventListener("pointercancel", stop);
    };
  }, []);

  const cellAt = (/** @type {any} */ target) => {
    const element = target?.closest?.("[data-cell]");
    return element && grid.current?.contains(element) ? /** @type {Cell} */ (element.dataset.cell.split(",").map(Number)) : null;
  };
  const press = (/** @type {any} */ event) => {
    const cell = cellAt(event.target);
    if (!cell || !onCell) return;
    setCursor(cell);
    if (event.pointerType !== "mouse") {
      // A long press stands for the right button.
      clearTimeout(held.current?.timer);
      const timer = setTimeout(() => {
        held.current = { done: true };
        onCell({ cell, button: "secondary", event });
      }, 450);
      held.current = { timer };
    }
    if (onPaint && event.button === 0 && !event.shiftKey) {
      painting.current = at(cell);
      painted.current = false;
      event.target.releasePointerCapture?.(event.pointerId);
    }
  };
  const over = (/** @type {any} */ event) => {
    if (!onPaint || painting.current === null) return;
    const cell = cellAt(document.elementFromPoint(event.clientX, event.clientY));
    if (!cell || painting.current === at(cell)) return;
    clearTimeout(held.current?.timer);
    // The cell where the drag began is painted with the first one it reaches.
    if (!painted.current) onPaint(/** @type {Cell} */ (painting.current.split(",").map(Number)));
    painted.current = true;
    painting.current = at(cell);
    onPaint(cell);
  };
  const click = (/** @type {any} */ event) => {
    clearTimeout(held.current?.timer);
    const done = held.current?.done;
    held.current = null;
    const cell = cellAt(event.target);
    if (!cell || done || !onCell) return;
    onCell({ cell, button: event.shiftKey ? "secondary" : "primary", event });
  };
  const menu = (/** @type {any} */ event) => {
    const cell = cellAt(event.target);
    if (!cell || !onCell) return;
    event.preventDefault();
    if (event.pointerType === "mouse" || !held.current) onCell({ cell, button: "secondary", event });
  };
  const key = (/** @type {any} */ event) => {
    if (!active || event.ctrlKey || event.metaKey || event.altKey) return;
    /** @type {Record<string, [number, number]>} */
    const steps = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
    const step = steps[event.key];
    if (step) {
      const next = /** @type {Cell} */ ([
        Math.max(0, Math.min(height - 1, here[0] + step[0])),
        Math.max(0, Math.min(width - 1, here[1] + step[1])),
      ]);
      setCursor(next);
      /** @type {HTMLElement | null} */ (grid.current?.querySelector(`[data-cell="${at(next)}"]`) ?? null)?.focus();
    } else if (event.key === "Enter" || event.key === " ") {
      onCell?.({ cell: here, button: event.shiftKey ? "secondary" : "primary", event });
    } else if (props.onKey) {
      props.onKey(event, here);
      return;
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };

  const board = html`
    <div class=${classes("board", onPaint && "paints")} style=${{ "--rows": height, "--columns": width }}>
      <div
        class="board-grid"
        role="grid"
        aria-label=${label}
        aria-readonly=${active ? null : "true"}
        ref=${grid}
        onPointerDown=${press}
        onPointerMove=${over}
        onClick=${click}
        onContextMenu=${menu}
        onKeyDown=${key}
        onFocusCapture=${(/** @type {any} */ event) => setCursor(cellAt(event.target) ?? here)}
      >
        ${rows.map(
          (row, r) => html`<div role="row" class="board-row" key=${r}>
            ${row.map((face, c) => {
              const cell = /** @type {Cell} */ ([r, c]);
              const mark = marks.find((one) => at(one.cell) === at(cell));
              const name = props.cellLabel?.(cell, face) ?? (face ? String(face) : "empty");
              return html`<div
                key=${c}
                role="gridcell"
                class=${classes("cell", mark && `mark-${mark.kind ?? "note"}`)}
                data-cell=${at(cell)}
                tabindex=${active ? (at(here) === at(cell) ? 0 : -1) : null}
                aria-label=${`row ${r + 1}, column ${c + 1}: ${name}${mark?.text ? `, ${mark.text}` : ""}`}
              ></div>`;
            })}
          </div>`,
        )}
      </div>
      <div class="board-tiles" aria-hidden="true">${tiles(rows, rules, motion)}</div>
      <${BoardMarks} rows=${height} columns=${width} marks=${marks} arrows=${arrows} />
    </div>
  `;
  return html`<div class="board-box"><div class=${classes("board-frame", edges && "with-edges")} style=${{ "--ratio": width / height, "--most": props.size ?? "34rem" }}>
    ${board}
    ${edges &&
    DIRECTIONS.map((direction) => {
      const kind = classes(props.edgeKinds?.[direction], String(edges[direction] ?? "").length > 7 && "long");
      const content = html`<span class="edge-arrow" aria-hidden="true">${ARROWS[direction]}</span
        ><span class="sr">${props.onEdge ? `Slide ${direction}: ` : `${direction}: `}</span
        ><span class="edge-value">${edges[direction] ?? "–"}</span>`;
      return props.onEdge
        ? html`<button type="button" key=${direction} class=${classes("edge", direction, kind)} disabled=${edges[direction] === null} onClick=${() => props.onEdge?.(direction)}>${content}</button>`
        : html`<div key=${direction} class=${classes("edge", direction, kind)}>${content}</div>`;
    })}
  </div></div>`;
}
