import { html, useEffect, useRef, useState } from "../lib/ui.js";
import { answer, post } from "../lib/api.js";
import { kept, keep, useAsync, useKept } from "../lib/async.js";
import { DIRECTIONS, faces } from "../lib/grid.js";
import { grouped } from "../lib/numbers.js";
import { OVERLAYS, overlay } from "../lib/overlays.js";
import { bestSlide, loadMoves, newSeed, setUp, startGame, useGame } from "../lib/play.js";
import { emptyBoard, frameOf, sameGame, slidesOf } from "../lib/record.js";
import { solves, useStores } from "../lib/stores.js";
import { useStyle } from "../lib/style.js";
import { SYSTEMS } from "../lib/tiles.js";
import { Confirm } from "../components/Confirm.js";
import { Check } from "../components/Field.js";
import { GameForm, gameError, gameOf, gameQuery, spawnFaces } from "../components/GameForm.js";
import { Problem } from "../components/Problem.js";
import { Hints, rating } from "./play/Hints.js";
import { PlayBoard } from "./play/PlayBoard.js";
import { SetUp } from "./play/SetUp.js";
import { Share } from "./play/Share.js";
import { Sides } from "./play/Sides.js";
import { Transport } from "./play/Transport.js";
import { useKeys } from "./play/keys.js";

export const title = "Play";

/** Slides after which a new game asks first. */
const MANY = 5;

/** What names a game in the address. @param {any} game @param {any} seed @param {any} moves @param {any} board */
const keyOf = (game, seed, moves, board) => JSON.stringify([gameQuery(game), String(seed ?? ""), moves ?? null, board ?? null]);

/** Who drops, as the server names it. @param {string} dropper */
function dropperOf(dropper) {
  const [kind, store] = dropper.split(/:(.*)/s);
  if (kind === "store") return { store, as: "adversary" };
  return kind === "friend" ? { store, as: "helper" } : dropper;
}

/** The best score of every game. @param {any} game */
const bestName = (game) => `best.${JSON.stringify(gameQuery(game))}`;

/** @param {{ query: Record<string, string>, setQuery: (patch: any, how?: any) => void }} props */
export default function Play({ query, setQuery }) {
  useStyle("play");
  const [slider, dropper, player] = [query.slider ?? "person", query.dropper ?? "chance", query.player || "expectimax"];
  const all = useStores();
  const { record, error, setError, said, slide, place, drop, go, replace, keepOn } = useGame({ dropper: dropperOf(dropper), ahead: slider === "person" });
  const [draft, setDraft] = useState(() => gameOf(query));
  const [asking, setAsking] = useState(/** @type {{ then: () => void } | null} */ (null));
  const [running, setRunning] = useState(false);
  const [delay, setDelay] = useKept("delay", 0.25);
  const [hints, setHints] = useKept("hints", false);
  const [chosen, setChosen] = useState(/** @type {number | null} */ (null));
  const [editing, setEditing] = useState(false);
  const own = useRef("");

  /** Puts a game on the page and into the address. @param {any} next @param {any} [more] */
  const put = (next, more = {}) => {
    setDraft(next.game);
    replace(next);
    own.current = keyOf(next.game, next.seed, more.moves, more.board);
    setQuery({ ...gameQuery(next.game), seed: next.seed, moves: null, at: null, board: null, ...more });
  };
  const begin = (/** @type {any} */ game, seed = newSeed()) => {
    setRunning(dropper !== "person" ? false : slider !== "person");
    if (dropper === "person") put(setUp(game, seed, null));
    else startGame(game, seed).then((next) => put(next), setError);
  };

  // The game that the address names, or the one that was left here.
  const named = keyOf(gameOf(query), query.seed, query.moves, query.board);
  useEffect(() => {
    if (named === own.current) return;
    own.current = named;
    const game = gameOf(query);
    const seed = query.seed ? Number(query.seed) || 0 : newSeed();
    const wrong = gameError(game);
    if (wrong) return setError({ message: wrong, hint: "The link names a game that there is not." });
    if (query.moves) {
      loadMoves(game, seed, query.board ?? null, query.moves).then((next) => {
        replace({ ...next, at: Math.min(next.at, Number(query.at ?? next.at)) });
        setDraft(next.game);
      }, setError);
      return;
    }
    if (query.board) return replace(setUp(game, seed, query.board));
    /** @type {any} */
    const last = kept("play", null);
    const bare = !query.seed && !query.shape && !query.rules && !query.spawns && !query.placement;
    if (last?.moves && (bare || (sameGame(last.game, game) && (!query.seed || String(last.seed) === query.seed)))) {
      loadMoves(last.game, last.seed, last.start, last.moves).then(
        (next) => put({ ...next, at: Math.min(last.at, next.at), kept: last.kept }),
        () => begin(game, seed),
      );
    } else begin(game, seed);
  }, [named]);

  const frame = record ? frameOf(record) : null;
  const game = record?.game ?? gameOf(query);
  const stores = all.filter((store) => solves(store, game));
  const who = slider === "person" || slider === "player" ? player : slider;
  const end = record ? record.at === record.frames.length - 1 : true;
  const yours = (/** @type {any} */ one) =>
    slider === "person" || dropper === "person"
      ? (one.turn === "slide" && slider === "person") || (one.turn === "drop" && dropper === "person")
      : one.turn === "slide";
  const stops = record ? record.frames.flatMap((one, i) => (yours(one) || i === record.frames.length - 1 ? [i] : [])) : [];
  const here = record ? stops.filter((i) => i <= record.at).length - 1 : 0;

  // A drop that is due, and not a person's.
  useEffect(() => {
    if (frame?.turn === "drop" && end && dropper !== "person" && record) drop();
  }, [record, dropper]);

  const stepOnce = async () => {
    if (!record || !frame || frame.over || frame.turn !== "slide") return;
    try {
      const best = await bestSlide(record.game, frame.board, who);
      if (best) await slide(best);
      else setRunning(false);
    } catch (reason) {
      setRunning(false);
      setError(reason);
    }
  };
  useEffect(() => {
    if (!running || !frame || frame.turn !== "slide") return;
    if (frame.over) return setRunning(false);
    let left = false;
    const timer = setTimeout(() => left || stepOnce(), delay * 1000);
    return () => {
      left = true;
      clearTimeout(timer);
    };
  }, [running, record, delay, who]);
  // As Dropper against a computer, its slides come by themselves.
  useEffect(() => {
    if (slider !== "person" && dropper === "person") setRunning(true);
  }, [slider, dropper]);

  const advice = useAsync(
    hints && frame?.turn === "slide" && !frame.over
      ? (signal) =>
          post("game/advice", { game, board: frame.board, player }, { signal }).then((data) => ({ ...data, board: frame.board }))
      : null,
    [hints, frame?.board, frame?.turn, player, JSON.stringify(game)],
  );
  const exact = useAsync(
    hints && frame && stores.length > 0
      ? (signal) =>
          Promise.all(
            stores.map((store) =>
              answer("ask", { store: store.id, board: frame.board }, { signal }).then(
                ({ result }) => ({ store, result: result.position ? result : null, error: null }),
                (reason) => ({ store, result: null, error: reason }),
              ),
            ),
          )
      : null,
    [hints, frame?.board, stores.map(({ id }) => id).join()],
  );

  const undo = record && here > 0 ? () => { setRunning(false); go(stops[here - 1]); } : null;
  const redo = record && here < stops.length - 1 ? () => { setRunning(false); go(stops[here + 1]); } : null;
  const turn = (/** @type {string} */ direction) => {
    if (slider !== "person" || running) return;
    if (query.moves || query.board) {
      // From here on it is another game than the one that the link names.
      own.current = keyOf(game, record?.seed, null, null);
      setQuery({ moves: null, at: null, board: null, ...gameQuery(game), seed: record?.seed });
    }
    slide(direction);
  };
  const fresh = (/** @type {() => void} */ then) => (record && slidesOf(record) > MANY && !frame?.over ? setAsking({ then }) : then());
  const restart = () => fresh(() => begin(game));
  useKeys({
    slide: turn,
    restart,
    undo: () => undo?.(),
    redo: () => redo?.(),
    auto: () => setRunning(!running),
    hints: () => setHints(!hints),
  });

  const bestScore = useRef(0);
  if (record) bestScore.current = Math.max(kept(bestName(game), 0), frame?.score ?? 0);
  useEffect(() => {
    if (frame && frame.score > kept(bestName(game), 0)) keep(bestName(game), frame.score);
  }, [frame?.score]);

  if (!record || !frame) {
    return error ? html`<${Problem} error=${error} retry=${() => begin(gameOf({}))} />` : html`<p class="loading" role="status">Setting up…</p>`;
  }
  const largest = Math.max(0, ...faces(frame.board).flat());
  const target = SYSTEMS[game.rules].target;
  const won = largest >= target && !record.kept && !running && slider === "person";
  const tiles = spawnFaces(game);
  const dropping = dropper === "person" && frame.turn === "drop";
  const smaller = chosen !== null && tiles.includes(chosen) ? chosen : tiles[0];
  // Answers belong to the board that they were asked for; until the next one comes, nothing is shown.
  const advised = advice.data?.board === frame.board && frame.turn === "slide" ? advice.data : null;
  const solved = (exact.data ?? []).filter(({ result }) => result?.board === frame.board);
  const seen = overlay(query.overlay ?? "", faces(frame.board), game.rules, frame.legal ?? []);
  const ofSlide = (/** @type {string} */ direction) => advised?.slides.find((/** @type {any} */ one) => one.direction === direction);
  const notice = (frame.over || won) &&
    html`<div class="notice" role="group" aria-label=${frame.over ? "The game is over" : `${target} is made`}>
      <p class="notice-title">${frame.over ? "No slide is left" : `${grouped(target)}!`}</p>
      <p>${grouped(frame.score)} points, largest tile ${grouped(largest)}</p>
      <div class="actions">
        ${frame.over
          ? html`<button type="button" class="button primary" onClick=${() => begin(game)}>Try again</button>`
          : html`<button type="button" class="button primary" onClick=${keepOn}>Keep going</button>
              <button type="button" class="button" onClick=${() => begin(game)}>New game</button>`}
        ${undo && html`<button type="button" class="button" onClick=${undo}>Undo</button>`}
      </div>
    </div>`;
  return html`
    <div class="play columns wide-left">
      <div class="stack">
        <div class="scores">
          <p class="score"><span>Score</span><strong>${grouped(frame.score)}</strong></p>
          <p class="score"><span>Best</span><strong>${grouped(bestScore.current)}</strong></p>
          <div class="actions">
            <button type="button" class="button" disabled=${!undo} onClick=${undo}>Undo</button>
            <button type="button" class="button" disabled=${!redo} onClick=${redo}>Redo</button>
            <button type="button" class="button primary" onClick=${restart}>New game</button>
          </div>
        </div>
        <${Problem} error=${error} />
        <${PlayBoard}
          frame=${frame}
          rules=${game.rules}
          onSwipe=${slider === "person" && !dropping ? turn : null}
          onDrop=${dropping
            ? (/** @type {any} */ { cell, button }) => place(cell, button === "secondary" ? tiles[tiles.length - 1] : smaller)
            : null}
          edges=${hints
            ? Object.fromEntries(
                DIRECTIONS.map((way) => [way, advised ? (ofSlide(way)?.legal ? rating(ofSlide(way).value) : null) : "·"]),
              )
            : null}
          edgeKinds=${advised?.best ? { [advised.best]: "best" } : null}
          onEdge=${slider === "person" ? turn : null}
          notice=${notice}
          seen=${seen}
        />
        <p class="turn" aria-hidden="true">
          ${frame.over ? "The game is over." : dropping ? `Your drop: click a cell for ${smaller}${tiles.length > 1 ? `, right click for ${tiles[tiles.length - 1]}` : ""}.` : slider === "person" ? "Your slide: arrows, WASD, HJKL or swipe." : running ? `${who} slides.` : `${who} would slide: press Auto or Step.`}
        </p>
        ${dropping &&
        tiles.length > 2 &&
        html`<fieldset class="segments">
          <legend class="sr">Tile to drop</legend>
          ${tiles.map(
            (tile) => html`<label key=${tile}>
              <input type="radio" name="drop" checked=${tile === smaller} onChange=${() => setChosen(tile)} /><span>${tile}</span>
            </label>`,
          )}
        </fieldset>`}
        <p class="sr" role="status" aria-live="polite">${said}</p>
        <div class="board-tools">
          <${Check} label="Hints" checked=${hints} onChange=${setHints} />
          <label class="inline-select">
            <span>Overlay</span>
            <select aria-label="Overlay" value=${query.overlay ?? ""} onChange=${(/** @type {any} */ event) => setQuery({ overlay: event.currentTarget.value || null })}>
              ${OVERLAYS.map(([kind, label]) => html`<option key=${kind} value=${kind} selected=${kind === (query.overlay ?? "")}>${label}</option>`)}
            </select>
          </label>
          <details class="keys">
            <summary>Keys</summary>
            <p>
              Arrows, WASD or HJKL slide; <kbd>U</kbd> undo, <kbd>Y</kbd> redo, <kbd>P</kbd> auto-play, <kbd>?</kbd> hints, <kbd>R</kbd> new
              game.
            </p>
          </details>
        </div>
        ${query.overlay && html`<p class="field-hint overlay-text" role="status">${seen.text}</p>`}
        ${hints && html`<${Hints} advice=${{ data: advised, error: advice.error }} exact=${solved} loading=${advice.loading || exact.loading} />`}
      </div>
      <div class="stack">
        <${Transport}
          running=${running}
          setRunning=${setRunning}
          step=${stepOnce}
          undo=${undo}
          redo=${redo}
          delay=${delay}
          setDelay=${setDelay}
          place=${here}
          places=${stops.length - 1}
          scrub=${(/** @type {number} */ to) => {
            setRunning(false);
            go(stops[Math.min(to, stops.length - 1)]);
          }}
          can=${!frame.over && frame.turn === "slide"}
          who=${who.startsWith("store:") ? "perfect play" : who}
        />
        <section class="panel stack tight">
          <h2>Who plays</h2>
          <${Sides} slider=${slider} dropper=${dropper} player=${player} stores=${stores} onChange=${(/** @type {any} */ patch) => (setError(null), setQuery(patch))} error=${[error, advice.error].find((one) => one?.option === "player")} />
        </section>
        <section class="panel stack tight">
          <h2>Rules</h2>
          <${GameForm} game=${draft} onChange=${setDraft} errors=${error?.option ? { [error.option]: error } : {}} />
          <div class="actions">
            <button type="button" class="button" disabled=${Boolean(gameError(draft))} onClick=${() => fresh(() => begin(draft))}>
              Start this game
            </button>
          </div>
        </section>
        <details class="panel" onToggle=${(/** @type {any} */ event) => setEditing(event.currentTarget.open)}>
          <summary>Set up a board</summary>
          ${editing && html`<${SetUp} game=${game} board=${frame.board} onPlay=${(/** @type {any} */ next, /** @type {string} */ board) => fresh(() => put(setUp(next, newSeed(), board), { board }))} />`}
        </details>
        <section class="panel stack tight">
          <h2>Keep and share</h2>
          <${Share} record=${record} onLoad=${(/** @type {any} */ loaded) => put(loaded)} />
        </section>
      </div>
    </div>
    <${Confirm}
      open=${Boolean(asking)}
      title="Leave this game?"
      yes="New game"
      onYes=${() => {
        asking?.then();
        setAsking(null);
      }}
      onNo=${() => setAsking(null)}
    >
      It has ${slidesOf(record)} slides and ${grouped(frame.score)} points.
    <//>
  `;
}
