import { classes, html } from "../../lib/ui.js";

/** "in 3 plies". @param {number | null} distance */
const length = (distance) => (distance === null || distance === undefined ? "" : ` in ${distance} ${distance === 1 ? "ply" : "plies"}`);

/** Who wins a position, in words. @param {any} asked */
export const verdict = (asked) =>
  `${asked.to_move} to move. ${asked.winner} wins${length(asked.distance)}.`;

/** Plies to the end, this move included; the server counts from the position after it. @param {any} one */
const plies = (one) => (one.distance === null || one.distance === undefined ? null : one.distance + 1);

/**
 * Moves in order: those that win, the fastest first; then those that lose, the slowest first.
 * @param {any[]} moves
 */
export const ordered = (moves) =>
  [...moves].sort((a, b) => (a.wins !== b.wins ? Number(b.wins) - Number(a.wins) : (a.wins ? 1 : -1) * ((a.distance ?? 0) - (b.distance ?? 0))));

/**
 * All moves of a position with what they are worth; a click plays one.
 * @param {{ asked: any, hidden: boolean, onMove: (move: string) => void, onHover: (move: string | null) => void }} props
 */
export const Moves = ({ asked, hidden, onMove, onHover }) => html`
  <ul class="move-list" aria-label="Moves">
    ${(hidden ? asked.moves : ordered(asked.moves)).map(
      (/** @type {any} */ one) => html`<li key=${one.move}>
        <button
          type="button"
          class=${classes("button small", !hidden && (one.wins ? "wins" : "loses"))}
          onClick=${() => onMove(one.move)}
          onMouseEnter=${() => onHover(one.move)}
          onMouseLeave=${() => onHover(null)}
          onFocus=${() => onHover(one.move)}
          onBlur=${() => onHover(null)}
        >
          <span class="mono">${one.move}</span>
          ${!hidden && html`<span>${one.wins ? "wins" : "loses"}${length(plies(one))}${one.move === asked.best ? ", best" : ""}</span>`}
        </button>
      </li>`,
    )}
  </ul>
`;
