import { html, useState } from "../../lib/ui.js";
import { startJob, useJob } from "../../lib/jobs.js";
import { faces } from "../../lib/grid.js";
import { grouped } from "../../lib/numbers.js";
import { Board } from "../../components/Board.js";
import { DataTable } from "../../components/DataTable.js";
import { Field } from "../../components/Field.js";
import { JobPanel } from "../../components/JobPanel.js";
import { Problem } from "../../components/Problem.js";
import { pictureOptions } from "./picture.js";
import { Play, stepText } from "./steps.js";
import { Scrubber, usePlayback } from "./playback.js";
import { TileGrid } from "./TileGrid.js";

/** Catania and Raymond (2024), Figure 18: filled rows, and all rows met on the way. */
const PUBLISHED = [
  [2, 2], [6, 12], [26, 67], [142, 431], [850, 2923], [5626, 20738], [40882, 156031], [320902, 1245210],
];

const COLUMNS = [
  { key: "width", label: "Width", number: true },
  { key: "filled", label: "Filled rows", number: true },
  { key: "met", label: "Rows met", number: true },
  { key: "published", label: "Published", value: (/** @type {any} */ row) => PUBLISHED[row.width - 1]?.map(grouped).join("; ") ?? "new" },
  {
    key: "agrees",
    label: "",
    value: (/** @type {any} */ { width, filled, met }) => {
      const known = PUBLISHED[width - 1];
      return known ? (known[0] === filled && known[1] === met ? "agrees" : "differs") : "";
    },
  },
];

/** @param {{ query: Record<string, string>, setQuery: any }} props */
function Table({ query, setQuery }) {
  const job = useJob(query.rowsjob);
  const [width, setWidth] = useState("7");
  const [error, setError] = useState(/** @type {any} */ (null));
  const count = () => {
    setError(null);
    startJob("paint", { rows: Number(width) }, `Count rows up to width ${width}`).then(
      (started) => setQuery({ rowsjob: started.id }),
      setError,
    );
  };
  const rows = job?.result?.rows;
  return html`
    <section class="panel stack" aria-labelledby="rows-title">
      <h2 id="rows-title">Rows that can be built</h2>
      <p class="quiet">
        How many rows of tiles can be made at the edge of a board, by spawning 2s and 4s at either end and sliding along the row
        (Figure 18 of Catania and Raymond 2024).
      </p>
      <div class="row">
        <${Field} label="Up to width" type="number" min=${1} max=${10} value=${width} onInput=${setWidth} error=${error?.option === "rows" ? error : null} />
        <button type="button" class="button" onClick=${count}>Count</button>
      </div>
      ${error && error.option !== "rows" && html`<${Problem} error=${error} />`}
      <${JobPanel} id=${query.rowsjob} />
      ${rows && html`<${DataTable} columns=${COLUMNS} rows=${rows} caption="Rows by width" name="rows" />`}
    </section>
  `;
}

/** The play that builds one row, tile by tile. @param {{ job: any }} props */
function Building({ job }) {
  const { result } = job;
  const [play] = useState(() => new Play(result.replay));
  const playback = usePlayback(play.length, { delay: 500, start: 0, key: job.id });
  const { board, step } = play.frame(playback.place);
  const colors = new Map(result.colors.flatMap((/** @type {any} */ one) => one.tiles.map((/** @type {number} */ face) => [face, one])));
  const row = faces(result.board)[0];
  const names = row.map((face) => colors.get(face)?.name);
  const needed = result.colors.map((/** @type {any} */ one) => `${names.some((name, i) => name === one.name && names[i + 1] === name) ? 2 : 1} for ${one.name}`).join(", ");
  return html`
    <ol class="walk">
      <li>Colours: ${result.colors.map((/** @type {any} */ one) => html`<span class="chip" style=${{ backgroundColor: one.color }} title=${one.name}></span> `)}</li>
      <li>Tiles needed at least: ${needed}. A colour that touches itself needs two, since equal tiles would merge.</li>
      <li>Map ${result.attempts} that was tried works: ${result.colors.map((/** @type {any} */ one) => `${one.name} is ${one.tiles.join(" or ")}`).join(", ")}. The row is <strong>${row.join(" ")}</strong>.</li>
      <li>It is built in ${result.spawns} spawns and ${result.slides} slides:</li>
    </ol>
    <div class="building"><${Board} board=${board} motion=${play.motion(playback.place)} label=${`The row after ${playback.place} steps: ${board[0].join(" ")}`} size="26rem" /></div>
    <${Scrubber} play=${playback} last=${play.length} label=${`Step ${playback.place} of ${play.length}`}>
      <p class="quiet">${stepText(step)}</p>
    <//>
  `;
}

/**
 * One row of the picture, built before your eyes.
 * @param {{ query: Record<string, string>, setQuery: any, rows: string[][], palette: any[] }} props
 */
function OneRow({ query, setQuery, rows, palette }) {
  const job = useJob(query.rowjob);
  const [number, setNumber] = useState("2");
  const [error, setError] = useState(/** @type {any} */ (null));
  const at = Math.max(0, Math.min(rows.length - 1, Number(number) - 1 || 0));
  const colors = new Map(palette.map((color) => [color.name, color]));
  const build = () => {
    setError(null);
    startJob("paint", pictureOptions([rows[at]], palette), `Build row ${at + 1}`).then((started) => setQuery({ rowjob: started.id }), setError);
  };
  return html`
    <section class="panel stack" aria-labelledby="row-title">
      <h2 id="row-title">How a row is built</h2>
      <p class="quiet">From colours to tiles to play, as in Figure 17: choose a row of your picture.</p>
      <div class="row">
        <${Field} label=${`Row, 1 to ${rows.length}`} type="number" min=${1} max=${rows.length} value=${number} onInput=${setNumber} />
        <button type="button" class="button" onClick=${build}>Build this row</button>
      </div>
      <${TileGrid} cells=${[rows[at].map((name) => ({ color: colors.get(name)?.color ?? "#000000" }))]} label=${`Row ${at + 1}: ${rows[at].map((name) => colors.get(name)?.label ?? name).join(", ")}`} size="26rem" />
      <${Problem} error=${error} />
      <${JobPanel} id=${query.rowjob} files=${false} />
      ${job?.result?.replay && html`<${Building} key=${job.id} job=${job} />`}
    </section>
  `;
}

/** @param {{ query: Record<string, string>, setQuery: any, rows: string[][], palette: any[] }} props */
export const Rows = (props) => html`<div class="columns"><${OneRow} ...${props} /><${Table} ...${props} /></div>`;
