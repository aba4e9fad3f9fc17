import { classes, html, useRef } from "../../lib/ui.js";
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
 *   onEdge: any, notice: any }} props
 */
export function PlayBoard({ frame, rules, onSwipe, onDrop, edges, edgeKinds, onEdge, notice }) {
  const begun = useRef(/** @type {[number, number] | null} */ (null));
  return html`<div
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
    />
    ${notice}
  </div>`;
}
