import { html, useEffect, useRef, useState } from "../../lib/ui.js";
import { answer } from "../../lib/api.js";
import { useAsync } from "../../lib/async.js";
import { copy } from "../../lib/save.js";
import { Check, Field } from "../../components/Field.js";
import { Problem } from "../../components/Problem.js";
import { Moves, verdict } from "./Moves.js";
import { PawnBoard } from "./PawnBoard.js";
import { ends, play, read, startOf, wonBy, write } from "./position.js";

/** @type {[string, string][]} */
const SIDES = [
  ["w", "White"],
  ["b", "Black"],
  ["both", "Both: nobody answers"],
];
/** @type {Record<string, string>} */
const SIDE = { w: "White", b: "Black" };

const SLOW = {
  message: "This board is too large to be looked up at once.",
  hint: "Smaller ones are: 4x4, 5x3 and 5x4, for example. “Who wins?” above solves larger boards as a job.",
};

/** What clicking puts into a cell, one after the other. @type {Record<string, "W" | "B" | ".">} */
const NEXT = { ".": "W", W: "B", B: "." };
/** @type {Record<string, "W" | "B" | ".">} */
const BACK = { ".": "B", B: "W", W: "." };

/**
 * A game against perfect play, and a board on which any position can be set up.
 * @param {{ shape: string, position: string, query: Record<string, string>, setQuery: (patch: any, how?: any) => void }} props
 */
export function Game({ shape, position: text, query, setQuery }) {
  const [height, width] = shape.split("x").map(Number);
  const [typed, setTyped] = useState(/** @type {string | null} */ (null));
  const [chosen, setChosen] = useState(/** @type {string | null} */ (null));
  const [hover, setHover] = useState(/** @type {string | null} */ (null));
  const [past, setPast] = useState(/** @type {{ position: string, move: string }[]} */ ([]));
  const [said, setSaid] = useState("");
  const editing = query.edit === "yes";
  const side = query.side ?? "w";
  const shown = query.values !== "hidden";
  const { position, error } = read(text, shape);
  const won = position ? wonBy(position) : null;
  const asking = position && !won && !editing;
  const look = useAsync(
    asking ? (signal) => answer("breakthrough/position", { shape, position: text }, { signal }).then(({ result }) => result) : null,
    [text, shape, Boolean(asking)],
  );
  // An answer to the position before is none.
  const asked = look.data && !look.loading ? look.data : null;
  const own = useRef(text);
  const set = (/** @type {string} */ next) => {
    own.current = next;
    setQuery({ position: next === startOf(height, width) ? null : next });
  };
  // A link leads to another game: what was played here does not belong to it.
  useEffect(() => {
    if (text === own.current) return;
    own.current = text;
    setPast([]);
    setChosen(null);
  }, [text]);
  const move = (/** @type {string} */ name) => {
    if (!position) return;
    setPast([...past, { position: text, move: name }]);
    setChosen(null);
    setHover(null);
    set(write(play(position, name)));
  };
  const mine = position && (side === "both" || side === position.turn);
  // Perfect play answers, a moment later, so that one sees what was moved.
  useEffect(() => {
    if (!asked || mine || editing || !asked.best) return;
    const timer = setTimeout(() => move(asked.best), 500);
    return () => clearTimeout(timer);
  }, [asked, mine, editing]);
  const undo = () => {
    // Back to where it was one's own turn.
    let at = past.length - 1;
    while (at > 0 && side !== "both" && !past[at].position.endsWith(side)) at -= 1;
    if (at < 0) return;
    setChosen(null);
    set(past[at].position);
    setPast(past.slice(0, at));
  };
  const cell = (/** @type {[number, number]} */ [r, c], /** @type {boolean} */ secondary) => {
    if (!position) return;
    const man = position.rows[r][c];
    if (editing) {
      const rows = position.rows.map((row) => [...row]);
      rows[r][c] = (secondary ? BACK : NEXT)[man];
      setPast([]);
      return set(write({ ...position, rows }));
    }
    if (!asked || !mine) return;
    const name = `${r},${c}`;
    const target = chosen && asked.moves.find((/** @type {any} */ one) => String(ends(one.move, height).from) === chosen && String(ends(one.move, height).to) === name);
    if (target) return move(target.move);
    setChosen(man === position.turn.toUpperCase() && name !== chosen ? name : null);
  };
  /** @type {Record<string, string>} */
  const marks = {};
  const last = past.at(-1);
  if (last && !editing) marks[String(ends(last.move, height).to)] = "last";
  for (const one of asked?.moves ?? []) {
    const { from, to } = ends(one.move, height);
    if (one.move === hover || String(from) === chosen) {
      marks[String(from)] = "from";
      marks[String(to)] = shown ? (one.wins ? "win" : "lose") : "to";
    }
  }
  return html`
    <section class="panel stack" aria-labelledby="game-title">
      <div class="row spread">
        <h2 id="game-title">${editing ? "Set up a position" : "Play perfect play"}</h2>
        <div class="actions">
          <button
            type="button"
            class="button small"
            aria-pressed=${editing}
            onClick=${() => {
              setChosen(null);
              setQuery({ edit: editing ? null : "yes" });
            }}
          >
            ${editing ? "Play from here" : "Set up"}
          </button>
          ${editing && position && html`<button type="button" class="button small" onClick=${() => set(write({ ...position, turn: position.turn === "w" ? "b" : "w" }))}>${SIDE[position.turn]} to move: change</button>`}
          ${editing && html`<button type="button" class="button small" onClick=${() => set(`${Array(height).fill(".".repeat(width)).join("/")} w`)}>Clear</button>`}
          <button type="button" class="button small" disabled=${!editing && past.length === 0} onClick=${undo}>Take back</button>
          <button
            type="button"
            class="button small"
            onClick=${() => {
              setPast([]);
              setQuery({ position: null, edit: null });
            }}
          >
            Start again
          </button>
        </div>
      </div>
      <div class="columns">
        <div class="stack">
          <p class="game-turn" role="status">
            ${won
              ? `${won === "white" ? "White" : "Black"} has won.`
              : editing
                ? "Click: White, Black, empty. Right click or Shift goes back."
                : position
                  ? mine
                    ? `${SIDE[position.turn]} to move: choose a pawn, then a cell.`
                    : `${SIDE[position.turn]} answers…`
                  : ""}
          </p>
          ${position && html`<${PawnBoard} rows=${position.rows} label="Breakthrough board" marks=${marks} onCell=${cell} />`}
        </div>
        <div class="stack">
          <div class="fields">
            <${Field} label="You play" value=${side} options=${SIDES} onInput=${(/** @type {string} */ value) => setQuery({ side: value === "w" ? null : value })} />
            <${Field}
              label="Position"
              value=${typed ?? text}
              mono
              wide
              hint="Rows from Black's home on, then w or b"
              error=${typed !== null ? read(typed, shape).error : error}
              onInput=${(/** @type {string} */ value) => {
                setTyped(value);
                const next = read(value, shape);
                if (!next.position) return;
                setPast([]);
                set(write(next.position));
              }}
              onChange=${() => setTyped(null)}
            />
          </div>
          <div class="row">
            <${Check} label="Show who wins" checked=${shown} onChange=${(/** @type {boolean} */ on) => setQuery({ values: on ? null : "hidden" })} />
            <button type="button" class="button small" onClick=${() => copy(location.href).then((ok) => setSaid(ok ? "Copied the link." : "The browser does not let the page copy."))}>Copy link</button>
            <span class="quiet" role="status">${said}</span>
          </div>
          <${Problem} error=${look.error?.kind === "busy" ? SLOW : look.error} />
          ${look.loading && !asked && html`<p class="loading">Looking it up…</p>`}
          ${asked && shown && html`<p class="game-verdict" role="status">${verdict(asked)}</p>`}
          ${asked && mine && html`<${Moves} asked=${asked} hidden=${!shown} onMove=${move} onHover=${setHover} />`}
          ${editing && html`<p class="quiet">When the position stands, choose “Play from here” to see who wins it.</p>`}
          ${past.length > 0 && html`<p class="mono game-line">${past.map((one, i) => `${i % 2 === 0 ? `${i / 2 + 1}. ` : ""}${one.move}`).join(" ")}</p>`}
        </div>
      </div>
    </section>
  `;
}
