import { html, useEffect, useRef, useState } from "../../lib/ui.js";
import { faceOf, smallInk, tileColor } from "../../lib/tiles.js";
import { flip, mirror, rotate } from "../../lib/grid.js";
import { Board } from "../../components/Board.js";
import { Field } from "../../components/Field.js";
import { readPattern, resize, writePattern } from "./pattern-text.js";

/** @typedef {import("./pattern-text.js").Cell} Cell */

/** @type {Cell[]} */
const BRUSHES = ["*", "+", 0, 1, 2, 3, 4, 5, 6, 7, 8, 9];

/** @param {Cell} cell */
const nameOf = (cell) => (cell === "*" ? "anything" : cell === "+" ? "any tile" : cell === 0 ? "empty" : String(faceOf(cell)));

/**
 * A pattern that can be typed, or painted with a brush.
 * @param {{ pattern: string, onChange: (pattern: string) => void }} props
 */
export function PatternEditor({ pattern, onChange }) {
  const [typed, setTyped] = useState(pattern);
  const own = useRef(pattern);
  const [brush, setBrush] = useState(/** @type {Cell} */ (1));
  const { cells } = readPattern(pattern);
  const { error } = readPattern(typed);
  useEffect(() => {
    if (pattern === own.current) return;
    own.current = pattern;
    setTyped(pattern);
  }, [pattern]);
  const set = (/** @type {string} */ next) => {
    own.current = next;
    setTyped(next);
    onChange(next);
  };
  // What cannot be read gives way to an open board of the usual size.
  const shown = cells ?? resize([], 3, 3);
  const newest = useRef(shown);
  newest.current = shown;
  const paint = (/** @type {[number, number]} */ [r, c], /** @type {Cell} */ what) => {
    newest.current = newest.current.map((row, i) => row.map((old, j) => (i === r && j === c ? what : old)));
    set(writePattern(newest.current));
  };
  const marks = shown.flatMap((row, r) =>
    row.flatMap((cell, c) => (cell === "*" || cell === "+" ? [{ cell: /** @type {[number, number]} */ ([r, c]), kind: "wild", text: cell === "*" ? "any" : "tile" }] : [])),
  );
  const size = (/** @type {number} */ rows, /** @type {number} */ columns) => set(writePattern(resize(shown, Math.max(1, Math.min(16, rows)), Math.max(1, Math.min(16, columns)))));
  const key = (/** @type {KeyboardEvent} */ event, /** @type {[number, number]} */ cell) => {
    const what = /^[0-9]$/.test(event.key) ? Number(event.key) : event.key === "*" || event.key === "+" ? event.key : event.key === "Delete" || event.key === "Backspace" || event.key === "." ? 0 : null;
    if (what === null) return;
    event.preventDefault();
    paint(cell, what);
  };
  const choose = (/** @type {any} */ event) => {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[/** @type {string} */ (event.key)];
    if (!step) return;
    event.preventDefault();
    const next = (BRUSHES.indexOf(brush) + step + BRUSHES.length) % BRUSHES.length;
    setBrush(BRUSHES[next]);
    event.currentTarget.children[next]?.focus();
  };
  return html`
    <div class="editor">
      <${Field}
        label="Pattern"
        value=${typed}
        mono
        wide
        error=${error}
        hint="Ranks by rows: 1 is the tile 2, 2 is 4; 0 is empty, * anything, + any tile"
        onInput=${(/** @type {string} */ value) => {
          setTyped(value);
          const read = readPattern(value);
          if (!read.cells) return;
          own.current = writePattern(read.cells);
          onChange(own.current);
        }}
      />
      <${Board}
        board=${shown.map((row) => row.map((cell) => (typeof cell === "number" ? faceOf(cell) : 0)))}
        label="Pattern: Enter paints, digits set a rank"
        size="22rem"
        marks=${marks}
        onCell=${(/** @type {any} */ { cell, button }) => paint(cell, button === "secondary" ? "*" : brush)}
        onPaint=${(/** @type {any} */ cell) => paint(cell, brush)}
        onKey=${key}
        cellLabel=${(/** @type {any} */ [r, c]) => nameOf(shown[r][c])}
      />
      <div class="swatches" role="radiogroup" aria-label="What to paint" onKeyDown=${choose}>
        ${BRUSHES.map(
          (one) => html`<button
            type="button"
            key=${one}
            class="swatch"
            role="radio"
            aria-checked=${brush === one}
            tabindex=${brush === one ? 0 : -1}
            aria-label=${nameOf(one)}
            style=${{ "--tile": tileColor(typeof one === "number" ? one : 0), "--tile-ink": smallInk(typeof one === "number" ? one : 0) }}
            onClick=${() => setBrush(one)}
          >${typeof one === "number" ? (one ? faceOf(one) : "") : one}</button>`,
        )}
      </div>
      <div class="actions">
        <button type="button" class="button small" onClick=${() => size(shown.length + 1, shown[0].length)}>Row +</button>
        <button type="button" class="button small" disabled=${shown.length < 2} onClick=${() => size(shown.length - 1, shown[0].length)}>Row −</button>
        <button type="button" class="button small" onClick=${() => size(shown.length, shown[0].length + 1)}>Column +</button>
        <button type="button" class="button small" disabled=${shown[0].length < 2} onClick=${() => size(shown.length, shown[0].length - 1)}>Column −</button>
        <button type="button" class="button small" onClick=${() => set(writePattern(/** @type {any} */ (mirror(/** @type {any} */ (shown)))))}>Mirror ↔</button>
        <button type="button" class="button small" onClick=${() => set(writePattern(/** @type {any} */ (flip(/** @type {any} */ (shown)))))}>Mirror ↕</button>
        <button type="button" class="button small" onClick=${() => set(writePattern(/** @type {any} */ (rotate(/** @type {any} */ (shown)))))}>Rotate ↻</button>
        <button type="button" class="button small" onClick=${() => set(writePattern(shown.map((row) => row.map(() => /** @type {Cell} */ ("*")))))}>Clear</button>
      </div>
    </div>
  `;
}
