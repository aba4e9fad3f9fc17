import { html } from "../lib/ui.js";
import { inWords } from "../lib/words.js";

/**
 * An error as a message with what to do about it.
 * @param {{ error: any, retry?: () => void }} props
 */
export function Problem({ error, retry }) {
  if (!error) return null;
  return html`
    <div class="problem" role="alert">
      <p class="problem-message">${inWords(error.message)}</p>
      ${error.pointer && html`<pre class="pointer">${error.pointer}</pre>`}
      ${error.hint && html`<p class="problem-hint">${inWords(error.hint)}</p>`}
      ${retry && html`<button type="button" class="button" onClick=${retry}>Try again</button>`}
    </div>
  `;
}
