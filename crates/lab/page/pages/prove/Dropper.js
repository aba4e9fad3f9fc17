import { html, useState } from "../../lib/ui.js";
import { ARROWS } from "../../lib/grid.js";
import { numeric } from "../../lib/numbers.js";
import { NAMES, isSlide } from "../../lib/record.js";
import { link } from "../../lib/route.js";
import { Board } from "../../components/Board.js";
import { Check } from "../../components/Field.js";
import { Problem } from "../../components/Problem.js";
import { useDuel } from "./duel.js";

/** What a value means for the tile. @param {any} value @param {number} target @param {boolean} start whether it was forced at first */
const worth = (value, target, start) =>
  numeric(value) === 1 ? `${target} is ${start ? "still" : "now"} forced` : `${target} is ${start ? "no longer" : "not"} forced: Dropper can win`;

/**
 * A person drops, perfect play slides. Every drop shows what it does to the value.
 * @param {{ store: string, result: any, moves: string, setQuery: (patch: any) => void }} props
 */
export function Dropper({ store, result, moves, setQuery }) {
  const target = result.game.target;
  const tiles = result.game.spawns.map((/** @type {any} */ one) => one.tile).sort((/** @type {number} */ a, /** @type {number} */ b) => a - b);
  const [tile, setTile] = useState(tiles[0]);
  const [shown, setShown] = useState(false);
  const duel = useDuel({ store, result, moves, onMoves: (steps) => setQuery({ moves: steps || null }) });
  const { frame, history, over, busy, error } = duel;
  const start = numeric(result.value_empty ?? result.value) === 1;
  const marks = shown && !busy && !over ? duel.choices.filter((one) => one.tile === tile).map((one) => ({ cell: one.cell, kind: numeric(one.value) === 1 ? "good" : "bad", text: numeric(one.value) === 1 ? "won" : "lost" })) : [];
  const drops = history.filter((one) => one.step && !isSlide(one.step)).length;
  return html`
    <div class="columns wide-left duel">
      <div class="stack">
        <p class="duel-turn" role="status">
          ${over
            ? over === "slider"
              ? `${target} is made: Slider has won after ${drops} drops.`
              : "No slide is possible: Dropper has won."
            : busy
              ? "Slider answers…"
              : frame.board.match(/\d/)
                ? "Your drop: choose an empty cell."
                : "The board is empty. Drop the first tile."}
        </p>
        <${Board}
          board=${frame.board}
          rules=${result.game.tiles}
          label="Board: Enter drops a tile into an empty cell"
          size="20rem"
          motion=${frame.motion}
          marks=${marks}
          onCell=${(/** @type {any} */ { cell, button }) => duel.drop(cell, button === "secondary" && tiles.length > 1 ? tiles[1] : tile)}
        />
        ${tiles.length > 1 &&
        html`<fieldset class="segments tile-choice">
          <legend class="sr">Tile to drop</legend>
          ${tiles.map(
            (/** @type {number} */ face) => html`<label key=${face}>
              <input type="radio" name="drop" checked=${tile === face} onChange=${() => setTile(face)} /><span>Drop ${face}</span>
            </label>`,
          )}
        </fieldset>`}
        <div class="actions">
          <button type="button" class="button small" disabled=${history.length < 2 || busy} onClick=${duel.undo}>Take back</button>
          <button type="button" class="button small" disabled=${history.length < 2 || busy} onClick=${duel.restart}>New game</button>
          <a class="button small" href=${link("analyse", { shape: result.game.shape, rules: result.game.tiles === "classic" ? null : result.game.tiles, board: frame.board })}>Analyse this board</a>
        </div>
        <${Check} label="Show what each cell would do" checked=${shown} onChange=${setShown} />
        <${Problem} error=${error} />
      </div>
      <div class="stack">
        <h3>${start ? `Solved: ${target} is forced from the empty board` : `Solved: ${target} is not forced`}</h3>
        <p>${start ? "No drop of yours can change that. Try." : "You can win. After a drop that gives it away, the value says so."}</p>
        <ol class="duel-log" aria-label="Moves so far">
          ${duel.rounds.map(
            (round, i) => html`<li key=${i}>
              <span class="mono">${round.drop}</span>
              <span>${round.slide ? html`<span aria-hidden="true">${ARROWS[NAMES[round.slide]]}</span> <span class="sr">slide ${NAMES[round.slide]}</span>` : ""}</span>
              <span class=${round.value === null ? "quiet" : numeric(round.value) === 1 ? "won" : "lost"}>${round.value === null ? "" : worth(round.value, target, start)}</span>
            </li>`,
          )}
        </ol>
        ${duel.rounds.length === 0 && html`<p class="quiet">Your drops and Slider's answers will be listed here.</p>`}
      </div>
    </div>
  `;
}
