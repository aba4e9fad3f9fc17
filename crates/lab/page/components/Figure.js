import { html } from "../lib/ui.js";
import { certaintyText, figureText } from "../lib/numbers.js";

/**
 * A figure of an answer with the sign of its certainty: ≈ ≥ ≤ … ±; what it means is its title.
 * @param {{ figure: any, digits?: number }} props `digits`: at most this many after the point
 */
export function Figure({ figure, digits = 10 }) {
  if (figure === null || figure === undefined) return html`<span class="figure none">–</span>`;
  const certainty = typeof figure === "object" ? figure.certainty : "exact";
  return html`<span
    class=${`figure ${certainty}`}
    title=${typeof figure === "object" ? certaintyText(figure) : null}
    >${figureText(figure, digits)}</span
  >`;
}
