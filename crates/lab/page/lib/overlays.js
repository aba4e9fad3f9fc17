// What Catania and Raymond (2024) see in a board, drawn over it. The definitions are those of the features
// in crates/players/src/features.
import { rankOf } from "./tiles.js";

/** @typedef {import("./grid.js").Cell} Cell */
/** @typedef {{ marks: any[], arrows: any[], text: string }} Overlay */

/** @type {[string, string][]} */
export const OVERLAYS = [
  ["", "None"],
  ["chain", "Chain"],
  ["monotone", "Monotone lines"],
  ["locked", "Locked tiles"],
  ["rectangle", "Rectangle state"],
];

/** The cell of a largest tile, preferably in a corner, then at the border; the first by rows. @param {number[][]} ranks @returns {Cell} */
function root(ranks) {
  const [rows, columns] = [ranks.length, ranks[0].length];
  const largest = Math.max(...ranks.flat());
  const side = (/** @type {number} */ place, /** @type {number} */ length) => Number(place === 0 || place + 1 === length);
  /** @type {Cell} */
  let best = [0, 0];
  let sides = -1;
  ranks.forEach((row, r) =>
    row.forEach((rank, c) => {
      const here = side(r, rows) + side(c, columns);
      if (rank === largest && here > sides) [best, sides] = [[r, c], here];
    }),
  );
  return best;
}

/** A snake from the root along its row or column, while tiles are equal or halve. @param {number[][]} ranks @param {boolean} upright @returns {Cell[]} */
function snake(ranks, upright) {
  const [row, column] = root(ranks);
  const [length, lines] = upright ? [ranks.length, ranks[0].length] : [ranks[0].length, ranks.length];
  let [place, line] = upright ? [row, column] : [column, row];
  let forward = 2 * place + 1 < length;
  const linesForward = 2 * line + 1 < lines;
  /** @type {Cell[]} */
  const cells = [[row, column]];
  let before = ranks[row][column];
  for (;;) {
    if (forward ? place + 1 === length : place === 0) {
      if (linesForward ? line + 1 === lines : line === 0) return cells;
      line += linesForward ? 1 : -1;
      forward = !forward;
    } else place += forward ? 1 : -1;
    /** @type {Cell} */
    const next = upright ? [place, line] : [line, place];
    const rank = ranks[next[0]][next[1]];
    if (rank === 0 || (rank !== before && rank + 1 !== before)) return cells;
    cells.push(next);
    before = rank;
  }
}

/** @param {number[][]} rows @param {number[][]} ranks @returns {Overlay} */
function chain(rows, ranks) {
  const [across, down] = [snake(ranks, false), snake(ranks, true)];
  const cells = down.length > across.length ? down : across;
  const [row, column] = cells[0];
  return {
    marks: cells.map((cell) => ({ cell, kind: "note" })),
    arrows: cells.slice(1).map((cell, i) => ({ from: cells[i], to: cell })),
    text: `The chain from ${rows[row][column]} has ${cells.length} ${cells.length === 1 ? "tile" : "tiles"}.`,
  };
}

/** All lines of a board as cells, rows first. @param {number[][]} ranks @returns {{ cells: Cell[], upright: boolean }[]} */
const lines = (ranks) => [
  ...ranks.map((row, r) => ({ cells: row.map((_, c) => /** @type {Cell} */ ([r, c])), upright: false })),
  ...ranks[0].map((_, c) => ({ cells: ranks.map((_row, r) => /** @type {Cell} */ ([r, c])), upright: true })),
];

/** @param {number[][]} ranks @returns {Overlay} */
function monotone(ranks) {
  const [row, column] = root(ranks);
  const fromRight = 2 * column + 1 >= ranks[0].length;
  const fromBottom = 2 * row + 1 >= ranks.length;
  const arrows = lines(ranks).flatMap(({ cells, upright }) => {
    const ordered = (upright ? fromBottom : fromRight) ? [...cells].reverse() : cells;
    const gap = ordered.findIndex(([r, c]) => ranks[r][c] === 0);
    const run = gap < 0 ? ordered : ordered.slice(0, gap);
    const falls = run.every(([r, c], i) => i === 0 || ranks[r][c] <= ranks[run[i - 1][0]][run[i - 1][1]]);
    return run.length >= 2 && falls ? [{ from: run[0], to: run[run.length - 1], kind: "best" }] : [];
  });
  return { marks: [], arrows, text: `${arrows.length} of ${ranks.length + ranks[0].length} rows and columns are monotone.` };
}

/** Tiles that no slide along a full line without equal neighbours can move. @param {number[][]} ranks @returns {Overlay} */
function locked(ranks) {
  /** @type {Map<string, string>} */
  const signs = new Map();
  for (const { cells, upright } of lines(ranks)) {
    const values = cells.map(([r, c]) => ranks[r][c]);
    if (values.some((rank, i) => rank === 0 || rank === values[i - 1])) continue;
    for (const cell of cells) signs.set(cell.join(), (signs.get(cell.join()) ?? "") + (upright ? "↕" : "↔"));
  }
  return {
    marks: [...signs].map(([cell, text]) => ({ cell: cell.split(",").map(Number), kind: "good", text })),
    arrows: [],
    text: `${signs.size} tiles are locked: ↔ in a full row, ↕ in a full column without a merge.`,
  };
}

/** @param {string[]} legal @returns {Overlay} */
const rectangle = (legal) => ({
  marks: [],
  arrows: [],
  text:
    legal.length === 1
      ? `A rectangle state: only ${legal[0]} is possible.`
      : `No rectangle state: ${legal.length === 0 ? "no slide is" : `${legal.length} slides are`} possible.`,
});

/**
 * @param {string} kind one of OVERLAYS
 * @param {number[][]} rows
 * @param {string} rules
 * @param {string[]} legal the legal slides
 * @returns {Overlay}
 */
export function overlay(kind, rows, rules, legal) {
  const ranks = rows.map((row) => row.map((face) => rankOf(face, rules)));
  if (!kind || !ranks.flat().some(Boolean)) return { marks: [], arrows: [], text: "" };
  if (kind === "chain") return chain(rows, ranks);
  if (kind === "monotone") return monotone(ranks);
  if (kind === "locked") return locked(ranks);
  return rectangle(legal);
}
