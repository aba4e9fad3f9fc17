import { html, useMemo, useState } from "../../lib/ui.js";
import { answer } from "../../lib/api.js";
import { useAsync } from "../../lib/async.js";
import { sizes } from "../../lib/grid.js";
import { grouped } from "../../lib/numbers.js";
import { download, rasterise } from "../../lib/save.js";
import { Check, Field } from "../../components/Field.js";
import { DataTable } from "../../components/DataTable.js";
import { Empty } from "../../components/Empty.js";
import { Problem } from "../../components/Problem.js";
import { canList, classesOf, pathSvg, paths } from "./paths.js";

/** Cards that are shown at once; more come with a button. */
const MANY = 120;

/** @type {Record<string, string>} */
const PLACES = { corner: "in a corner", border: "on the border", inside: "inside" };

/** @param {{ cells: number[], height: number, width: number, label?: string }} props */
export function PathPicture({ cells, height, width, label }) {
  const at = (/** @type {number} */ cell) => [(cell % width) * 20 + 10, Math.floor(cell / width) * 20 + 10];
  const [x, y] = at(cells[0]);
  return html`<svg class="chain-picture" viewBox=${`0 0 ${width * 20} ${height * 20}`} role=${label ? "img" : null} aria-label=${label} aria-hidden=${label ? null : "true"}>
    <rect class="ground" width=${width * 20} height=${height * 20} rx="3" />
    ${cells.map((_, i) => html`<rect key=${i} class="cell-box" x=${(i % width) * 20 + 1} y=${Math.floor(i / width) * 20 + 1} width="18" height="18" rx="2" />`)}
    <polyline class="way" points=${cells.map((cell) => at(cell).join(",")).join(" ")} />
    <circle class="start" cx=${x} cy=${y} r="4.5" />
  </svg>`;
}

/** What the server has counted. @param {{ result: any, listed: number | null, classes: number | null }} props */
function Counts({ result, listed, classes }) {
  const rows = [
    { what: "Directed paths", all: result.directed, classes: result.directed_orbits },
    { what: "Undirected paths", all: result.undirected, classes: result.undirected_orbits },
    ...result.starts.map((/** @type {any} */ one) => ({ what: `Directed, from a cell ${PLACES[one.start] ?? one.start}`, all: one.directed, classes: one.orbits })),
  ];
  const agree = listed === Number(result.directed) && classes === Number(result.directed_orbits);
  return html`
    <${DataTable}
      columns=${[{ key: "what", label: "Paths" }, { key: "all", label: "All", number: true }, { key: "classes", label: "Up to symmetry", number: true }]}
      rows=${rows}
      caption=${`Complete chain paths on ${result.shape}, counted`}
      name="chains"
    />
    ${listed !== null && html`<p class=${agree ? "quiet" : "field-error"}>${agree ? "Listed one by one, they are as many." : `Listed one by one: ${grouped(listed)}, which differs. Please report this.`}</p>`}
  `;
}

/** @param {{ query: Record<string, string>, setQuery: any }} props */
export function Chains({ query, setQuery }) {
  const shape = query.shape ?? "4x4";
  const valid = /^\s*\d+\s*[x×]\s*\d+\s*$/i.test(shape);
  const [height, width] = sizes(shape);
  const { data, error, loading } = useAsync(valid ? (signal) => answer("chains", { shape: `${height}x${width}` }, { signal }) : null, [shape], { delay: 250 });
  const can = valid && canList(height, width);
  const all = useMemo(() => (can ? paths(height, width) : []), [can, height, width]);
  const classes = useMemo(() => classesOf(all, height, width), [all]);
  const every = query.all === "true";
  const [start, symmetry, turns] = [query.start ?? "", query.symmetry ?? "", query.turns ?? ""];
  const limit = Number(query.limit) || MANY;
  const from = every ? all : classes;
  const shown = useMemo(
    () =>
      from
        .filter((path) => (!start || path.start === start) && (!symmetry || path.symmetry === symmetry) && (!turns || path.turns === Number(turns)))
        .sort((a, b) => b.monotone - a.monotone || a.turns - b.turns),
    [from, start, symmetry, turns],
  );
  const set = (/** @type {Record<string, any>} */ patch) => setQuery({ tab: "chains", limit: null, ...patch });
  const counted = (/** @type {"start" | "symmetry" | "turns"} */ key) => [...new Set(from.map((path) => String(path[key])))].sort((a, b) => a.localeCompare(b, "en", { numeric: true }));
  const [unsaved, setUnsaved] = useState(/** @type {any} */ (null));
  const png = async (/** @type {number[]} */ cells) => {
    const url = URL.createObjectURL(new Blob([pathSvg(cells, height, width)], { type: "image/svg+xml" }));
    await rasterise(url).then((blob) => download("chain.png", blob), setUnsaved);
    URL.revokeObjectURL(url);
  };
  const chosen = all.find((path) => path.cells.join("-") === query.path);
  return html`
    <div class="columns wide-right">
      <div class="stack">
        <section class="panel stack" aria-labelledby="filter-title">
          <h2 id="filter-title">Board and filters</h2>
          <${Field} label="Rows and columns" value=${shape} error=${valid ? (error?.option === "shape" ? error : null) : "Write rows, an x, and columns, as in 4x4."} suggestions=${["3x3", "3x4", "4x4", "4x5", "5x5"]} onInput=${(/** @type {string} */ next) => set({ shape: next, path: null, start: null, symmetry: null, turns: null })} />
          <${Field} label="First cell" value=${start} options=${[["", "any"], ["corner", "in a corner"], ["border", "on the border"], ["inside", "inside"]]} onInput=${(/** @type {string} */ next) => set({ start: next })} />
          <${Field} label="Turns" value=${turns} options=${[["", "any number"], ...counted("turns").map((one) => [one, one])]} onInput=${(/** @type {string} */ next) => set({ turns: next })} />
          <${Field} label="Turned around by" hint="A symmetry of the board that maps the path onto itself, backwards" value=${symmetry} options=${[["", "anything"], ...counted("symmetry").map((one) => [one, one === "none" ? "no symmetry" : `a ${one}`])]} onInput=${(/** @type {string} */ next) => set({ symmetry: next })} />
          <${Check} label="Show mirrored and rotated paths too" checked=${every} onChange=${(/** @type {boolean} */ next) => set({ all: next ? "true" : null })} />
        </section>
        ${error && error.option !== "shape" && html`<${Problem} error=${error} />`}
        ${loading && !data && html`<p class="loading" role="status">Counting…</p>`}
        ${data?.result && html`<${Counts} result=${data.result} listed=${can ? all.length : null} classes=${can ? classes.length : null} />`}
      </div>
      <section class="stack" aria-labelledby="gallery-title">
        <h2 id="gallery-title">${can ? `${grouped(shown.length)} of ${grouped(from.length)} paths` : "Gallery"}</h2>
        ${chosen &&
        html`<div class="panel chain-large">
          <${PathPicture} cells=${chosen.cells} height=${height} width=${width} label=${`Path over cells ${chosen.cells.map((cell) => cell + 1).join(", ")}`} />
          <div class="stack tight">
            <p>Starts ${PLACES[chosen.start]}; ${chosen.turns} turns; ${chosen.monotone} of ${height + width} rows and columns in order; ${chosen.symmetry === "none" ? "no symmetry turns it around" : `a ${chosen.symmetry} turns it around`}.</p>
            <div class="actions">
              <button type="button" class="button small" onClick=${() => download("chain.svg", pathSvg(chosen.cells, height, width), "image/svg+xml")}>SVG</button>
              <button type="button" class="button small" onClick=${() => png(chosen.cells)}>PNG</button>
              <button type="button" class="button small" onClick=${() => set({ path: null, limit: query.limit })}>Close</button>
            </div>
          </div>
        </div>`}
        <${Problem} error=${unsaved} />
        ${!can && html`<${Empty} title="Counted, not drawn">Boards of more than 20 cells, except 5×5, have too many paths for a gallery.<//>`}
        ${can && !shown.length && html`<${Empty} title="No path like this" action=${html`<button type="button" class="button" onClick=${() => set({ start: null, symmetry: null, turns: null })}>Clear the filters</button>`}>Nothing passes all filters.<//>`}
        <ul class="chain-list">
          ${shown.slice(0, limit).map((path) => {
            const key = path.cells.join("-");
            return html`<li key=${key}>
              <button type="button" class="chain-card" aria-pressed=${query.path === key} onClick=${() => set({ path: query.path === key ? null : key, limit: query.limit })}>
                <${PathPicture} cells=${path.cells} height=${height} width=${width} />
                <span>${path.turns} turns, ${path.monotone} in order${path.symmetry === "none" ? "" : `, ${path.symmetry}`}</span>
              </button>
            </li>`;
          })}
        </ul>
        ${shown.length > limit && html`<button type="button" class="button" onClick=${() => setQuery({ tab: "chains", limit: limit + 240 })}>Show more</button>`}
      </section>
    </div>
  `;
}
