import { html, useState } from "../../lib/ui.js";
import { address, link } from "../../lib/route.js";
import { copy, download } from "../../lib/save.js";
import { exportReplay } from "../../lib/play.js";
import { emptyBoard, stepsOf } from "../../lib/record.js";
import { gameQuery } from "../../components/GameForm.js";
import { ImportReplay } from "../../components/ImportReplay.js";
import { Problem } from "../../components/Problem.js";

/** The link that replays a game up to what is shown. @param {string} page @param {any} record @param {any} [more] */
export const replayLink = (page, record, more = {}) =>
  link(page, {
    ...gameQuery(record.game),
    seed: record.seed,
    board: emptyBoard(record.frames[0].board) ? null : record.frames[0].board,
    moves: stepsOf(record).join(""),
    ...more,
  });

/**
 * Seed, link, export and import of the game.
 * @param {{ record: any, onLoad: (record: any) => void }} props
 */
export function Share({ record, onLoad }) {
  const [said, setSaid] = useState("");
  const [error, setError] = useState(/** @type {any} */ (null));
  return html`
    <div class="stack tight">
      <p>Seed <strong class="mono">${record.seed}</strong></p>
      <div class="actions">
        <button
          type="button"
          class="button small"
          onClick=${() =>
            copy(address(replayLink("play", record))).then((worked) =>
              setSaid(worked ? "Copied a link that replays this game." : "The browser does not let the page copy."),
            )}
        >
          Copy replay link
        </button>
        <button
          type="button"
          class="button small"
          onClick=${() =>
            exportReplay(record).then(
              (text) => download(`game-${record.seed}.txt`, text),
              (reason) => setError(reason),
            )}
        >
          Export replay
        </button>
        <a class="button small" href=${replayLink("analyse", record)}>Analyse this game</a>
      </div>
      <p class="field-hint" role="status">${said}</p>
      <${ImportReplay} seed=${record.seed} onLoad=${onLoad} />
      <${Problem} error=${error} />
    </div>
  `;
}
