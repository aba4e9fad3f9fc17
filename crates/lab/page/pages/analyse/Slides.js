import { html } from "../../lib/ui.js";
import { ARROWS } from "../../lib/grid.js";
import { lessIsBetter, lossOf } from "../../lib/exact.js";
import { certaintyText, grouped, numeric } from "../../lib/numbers.js";
import { Figure } from "../../components/Figure.js";
import { Board } from "../../components/Board.js";
import { rating } from "../play/Hints.js";

/** A loss as people read it. @param {number} loss */
export const lossText = (loss) => (loss > 0 ? `−${grouped(Number(loss.toPrecision(4)))}` : "best");

/**
 * Every legal slide, best first; a click makes it.
 * @param {{ slides: any[], exact: any, advice: any, rules: string, onSlide: (direction: string) => void }} props
 *   `slides` of the answer to `board`, `exact` that of a store, `advice` that of a player
 */
export function Slides({ slides, exact, advice, rules, onSlide }) {
  const legal = slides.filter((slide) => slide.legal);
  if (!legal.length) return html`<p class="quiet">No slide is legal: play ends here.</p>`;
  const of = (/** @type {any} */ list, /** @type {string} */ direction) =>
    list?.slides.find((/** @type {any} */ one) => one.direction === direction)?.value ?? null;
  const worth = (/** @type {any} */ slide) => {
    if (exact) return numeric(of(exact, slide.direction)) * (lessIsBetter(exact.goal) ? -1 : 1);
    return of(advice, slide.direction) ?? 0;
  };
  const best = exact?.best ?? advice?.best;
  const sorted = [...legal].sort((a, b) => worth(b) - worth(a) || Number(b.direction === best) - Number(a.direction === best));
  return html`<ol class="choices">
    ${sorted.map((slide) => {
      const value = of(exact, slide.direction);
      const loss = exact ? lossOf(exact, slide.direction) : 0;
      return html`<li key=${slide.direction}>
        <button type="button" class=${slide.direction === best ? "choice best" : "choice"} onClick=${() => onSlide(slide.direction)}>
          <span class="choice-board" aria-hidden="true"><${Board} board=${slide.board} rules=${rules} label="" /></span>
          <span class="choice-name">${ARROWS[slide.direction]} ${slide.direction}</span>
          ${exact
            ? html`<span class="choice-value"><${Figure} figure=${value} /></span>
                <span class=${loss > 0 ? "choice-loss bad" : "choice-loss"}>${lossText(loss)}</span>`
            : html`<span class="choice-value">${advice ? rating(of(advice, slide.direction)) : ""}</span>
                <span class="choice-loss">${slide.direction === best ? "preferred" : ""}</span>`}
          <span class="choice-score">+${grouped(slide.score)}</span>
        </button>
      </li>`;
    })}
  </ol>
  ${exact?.value && html`<p class="field-hint">${certaintyText(exact.value)}</p>`}`;
}
