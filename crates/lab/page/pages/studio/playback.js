import { html, useEffect, useState } from "../../lib/ui.js";
import { useLatest } from "../../lib/async.js";
import { Field } from "../../components/Field.js";

/** Does the reader want nothing to move by itself? */
export const isStill = () =>
  document.documentElement.dataset.motion === "off" || matchMedia("(prefers-reduced-motion: reduce)").matches;

/**
 * A place among many that goes on by itself while it runs.
 * @param {number} last the last place
 * @param {{ delay: number, stride?: number, start?: number, key?: any, onEnd?: () => void }} how `key`: something else is played, from its `start`
 */
export function usePlayback(last, { delay, stride = 1, start = 0, key, onEnd }) {
  const [state, setState] = useState({ place: start, running: false, key });
  const now = state.key === key ? state : { place: start, running: false, key };
  const place = Math.max(0, Math.min(last, now.place));
  const ended = useLatest(onEnd);
  const set = (/** @type {Partial<typeof now>} */ patch) => setState((old) => ({ ...(old.key === key ? old : now), ...patch }));
  useEffect(() => {
    if (!now.running) return;
    const timer = setInterval(() => {
      setState((old) => {
        if (old.key !== key) return old;
        if (old.place >= last) {
          ended.current?.();
          return { ...old, running: false };
        }
        return { ...old, place: Math.min(last, old.place + stride) };
      });
    }, delay);
    return () => clearInterval(timer);
  }, [now.running, delay, stride, last, key]);
  return {
    place,
    running: now.running,
    go: (/** @type {number} */ to) => set({ place: Math.max(0, Math.min(last, to)), running: false }),
    setRunning: (/** @type {boolean} */ on) => set({ running: on && last > 0, place: on && place >= last ? 0 : place }),
  };
}

/**
 * First, back, play, forward, last, and a slider over all places.
 * @param {{ play: ReturnType<typeof usePlayback>, last: number, label: string, children?: any }} props
 */
export function Scrubber({ play, last, label, children }) {
  const { place, running, go, setRunning } = play;
  const button = (/** @type {string} */ name, /** @type {string} */ sign, /** @type {number} */ to, /** @type {boolean} */ off) =>
    html`<button type="button" class="button" aria-label=${name} title=${name} disabled=${off} onClick=${() => go(to)}>${sign}</button>`;
  return html`<div class="stack tight">
    <div class="joined">
      ${button("First", "|←", 0, place <= 0)} ${button("Back", "←", place - 1, place <= 0)}
      <button type="button" class="button play-button" aria-pressed=${running} disabled=${last < 1} onClick=${() => setRunning(!running)}>
        ${running ? "Stop" : "Play"}
      </button>
      ${button("Forward", "→", place + 1, place >= last)} ${button("Last", "→|", last, place >= last)}
    </div>
    <${Field} label=${label} type="range" min=${0} max=${Math.max(1, last)} step=${1} value=${place} disabled=${last < 1} onInput=${(/** @type {string} */ value) => go(Number(value))} />
    ${children}
  </div>`;
}
