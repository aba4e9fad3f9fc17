import { html } from "../lib/ui.js";

const SIDE = 100;
const middle = (/** @type {number[]} */ [row, column]) => [(column + 0.5) * SIDE, (row + 0.5) * SIDE];

/** The tip and the barbs of an arrow that ends before the middle of its cell. */
function arrow(/** @type {number[]} */ from, /** @type {number[]} */ to) {
  const [x1, y1] = middle(from);
  const [cx, cy] = middle(to);
  const length = Math.hypot(cx - x1, cy - y1) || 1;
  const [ux, uy] = [(cx - x1) / length, (cy - y1) / length];
  const [x2, y2] = [cx - ux * 16, cy - uy * 16];
  const barb = (/** @type {number} */ side) => `${x2 - ux * 20 + side * uy * 14} ${y2 - uy * 20 - side * ux * 14}`;
  return `M${x1} ${y1}L${x2} ${y2}M${barb(1)}L${x2} ${y2}L${barb(-1)}`;
}

/**
 * Rings, notes and arrows over a board.
 * @param {{ rows: number, columns: number, marks: any[], arrows: any[] }} props
 */
export function BoardMarks({ rows, columns, marks, arrows }) {
  if (!marks.length && !arrows.length) return null;
  return html`<svg class="board-marks" viewBox=${`0 0 ${columns * SIDE} ${rows * SIDE}`} aria-hidden="true">
    ${marks.map(({ cell: [row, column], kind = "note", text }, i) => html`<g key=${i} class=${kind}>
      <rect x=${column * SIDE + 5} y=${row * SIDE + 5} width=${SIDE - 10} height=${SIDE - 10} rx="10" />
      ${text && html`<text x=${(column + 0.5) * SIDE} y=${row * SIDE + 90} text-anchor="middle">${text}</text>`}
    </g>`)}
    ${arrows.map(({ from, to, kind = "note" }, i) => html`<path key=${`a${i}`} class=${`arrow ${kind}`} d=${arrow(from, to)} />`)}
  </svg>`;
}
