import { html, useRef, useState } from "../../lib/ui.js";
import { Check, Field } from "../../components/Field.js";
import { LONGEST } from "./sequence.js";

/**
 * Allowed values that one types, pastes, or opens as a file.
 * @param {{ query: Record<string, string>, change: (patch: any) => void, error: any }} props
 */
export function OwnValues({ query, change, error }) {
  const file = useRef(/** @type {HTMLInputElement | null} */ (null));
  const [refused, setRefused] = useState(/** @type {string | null} */ (null));
  const read = (/** @type {string} */ text, name = "") => {
    const fits = text.length <= LONGEST;
    setRefused(fits ? null : `${name || "This"} is longer than ${LONGEST} characters: keep the first values, or use \`twofold change FILE\`.`);
    if (fits) change({ values: text.trimEnd() || " " });
  };
  return html`
    <div class="stack tight">
      <${Field}
        label="Values"
        rows=${6}
        mono
        wide
        value=${query.values.trim()}
        error=${refused ?? error}
        hint="Smallest first, with lines or commas between them; or the lines of an OEIS b-file"
        onInput=${(/** @type {string} */ text) => read(text)}
      />
      <div class="row">
        <button type="button" class="button small" onClick=${() => file.current?.click()}>Open a file…</button>
        <input
          type="file"
          hidden
          ref=${file}
          accept=".txt,.csv,text/plain,text/csv"
          aria-label="File of values"
          onChange=${(/** @type {any} */ event) => {
            const input = event.currentTarget;
            const chosen = input.files[0];
            input.value = "";
            chosen?.text().then(
              (/** @type {string} */ text) => read(text, chosen.name),
              () => setRefused("The file cannot be read: choose a text file."),
            );
          }}
        />
        <${Check} label="These are all values there are" checked=${query.complete === "yes"} onChange=${(/** @type {boolean} */ on) => change({ complete: on ? "yes" : null })} />
      </div>
    </div>
  `;
}
