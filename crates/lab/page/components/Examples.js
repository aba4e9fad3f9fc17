import { html } from "../lib/ui.js";

/**
 * Questions that run with one click.
 * @param {{ examples: [string, () => void][], label?: string }} props
 */
export const Examples = ({ examples, label = "Examples" }) => html`
  <div class="row examples" role="group" aria-label=${label}>
    <span class="quiet">${label}</span>
    ${examples.map(([text, run]) => html`<button type="button" key=${text} class="button small" onClick=${run}>${text}</button>`)}
  </div>
`;
