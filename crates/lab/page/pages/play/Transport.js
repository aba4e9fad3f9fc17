import { html } from "../../lib/ui.js";
import { Field } from "../../components/Field.js";

/**
 * Auto-play: pause, one step, back, how fast; and the whole game to scrub through.
 * @param {{ running: boolean, setRunning: (on: boolean) => void, step: () => void, undo: (() => void) | null, redo: (() => void) | null,
 *   delay: number, setDelay: (delay: number) => void, place: number, places: number, scrub: (place: number) => void, can: boolean, who: string }} props
 */
export function Transport({ running, setRunning, step, undo, redo, delay, setDelay, place, places, scrub, can, who }) {
  return html`
    <section class="panel stack tight" aria-label="Auto-play">
      <div class="joined">
        <button type="button" class="button" disabled=${!undo} onClick=${undo} aria-label="Back (undo)" title="Back">←</button>
        <button type="button" class="button" aria-pressed=${running} disabled=${!can && !running} onClick=${() => setRunning(!running)}>
          ${running ? "Pause" : "Auto"}
        </button>
        <button type="button" class="button" disabled=${!can || running} onClick=${step}>Step</button>
        <button type="button" class="button" disabled=${!redo} onClick=${redo} aria-label="Forward (redo)" title="Forward">→</button>
      </div>
      <p class="field-hint">Auto and Step slide as <strong>${who}</strong> would.</p>
      <div class="fields">
        <${Field}
          label=${`Delay: ${delay.toFixed(2)} s`}
          type="range"
          min=${0}
          max=${2}
          step=${0.05}
          value=${delay}
          onInput=${(/** @type {string} */ value) => setDelay(Number(value))}
        />
        <${Field}
          label=${`Move ${place} of ${places}`}
          type="range"
          min=${0}
          max=${Math.max(1, places)}
          step=${1}
          value=${place}
          disabled=${places === 0}
          onInput=${(/** @type {string} */ value) => scrub(Number(value))}
        />
      </div>
    </section>
  `;
}
