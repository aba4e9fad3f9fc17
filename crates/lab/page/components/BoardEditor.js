import { html, useEffect, useRef, useState } from "../lib/ui.js";
import { post } from "../lib/api.js";
import { empty, faces, flip, mirror, rotate, shapeOf, text, withFace } from "../lib/grid.js";
import { boardSvg } from "../lib/picture.js";
import { copy, download } from "../lib/save.js";
import { MAX_RANK, faceOf, rankOf, smallInk, tileColor } from "../lib/tiles.js";
import { address } from "../lib/route.js";
import { Board } from "./Board.js";
import { Field } from "./Field.js";

/**
 * The field in which any notation can be typed: read by the server, with its message beside it.
 * @param {{ board: string, shape?: string, rules: string, onChange: (board: string) => void, label: string }} props
 */
function Notation({ board, shape, rules, onChange, label }) {
  const [typed, setTyped] = useState(board);
  const [error, setError] = useState(/** @type {any} */ (null));
  const own = useRef(board);
  useEffect(() => {
    // A change from elsewhere; what was just typed stays as it was typed.
    if (board === own.current) return;
    own.current = board;
    setTyped(board);
    setError(null);
  }, [board]);
  const read = (/** @type {string} */ value) => {
    setTyped(value);
    const request = { text: value, shape: shape ?? null, rules };
    const now = {};
    newest.current = now;
    post("board/read", request).then(
      (answer) => {
        if (newest.current !== now) return;
        setError(null);
        own.current = answer.board;
        onChange(answer.board);
      },
      (reason) => newest.current === now && setError(reason),
    );
  };
  const newest = useRef({});
  return html`
    <${Field}
      label=${label}
      value=${typed}
      onInput=${read}
      error=${error}
      mono
      wide
      hint="Any notation: faces (4 8 / 2 .), lists, ranks (01/32), hexadecimal (0x0132)."
    />
    ${error?.readings &&
    html`<div class="readings" role="group" aria-label="Which reading is meant?">
      ${error.readings.map(
        (/** @type {string} */ reading) => html`<button type="button" class="button small mono" key=${reading} onClick=${() => read(reading)}>${reading}</button>`,
      )}
    </div>`}
  `;
}

/** The tile that dragging paints. @param {{ brush: number, setBrush: (rank: number) => void, most: number, rules: string }} props */
function Swatches({ brush, setBrush, most, rules }) {
  const ranks = Array.from({ length: most + 1 }, (_, rank) => rank);
  const move = (/** @type {any} */ event) => {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[/** @type {string} */ (event.key)];
    if (!step) return;
    event.preventDefault();
    const next = (brush + step + most + 1) % (most + 1);
    setBrush(next);
    event.currentTarget.children[next]?.focus();
  };
  return html`<div class="swatches" role="radiogroup" aria-label="Tile to paint by dragging" onKeyDown=${move}>
    ${ranks.map(
      (rank) => html`<button
        type="button"
        role="radio"
        key=${rank}
        class="swatch"
        aria-checked=${rank === brush}
        tabindex=${rank === brush ? 0 : -1}
        aria-label=${rank ? String(faceOf(rank, rules)) : "empty"}
        style=${{ "--tile": tileColor(rank), "--tile-ink": smallInk(rank) }}
        onClick=${() => setBrush(rank)}
      >${rank ? faceOf(rank, rules) : ""}</button>`,
    )}
  </div>`;
}

/**
 * A board that can be typed, pasted, clicked and painted. `onChange` gets the notation of answers.
 * With `fixed` the shape stays as it is. `link` is copied by "Copy link"; otherwise the address.
 * @param {{ board: string, rules?: string, onChange: (board: string) => void, fixed?: boolean, label?: string, link?: string,
 *   size?: string, edges?: any, edgeKinds?: any, onEdge?: any, marks?: any[], arrows?: any[], motion?: any, children?: any }} props
 */
export function BoardEditor(props) {
  const { board, rules = "classic", onChange, fixed, label = "Board" } = props;
  const rows = faces(board);
  const [brush, setBrush] = useState(1);
  const [said, setSaid] = useState("");
  const newest = useRef(rows);
  newest.current = rows;
  const most = Math.min(MAX_RANK, Math.max(11, ...rows.flat().map((face) => rankOf(face, rules))));
  const set = (/** @type {number[][]} */ next) => {
    newest.current = next;
    onChange(text(next));
  };
  const raise = (/** @type {any} */ { cell, button }) => {
    const rank = rankOf(newest.current[cell[0]][cell[1]], rules) + (button === "secondary" ? -1 : 1);
    const turned = rank < 0 ? most : rank > Math.max(most, 17) ? 0 : rank;
    set(withFace(newest.current, cell, faceOf(turned, rules)));
  };
  const paint = (/** @type {any} */ cell) => set(withFace(newest.current, cell, faceOf(brush, rules)));
  const key = (/** @type {KeyboardEvent} */ event, /** @type {any} */ cell) => {
    const rank = { Delete: 0, Backspace: 0, ".": 0 }[event.key];
    const now = rankOf(rows[cell[0]][cell[1]], rules);
    const next = rank ?? (event.key === "+" ? now + 1 : event.key === "-" ? Math.max(0, now - 1) : /^\d$/.test(event.key) ? Number(event.key) : null);
    if (next === null) return;
    event.preventDefault();
    set(withFace(rows, cell, faceOf(next, rules)));
  };
  const tell = (/** @type {string} */ message) => (/** @type {boolean} */ worked) =>
    setSaid(worked ? message : "The browser does not let the page copy.");
  return html`
    <div class="editor">
      <${Notation} board=${board} shape=${fixed ? shapeOf(rows) : undefined} rules=${rules} onChange=${onChange} label=${label} />
      <${Board}
        board=${rows}
        rules=${rules}
        label=${`${label}: Enter raises a tile, Shift+Enter lowers it`}
        size=${props.size ?? "26rem"}
        edges=${props.edges}
        edgeKinds=${props.edgeKinds}
        onEdge=${props.onEdge}
        marks=${props.marks}
        arrows=${props.arrows}
        motion=${props.motion}
        onCell=${raise}
        onPaint=${paint}
        onKey=${key}
      />
      <${Swatches} brush=${brush} setBrush=${setBrush} most=${most} rules=${rules} />
      <p class="field-hint">Click raises a tile, right click or Shift lowers it; drag paints. Keys: arrows, +, −, ranks 0–9.</p>
      <div class="actions">
        <button type="button" class="button small" onClick=${() => set(mirror(rows))}>Mirror ↔</button>
        <button type="button" class="button small" onClick=${() => set(flip(rows))}>Mirror ↕</button>
        ${(!fixed || rows.length === rows[0].length) &&
        html`<button type="button" class="button small" onClick=${() => set(rotate(rows))}>Rotate ↻</button>`}
        <button type="button" class="button small" onClick=${() => set(empty(shapeOf(rows)))}>Clear</button>
        <button type="button" class="button small" onClick=${() => copy(text(rows)).then(tell("Copied the board as text."))}>Copy text</button>
        <button
          type="button"
          class="button small"
          onClick=${() => copy(props.link ? address(props.link) : location.href).then(tell("Copied the link."))}
        >
          Copy link
        </button>
        <button type="button" class="button small" onClick=${() => download("board.svg", boardSvg(rows, rules), "image/svg+xml")}>SVG</button>
        ${props.children}
      </div>
      <p class="field-hint" role="status">${said}</p>
    </div>
  `;
}
