import { html, useState } from "../lib/ui.js";
import { answer, post } from "../lib/api.js";
import { kept, useAsync } from "../lib/async.js";
import { ask, lossOf } from "../lib/exact.js";
import { cellOf, faces } from "../lib/grid.js";
import { figureText } from "../lib/numbers.js";
import { OVERLAYS, overlay } from "../lib/overlays.js";
import { newSeed } from "../lib/play.js";
import { LETTERS, emptyBoard, isSlide, spawnStep } from "../lib/record.js";
import { link } from "../lib/route.js";
import { storeText, useSolved } from "../lib/stores.js";
import { useStyle } from "../lib/style.js";
import { BoardEditor } from "../components/BoardEditor.js";
import { Empty } from "../components/Empty.js";
import { Check, Field } from "../components/Field.js";
import { Figure } from "../components/Figure.js";
import { GameForm, gameQuery } from "../components/GameForm.js";
import { ImportReplay } from "../components/ImportReplay.js";
import { Problem } from "../components/Problem.js";
import { useCourse } from "./analyse/course.js";
import { Drops } from "./analyse/Drops.js";
import { MainLine } from "./analyse/MainLine.js";
import { Practice } from "./analyse/Practice.js";
import { Slides } from "./analyse/Slides.js";
import { Solve } from "./analyse/Solve.js";
import { Sweep } from "./analyse/Sweep.js";
import { rating } from "./play/Hints.js";

export const title = "Analyse";

/** @param {{ query: Record<string, string>, setQuery: (patch: any, how?: any) => void }} props */
export default function Analyse({ query, setQuery }) {
  useStyle("analyse");
  const { game, start, frames, at, frame, error, loading } = useCourse(query);
  const stores = useSolved(game);
  const store = stores.find(({ id }) => id === query.store) ?? stores[0] ?? null;
  const player = query.player || "expectimax";
  const [tried, setTried] = useState(/** @type {{ board: string, choice: string | null } | null} */ (null));

  const rules = { rules: game.rules, spawns: game.spawns, placement: game.placement };
  const info = useAsync((signal) => answer("board", { board: frame.board, ...rules }, { signal }), [frame.board, JSON.stringify(rules)]);
  const exact = useAsync(store ? () => ask(store.id, frame.board) : null, [store?.id, frame.board]);
  const advice = useAsync(
    !store && frame.turn === "slide" && !emptyBoard(frame.board)
      ? (signal) => post("game/advice", { game, board: frame.board, player }, { signal })
      : null,
    [store?.id, frame.board, frame.turn, player, JSON.stringify(game)],
  );
  // Answers belong to the board they were asked for.
  const slides = info.data?.result.board === frame.board ? info.data.result.slides : [];
  const known = exact.data?.board === frame.board ? exact.data : null;
  const advised = !store && !advice.loading ? advice.data : null;

  const steps = frames.slice(1, at + 1).map(({ step }) => String(step));
  const extend = (/** @type {string[]} */ more) =>
    setQuery({ board: start, moves: [...steps, ...more].join(""), at: null, turn: null, ...rulesQuery() }, { push: true });
  const rulesQuery = () => ({ ...gameQuery(game), shape: null });
  const slide = (/** @type {string} */ direction) => extend([LETTERS[direction]]);
  const select = (/** @type {number} */ to) => setQuery({ at: to });
  const hidden = query.hide === "1" && tried?.board !== frame.board && frame.turn === "slide";
  const practise = async (/** @type {string} */ direction) => {
    const turn = await post("game/turn", { game, board: frame.board, direction, seed: newSeed(), ply: steps.length, by: "chance" });
    extend([LETTERS[direction], spawnStep(turn.spawn.cell, turn.spawn.tile, game.rules)]);
  };

  const edge = (/** @type {any} */ one) => {
    if (!one.legal) return null;
    if (hidden) return "?";
    const value = known?.slides.find((/** @type {any} */ other) => other.direction === one.direction)?.value;
    if (value) return figureText(value, 3);
    const rated = advised?.slides.find((/** @type {any} */ other) => other.direction === one.direction);
    return rated ? rating(rated.value) : "·";
  };
  const best = hidden ? null : (known?.best ?? advised?.best);
  // Slides that are as good as the best are marked like it.
  const kinds = best
    ? Object.fromEntries(
        (known ? slides.filter((/** @type {any} */ one) => one.legal && lossOf(known, one.direction) === 0) : [{ direction: best }]).map(
          (/** @type {any} */ one) => [one.direction, "best"],
        ),
      )
    : null;
  const marks =
    !hidden && frame.turn === "drop" && known?.afterstate
      ? [...new Map([...known.spawns].reverse().map((/** @type {any} */ one) => [one.cell, one])).values()].map((one) => ({
          cell: cellOf(one.cell),
          kind: "note",
          text: figureText(one.value, 2).replace(/^≈\u2009/, ""),
        }))
      : [];
  const seen = overlay(query.overlay ?? "", faces(frame.board), game.rules, slides.filter((/** @type {any} */ one) => one.legal).map((/** @type {any} */ one) => one.direction));
  const whole = frames.filter(({ step }) => isSlide(step)).length;
  /** @type {any} */
  const played = kept("play", null);

  const values = () => {
    if (frame.turn === "slide") {
      if (!slides.length) return info.error ? html`<${Problem} error=${info.error} />` : html`<p class="loading looking">Looking…</p>`;
      const practice =
        query.hide === "1" &&
        slides.some((/** @type {any} */ one) => one.legal) &&
        html`<${Practice}
          slides=${slides}
          exact=${known}
          advice=${advised}
          choice=${tried?.choice ?? null}
          revealed=${!hidden}
          onChoose=${(/** @type {string | null} */ choice) => setTried({ board: frame.board, choice })}
          onNext=${practise}
        />`;
      return html`${practice} ${!hidden && html`<${Slides} slides=${slides} exact=${known} advice=${advised} rules=${game.rules} onSlide=${slide} />`}`;
    }
    if (!store) return html`<p class="quiet">A tile is about to appear. Drops have values once the game is solved.</p>`;
    if (known?.afterstate) return html`<${Drops} exact=${known} onDrop=${(/** @type {string} */ cell, /** @type {number} */ tile) => extend([spawnStep(cellOf(cell), tile, game.rules)])} />`;
    if (known) return html`<p class="quiet">This board never waits for a tile in the game that was solved.</p>`;
    return null;
  };

  return html`
    <div class="columns analyse">
      <div class="stack">
        <${Problem} error=${error} />
        <section class="panel">
          <${BoardEditor}
            board=${frame.board}
            rules=${game.rules}
            onChange=${(/** @type {string} */ board) => setQuery({ board, moves: null, at: null, turn: null, shape: null })}
            edges=${frame.turn === "slide" && slides.length ? Object.fromEntries(slides.map((/** @type {any} */ one) => [one.direction, edge(one)])) : null}
            edgeKinds=${kinds}
            onEdge=${(/** @type {string} */ direction) => (hidden ? setTried({ board: frame.board, choice: direction }) : slide(direction))}
            marks=${[...marks, ...seen.marks]}
            arrows=${seen.arrows}
          >
            <a class="button small" href=${link("play", { ...gameQuery(game), board: frame.board })}>Play from here</a>
          <//>
          <div class="fields">
            <${Field} label="Overlay" value=${query.overlay ?? ""} options=${OVERLAYS} onInput=${(/** @type {string} */ kind) => setQuery({ overlay: kind })} hint=${seen.text} />
          </div>
        </section>
        ${frames.length > 1
          ? html`<section class="panel stack tight" aria-label="The line">
              <div class="actions">
                <button type="button" class="button" disabled=${at === 0} onClick=${() => select(at - 1)}>← Back</button>
                <button type="button" class="button" disabled=${at === frames.length - 1} onClick=${() => select(at + 1)}>Forward →</button>
                <button type="button" class="button" onClick=${() => setQuery({ board: frame.board, moves: null, at: null, turn: frame.turn === "drop" ? "drop" : null })}>
                  Start here
                </button>
              </div>
              <${Field} label=${`Step ${at} of ${frames.length - 1}${frame.step ? `: ${frame.step}` : ""}`} type="range" min=${0} max=${frames.length - 1} step=${1} value=${at} onInput=${(/** @type {string} */ value) => select(Number(value))} />
            </section>`
          : html`<fieldset class="segments self-start">
              <legend class="sr">Whose turn is it?</legend>
              ${[["slide", "Slider to move"], ["drop", "A tile to appear"]].map(
                ([turn, label]) => html`<label key=${turn}>
                  <input type="radio" name="turn" checked=${frame.turn === turn} onChange=${() => setQuery({ turn: turn === "drop" ? "drop" : null, board: start })} />
                  <span>${label}</span>
                </label>`,
              )}
            </fieldset>`}
        <details class="panel">
          <summary>Rules</summary>
          <${GameForm} game=${game} onChange=${(/** @type {any} */ next) => setQuery({ ...gameQuery(next), shape: null, board: start, moves: null, at: null })} only=${["rules", "spawns", "placement"]} />
        </details>
      </div>
      <div class="stack">
        <section class="panel stack tight" aria-busy=${exact.loading || loading}>
          <div class="row spread">
            <h2>${frame.turn === "slide" ? "Slides, best first" : "Drops"}</h2>
            <${Check} label="Practice: hide the answer" checked=${query.hide === "1"} onChange=${(/** @type {boolean} */ on) => setQuery({ hide: on ? 1 : null })} />
          </div>
          ${stores.length > 0 &&
          html`<div class="fields">
            <${Field} wide label="Solved for" value=${store?.id} options=${stores.map((one) => [one.id, `${storeText(one)}${one.title ? ` (${one.id})` : ""}`])} onInput=${(/** @type {string} */ id) => setQuery({ store: id })} />
          </div>`}
          ${!store &&
          frame.turn === "slide" &&
          html`<div class="fields">
            <${Field} label="Not solved: ratings by" value=${player} mono onInput=${(/** @type {string} */ value) => setQuery({ player: value === "expectimax" ? null : value })} error=${advice.error} suggestions=${["expectimax", "expectimax:depth=3", "ntuple", "minimax", "features", "greedy"]} hint="A rating: only its order counts" />
          </div>`}
          ${store && exact.error && html`<${Problem} error=${exact.error} />`}
          ${!hidden && known && frame.turn === "slide" && known.value && html`<p class="big-value"><${Figure} figure=${known.value} /><span class="quiet">${storeText(store)}</span></p>`}
          ${!hidden && known && frame.turn === "drop" && known.afterstate_value && html`<p class="big-value"><${Figure} figure=${known.afterstate_value} /><span class="quiet">${storeText(store)}</span></p>`}
          ${values()}
        </section>
        ${store && known && !hidden && html`<section class="panel stack tight">
          <h2>Main line</h2>
          <${MainLine} game=${game} store=${store} board=${frame.board} turn=${frame.turn} onTake=${extend} />
        </section>`}
        <details class="panel" open=${!store || Boolean(query.job)}>
          <summary>Solve ${game.shape}</summary>
          <${Solve} game=${game} board=${frame.board} query=${query} setQuery=${setQuery} onSolved=${(/** @type {string} */ id) => query.store !== id && setQuery({ store: id })} />
        </details>
      </div>
    </div>
    <section class="stack analyse-game" aria-labelledby="whole-game">
      <h2 id="whole-game">The whole game</h2>
      ${whole >= 2 && store
        ? html`<section class="panel"><${Sweep} game=${game} frames=${frames} store=${store} at=${at} onSelect=${select} /></section>`
        : html`<${Empty} title=${whole >= 2 ? "Not solved yet" : "No game yet"}>
            ${whole >= 2
              ? "Solve this game, or start the lab with a store of it, to see the value along the game and every mistake."
              : "Import a replay, take the game from Play, or follow a line: then the value along it is drawn, and every mistake is listed."}
          <//>`}
      <div class="columns">
        <section class="panel stack tight">
          <${ImportReplay}
            onLoad=${(/** @type {any} */ record) =>
              setQuery({
                ...gameQuery(record.game),
                board: record.frames[0].board,
                moves: record.frames.map((/** @type {any} */ { step }) => step ?? "").join(""),
                at: 0,
                turn: null,
                store: null,
              })}
          />
        </section>
        ${played?.moves &&
        html`<section class="panel stack tight">
          <h3>The game from Play</h3>
          <p class="quiet">${played.game.shape}, seed ${played.seed}</p>
          <div class="actions">
            <a class="button" href=${link("analyse", { ...gameQuery(played.game), board: played.start, moves: played.moves, at: 0 })}>Take it</a>
          </div>
        </section>`}
      </div>
    </section>
  `;
}
