import { html } from "../../lib/ui.js";
import { grouped } from "../../lib/numbers.js";
import { Board } from "../../components/Board.js";
import { DataTable } from "../../components/DataTable.js";
import { Facts } from "../../components/Facts.js";
import { Picture } from "../../components/Picture.js";
import { PublishedCounts } from "./Published.js";

/** @type {[string, string, string][]} */
const PLOTS = [
  ["plot.svg", "Stacked", "Positions by tile sum, stacked by largest tile"],
  ["plot-log.svg", "Logarithmic", "Positions by tile sum on a logarithmic scale, a line for each largest tile"],
  ["last.svg", "Last layer", "The boards of the last layer"],
];

/** Orbits and boards side by side. @param {{ result: any }} props */
const Kinds = ({ result }) => html`
  <${DataTable}
    name="counts"
    caption="What was counted"
    columns=${[
      { key: "what", label: "" },
      { key: "orbits", label: "Up to symmetry", number: true },
      { key: "boards", label: "Boards", number: true },
    ]}
    rows=${[
      { what: "Live: a slide is legal", orbits: result.live, boards: result.boards_live },
      { what: "Dead: none is", orbits: result.dead, boards: result.boards_dead },
      { what: "Positions", orbits: result.total, boards: result.boards },
      { what: "Afterstates", orbits: result.afterstates, boards: result.boards_afterstates },
    ]}
  />
`;

/** @param {{ result: any, job: import("../../lib/jobs.js").Job }} props */
export function Result({ result, job }) {
  const boards = result.last_layer?.boards;
  const pictures = PLOTS.filter(([name]) => job.files.some((file) => file.name === name));
  return html`
    <section class="panel stack" aria-label="Result">
      <h2>
        ${result.game.shape}${result.game.tiles === "classic" ? "" : ` ${result.game.tiles}`}${result.game.target ? ` to ${result.game.target}` : ""}
      </h2>
      <${Facts}
        facts=${[
          ["Positions", result.total, `${grouped(result.boards)} boards`],
          ["Live", result.live],
          ["Dead", result.dead],
          ["Layers", result.layers, result.complete ? "all of them" : `to tile sum ${result.until_sum}`],
          result.peak && ["Largest layer", result.peak.total, `tile sum ${result.peak.tile_sum}`],
        ]}
      />
      ${!result.complete && html`<p class="quiet">Exact for the layers that were counted; the game goes on.</p>`}
    </section>
    <div class="columns">
      <${Kinds} result=${result} />
      <${PublishedCounts} result=${result} />
    </div>
    ${pictures.length > 0 &&
    html`<section class="count-plots" aria-label="Plots">
      ${pictures.map(([name, caption, alt]) => html`<${Picture} key=${name} job=${job.id} name=${name} alt=${`${alt}, ${result.game.shape}`} caption=${caption} />`)}
    </section>`}
    ${boards?.length > 0 &&
    boards.length <= 24 &&
    !pictures.some(([name]) => name === "last.svg") &&
    html`<section class="panel stack" aria-label="Last layer">
      <h2>Last layer, tile sum ${result.last_layer.tile_sum}</h2>
      <ul class="last-boards">
        ${boards.map(
          (/** @type {string} */ board) => html`<li key=${board}>
            <${Board} board=${board} rules=${result.game.tiles} label=${board} size="7rem" />
          </li>`,
        )}
      </ul>
    </section>`}
    <${DataTable}
      name=${`count-${result.game.shape}`}
      caption="By tile sum and largest tile, up to symmetry"
      height="28rem"
      columns=${[
        { key: "tile_sum", label: "Tile sum", number: true },
        { key: "largest", label: "Largest tile", number: true },
        { key: "live", label: "Live", number: true },
        { key: "dead", label: "Dead", number: true },
        { key: "total", label: "Positions", number: true },
      ]}
      rows=${result.rows}
    />
  `;
}
