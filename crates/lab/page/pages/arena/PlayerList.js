import { html } from "../../lib/ui.js";
import { Field } from "../../components/Field.js";
import { CHOICES, playerText, readPlayer } from "./players.js";

/**
 * Players to compare, each with its parameters and what they mean.
 * @param {{ kinds: import("./players.js").Kind[], players: string[], onChange: (players: string[]) => void, error?: any }} props
 */
export function PlayerList({ kinds, players, onChange, error }) {
  const change = (/** @type {number} */ at, /** @type {string | null} */ text) =>
    onChange(text === null ? players.filter((_, i) => i !== at) : players.map((old, i) => (i === at ? text : old)));
  return html`
    <ul class="players">
      ${players.map((text, at) => {
        const player = readPlayer(text);
        const kind = kinds.find((one) => one.name === player.name);
        return html`<li key=${at} class="player">
          <div class="row spread">
            <${Field} label=${`Player ${at + 1}`} value=${player.name} options=${[...kinds.map((one) => one.name), ...(kind ? [] : [/** @type {[string, string]} */ ([player.name, `${player.name}: not here`])])]} onInput=${(/** @type {string} */ name) => change(at, name)} />
            <button type="button" class="button small" disabled=${players.length < 2} aria-label=${`Remove ${text}`} onClick=${() => change(at, null)}>Remove</button>
          </div>
          <p class="field-hint">${kind?.about ?? "The lab has no such player. Players that read files or run programs are for the command line."}</p>
          ${kind && kind.parameters.length > 0 && html`<details open=${Object.keys(player.values).length > 0}>
            <summary>Parameters</summary>
            <div class="fields">
              ${kind.parameters
                .filter((one) => one.name !== "file")
                .map(
                  (one) => html`<${Field}
                    key=${one.name}
                    label=${one.name}
                    value=${player.values[one.name] ?? ""}
                    placeholder=${one.default}
                    hint=${CHOICES[one.name] && one.default.length > 12 ? `${one.about}; default: ${one.default}` : one.about}
                    options=${CHOICES[one.name] ? [["", one.default.length > 12 ? "default" : `default: ${one.default}`], ...CHOICES[one.name].map((value) => [value, value])] : undefined}
                    onInput=${(/** @type {string} */ value) => change(at, playerText({ ...player, values: { ...player.values, [one.name]: value.replace(/[\s,]/g, "") } }))}
                  />`,
                )}
            </div>
          </details>`}
        </li>`;
      })}
    </ul>
    ${error && html`<p class="field-error" role="alert">${error.message}${error.hint ? ` ${error.hint}` : ""}</p>`}
    <div class="actions">
      <button type="button" class="button" disabled=${players.length >= 8} onClick=${() => onChange([...players, "greedy"])}>Add a player</button>
    </div>
  `;
}
