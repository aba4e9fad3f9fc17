import { html, useEffect, useRef, useState } from "../../lib/ui.js";
import { mainLine } from "../../lib/exact.js";
import { ARROWS } from "../../lib/grid.js";
import { NAMES, isSlide } from "../../lib/record.js";
import { download } from "../../lib/save.js";
import { Problem } from "../../components/Problem.js";

const SHORT = 12;

/** What the spawns of the line are. @type {Record<string, string>} */
const SPAWNS = {
  chance: "the likeliest tile, in the cell that hurts most",
  adversary: "the worst spawn",
  helper: "the best spawn",
};

/**
 * Perfect play from the board on: best slides, and the spawns that matter. A click takes the line up to there.
 * @param {{ game: any, store: any, board: string, turn: "slide" | "drop", onTake: (steps: string[]) => void }} props
 */
export function MainLine({ game, store, board, turn, onTake }) {
  const [state, setState] = useState(/** @type {{ line: any[], ended: boolean, error: any, busy: boolean }} */ ({ line: [], ended: false, error: null, busy: true }));
  const abort = useRef(new AbortController());
  const follow = (/** @type {number} */ most) => {
    abort.current.abort();
    const mine = new AbortController();
    abort.current = mine;
    setState((old) => ({ ...old, error: null, busy: true }));
    mainLine(game, store.id, board, turn, most, mine.signal, (line) => mine.signal.aborted || setState((old) => ({ ...old, line }))).then(
      ({ line, ended }) => mine.signal.aborted || setState({ line, ended, error: null, busy: false }),
      (error) => mine.signal.aborted || setState((old) => ({ ...old, error, busy: false })),
    );
  };
  useEffect(() => {
    setState({ line: [], ended: false, error: null, busy: true });
    follow(SHORT);
    return () => abort.current.abort();
  }, [store.id, board, turn]);
  const { line, ended, error, busy } = state;
  const steps = line.map(({ step }) => step);
  return html`
    <div class="stack tight">
      <p class="field-hint">Best slides, and ${SPAWNS[store.opponent] ?? SPAWNS.chance}.</p>
      <${Problem} error=${error} />
      <ol class="line" aria-busy=${busy}>
        ${line.map(
          ({ step }, i) => html`<li key=${i}>
            <button type="button" class=${isSlide(step) ? "line-slide" : "line-spawn"} onClick=${() => onTake(steps.slice(0, i + 1))}>
              ${isSlide(step) ? html`<span aria-hidden="true">${ARROWS[NAMES[step]]}</span><span class="sr">${NAMES[step]}</span>` : step}
            </button>
          </li>`,
        )}
        ${ended && html`<li class="quiet">end of the game</li>`}
      </ol>
      <div class="actions">
        ${!ended && html`<button type="button" class="button small" disabled=${busy} onClick=${() => follow(4000)}>${busy ? "Following…" : "Follow to the end"}</button>`}
        <button type="button" class="button small" disabled=${!line.length || busy} onClick=${() => onTake(steps)}>Go to the end of this line</button>
        <button type="button" class="button small" disabled=${!line.length || busy} onClick=${() => download("main-line.txt", `${board}\n${steps.join("")}\n`)}>Download</button>
      </div>
    </div>
  `;
}
