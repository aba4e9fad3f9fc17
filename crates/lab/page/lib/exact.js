// Questions to solved stores about many boards: the main line of a position and the mistakes of a game.
import { answer, post } from "./api.js";
import { cellOf } from "./grid.js";
import { numeric } from "./numbers.js";
import { LETTERS, isSlide, spawnStep } from "./record.js";

/** @typedef {import("../components/GameForm.js").Game} Game */
/** @typedef {{ step: string, board: string, value: any }} LineStep */

/** @type {Map<string, Promise<any>>} */
const asked = new Map();
window.addEventListener("server", () => asked.clear());

/**
 * What a store says about a board; asked once. Null for boards that the store does not know.
 * @param {string} store
 * @param {string} board
 */
export function ask(store, board) {
  const key = `${store} ${board}`;
  let promise = asked.get(key);
  if (!promise) {
    promise = answer("ask", { store, board }).then(({ result }) => result);
    promise.catch(() => asked.delete(key));
    if (asked.size > 5000) asked.clear();
    asked.set(key, promise);
  }
  return promise;
}

/** Is less better? Only where Slider hurries. @param {string} goal */
export const lessIsBetter = (goal) => goal.startsWith("fewest");

/** @param {any} result @param {string} direction */
export const slideValue = (result, direction) =>
  result.slides.find((/** @type {any} */ slide) => slide.direction === direction)?.value ?? null;

/** What a slide loses against the best one, never less than 0. @param {any} result @param {string} direction */
export function lossOf(result, direction) {
  const [best, value] = [slideValue(result, result.best), slideValue(result, direction)];
  if (!best || !value) return 0;
  const difference = numeric(best) - numeric(value);
  const loss = lessIsBetter(result.goal) ? -difference : difference;
  // What rounding may have made is no loss.
  const doubt = (best.error ?? 0) + (value.error ?? 0);
  return loss > doubt ? loss : 0;
}

/**
 * The spawn of the main line: what an adversary or a helper chooses; with chance the likeliest tile,
 * where it hurts most.
 * @param {any} result
 */
export function mainSpawn(result) {
  const sign = (lessIsBetter(result.goal) ? -1 : 1) * (result.opponent === "helper" ? -1 : 1);
  const weights = new Map(result.game.spawns.map((/** @type {any} */ one) => [one.tile, one.weight]));
  const most = Math.max(...result.spawns.map((/** @type {any} */ one) => weights.get(one.tile) ?? 0));
  const choice =
    result.opponent === "chance" ? result.spawns.filter((/** @type {any} */ one) => weights.get(one.tile) === most) : result.spawns;
  return choice.reduce(
    (/** @type {any} */ worst, /** @type {any} */ one) =>
      worst === null || sign * numeric(one.value) < sign * numeric(worst.value) ? one : worst,
    null,
  );
}

/**
 * Best slides and main spawns from a board on, step by step until the game ends.
 * @param {Game} game
 * @param {string} store
 * @param {string} board
 * @param {"slide" | "drop"} turn
 * @param {number} most steps
 * @param {AbortSignal} signal
 * @param {(line: LineStep[]) => void} [onStep]
 * @returns {Promise<{ line: LineStep[], ended: boolean }>}
 */
export async function mainLine(game, store, board, turn, most, signal, onStep) {
  /** @type {LineStep[]} */
  const line = [];
  let [now, next] = [board, turn];
  /** @type {{ before?: string, direction?: string }} */
  let before = {};
  while (line.length < most && !signal.aborted) {
    const result = await ask(store, now);
    if (next === "slide") {
      if (!result.best) return { line, ended: true };
      const slid = await post("game/slide", { game, board: now, direction: result.best });
      line.push({ step: LETTERS[result.best], board: slid.board, value: slideValue(result, result.best) });
      before = { before: now, direction: result.best };
      now = slid.board;
    } else {
      const spawn = mainSpawn(result);
      if (!spawn) return { line, ended: true };
      const placed = await post("game/place", { game, board: now, cell: cellOf(spawn.cell), tile: spawn.tile, ...before });
      line.push({ step: spawnStep(cellOf(spawn.cell), spawn.tile, game.rules), board: placed.board, value: spawn.value });
      now = placed.board;
    }
    next = next === "slide" ? "drop" : "slide";
    if (line.length % 8 === 0) onStep?.([...line]);
  }
  return { line, ended: false };
}

/**
 * @typedef {object} Judged
 * @property {number} at the frame before the slide
 * @property {number} number of the slide, from 1
 * @property {string} played
 * @property {string} best
 * @property {any} value of the board before it
 * @property {number} loss
 * @property {number} height for the graph: the value, and with it the score so far where scores are played for
 */

/**
 * Every slide of a game beside the best one, as `twofold review` judges them.
 * @param {Game} game
 * @param {import("./record.js").Frame[]} frames
 * @param {string} store
 * @param {AbortSignal} signal
 * @returns {Promise<{ slides: Judged[], unknown: number }>}
 */
export async function review(game, frames, store, signal) {
  const steps = frames.flatMap(({ step }) => (step === null ? [] : [step]));
  const record = { game, start: frames[0].board, steps };
  const { result } = await post("game/review", { record, store }, { signal });
  const places = frames.flatMap((frame, at) => (frames[at + 1] && isSlide(frames[at + 1].step) ? [at] : []));
  const known = result.slides.filter((/** @type {any} */ slide) => slide.best !== null);
  const slides = known.map((/** @type {any} */ slide) => ({
    at: places[slide.number - 1],
    number: slide.number,
    played: slide.direction,
    best: slide.best,
    value: slide.value,
    loss: !slide.mistake || slide.loss === null ? 0 : slide.loss === "never" ? Infinity : numeric(slide.loss),
    height: numeric(slide.value) + (result.goal === "score" ? slide.score : 0),
  }));
  return { slides, unknown: result.unknown };
}
