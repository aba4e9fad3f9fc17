import { useEffect } from "../../lib/ui.js";
import { useLatest } from "../../lib/async.js";

/** Arrows, WASD and HJKL. @type {Record<string, string>} */
const SLIDES = {
  ArrowUp: "up", ArrowDown: "down", ArrowLeft: "left", ArrowRight: "right",
  w: "up", s: "down", a: "left", d: "right",
  k: "up", j: "down", h: "left", l: "right",
};

/**
 * The keys of the game, wherever the focus is but in a field.
 * @param {{ slide: (direction: string) => void, restart: () => void, undo: () => void, redo: () => void, auto: () => void, hints: () => void }} actions
 */
export function useKeys(actions) {
  const latest = useLatest(actions);
  useEffect(() => {
    const press = (/** @type {KeyboardEvent} */ event) => {
      const target = /** @type {HTMLElement} */ (event.target);
      if (event.defaultPrevented || document.querySelector("dialog[open]")) return;
      if (target.closest?.("input:not([type=checkbox]):not([type=radio]), textarea, select, [role=radiogroup], .editor")) return;
      const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
      const act = latest.current;
      if ((event.ctrlKey || event.metaKey) && !event.altKey && (key === "z" || key === "y")) {
        event.preventDefault();
        if (key === "y" || event.shiftKey) act.redo();
        else act.undo();
        return;
      }
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const direction = SLIDES[key];
      if (direction) {
        if (target.closest?.("[role=region], [type=radio]")) return;
        event.preventDefault();
        act.slide(direction);
      } else if (key === "r") act.restart();
      else if (key === "u") act.undo();
      else if (key === "y") act.redo();
      else if (key === "p") act.auto();
      else if (key === "?") act.hints();
    };
    window.addEventListener("keydown", press);
    return () => window.removeEventListener("keydown", press);
  }, []);
}
