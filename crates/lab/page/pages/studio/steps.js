// The play of a painting, step by step. The engine has checked it; the page only follows it, since
// the boards of a large play would be tens of megabytes, and compares the last board with the engine's.
import { faces, sizes, text } from "../../lib/grid.js";

/** @typedef {{ board: number[][], step: string | null }} Frame */

/**
 * Moves equal tiles together, as classic rules do.
 * @param {number[][]} rows
 * @param {string} letter
 * @param {any[]} [moves] gets the way of every tile, for its animation
 */
export function slid(rows, letter, moves = []) {
  const [height, width] = [rows.length, rows[0].length];
  const upright = letter === "U" || letter === "D";
  const backwards = letter === "D" || letter === "R";
  const next = rows.map((row) => row.map(() => 0));
  const [lines, length] = upright ? [width, height] : [height, width];
  for (let line = 0; line < lines; line += 1) {
    const at = (/** @type {number} */ place) => {
      const along = backwards ? length - 1 - place : place;
      return upright ? [along, line] : [line, along];
    };
    let [free, merges] = [0, false];
    for (let place = 0; place < length; place += 1) {
      const [r, c] = at(place);
      const face = rows[r][c];
      if (!face) continue;
      const [br, bc] = free > 0 ? at(free - 1) : [0, 0];
      if (merges && next[br][bc] === face) {
        next[br][bc] = 2 * face;
        moves.push({ from: [r, c], to: [br, bc], tile: face, merged: true });
        merges = false;
      } else {
        const [tr, tc] = at(free);
        next[tr][tc] = face;
        moves.push({ from: [r, c], to: [tr, tc], tile: face, merged: false });
        free += 1;
        merges = true;
      }
    }
  }
  return next;
}

/** @param {number[][]} rows @param {string} step */
function after(rows, step) {
  const spawn = /^\((\d+),(\d+)\)(?:=(\d+))?$/.exec(step);
  if (!spawn) return slid(rows, step);
  const [, row, column, tile = "2"] = spawn;
  return rows.map((line, r) => (r === Number(row) - 1 ? line.map((old, c) => (c === Number(column) - 1 ? Number(tile) : old)) : line));
}

/** One frame in so many is kept; those between are played from the one before. */
const KEPT = 64;

/** A play whose frames are made when they are looked at. */
export class Play {
  /** @param {string} replay the text of a replay file that starts with an empty board */
  constructor(replay) {
    const line = (/** @type {string} */ name) => new RegExp(`^${name} (.*)$`, "m").exec(replay)?.[1] ?? "";
    const [height, width] = sizes(line("shape"));
    this.steps = line("moves").match(/[UDLR]|\(\d+,\d+\)(=\d+)?/g) ?? [];
    /** @type {number[][][]} */
    this.kept = [Array.from({ length: height }, () => Array(width).fill(0))];
  }

  get length() {
    return this.steps.length;
  }

  /** The board after so many steps. @param {number} at @returns {Frame} */
  frame(at) {
    let place = Math.min(Math.floor(at / KEPT), this.kept.length - 1);
    let board = this.kept[place];
    for (let i = place * KEPT; i < at; i += 1) {
      board = after(board, this.steps[i]);
      if ((i + 1) % KEPT === 0 && (i + 1) / KEPT === this.kept.length) this.kept.push(board);
    }
    return { board, step: at > 0 ? this.steps[at - 1] : null };
  }

  /** How the board after so many steps came about, for its animation. @param {number} at @returns {any} */
  motion(at) {
    if (at < 1) return null;
    const { board, step } = this.frame(at);
    const spawn = /^\((\d+),(\d+)\)/.exec(String(step));
    if (spawn) {
      const cell = [Number(spawn[1]) - 1, Number(spawn[2]) - 1];
      return { key: at, spawn: { cell, tile: board[cell[0]][cell[1]] } };
    }
    /** @type {any[]} */
    const moves = [];
    slid(this.frame(at - 1).board, String(step), moves);
    return { key: at, moves };
  }

  /** Does it end with this board? @param {string} board */
  endsWith(board) {
    return text(this.frame(this.length).board) === text(faces(board));
  }
}

/** A step in words. @param {string | null} step */
export function stepText(step) {
  if (!step) return "The empty board";
  const slide = { U: "Slide up", D: "Slide down", L: "Slide left", R: "Slide right" }[step];
  if (slide) return slide;
  const [, row, column, tile = "2"] = /^\((\d+),(\d+)\)(?:=(\d+))?$/.exec(step) ?? [];
  return `A ${tile} appears in row ${row}, column ${column}`;
}
