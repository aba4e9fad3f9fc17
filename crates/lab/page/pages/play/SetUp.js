import { html, useState } from "../../lib/ui.js";
import { faces, shapeOf } from "../../lib/grid.js";
import { emptyBoard } from "../../lib/record.js";
import { BoardEditor } from "../../components/BoardEditor.js";

/**
 * A board of one's own to play from; it begins with the one that is played.
 * @param {{ game: import("../../components/GameForm.js").Game, board: string, onPlay: (game: any, board: string) => void }} props
 */
export function SetUp({ game, board, onPlay }) {
  const [drawn, setDrawn] = useState(/** @type {string | null} */ (null));
  const shown = drawn ?? board;
  return html`
    <div class="stack tight set-up">
      <${BoardEditor} label="Board to play from" board=${shown} rules=${game.rules} size="18rem" onChange=${setDrawn} />
      <div class="actions">
        <button
          type="button"
          class="button primary"
          disabled=${emptyBoard(shown)}
          onClick=${() => {
            onPlay({ ...game, shape: shapeOf(faces(shown)) }, shown);
            setDrawn(null);
          }}
        >
          Play from this board
        </button>
        <button type="button" class="button" disabled=${drawn === null} onClick=${() => setDrawn(null)}>Take the game's board</button>
      </div>
    </div>
  `;
}
