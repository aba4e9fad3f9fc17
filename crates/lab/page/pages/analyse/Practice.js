import { html } from "../../lib/ui.js";
import { ARROWS } from "../../lib/grid.js";
import { lossOf } from "../../lib/exact.js";
import { grouped } from "../../lib/numbers.js";

/**
 * The answer stays hidden until a slide is chosen, or until it is asked for.
 * @param {{ slides: any[], exact: any, advice: any, choice: string | null, revealed: boolean, onChoose: (direction: string | null) => void, onNext: (direction: string) => void }} props
 */
export function Practice({ slides, exact, advice, choice, revealed, onChoose, onNext }) {
  const best = exact?.best ?? advice?.best;
  const loss = exact && choice ? lossOf(exact, choice) : choice === best ? 0 : NaN;
  if (!revealed) {
    return html`<div class="stack tight">
      <p>Which slide is best?</p>
      <div class="actions">
        ${slides
          .filter((slide) => slide.legal)
          .map(
            ({ direction }) => html`<button type="button" class="button" key=${direction} onClick=${() => onChoose(direction)}>
              ${ARROWS[direction]} ${direction}
            </button>`,
          )}
        <button type="button" class="button" onClick=${() => onChoose(null)}>Show the answer</button>
      </div>
    </div>`;
  }
  return html`<div class="verdict" role="status">
    <p>
      ${choice === null
        ? html`The best slide is <strong>${best}</strong>.`
        : loss === 0
          ? html`<strong class="good">${choice} is best.</strong>`
          : html`<strong class="bad">${choice}</strong>${Number.isNaN(loss) ? "" : ` loses ${grouped(Number(loss.toPrecision(4)))}`}; the best slide is
              <strong> ${best}</strong>.`}
    </p>
    <button type="button" class="button small" onClick=${() => onNext(choice ?? best)}>Go on with a spawn by chance</button>
  </div>`;
}
