// The address of a page: `#/count?shape=3x3&to=1024`. What a page shows is in its query, so that
// every state is a link. The part behind # never reaches the server, and so needs no routes there.
import { useEffect, useState } from "./ui.js";

/** @typedef {Record<string, string>} Query */
/** @typedef {{ page: string, query: Query }} Route */

/**
 * @param {string} hash
 * @returns {Route}
 */
export function parseRoute(hash) {
  const [path, query = ""] = hash.replace(/^#\/?/, "").split(/\?(.*)/s);
  return { page: path || "play", query: Object.fromEntries(new URLSearchParams(query)) };
}

/** A value as readable as an address allows: boards and moves can be recognised. @param {string} value */
const plain = (value) =>
  encodeURIComponent(value)
    .replace(/%20/g, "+")
    .replace(/%(2C|2F|3A|3D)/g, (code) => decodeURIComponent(code));

/**
 * The link to a page in a state; empty values are left out.
 * @param {string} page
 * @param {Record<string, string | number | boolean | null | undefined>} [query]
 */
export function link(page, query = {}) {
  const set = Object.entries(query).filter(([, value]) => value !== null && value !== undefined && value !== "");
  const text = set.map(([name, value]) => `${name}=${plain(String(value))}`).join("&");
  return `#/${page}${text ? `?${text}` : ""}`;
}

/** The whole address of a link, to be shared. @param {string} hash */
export const address = (hash) => new URL(hash, location.href).href;

/**
 * Go to a link. With `replace` the step back leads past it.
 * @param {string} hash
 * @param {{ replace?: boolean }} [how]
 */
export function go(hash, { replace = false } = {}) {
  if (hash === location.hash) return;
  history[replace ? "replaceState" : "pushState"](null, "", hash);
  window.dispatchEvent(new Event("route"));
}

/** @returns {Route} */
export function useRoute() {
  const [route, setRoute] = useState(() => parseRoute(location.hash));
  useEffect(() => {
    const read = () => setRoute(parseRoute(location.hash));
    const events = ["hashchange", "popstate", "route"];
    for (const event of events) window.addEventListener(event, read);
    read();
    return () => {
      for (const event of events) window.removeEventListener(event, read);
    };
  }, []);
  return route;
}

/**
 * Changes some parameters of the query of a page; `null` and "" take one away.
 * @param {string} page
 * @returns {(patch: Record<string, string | number | boolean | null | undefined>, how?: { push?: boolean }) => void}
 */
export const querySetter = (page) => (patch, { push = false } = {}) => {
  const now = parseRoute(location.hash);
  // A late answer must not pull the reader back to a page that was left.
  if (now.page !== page) return;
  go(link(page, { ...now.query, ...patch }), { replace: !push });
};
