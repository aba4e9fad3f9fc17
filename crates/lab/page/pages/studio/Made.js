import { html, useMemo, useState } from "../../lib/ui.js";
import { fileOf, isOver, useJob } from "../../lib/jobs.js";
import { faces } from "../../lib/grid.js";
import { grouped } from "../../lib/numbers.js";
import { download, rasterise } from "../../lib/save.js";
import { rankOf, tileColor } from "../../lib/tiles.js";
import { Empty } from "../../components/Empty.js";
import { Field } from "../../components/Field.js";
import { JobPanel } from "../../components/JobPanel.js";
import { Problem } from "../../components/Problem.js";
import { cellsSvg, rowsOf } from "./picture.js";
import { Play, stepText } from "./steps.js";
import { Scrubber, isStill, usePlayback } from "./playback.js";
import { TileGrid } from "./TileGrid.js";

const VIEWS = [["picture", "Picture"], ["faces", "With tiles"], ["tiles", "Tile colours"]];

/** The colour of every tile that a painting uses. @param {any} result @returns {Map<number, { name: string, color: string }>} */
const colorsOf = (result) =>
  new Map(result.colors.flatMap((/** @type {any} */ color) => color.tiles.map((/** @type {number} */ face) => [face, color])));

/**
 * What stands in the cells of a board: the colours of the picture, with or without tiles, or those of tiles.
 * @param {number[][]} board
 * @param {Map<number, { color: string }>} colors
 * @param {string} view
 */
export const painted = (board, colors, view) =>
  board.map((row) =>
    row.map((face) => {
      if (!face) return { color: tileColor(0) };
      // Tiles on their way have no colour of the picture yet.
      const color = view === "tiles" ? tileColor(rankOf(face)) : (colors.get(face)?.color ?? "#a8a29a");
      return { color, text: view === "picture" ? "" : String(face) };
    }),
  );

/** @param {{ result: any }} props */
function Mapping({ result }) {
  return html`<table class="mapping">
    <caption>Which tiles show which colour</caption>
    <thead>
      <tr><th scope="col">Colour</th><th scope="col">Tiles</th></tr>
    </thead>
    <tbody>
      ${result.colors.map(
        (/** @type {any} */ color) => html`<tr key=${color.name}>
          <th scope="row"><span class="chip" style=${{ backgroundColor: color.color }}></span> <code>${color.name}</code></th>
          <td>${color.tiles.join(" ")}</td>
        </tr>`,
      )}
    </tbody>
  </table>`;
}

/**
 * The play of a painting to step through, and its downloads.
 * @param {{ job: any, onAdopt?: (rows: string[][], colors: any[]) => void }} props
 */
export function Painting({ job, onAdopt }) {
  const { result } = job;
  const play = useMemo(() => new Play(result.replay), [result]);
  const colors = useMemo(() => colorsOf(result), [result]);
  const [view, setView] = useState("picture");
  const [error, setError] = useState(/** @type {any} */ (null));
  const seconds = isStill() ? 0 : 8;
  const stride = Math.max(1, Math.ceil(play.length / (seconds * 25 || 40)));
  const [speed, setSpeed] = useState(40);
  const playback = usePlayback(play.length, { delay: speed, stride, start: play.length, key: job.id });
  const { board, step } = play.frame(playback.place);
  const last = faces(result.board);
  const svg = () => cellsSvg(painted(last, colors, view));
  const png = async () => {
    const url = URL.createObjectURL(new Blob([svg()], { type: "image/svg+xml" }));
    try {
      download("picture.png", await rasterise(url, 1));
    } catch (reason) {
      setError(reason);
    } finally {
      URL.revokeObjectURL(url);
    }
  };
  const gif = job.files.find((/** @type {any} */ file) => file.name.endsWith(".gif"));
  const adopt = () => onAdopt?.(last.map((row) => row.map((face) => String(colors.get(face)?.name))), result.colors);
  return html`
    <section class="panel stack" aria-labelledby="made-title">
      <div class="row spread">
        <h2 id="made-title">Made by play</h2>
        <fieldset class="segments">
          <legend class="sr">Toggle colours</legend>
          ${VIEWS.map(
            ([value, label]) => html`<label key=${value}>
              <input type="radio" name="view" checked=${view === value} onChange=${() => setView(value)} /><span>${label}</span>
            </label>`,
          )}
        </fieldset>
      </div>
      <${TileGrid} cells=${painted(board, colors, view)} label=${`Board after ${playback.place} of ${play.length} steps`} />
      <${Scrubber} play=${playback} last=${play.length} label=${`Step ${grouped(playback.place)} of ${grouped(play.length)}`}>
        <p class="quiet" role="status" aria-live="off">${stepText(step)}</p>
        <${Field} label=${`Delay: ${speed} ms`} type="range" min=${20} max=${500} step=${20} value=${speed} onInput=${(/** @type {string} */ value) => setSpeed(Number(value))} />
      <//>
      <p>
        ${grouped(result.spawns)} spawns and ${grouped(result.slides)} slides from an empty board, checked by the rules;
        ${result.attempts === 1 ? " the first map of colours to tiles" : ` map ${grouped(result.attempts)} of colours to tiles`} works.
      </p>
      ${!play.endsWith(result.board) && html`<${Problem} error=${{ message: "The page's replay ends with another board than the engine's.", hint: "Trust the replay file, and report this." }} />`}
      <${Mapping} result=${result} />
      <div class="actions">
        <button type="button" class="button" onClick=${() => download("picture.svg", svg(), "image/svg+xml")}>SVG</button>
        <button type="button" class="button" onClick=${png}>PNG</button>
        ${gif && html`<a class="button" href=${`${fileOf(job.id, gif.name)}?download=1`} download="picture.gif">GIF of the play</a>`}
        <button type="button" class="button" onClick=${() => download("picture.txt", result.replay)}>Replay</button>
        ${onAdopt && html`<button type="button" class="button" onClick=${adopt}>Edit this picture</button>`}
      </div>
      <${Problem} error=${error} />
    </section>
  `;
}

/**
 * The job of the address: how far it is, the reason for a no, or the painting.
 * @param {{ query: Record<string, string>, setQuery: any, picture: string, palette: any[], onMake: () => void, onAdopt: (rows: string[][], colors: any[]) => void }} props
 */
export function Made({ query, picture, palette, onMake, onAdopt }) {
  const job = useJob(query.job);
  if (!query.job) {
    return html`<${Empty}
      title="Nothing made yet"
      action=${html`<button type="button" class="button primary" onClick=${onMake}>Make this picture</button>`}
    >
      Make image looks for tiles that show the colours, and for a game that puts them there.
    <//>`;
  }
  const result = job?.result;
  // Colours and not names are compared: pixels have no names.
  const colors = new Map(palette.map((color) => [color.name, color.color]));
  const made = result?.colors ? faces(result.board).flatMap((row) => [...row.map((face) => colorsOf(result).get(face)?.color), "/"]) : [];
  const same = made.join() === rowsOf(picture).flatMap((row) => [...row.map((name) => colors.get(name)), "/"]).join();
  return html`
    <${JobPanel} id=${query.job} files=${false} />
    ${job?.state === "negative" && html`<p class="field-hint">No play was found; that does not prove that there is none. Fewer colours, or fewer neighbours of one colour, make it easier.</p>`}
    ${job && isOver(job) && result?.colors && html`<${Painting} key=${job.id} job=${job} onAdopt=${same ? undefined : onAdopt} />`}
  `;
}
