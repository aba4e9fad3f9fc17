import { html } from "../../lib/ui.js";

/** How many variables a formula names. @param {string} formula */
export const variables = (formula) => Math.min(64, Math.max(0, ...[...formula.matchAll(/x(\d+)/gi)].map((match) => Number(match[1]))));

/** @param {string | undefined} order @param {number} count */
function numbers(order, count) {
  const named = (order ?? "").split(",").map(Number).filter((one) => one > 0 && one <= count);
  const usual = Array.from({ length: count }, (_, i) => i + 1);
  return new Set(named).size === count ? named : usual;
}

/**
 * The order of variables, from the top; each can be moved.
 * @param {{ count: number, order: string | undefined, error: any, onChange: (order: string | null) => void }} props
 */
export function Order({ count, order, error, onChange }) {
  if (count === 0) return null;
  const now = numbers(order, count);
  const set = (/** @type {number[]} */ next) => onChange(next.every((one, i) => one === i + 1) ? null : next.join(","));
  const swap = (/** @type {number} */ i, /** @type {number} */ j) => {
    const next = [...now];
    [next[i], next[j]] = [next[j], next[i]];
    set(next);
  };
  const key = (/** @type {any} */ event, /** @type {number} */ i) => {
    const to = { ArrowLeft: i - 1, ArrowRight: i + 1 }[/** @type {string} */ (event.key)];
    if (to === undefined || to < 0 || to >= count) return;
    event.preventDefault();
    swap(i, to);
    event.currentTarget.parentElement.parentElement.children[to]?.querySelector("button")?.focus();
  };
  return html`
    <div class="field">
      <p class="order-label" id="order-label">Order, the first on top</p>
      <ol class="order" aria-labelledby="order-label">
        ${now.map(
          (one, i) => html`<li key=${one}>
            <button type="button" class="button small mono" aria-label=${`x${one}, place ${i + 1}: move one place later`} aria-disabled=${i === count - 1} onKeyDown=${(/** @type {any} */ event) => key(event, i)} onClick=${() => i < count - 1 && swap(i, i + 1)}>
              x${one}<span aria-hidden="true">${i < count - 1 ? " ›" : ""}</span>
            </button>
          </li>`,
        )}
        <li><button type="button" class="button small" onClick=${() => set([...now].reverse())}>Reverse</button></li>
        <li><button type="button" class="button small" disabled=${!order} onClick=${() => onChange(null)}>Usual</button></li>
      </ol>
      ${error && html`<p class="field-error" role="alert">${error.message}</p>`}
      <p class="field-hint">Click moves a variable one place later; the arrow keys move it both ways.</p>
    </div>
  `;
}
