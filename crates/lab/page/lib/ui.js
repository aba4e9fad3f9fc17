// The one place where the page meets its view library.
import { h } from "../vendor/preact.mjs";
import htm from "../vendor/htm.mjs";

export { h, render, createContext, Fragment, Component } from "../vendor/preact.mjs";
export {
  useState,
  useReducer,
  useEffect,
  useLayoutEffect,
  useRef,
  useMemo,
  useCallback,
  useContext,
  useId,
} from "../vendor/hooks.mjs";

/** Markup as a tagged template: html`<p class="x">${text}</p>`. */
export const html = htm.bind(h);

/**
 * Class names, without those that are false.
 * @param {...(string | false | null | undefined)} names
 */
export const classes = (...names) => names.filter(Boolean).join(" ");
