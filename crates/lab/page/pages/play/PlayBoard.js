import { classes, html, useEffect, useRef } from "../../lib/ui.js";
import { Board } from "../../components/Board.js";

/** Pixels that make a swipe. */
const SWIPE = 24;

/** The direction of a way, or null if it was too short. @param {number} dx @param {number} dy */
function directionOf(dx, dy) {
  if (Math.max(Math.abs(dx), Math.abs(dy)) < SWIPE) return null;
  if (Math.abs(dx) > Math.abs(dy)) return dx > 0 ? "right" : "left";
  return dy > 0 ? "down" : "up";
}

/**
 * The board of the game: swipes slide, and a Dropper clicks cells. `notice` lies over it at its end.
 * @param {{ frame: any, rules: string, onSwipe: ((direction: string) => void) | null, onDrop: any, edges: any, edgeKinds: any,
 *   onEdge: any, notice: any, seen: import("../../lib/overlays.js").Overlay }} props
 */
export function PlayBoard({ frame, rules, onSwipe, onDrop, edges, edgeKinds, onEdge, notice, seen }) {
  const begun = useRef(/** @type {[number, number] | null} */ (null));
  const box = useRef(/** @type {HTMLElement | null} */ (null));
  useEffect(() => {
    // Whoever drops by keyboard finds the cursor on the board, unless they are busy elsewhere.
    const away = document.activeElement?.closest("input, textarea, select, button, a, dialog");
    if (onDrop && !away) /** @type {HTMLElement | null} */ (box.current?.querySelector("[role=gridcell][tabindex='0']") ?? null)?.focus({ preventScroll: true });
  }, [Boolean(onDrop)]);
  return html`<div
    ref=${box}
    class=${classes("play-board", onSwipe && "swipes")}
    onPointerDown=${(/** @type {PointerEvent} */ event) => {
      begun.current = [event.clientX, event.clientY];
    }}
    onPointerUp=${(/** @type {PointerEvent} */ event) => {
      if (!begun.current || !onSwipe) return;
      const direction = directionOf(event.clientX - begun.current[0], event.clientY - begun.current[1]);
      begun.current = null;
      if (direction) onSwipe(direction);
    }}
    onPointerCancel=${() => {
      begun.current = null;
    }}
  >
    <${Board}
      board=${frame.board}
      rules=${rules}
      label="The game"
      motion=${frame.motion}
      edges=${edges}
      edgeKinds=${edgeKinds}
      onEdge=${onEdge}
      onCell=${onDrop}
      marks=${seen.marks}
      arrows=${seen.arrows}
    />
    ${notice}
  </div>`;
}
