// The course of a game: slides and drops are asked of the server one after the other, and no key is
// ever dropped.
import { useEffect, useRef, useState } from "./ui.js";
import { ApiError, answer, post } from "./api.js";
import { keep, useLatest } from "./async.js";
import { LETTERS, NAMES, emptyBoard, emptyOf, extend, frameOf, isSlide, plyOf, readFrames, readGame, replayText, spawnStep, stepsOf } from "./record.js";

/** @typedef {import("./record.js").Record} Record */
/** @typedef {import("./record.js").Frame} Frame */
/** @typedef {import("../components/GameForm.js").Game} Game */

export const newSeed = () => Math.floor(Math.random() * 1e9);

/** The frame after a slide. @param {Frame} before @param {any} slide @param {string} direction @returns {Frame} */
const slid = (before, slide, direction) => ({
  board: slide.board,
  step: LETTERS[direction],
  score: before.score + slide.score,
  turn: "drop",
  legal: null,
  over: false,
  motion: { key: {}, moves: slide.moves, spawn: null },
});

/** The frame after a spawn; the slide before it is seen with it. */
const spawned = (/** @type {Frame} */ before, /** @type {any} */ spawn, /** @type {string} */ rules, /** @type {any} */ moves = []) =>
  /** @type {Frame} */ ({
    board: spawn.board,
    step: spawnStep(spawn.cell, spawn.tile, rules),
    score: before.score,
    turn: "slide",
    legal: spawn.legal ?? null,
    over: Boolean(spawn.over),
    motion: { key: {}, moves, spawn: { cell: spawn.cell, tile: spawn.tile } },
  });

let count = 0;
/** A key that no other motion has. @param {Frame} frame */
const stamped = (frame) => {
  count += 1;
  return { ...frame, motion: frame.motion && { ...frame.motion, key: count } };
};

/** A new game with its first two tiles. @param {Game} game @param {number} seed @returns {Promise<Record>} */
export async function startGame(game, seed) {
  const started = await post("game/start", { game, seed });
  /** @type {Frame[]} */
  const frames = [{ board: emptyOf(game), step: null, score: 0, turn: "drop", legal: null, over: false, motion: null }];
  for (const [i, spawn] of started.spawns.entries()) {
    const last = i === started.spawns.length - 1;
    const frame = spawned(frames[i], { ...spawn, board: spawn.board ?? "" }, game.rules);
    frame.turn = last ? "slide" : "drop";
    frames.push(stamped(frame));
  }
  // Boards in between are the last one without the later tiles.
  let board = started.board;
  for (let i = frames.length - 1; i > 0; i -= 1) {
    frames[i].board = board;
    board = without(board, started.spawns[i - 1].cell);
  }
  return { game, seed, frames, at: frames.length - 1, kept: false };
}

/** @param {string} board @param {[number, number]} cell */
function without(board, [row, column]) {
  const rows = board.split("/").map((line) => line.trim().split(/\s+/));
  rows[row][column] = ".";
  return rows.map((line) => line.join(" ")).join(" / ");
}

/** An empty board that waits for the tiles of a Dropper, or a board that was set up. @param {Game} game @param {number} seed @param {string | null} board @returns {Record} */
export const setUp = (game, seed, board) => ({
  game,
  seed,
  frames: [
    { board: board ?? emptyOf(game), step: null, score: 0, turn: board && !emptyBoard(board) ? "slide" : "drop", legal: null, over: false, motion: null },
  ],
  at: 0,
  kept: false,
});

/** A game from the text of a replay. @param {string} text @param {number} seed @returns {Promise<Record>} */
export async function loadReplay(text, seed) {
  const replay = await post("game/replay", { text });
  const frames = readFrames(replay.frames);
  return { game: readGame(replay.game), seed, frames, at: frames.length - 1, kept: false };
}

/** A game from the parameters of a link. @param {Game} game @param {number} seed @param {string | null} start @param {string} moves */
export const loadMoves = (game, seed, start, moves) => loadReplay(replayText(game, start ?? emptyOf(game), moves), seed);

/** The slide that a drop answers: some rules let tiles appear only where it left room. @param {Record} record */
function slideBefore({ frames, at }) {
  const step = frames[at].step;
  return isSlide(step) ? { before: frames[at - 1].board, direction: NAMES[String(step)] } : {};
}

/** What is kept of a game between visits. @param {Record} record */
const saved = (record) => ({
  game: record.game,
  seed: record.seed,
  start: record.frames[0].board,
  moves: record.frames.map(({ step }) => step ?? "").join(""),
  at: record.at,
  kept: record.kept,
});

/** The text of the replay of a game up to the frame that is shown. @param {Record} record @returns {Promise<string>} */
export const exportReplay = (record) =>
  post("game/record", { game: record.game, start: record.frames[0].board, steps: stepsOf(record) }).then(({ text }) => text);

/**
 * The game on the page, with the actions on it. `dropper` is who drops: "person", "chance", "adversary",
 * "helper" or { store }. With `ahead`, the answers to all slides that may come are asked for before one is
 * made, so that a key shows its effect in the next frame: what chance does next is settled by the seed.
 * @param {{ dropper: any, ahead?: boolean }} sides
 */
export function useGame({ dropper, ahead = false }) {
  const [record, setRecord] = useState(/** @type {Record | null} */ (null));
  const [error, setError] = useState(/** @type {any} */ (null));
  const [said, setSaid] = useState("");
  const newest = useRef(record);
  const by = useLatest(dropper);
  const queue = useRef(/** @type {(() => Promise<void>)[]} */ ([]));
  const busy = useRef(false);
  /** How often one has gone elsewhere: what was asked before then comes too late. */
  const left = useRef(0);

  const set = (/** @type {Record} */ next) => {
    newest.current = next;
    setRecord(next);
  };
  // Saved a little later: many moves in a row are written once.
  useEffect(() => {
    if (!record) return;
    const timer = setTimeout(() => keep("play", saved(record)), 150);
    return () => clearTimeout(timer);
  }, [record]);
  useEffect(() => {
    const save = () => newest.current && keep("play", saved(newest.current));
    window.addEventListener("pagehide", save);
    return () => {
      window.removeEventListener("pagehide", save);
      save();
    };
  }, []);

  // Games that come from elsewhere do not say which slides are legal, and whether they are over.
  const shown = record ? frameOf(record) : null;
  useEffect(() => {
    if (!record || !shown || shown.legal !== null || shown.turn !== "slide") return;
    const { rules, spawns, placement } = record.game;
    const { at, frames } = record;
    answer("board", { board: shown.board, rules, spawns, placement }).then(
      ({ result }) => {
        const now = newest.current;
        if (!now || now.frames[at] !== frames[at]) return;
        const legal = result.slides.flatMap((/** @type {any} */ slide) => (slide.legal ? [slide.direction] : []));
        set({ ...now, frames: now.frames.with(at, { ...frames[at], legal, over: legal.length === 0 }) });
      },
      () => {
        // The board is shown all the same; a slide will tell.
      },
    );
  }, [shown]);

  const turns = useRef(/** @type {{ frame: Frame | null, by: Map<string, Promise<any>> }} */ ({ frame: null, by: new Map() }));
  useEffect(() => {
    if (!ahead || dropper !== "chance" || !record || !shown?.legal || shown.turn !== "slide" || record.at + 1 < record.frames.length) return;
    if (turns.current.frame === shown) return;
    const request = { game: record.game, board: shown.board, seed: record.seed, ply: plyOf(record), by: dropper };
    // What fails is asked again when the slide is made.
    const asked = shown.legal.map((direction) => /** @type {[string, Promise<any>]} */ ([direction, post("game/turn", { ...request, direction }).catch(() => null)]));
    turns.current = { frame: shown, by: new Map(asked) };
  }, [shown, ahead, dropper]);

  const run = async () => {
    if (busy.current) return;
    busy.current = true;
    for (let task = queue.current.shift(); task; task = queue.current.shift()) {
      try {
        await task();
      } catch (reason) {
        setError(reason);
        queue.current = [];
      }
    }
    busy.current = false;
  };
  const enqueue = (/** @type {(late: () => boolean) => Promise<void>} */ task) =>
    new Promise((/** @type {(value: void) => void} */ resolve) => {
      queue.current.push(() => {
        const here = left.current;
        return task(() => left.current !== here).finally(() => resolve());
      });
      run();
    });

  /** Whoever drops by itself drops; a person is waited for. */
  const drop = async (/** @type {() => boolean} */ late) => {
    const now = newest.current;
    if (!now || by.current === "person") return;
    const frame = frameOf(now);
    const spawn = await post("game/spawn", {
      game: now.game,
      board: frame.board,
      ...slideBefore(now),
      seed: now.seed,
      ply: plyOf(now),
      by: by.current,
    });
    if (late()) return;
    if (!spawn.cell) return set(extend({ ...now, at: now.at - 1 }, [{ ...frame, over: true }]));
    set(extend(now, [stamped(spawned(frame, spawn, now.game.rules, frame.motion?.moves ?? []))]));
    setSaid(told(frame, null, spawn));
  };

  const slide = (/** @type {string} */ direction) =>
    enqueue(async (late) => {
      const now = newest.current;
      if (!now) return;
      const frame = frameOf(now);
      if (frame.turn !== "slide" || frame.over) return;
      if (frame.legal && !frame.legal.includes(direction)) {
        setSaid(`Cannot slide ${direction}.`);
        return;
      }
      setError(null);
      const request = { game: now.game, board: frame.board, direction };
      if (by.current === "person") {
        const result = await post("game/slide", request);
        if (late()) return;
        if (!result.legal) return setSaid(`Cannot slide ${direction}.`);
        const next = stamped(slid(frame, result, direction));
        set(extend(now, [next]));
        setSaid(`Slid ${direction}. Score ${next.score}. Drop a tile.`);
        return;
      }
      const known = turns.current.frame === frame && by.current === "chance" ? await turns.current.by.get(direction) : null;
      const turn =
        known ??
        (await post("game/turn", { ...request, seed: now.seed, ply: plyOf(now), by: by.current }).catch((reason) => {
          if (reason instanceof ApiError && reason.status === 422 && !frame.legal) return { slide: { legal: false } };
          throw reason;
        }));
      if (late()) return;
      if (!turn.slide.legal) return setSaid(`Cannot slide ${direction}.`);
      const middle = stamped(slid(frame, turn.slide, direction));
      const last = turn.spawn?.cell ? [stamped(spawned(middle, turn.spawn, now.game.rules, turn.slide.moves))] : [];
      set(extend(now, [middle, ...last]));
      setSaid(told(middle, direction, turn.spawn));
    });

  const place = (/** @type {[number, number]} */ cell, /** @type {number} */ tile) =>
    enqueue(async (late) => {
      const now = newest.current;
      if (!now || frameOf(now).turn !== "drop") return;
      setError(null);
      const frame = frameOf(now);
      const spawn = await post("game/place", { game: now.game, board: frame.board, cell, tile, ...slideBefore(now) });
      if (late()) return;
      const next = stamped(spawned(frame, spawn, now.game.rules));
      // An empty board takes two tiles before the first slide.
      if (emptyBoard(frame.board)) next.turn = "drop";
      set(extend(now, [next]));
      setSaid(told(frame, null, spawn));
    });

  const go = (/** @type {number} */ at) => {
    const now = newest.current;
    if (!now) return;
    queue.current = [];
    left.current += 1;
    setError(null);
    const bounded = Math.max(0, Math.min(now.frames.length - 1, at));
    set({ ...now, at: bounded });
  };
  const replace = (/** @type {Record} */ next) => {
    queue.current = [];
    left.current += 1;
    setError(null);
    set(next);
  };
  return { record, error, setError, said, setSaid, slide, place, drop: () => enqueue(drop), go, replace, keepOn: () => newest.current && set({ ...newest.current, kept: true }) };
}

/** What happened, for those who hear the game. @param {Frame} after @param {string | null} direction @param {any} spawn */
function told(after, direction, spawn) {
  const parts = [direction && `Slid ${direction}.`, `Score ${after.score}.`];
  if (spawn) parts.push(`New ${spawn.tile} in row ${spawn.cell[0] + 1}, column ${spawn.cell[1] + 1}.`);
  if (spawn?.over) parts.push("No slide is left: the game is over.");
  return parts.filter(Boolean).join(" ");
}

/**
 * The best slide by a player of the registry or by a solved store (`store:ID`).
 * @param {Game} game
 * @param {string} board
 * @param {string} who
 * @param {AbortSignal} [signal]
 * @returns {Promise<string | null>}
 */
export async function bestSlide(game, board, who, signal) {
  if (who.startsWith("store:")) {
    const { result } = await answer("ask", { store: who.slice(6), board }, { signal });
    if (result.best === null && !result.over) {
      throw new ApiError({ message: "The store does not know this board.", hint: "It does not occur in the game that was solved." });
    }
    return result.best;
  }
  const advice = await post("game/advice", { game, board, player: who }, { signal });
  return advice.best;
}
