import { html } from "../lib/ui.js";

/**
 * @typedef {object} Bar
 * @property {any} label
 * @property {number | null} value null: not known yet
 * @property {number} [low] of its interval
 * @property {number} [high]
 * @property {number | null} [mark] what was published
 * @property {any} text the value as it is read
 */

/**
 * Bars beside their numbers, with intervals as whiskers and published values as diamonds.
 * @param {{ bars: Bar[], from: number, to: number, label: string }} props the ends of the axis
 */
export function Bars({ bars, from, to, label }) {
  const at = (/** @type {number} */ value) => (100 * (Math.max(from, Math.min(to, value)) - from)) / (to - from || 1);
  const span = (/** @type {number} */ a, /** @type {number} */ b) => ({ insetInlineStart: `${at(Math.min(a, b))}%`, inlineSize: `${Math.abs(at(b) - at(a))}%` });
  return html`<dl class="bars" aria-label=${label}>
    ${bars.map(
      ({ label: name, value, low, high, mark, text }, i) => html`
        <dt key=${`n${i}`}>${name}</dt>
        <dd key=${`b${i}`} class="bar-line" aria-hidden="true">
          ${from < 0 && html`<u style=${{ insetInlineStart: `${at(0)}%` }}></u>`} ${value !== null && html`<i style=${span(0, value)}></i>`}
          ${value !== null && low !== undefined && high !== undefined && html`<s style=${span(low, high)}></s>`}
          ${mark !== null && mark !== undefined && html`<b style=${{ insetInlineStart: `${at(mark)}%` }}></b>`}
        </dd>
        <dd key=${`t${i}`} class="bar-value">${typeof text === "string" ? html`<span>${text}</span>` : text}</dd>
      `,
    )}
  </dl>`;
}
