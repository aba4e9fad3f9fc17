// A game in which a person drops tiles and a solved store slides.
import { useEffect, useRef, useState } from "../../lib/ui.js";
import { answer, post } from "../../lib/api.js";
import { cellOf, faces } from "../../lib/grid.js";
import { LETTERS, emptyOf, isSlide, readFrames, readGame, replayText, spawnStep } from "../../lib/record.js";

/** @typedef {{ board: string, step: string | null, value: any, motion: any }} DuelFrame */

/** The value of the position for Slider, and the slide that keeps it. @param {string} store @param {string} board */
const ask = (store, board) => answer("ask", { store, board }).then(({ result }) => result);

/**
 * @param {{ store: string, result: any, moves: string, onMoves: (steps: string) => void }} props
 */
export function useDuel({ store, result, moves, onMoves }) {
  const game = readGame(result.game);
  // The rule of the solved game, not the usual one: an adversary chooses among its tiles.
  game.spawns = result.game.spawns.map((/** @type {any} */ one) => `${one.tile}:${one.weight}`).join(",");
  const target = result.game.target;
  /** @type {DuelFrame} */
  const empty = { board: emptyOf(game), step: null, value: result.value_empty ?? null, motion: null };
  const [history, setHistory] = useState([empty]);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState(/** @type {any} */ (null));
  const [choices, setChoices] = useState(/** @type {{ cell: any, tile: number, value: any }[]} */ ([]));
  const own = useRef("");
  const key = useRef(0);
  const frame = history[history.length - 1];
  const made = faces(frame.board).flat().some((face) => face >= target);
  const stuck = frame.step !== null && !isSlide(frame.step) && !made && !busy;
  const over = made ? "slider" : stuck ? "dropper" : null;

  const put = (/** @type {DuelFrame[]} */ next) => {
    setHistory(next);
    own.current = next.map((one) => one.step ?? "").join("");
    onMoves(own.current);
  };

  // A link that names a game begun elsewhere.
  useEffect(() => {
    if (moves === own.current) return;
    own.current = moves;
    if (!moves) return setHistory([empty]);
    setBusy(true);
    post("game/replay", { text: replayText(game, empty.board, moves) })
      .then(async ({ frames }) => {
        const read = readFrames(frames);
        const valued = await Promise.all(
          read.map((/** @type {any} */ one) =>
            one.step && !isSlide(one.step) ? ask(store, one.board).then((found) => found.value, () => null) : Promise.resolve(null),
          ),
        );
        setHistory(read.map((/** @type {any} */ one, /** @type {number} */ i) => ({ board: one.board, step: one.step, value: i ? valued[i] : empty.value, motion: null })));
      })
      .catch(setError)
      .finally(() => setBusy(false));
  }, [moves, store]);

  // What each drop would do, for those who want to see it.
  useEffect(() => {
    setChoices([]);
    if (busy || over || (frame.step !== null && !isSlide(frame.step)) || frame.step === null) return;
    let left = false;
    ask(store, frame.board).then(
      (found) => left || setChoices(found.spawns.map((/** @type {any} */ one) => ({ ...one, cell: cellOf(one.cell) }))),
      () => {},
    );
    return () => {
      left = true;
    };
  }, [frame.board, busy]);

  const drop = async (/** @type {any} */ cell, /** @type {number} */ tile) => {
    if (busy || over) return;
    setError(null);
    if (faces(frame.board)[cell[0]][cell[1]]) return setError({ message: "This cell is taken.", hint: "Drop into an empty one." });
    setBusy(true);
    const before = history;
    try {
      const last = before[before.length - 1];
      const earlier = before[before.length - 2];
      // Where spawns depend on the slide, the server wants to know which one it was.
      const slid = last.step && isSlide(last.step) && earlier ? { before: earlier.board, direction: Object.keys(LETTERS).find((name) => LETTERS[name] === last.step) } : {};
      const placed = await post("game/place", { game, board: last.board, cell, tile, ...slid });
      key.current += 1;
      const spawned = { board: placed.board, step: spawnStep(cell, tile, game.rules), value: null, motion: { key: `s${key.current}`, spawn: { cell, tile } } };
      setHistory([...before, spawned]);
      const found = placed.over ? null : await ask(store, placed.board);
      const dropped = { ...spawned, value: found ? found.value : { certainty: "exact", value: 0 } };
      if (!found?.best) return put([...before, dropped]);
      // The drop is seen before the answer to it.
      await new Promise((done) => setTimeout(done, 350));
      const answered = await post("game/slide", { game, board: placed.board, direction: found.best });
      key.current += 1;
      put([
        ...before,
        dropped,
        { board: answered.board, step: LETTERS[found.best], value: null, motion: { key: `m${key.current}`, moves: answered.moves } },
      ]);
    } catch (reason) {
      setHistory(before);
      setError(reason);
    } finally {
      setBusy(false);
    }
  };
  const undo = () => {
    const drops = history.findLastIndex((one) => one.step !== null && !isSlide(one.step));
    if (drops > 0) put(history.slice(0, drops).map((one) => ({ ...one, motion: null })));
  };
  const rounds = history.flatMap((one, i) =>
    one.step && !isSlide(one.step) ? [{ drop: one.step, value: one.value, slide: history[i + 1]?.step ?? null }] : [],
  );
  return { frame, history, rounds, over, busy, error, choices, drop, undo, restart: () => put([empty]) };
}
