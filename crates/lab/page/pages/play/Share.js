import { html, useRef, useState } from "../../lib/ui.js";
import { address, link } from "../../lib/route.js";
import { copy, download } from "../../lib/save.js";
import { exportReplay, loadReplay } from "../../lib/play.js";
import { emptyBoard, stepsOf } from "../../lib/record.js";
import { gameQuery } from "../../components/GameForm.js";
import { Field } from "../../components/Field.js";

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
  const [pasted, setPasted] = useState("");
  const [error, setError] = useState(/** @type {any} */ (null));
  const file = useRef(/** @type {HTMLInputElement | null} */ (null));
  const read = (/** @type {string} */ text) =>
    loadReplay(text, record.seed).then(
      (loaded) => {
        setError(null);
        setPasted("");
        onLoad(loaded);
      },
      (reason) => setError(reason),
    );
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
      <${Field}
        label="Import a replay"
        rows=${3}
        mono
        value=${pasted}
        onInput=${setPasted}
        error=${error}
        placeholder="twofold replay 2 …"
        hint="Paste the text of a replay, or open a file."
      />
      <div class="actions">
        <button type="button" class="button small" disabled=${!pasted.trim()} onClick=${() => read(pasted)}>Load</button>
        <button type="button" class="button small" onClick=${() => file.current?.click()}>Open a file…</button>
        <input
          type="file"
          hidden
          ref=${file}
          aria-label="Replay file"
          onChange=${(/** @type {any} */ event) => {
            const input = event.currentTarget;
            const chosen = input.files[0];
            if (chosen) {
              chosen.text().then(read, setError);
              input.value = "";
            }
          }}
        />
      </div>
    </div>
  `;
}
