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

/**
 * Slides that leave a tile where it is: along a full line without equal neighbours, and towards the edge that it touches.
 * @param {number[][]} ranks
 * @returns {Overlay}
 */
function locked(ranks) {
  const [height, width] = [ranks.length, ranks[0].length];
  const full = (/** @type {number[]} */ line) => line.every((rank, i) => rank !== 0 && rank !== line[i - 1]);
  const rows = ranks.map(full);
  const columns = ranks[0].map((_, c) => full(ranks.map((row) => row[c])));
  let everywhere = 0;
  const marks = ranks.flatMap((row, r) =>
    row.flatMap((rank, c) => {
      if (!rank) return [];
      const held = [rows[r] || c === 0, columns[c] || r === 0, columns[c] || r + 1 === height, rows[r] || c + 1 === width];
      const text = ["←", "↑", "↓", "→"].filter((_, i) => held[i]).join("");
      if (!text) return [];
      everywhere += Number(held.every(Boolean));
      return [{ cell: /** @type {Cell} */ ([r, c]), kind: held.every(Boolean) ? "good" : rows[r] || columns[c] ? "note" : "plain", text }];
    }),
  );
  const lines = rows.filter(Boolean).length + columns.filter(Boolean).length;
  return {
    marks,
    arrows: [],
    text: `Arrows name the slides that leave a tile where it is: ${lines} ${lines === 1 ? "row or column is" : "rows and columns are"} locked, ${everywhere} ${everywhere === 1 ? "tile" : "tiles"} in every direction.`,
  };
}

/** @type {Record<string, Cell>} */
const WAYS = { up: [-1, 0], down: [1, 0], left: [0, -1], right: [0, 1] };

/** The tiles that the only legal slide moves, and where to. @param {number[][]} ranks @param {string[]} legal @returns {Overlay} */
function rectangle(ranks, legal) {
  if (legal.length !== 1) {
    const slides = legal.length === 0 ? "no slide is" : `${legal.length} slides are`;
    return { marks: [], arrows: [], text: `No rectangle state: ${slides} possible.` };
  }
  const [down, right] = WAYS[legal[0]];
  const cells = ranks.flatMap((row, r) => row.flatMap((rank, c) => (rank ? [/** @type {Cell} */ ([r, c])] : [])));
  // Arrows start where the block borders on what is empty.
  const edge = cells.filter(([r, c]) => ranks[r + down]?.[c + right] === 0);
  return {
    marks: cells.map((cell) => ({ cell, kind: "bad" })),
    arrows: edge.map(([r, c]) => ({ from: /** @type {Cell} */ ([r, c]), to: /** @type {Cell} */ ([r + down, c + right]) })),
    text: `A rectangle state: only ${legal[0]} is possible, and it moves ${cells.length} tiles off their places.`,
  };
}

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
  return rectangle(ranks, legal);
}
