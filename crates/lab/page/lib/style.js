import { useLayoutEffect } from "./ui.js";

/**
 * Loads the stylesheet of a page once: `pages/NAME.css`.
 * @param {string} name
 */
export function useStyle(name) {
  useLayoutEffect(() => {
    const href = `pages/${name}.css`;
    if (document.head.querySelector(`link[href="${href}"]`)) return;
    const sheet = document.createElement("link");
    sheet.rel = "stylesheet";
    sheet.href = href;
    document.head.append(sheet);
  }, [name]);
}
