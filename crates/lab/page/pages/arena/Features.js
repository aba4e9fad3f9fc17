import { html } from "../../lib/ui.js";
import { Board } from "../../components/Board.js";

/** @typedef {[number, number]} Cell */

const CHAIN = "512 256 128 64 / 4 8 16 32 / 2 . . . / . . . .";

/** The six features of Catania and Raymond, each on a board that shows it. */
const FEATURES = [
  { name: "Largest tile", about: "The face of the largest tile if it is in a corner, else 1.", board: "1024 512 64 4 / 32 16 8 2 / 2 4 . . / . . . .", marks: [[0, 0]] },
  { name: "Monotonicity", about: "Rows and columns whose tiles do not rise on the way from the root's side to the first gap.", board: "512 128 32 8 / 64 16 8 2 / 16 4 2 . / 2 . . .", marks: [[0, 0], [0, 1], [0, 2], [0, 3]] },
  { name: "Empty cells", about: "How many there are.", board: "256 64 8 2 / 16 4 . . / 2 . . . / . . . .", marks: [[1, 2], [1, 3], [2, 1], [2, 2], [2, 3], [3, 0], [3, 1], [3, 2], [3, 3]] },
  { name: "Chain", about: "The mean face of the tiles of the longer of two snakes from the root, the largest tile.", board: CHAIN, arrows: [[[0, 0], [0, 3]], [[0, 3], [1, 3]], [[1, 3], [1, 0]], [[1, 0], [2, 0]]] },
  { name: "Shift load", about: "Pairs that the last slide has lined up across its direction.", board: "64 32 . . / 64 8 . . / 4 8 . . / 2 . . .", arrows: [[[1, 0], [0, 0]], [[2, 1], [1, 1]]] },
  { name: "Adjacent", about: "The mean face of the other tiles, each divided by its distance from the root.", board: "1024 512 256 . / 512 64 . . / 16 . . . / . . . .", marks: [[0, 1], [0, 2], [1, 0], [1, 1], [2, 0]] },
];

/** What the player `features` looks at. */
export const Features = () => html`
  <section class="panel stack" aria-labelledby="features-title">
    <h2 id="features-title">The six features</h2>
    <p class="quiet">The player <code>features</code> rates a board by six numbers, each with a weight (Catania and Raymond 2024).</p>
    <ul class="features">
      ${FEATURES.map(
        ({ name, about, board, marks = [], arrows = [] }) => html`<li key=${name}>
          <h3>${name}</h3>
          <${Board} board=${board} label=${`${name}: an example`} size="11rem" marks=${marks.map((cell) => ({ cell, kind: "note" }))} arrows=${arrows.map(([from, to]) => ({ from, to }))} />
          <p>${about}</p>
        </li>`,
      )}
    </ul>
  </section>
`;
