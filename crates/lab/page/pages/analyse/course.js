import { post } from "../../lib/api.js";
import { useAsync } from "../../lib/async.js";
import { faces, shapeOf } from "../../lib/grid.js";
import { emptyBoard, emptyOf, readFrames, replayText } from "../../lib/record.js";
import { gameOf } from "../../components/GameForm.js";

const FIRST = "2 . . / . 2 . / . . .";

/**
 * The game that the address names: a start, the moves from there, and the frame that is looked at.
 * @param {Record<string, string>} query
 */
export function useCourse(query) {
  const named = gameOf(query);
  const start = query.board ?? (query.moves ? emptyOf(named) : FIRST);
  const game = { ...named, shape: shapeOf(faces(start)) };
  const text = query.moves ? replayText(game, start, query.moves) : null;
  const replay = useAsync(text ? (signal) => post("game/replay", { text }, { signal }) : null, [text]);
  /** @type {import("../../lib/record.js").Frame} */
  const single = {
    board: start,
    step: null,
    score: 0,
    turn: query.turn === "drop" || emptyBoard(start) ? "drop" : "slide",
    legal: null,
    over: false,
    motion: null,
  };
  // While a longer line is on its way the shorter one stays.
  const frames = text && replay.data ? readFrames(replay.data.frames) : [single];
  const at = Math.max(0, Math.min(frames.length - 1, Number(query.at ?? frames.length - 1)));
  return { game, start, frames, at, frame: frames[at], error: replay.error, loading: Boolean(text) && replay.loading };
}
