// Patterns: a rank, 0 for an empty cell, * for anything, + for any tile.

/** @typedef {number | "*" | "+"} Cell */

/** @param {string} text @returns {{ cells: Cell[][] | null, error: string | null }} */
export function readPattern(text) {
  const bad = (/** @type {string} */ error) => ({ cells: null, error });
  const rows = text.trim().split("/").map((row) => [...row.replace(/\s+/g, "")]);
  const wrong = rows.flat().find((letter) => !/[0-9a-f*+.]/i.test(letter));
  if (wrong) return bad(`“${wrong}” is no rank; write 1 for 2, 2 for 4 and so on, * for anything, + for any tile.`);
  if (rows.some((row) => row.length === 0)) return bad("A row is empty; write 0 or . for an empty cell.");
  const other = rows.findIndex((row) => row.length !== rows[0].length);
  if (other > 0) return bad(`Row ${other + 1} has ${rows[other].length} cells instead of ${rows[0].length}.`);
  if (rows.length * rows[0].length > 256) return bad("At most 256 cells.");
  const cell = (/** @type {string} */ letter) => /** @type {Cell} */ (letter === "*" || letter === "+" ? letter : letter === "." ? 0 : parseInt(letter, 16));
  return { cells: rows.map((row) => row.map(cell)), error: null };
}

/** @param {Cell[][]} cells */
export const writePattern = (cells) => cells.map((row) => row.map((cell) => (typeof cell === "number" ? cell.toString(16) : cell)).join("")).join("/");

/** @param {Cell[][]} cells @param {number} rows @param {number} columns */
export const resize = (cells, rows, columns) =>
  Array.from({ length: rows }, (_, r) => Array.from({ length: columns }, (_, c) => cells[r]?.[c] ?? /** @type {Cell} */ ("*")));
