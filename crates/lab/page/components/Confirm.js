import { html, useEffect, useRef } from "../lib/ui.js";

/**
 * Asks before something is lost. Shown while `open`; Escape says no.
 * @param {{ open: boolean, title: string, yes: string, children?: any, onYes: () => void, onNo: () => void }} props
 */
export function Confirm({ open, title, yes, children, onYes, onNo }) {
  const dialog = useRef(/** @type {HTMLDialogElement | null} */ (null));
  // After every render: who says no and asks again at once is answered, though `open` did not change between two renders.
  useEffect(() => {
    if (open && !dialog.current?.open) dialog.current?.showModal();
    if (!open && dialog.current?.open) dialog.current?.close();
  });
  return html`<dialog class="confirm" ref=${dialog} aria-label=${title} onClose=${() => open && onNo()}>
    <h2>${title}</h2>
    <p>${children}</p>
    <div class="actions">
      <button type="button" class="button primary" onClick=${onYes}>${yes}</button>
      <button type="button" class="button" onClick=${onNo}>Cancel</button>
    </div>
  </dialog>`;
}
