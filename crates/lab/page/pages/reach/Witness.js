import { html, useEffect, useState } from "../../lib/ui.js";
import { answer } from "../../lib/api.js";
import { useAsync, useLatest } from "../../lib/async.js";
import { ARROWS, cellOf } from "../../lib/grid.js";
import { NAMES, isSlide } from "../../lib/record.js";
import { link } from "../../lib/route.js";
import { copy } from "../../lib/save.js";
import { Board } from "../../components/Board.js";
import { Problem } from "../../components/Problem.js";

/** @param {string} step */
const chip = (step) => (isSlide(step) ? html`<span aria-hidden="true">${ARROWS[NAMES[step]]}</span><span class="sr">${NAMES[step]}</span>` : step);

/**
 * A game that leads to a board, to step through: scrubber, play, and its spawns and slides.
 * @param {{ shape: string, sequence: string, spawns?: number | null, deterministic?: boolean, at?: string, setQuery: (patch: any) => void }} props
 */
export function Witness({ shape, sequence, spawns, deterministic, at, setQuery }) {
  const { data, error, loading } = useAsync(
    (signal) => answer("replay", { moves: sequence, shape, deterministic: deterministic || null }, { signal }).then(({ result }) => result.frames),
    [sequence, shape, deterministic],
  );
  const [playing, setPlaying] = useState(false);
  const [said, setSaid] = useState("");
  const last = (data?.length ?? 1) - 1;
  const here = Math.max(0, Math.min(last, at === undefined ? last : Number(at) || 0));
  const newest = useLatest({ here, last });
  const go = (/** @type {number} */ to) => setQuery({ at: to >= last ? null : Math.max(0, to) });
  useEffect(() => {
    if (!playing) return;
    const timer = setInterval(() => {
      const now = newest.current;
      if (now.here >= now.last) return setPlaying(false);
      go(now.here + 1);
    }, 350);
    return () => clearInterval(timer);
  }, [playing, last]);
  if (error) return html`<${Problem} error=${error} />`;
  if (!data) return loading ? html`<p class="loading">Playing it back…</p>` : null;
  const frame = data[here];
  const spawned = frame.step && !isSlide(frame.step) ? { cell: cellOf(frame.step.split("=")[0]), tile: 2 } : null;
  const play = () => {
    if (!playing && here >= last) go(0);
    setPlaying(!playing);
  };
  // Without the letters of the spawns a sequence is that of its slides; Analyse wants all steps.
  const steps = data.flatMap((/** @type {any} */ one) => (one.step ? [one.step] : []));
  return html`
    <div class="stack witness">
      <${Board} board=${frame.board} label=${`Step ${here} of ${last}`} size="22rem" motion=${spawned ? { key: here, spawn: spawned } : null} />
      <p class="witness-step" role="status">
        Step ${here} of ${last}${frame.step ? `: ${isSlide(frame.step) ? `slide ${NAMES[frame.step]}` : `a 2 appears at ${frame.step}`}` : ": the empty board"}
      </p>
      <input
        type="range"
        class="scrubber"
        min="0"
        max=${last}
        value=${here}
        aria-label="Step"
        onInput=${(/** @type {any} */ event) => {
          setPlaying(false);
          go(Number(event.currentTarget.value));
        }}
      />
      <div class="joined witness-buttons">
        <button type="button" class="button small" disabled=${here === 0} onClick=${() => go(0)} >Start</button>
        <button type="button" class="button small" disabled=${here === 0} onClick=${() => go(here - 1)}>Back</button>
        <button type="button" class="button primary small" onClick=${play}>${playing ? "Pause" : "Play"}</button>
        <button type="button" class="button small" disabled=${here === last} onClick=${() => go(here + 1)}>Step</button>
        <button type="button" class="button small" disabled=${here === last} onClick=${() => go(last)} >End</button>
      </div>
      ${spawns !== null && spawns !== undefined && html`<p class="quiet">${spawns} spawns, checked by the rules engine.</p>`}
      <ol class="chips" aria-label="Spawns and slides">
        ${steps.map(
          (/** @type {string} */ step, /** @type {number} */ i) => html`<li key=${i}>
            <button
              type="button"
              class=${isSlide(step) ? "chip slide" : "chip"}
              aria-current=${here === i + 1 ? "step" : null}
              onClick=${() => {
                setPlaying(false);
                go(i + 1);
              }}
            >${chip(step)}</button>
          </li>`,
        )}
      </ol>
      <div class="actions">
        <button type="button" class="button small" onClick=${() => copy(sequence).then((ok) => setSaid(ok ? "Copied the sequence." : "The browser does not let the page copy."))}>Copy sequence</button>
        <a class="button small" href=${link("analyse", { shape: shape === "4x4" ? null : shape, moves: steps.join(""), board: null })}>Open in Analyse</a>
        <span class="quiet" role="status">${said}</span>
      </div>
    </div>
  `;
}
