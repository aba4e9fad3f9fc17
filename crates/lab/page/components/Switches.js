import { html, useState } from "../lib/ui.js";

const THEMES = [["", "Auto"], ["light", "Light"], ["dark", "Dark"]];

/** @param {string} name @param {string} value */
function choose(name, value) {
  const root = document.documentElement;
  if (value) root.dataset[name] = value;
  else delete root.dataset[name];
  try {
    if (value) localStorage.setItem(`twofold.${name}`, value);
    else localStorage.removeItem(`twofold.${name}`);
  } catch {
    // Without storage the choice lasts until the page is left.
  }
}

/** Light or dark, and whether anything moves. */
export function Switches() {
  const [theme, setTheme] = useState(document.documentElement.dataset.theme ?? "");
  const [still, setStill] = useState(document.documentElement.dataset.motion === "off");
  return html`
    <div class="switches">
      <fieldset class="segments">
        <legend class="sr">Colours</legend>
        ${THEMES.map(
          ([value, label]) => html`<label key=${value}>
            <input
              type="radio"
              name="theme"
              checked=${theme === value}
              onChange=${() => {
                choose("theme", value);
                setTheme(value);
              }}
            />
            <span>${label}</span>
          </label>`,
        )}
      </fieldset>
      <label class="check">
        <input
          type="checkbox"
          checked=${!still}
          onChange=${() => {
            choose("motion", still ? "" : "off");
            setStill(!still);
          }}
        />
        <span>Motion</span>
      </label>
    </div>
  `;
}
