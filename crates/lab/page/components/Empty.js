import { html } from "../lib/ui.js";

/**
 * A place with nothing in it yet: says what will be there, and what to do.
 * @param {{ title: string, children?: any, action?: any }} props
 */
export const Empty = ({ title, children, action }) => html`
  <div class="empty">
    <div class="empty-mark" aria-hidden="true"><i></i><i></i><i></i><i></i></div>
    <p class="empty-title">${title}</p>
    ${children && html`<p>${children}</p>`} ${action}
  </div>
`;
