// Positions of Breakthrough as the command line writes them: rows from Black's home, then whose turn it is.

/** @typedef {"W" | "B" | "."} Man */
/** @typedef {{ rows: Man[][], turn: "w" | "b" }} Position rows from the top, Black's home */

/** @param {number} rows @param {number} columns */
export const startOf = (rows, columns) =>
  `${Array.from({ length: rows }, (_, r) => (r < 2 ? "B" : r >= rows - 2 ? "W" : ".").repeat(columns)).join("/")} w`;

/**
 * A position, or what is wrong with its text.
 * @param {string} text
 * @param {string} shape
 * @returns {{ position: Position | null, error: string | null }}
 */
export function read(text, shape) {
  const bad = (/** @type {string} */ error) => ({ position: null, error });
  const [height, width] = shape.split("x").map(Number);
  const match = /^\s*([WB.wb/]+)\s+([wb])\s*$/i.exec(text);
  if (!match) return bad("Write rows of W, B and dots from Black's home on, then w or b for the side to move.");
  const rows = match[1].toUpperCase().split("/").map((row) => /** @type {Man[]} */ ([...row]));
  if (rows.length !== height) return bad(`${height} rows are needed; these are ${rows.length}.`);
  const wrong = rows.findIndex((row) => row.length !== width);
  if (wrong >= 0) return bad(`Row ${wrong + 1} has ${rows[wrong].length} cells instead of ${width}.`);
  const all = rows.flat();
  for (const [man, name] of [["W", "White"], ["B", "Black"]]) {
    const pawns = all.filter((one) => one === man).length;
    if (pawns > 2 * width) return bad(`${name} has ${pawns} pawns; a game has at most ${2 * width}.`);
  }
  return { position: { rows, turn: /** @type {"w" | "b"} */ (match[2].toLowerCase()) }, error: null };
}

/** @param {Position} position */
export const write = ({ rows, turn }) => `${rows.map((row) => row.join("")).join("/")} ${turn}`;

/** `a2` as row and column of the page. @param {string} name @param {number} height @returns {[number, number]} */
export const cellAt = (name, height) => [height - Number(name.slice(1)), name.charCodeAt(0) - 97];

/** @param {[number, number]} cell @param {number} height */
export const nameOf = ([row, column], height) => `${String.fromCharCode(97 + column)}${height - row}`;

/** The two cells of a move, whatever stands between them. @param {string} move @param {number} height */
export function ends(move, height) {
  const [from = "a1", to = "a1"] = move.match(/[a-z]\d+/g) ?? [];
  return { from: cellAt(from, height), to: cellAt(to, height) };
}

/** @param {Position} position @param {string} move @returns {Position} */
export function play({ rows, turn }, move) {
  const { from, to } = ends(move, rows.length);
  const next = rows.map((row) => [...row]);
  next[to[0]][to[1]] = next[from[0]][from[1]];
  next[from[0]][from[1]] = ".";
  return { rows: next, turn: turn === "w" ? "b" : "w" };
}

/** Who has won, if the game is over. @param {Position} position @returns {"white" | "black" | null} */
export function wonBy({ rows }) {
  const all = rows.flat();
  if (rows[0].includes("W") || !all.includes("B")) return "white";
  if (rows[rows.length - 1].includes("B") || !all.includes("W")) return "black";
  return null;
}
