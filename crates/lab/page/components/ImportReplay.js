import { html, useRef, useState } from "../lib/ui.js";
import { loadReplay } from "../lib/play.js";
import { Field } from "./Field.js";

/**
 * A replay as text or as a file, checked by the server.
 * @param {{ seed?: number, onLoad: (record: import("../lib/record.js").Record) => void }} props
 */
export function ImportReplay({ seed = 0, onLoad }) {
  const [pasted, setPasted] = useState("");
  const [error, setError] = useState(/** @type {any} */ (null));
  const file = useRef(/** @type {HTMLInputElement | null} */ (null));
  const read = (/** @type {string} */ text) =>
    loadReplay(text, seed).then(
      (loaded) => {
        setError(null);
        setPasted("");
        onLoad(loaded);
      },
      (reason) => setError(reason),
    );
  return html`
    <${Field}
      label="Import a replay"
      rows=${3}
      mono
      value=${pasted}
      onInput=${setPasted}
      error=${error}
      placeholder="twofold replay 2 …"
      hint="Paste the text of a replay, or open a file."
    />
    <div class="actions">
      <button type="button" class="button small" disabled=${!pasted.trim()} onClick=${() => read(pasted)}>Load</button>
      <button type="button" class="button small" onClick=${() => file.current?.click()}>Open a file…</button>
      <input
        type="file"
        hidden
        ref=${file}
        aria-label="Replay file"
        onChange=${(/** @type {any} */ event) => {
          const input = event.currentTarget;
          const chosen = input.files[0];
          if (!chosen) return;
          chosen.text().then(read, setError);
          input.value = "";
        }}
      />
    </div>
  `;
}
