// A game as the page keeps it: every step with the board after it, and the place one is looking at.
import { cellText, faces, text } from "./grid.js";
import { SYSTEMS, faceOf, rankOf } from "./tiles.js";

/** @typedef {import("../components/GameForm.js").Game} Game */

/**
 * The board after a step. `turn` is whose turn comes: a slide or a drop. `legal` is known where the
 * server has told it.
 * @typedef {object} Frame
 * @property {string} board
 * @property {string | null} step `D`, `(1,2)=4`, or null at the start
 * @property {number} score
 * @property {"slide" | "drop"} turn
 * @property {string[] | null} legal
 * @property {boolean} over
 * @property {any} motion how the board came about
 */

/**
 * @typedef {object} Record
 * @property {Game} game
 * @property {number} seed
 * @property {Frame[]} frames
 * @property {number} at the frame that is shown
 * @property {boolean} kept whether play goes on past the target
 */

export const isSlide = (/** @type {string | null} */ step) => step !== null && /^[UDLR]$/.test(step);

/** @type {Object<string, string>} */
export const LETTERS = { up: "U", down: "D", left: "L", right: "R" };
/** @type {Object<string, string>} */
export const NAMES = { U: "up", D: "down", L: "left", R: "right" };

/**
 * A spawn as a step; the lowest tile goes without saying.
 * @param {import("./grid.js").Cell} cell
 * @param {number} tile
 * @param {string} rules
 */
export const spawnStep = (cell, tile, rules) => (tile === faceOf(1, rules) ? cellText(cell) : `${cellText(cell)}=${tile}`);

/** @param {Record} record */
export const frameOf = (record) => record.frames[record.at];

/** Steps up to the frame that is shown. @param {Record} record */
export const stepsOf = (record) => record.frames.slice(0, record.at + 1).flatMap(({ step }) => (step === null ? [] : [step]));

/** How many spawns there have been: the ply of the next one. @param {Record} record */
export const plyOf = (record) => record.frames.slice(0, record.at + 1).filter(({ step }) => step !== null && !isSlide(step)).length;

/** @param {Record} record */
export const slidesOf = (record) => record.frames.slice(0, record.at + 1).filter(({ step }) => isSlide(step)).length;

/**
 * The record with more frames after the one that is shown; what came after it is gone.
 * @param {Record} record
 * @param {Frame[]} frames
 * @returns {Record}
 */
export const extend = (record, frames) => ({
  ...record,
  frames: [...record.frames.slice(0, record.at + 1), ...frames],
  at: record.at + frames.length,
});

/** @param {string} board @param {string} rules */
const ranks = (board, rules) =>
  faces(board)
    .map((row) =>
      row
        .map((face) => {
          const rank = rankOf(face, rules);
          return rank < 36 ? rank.toString(36) : String.fromCharCode(65 + rank - 36);
        })
        .join(""),
    )
    .join("/");

/**
 * The text of a replay file, to be read by the server.
 * @param {Game} game
 * @param {string} start
 * @param {string} moves
 */
export function replayText(game, start, moves) {
  const system = SYSTEMS[game.rules];
  const steps = moves.match(/[UDLR]|\(\d+,\d+\)(=\d+)?/g) ?? [];
  return [
    "twofold replay 2",
    `tiles ${game.rules}`,
    `shape ${game.shape}`,
    `spawns ${game.spawns ?? system.spawns}`,
    `placement ${game.placement ?? system.placement}`,
    `start ${ranks(start, game.rules)}`,
    `moves ${steps.join("")}`,
    `end ${steps.length}`,
    "",
  ].join("\n");
}

/** The game of an answer, as the page names it. @param {any} game @returns {Game} */
export function readGame(game) {
  const rules = game.rules ?? game.tiles ?? "classic";
  const spawns = Array.isArray(game.spawns)
    ? game.spawns.map((/** @type {any} */ one) => `${one.tile}:${one.weight}`).join(",")
    : (game.spawns ?? null);
  const system = SYSTEMS[rules] ?? SYSTEMS.classic;
  return {
    shape: game.shape,
    rules,
    spawns: spawns === null || weights(spawns) === weights(system.spawns) ? null : spawns,
    placement: !game.placement || game.placement === system.placement ? null : game.placement,
  };
}

/** A spawn rule in one spelling: weights as shares. @param {string} spawns */
function weights(spawns) {
  const parts = spawns.split(",").map((part) => part.split(":").map(Number));
  const sum = parts.reduce((total, [, weight = 1]) => total + weight, 0);
  return parts
    .sort((a, b) => a[0] - b[0])
    .map(([tile, weight = 1]) => `${tile}:${(weight / sum).toFixed(6)}`)
    .join(",");
}

/** Do two names mean the same game? @param {any} a @param {any} b */
export function sameGame(a, b) {
  const key = (/** @type {any} */ game) => {
    const { shape, rules, spawns, placement } = readGame(game);
    const system = SYSTEMS[rules] ?? SYSTEMS.classic;
    return [shape, rules, weights(spawns ?? system.spawns), placement ?? system.placement].join(" ");
  };
  return key(a) === key(b);
}

/**
 * The frames of a replay, with whose turn comes after each.
 * @param {{ board: string, step: string | null, score: number }[]} frames
 * @returns {Frame[]}
 */
export const readFrames = (frames) =>
  frames.map(({ board, step, score }, i) => {
    const next = frames[i + 1]?.step ?? null;
    const turn = next ? (isSlide(next) ? "slide" : "drop") : isSlide(step) || emptyBoard(board) ? "drop" : "slide";
    return { board, step: step ?? null, score, turn, legal: null, over: false, motion: null };
  });

/** @param {string} board */
export const emptyBoard = (board) => /^[.\s/]*$/.test(board);

/** Boards as the empty one of a game. @param {Game} game */
export const emptyOf = (game) => {
  const [rows, columns] = game.shape.split("x").map(Number);
  return text(Array.from({ length: rows }, () => Array(columns).fill(0)));
};
