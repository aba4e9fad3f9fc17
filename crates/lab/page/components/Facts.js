import { html } from "../lib/ui.js";
import { Figure } from "./Figure.js";

/**
 * A few figures with their names, the first thing to read in a result.
 * @param {{ facts: ([string, any] | [string, any, any] | false | null)[], label?: string }} props name, figure or text, note
 */
export const Facts = ({ facts, label }) => html`
  <dl class="facts" aria-label=${label}>
    ${facts.map(
      (fact) =>
        fact &&
        html`<div key=${fact[0]}>
          <dt>${fact[0]}</dt>
          <dd>${isFigure(fact[1]) ? html`<${Figure} figure=${fact[1]} />` : fact[1]}</dd>
          ${fact[2] && html`<dd class="note">${fact[2]}</dd>`}
        </div>`,
    )}
  </dl>
`;

/** @param {any} value */
const isFigure = (value) =>
  value === null || value === undefined || typeof value === "number" || /^\d+$/.test(value) || Boolean(value?.certainty);
