import { html } from "../../lib/ui.js";
import { inkOn } from "./picture.js";

/**
 * The colours to paint with; one is current. Arrow keys choose, as in any group of radio buttons.
 * @param {{ palette: import("./picture.js").Color[], current: string, onChange: (name: string) => void }} props
 */
export function Swatches({ palette, current, onChange }) {
  const move = (/** @type {any} */ event) => {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[/** @type {string} */ (event.key)];
    if (!step) return;
    event.preventDefault();
    const at = palette.findIndex((color) => color.name === current);
    const next = (at + step + palette.length) % palette.length;
    onChange(palette[next].name);
    event.currentTarget.children[next]?.focus();
  };
  return html`<div class="swatches" role="radiogroup" aria-label="Colour" onKeyDown=${move}>
    ${palette.map(
      ({ name, color, label }, i) => html`<button
        type="button"
        key=${name}
        class="swatch"
        role="radio"
        aria-checked=${current === name ? "true" : "false"}
        aria-label=${label}
        title=${`${label} (key ${i + 1})`}
        tabindex=${current === name ? 0 : -1}
        style=${{ "--tile": color, "--tile-ink": inkOn(color) }}
        onClick=${() => onChange(name)}
      >
        ${i < 9 ? i + 1 : ""}
      </button>`,
    )}
  </div>`;
}
