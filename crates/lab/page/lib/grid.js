// Boards as rows of faces, and their notation `4 8 / 2 .`.

/** @typedef {number[][]} Faces */
/** @typedef {[number, number]} Cell row and column, from 0 */

/**
 * The rows of a board in the notation of answers. Other notations are read by the server.
 * @param {string | Faces} board
 * @returns {Faces}
 */
export function faces(board) {
  if (Array.isArray(board)) return board;
  return board.split("/").map((row) =>
    row
      .trim()
      .split(/\s+/)
      .map((face) => (face === "." ? 0 : Number(face))),
  );
}

/** @param {Faces} rows */
export const text = (rows) => rows.map((row) => row.map((face) => face || ".").join(" ")).join(" / ");

/** @param {string} shape such as "3x4" @returns {Cell} */
export function sizes(shape) {
  const match = /^\s*(\d+)\s*[x×]\s*(\d+)\s*$/i.exec(shape);
  return match ? [Number(match[1]), Number(match[2])] : [4, 4];
}

/** @param {Faces} rows */
export const shapeOf = (rows) => `${rows.length}x${rows[0]?.length ?? 0}`;

/** @param {string} shape @returns {Faces} */
export function empty(shape) {
  const [rows, columns] = sizes(shape);
  return Array.from({ length: rows }, () => Array(columns).fill(0));
}

/** The same board in another shape: what does not fit is cut off. @param {Faces} rows @param {string} shape */
export const reshape = (rows, shape) => empty(shape).map((row, r) => row.map((_, c) => rows[r]?.[c] ?? 0));

/** @param {Faces} rows @param {Cell} cell @param {number} face @returns {Faces} */
export const withFace = (rows, [row, column], face) =>
  rows.map((line, r) => (r === row ? line.map((old, c) => (c === column ? face : old)) : line));

/** Left and right swapped. @param {Faces} rows */
export const mirror = (rows) => rows.map((row) => [...row].reverse());

/** Top and bottom swapped. @param {Faces} rows */
export const flip = (rows) => [...rows].reverse();

/** A quarter clockwise. @param {Faces} rows */
export const rotate = (rows) => (rows[0] ?? []).map((_, c) => rows.map((row) => row[c]).reverse());

/** The cell in answers, `(1,2)`, from 0. @param {string} cell @returns {Cell} */
export function cellOf(cell) {
  const [row, column] = cell.replace(/[()]/g, "").split(",").map(Number);
  return [row - 1, column - 1];
}

/** @param {Cell} cell */
export const cellText = ([row, column]) => `(${row + 1},${column + 1})`;

/** The order of slides in answers. */
export const DIRECTIONS = /** @type {const} */ (["up", "down", "left", "right"]);
/** @type {Record<string, string>} */
export const ARROWS = { up: "↑", down: "↓", left: "←", right: "→" };
