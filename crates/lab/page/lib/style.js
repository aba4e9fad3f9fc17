import { useLayoutEffect } from "./ui.js";

/** @type {Map<string, Promise<void>>} */
const sheets = new Map();

/**
 * The stylesheet of a page, `pages/NAME.css`, loaded once: a page that waits for it does not move when it comes.
 * @param {string} name
 */
export function styled(name) {
  const known = sheets.get(name);
  if (known) return known;
  const sheet = document.createElement("link");
  sheet.rel = "stylesheet";
  sheet.href = `pages/${name}.css`;
  const there = new Promise((/** @type {(value: void) => void} */ resolve) => {
    sheet.onload = sheet.onerror = () => resolve();
  });
  sheets.set(name, there);
  document.head.append(sheet);
  return there;
}

/**
 * Loads the stylesheet of another page.
 * @param {string} name
 */
export function useStyle(name) {
  useLayoutEffect(() => void styled(name), [name]);
}
