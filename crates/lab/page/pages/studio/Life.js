import { html, useEffect, useMemo, useRef, useState } from "../../lib/ui.js";
import { fileOf, startJob, useJob } from "../../lib/jobs.js";
import { faces, sizes } from "../../lib/grid.js";
import { grouped } from "../../lib/numbers.js";
import { download, rasterise } from "../../lib/save.js";
import { rankOf, tileColor } from "../../lib/tiles.js";
import { Check, Field } from "../../components/Field.js";
import { Empty } from "../../components/Empty.js";
import { JobPanel } from "../../components/JobPanel.js";
import { Problem } from "../../components/Problem.js";
import { PRESETS, centred, deadWorld, next, period, periodText, population, readPattern, worldText } from "./world.js";
import { askedOf, only } from "./asked.js";
import { cellsSvg } from "./picture.js";
import { PaintGrid } from "./PaintGrid.js";
import { Population } from "./Population.js";
import { Scrubber, usePlayback } from "./playback.js";
import { TileGrid } from "./TileGrid.js";

const [ALIVE, DEAD] = ["#2b2a33", "#f4f1ea"];

/** The states of the form, from the address. @param {Record<string, string>} query */
const formOf = (query) => ({
  pattern: query.pattern ?? "glider",
  shape: query.shape ?? "8x8",
  rule: query.rule ?? "",
  wrap: query.wrap !== "false",
  generations: query.generations ?? "32",
});

/** The first generation that could not be made. @param {any} job */
const failedAt = (job) => {
  const found = /generation (\d+) cannot be painted/.exec(job?.negative ?? "");
  return found ? Number(found[1]) : null;
};

/**
 * The boards of a job, played back.
 * @param {{ job: any, cells: [number, number][] | null, reason: string | null }} props
 */
function Generations({ job, cells, reason }) {
  const { result } = job;
  const boards = useMemo(() => result.generations.map((/** @type {any} */ one) => faces(one.board)), [result]);
  const [height, width] = sizes(result.shape);
  // Which cells live: the page plays along, and its counts are compared with the server's.
  const worlds = useMemo(() => {
    let world = cells && centred(cells, height, width);
    if (!world) return null;
    const all = [world];
    while (all.length < boards.length) all.push((world = next(world, result.rule, result.wrap)));
    return all.every((one, at) => population(one) === result.generations[at].living) ? all : null;
  }, [result, cells]);
  const found = useMemo(() => (worlds ? period(worlds) : null), [worlds]);
  const [delay, setDelay] = useState(150);
  const [view, setView] = useState("life");
  const [error, setError] = useState(/** @type {any} */ (null));
  const [stopped, setStopped] = useState(false);
  const last = boards.length - 1;
  const playback = usePlayback(last, { delay, key: job.id, onEnd: () => setStopped(true) });
  const { place } = playback;
  const shown = (/** @type {number} */ at) =>
    boards[at].map((/** @type {number[]} */ row, /** @type {number} */ r) =>
      row.map((face, c) => {
        const color = view === "tiles" || !worlds ? tileColor(rankOf(face)) : worlds[at][r][c] ? ALIVE : DEAD;
        return { color, text: view === "life" && worlds ? "" : String(face) };
      }),
    );
  const latest = useRef(playback);
  latest.current = playback;
  useEffect(() => {
    const keys = (/** @type {KeyboardEvent} */ event) => {
      const target = /** @type {HTMLElement} */ (event.target);
      if (event.ctrlKey || event.metaKey || event.altKey || target.closest("input, textarea, select, button, a, [role=grid]")) return;
      const now = latest.current;
      if (event.key === " ") now.go(now.place + 1);
      else if (event.key === "Enter") now.setRunning(!now.running);
      else if (event.key === "Backspace" || event.key === "ArrowLeft") now.go(now.place - 1);
      else if (event.key === "ArrowRight") now.go(now.place + 1);
      else return;
      event.preventDefault();
    };
    window.addEventListener("keydown", keys);
    return () => window.removeEventListener("keydown", keys);
  }, []);
  const png = async () => {
    const url = URL.createObjectURL(new Blob([cellsSvg(shown(place))], { type: "image/svg+xml" }));
    await rasterise(url, 1).then((blob) => download(`generation-${place}.png`, blob), setError);
    URL.revokeObjectURL(url);
  };
  const gif = job.files.find((/** @type {any} */ file) => file.name.endsWith(".gif"));
  const generation = result.generations[place];
  return html`
    <section class="panel stack" aria-labelledby="generations-title">
      <div class="row spread">
        <h2 id="generations-title">Generation ${place}</h2>
        <fieldset class="segments">
          <legend class="sr">Toggle colours</legend>
          ${[["life", "Cells"], ["faces", "With tiles"], ["tiles", "Tile colours"]].map(
            ([value, label]) => html`<label key=${value}>
              <input type="radio" name="life-view" checked=${view === value} onChange=${() => setView(value)} /><span>${label}</span>
            </label>`,
          )}
        </fieldset>
      </div>
      <${TileGrid} cells=${shown(place)} label=${`Generation ${place}: ${generation.living} living cells`} size="30rem" />
      <p class="life-facts">
        <span>${generation.living} alive</span><span>built in ${grouped(generation.slides)} slides</span><span>${result.rule}${result.wrap ? ", wrapping" : ""}</span>
        ${worlds && html`<span>${periodText(found, worlds)}</span>`}
      </p>
      <${Scrubber} play=${playback} last=${last} label=${`Generation ${place} of ${last}`}>
        <${Field} label=${`Delay: ${delay} ms`} type="range" min=${20} max=${300} step=${10} value=${delay} onInput=${(/** @type {string} */ value) => setDelay(Number(value))} />
      <//>
      ${reason && (place === last || stopped) && html`<p class="job-negative" role="status">Stops here: ${reason}</p>`}
      <p class="field-hint"><kbd>Space</kbd> steps, <kbd>Backspace</kbd> steps back, <kbd>Enter</kbd> plays and stops.</p>
      <${Population} counts=${result.generations.map((/** @type {any} */ one) => one.living)} place=${place} onPlace=${playback.go} />
      <div class="actions">
        ${gif && html`<a class="button" href=${`${fileOf(job.id, gif.name)}?download=1`} download="life.gif">GIF</a>`}
        <button type="button" class="button" onClick=${png}>PNG</button>
        <button type="button" class="button" onClick=${() => download(`generation-${place}.svg`, cellsSvg(shown(place)), "image/svg+xml")}>SVG</button>
        <button type="button" class="button" onClick=${() => download(`generation-${place}.txt`, generation.replay)}>Replay of this board</button>
      </div>
      <${Problem} error=${error} />
    </section>
  `;
}

/** @param {{ query: Record<string, string>, setQuery: any }} props */
export function Life({ query, setQuery }) {
  const job = useJob(query.job);
  const asked = askedOf(job, "life", query);
  // A job without the flag does not wrap; an address without it does.
  if (job?.command === "life" && query.wrap === undefined && !job.options.wrap) asked.wrap = "false";
  const form = formOf(asked);
  const [error, setError] = useState(/** @type {any} */ (null));
  const read = useMemo(() => readPattern(form.pattern), [form.pattern]);
  const [height, width] = sizes(form.shape);
  const world = useMemo(
    () => (read && centred(read.cells, height, width)) ?? deadWorld(Math.min(64, height), Math.min(64, width)),
    [read, height, width],
  );
  const [drawn, setDrawn] = useState(/** @type {boolean[][] | null} */ (null));
  const drawing = useRef(/** @type {{ world: boolean[][], to: boolean } | null} */ (null));
  const edit = (/** @type {Record<string, any>} */ patch) => {
    setError(null);
    setQuery({ ...only(asked, ["pattern", "shape", "rule", "generations"]), wrap: form.wrap ? null : "false", tab: "life", ...patch });
  };
  /** @param {Record<string, any>} [patch] @param {boolean} [push] */
  const start = async (patch = {}, push = true) => {
    const wanted = { ...form, ...patch };
    setError(null);
    try {
      const options = { pattern: wanted.pattern, shape: wanted.shape, rule: wanted.rule, wrap: wanted.wrap, generations: Number(wanted.generations), animation: "gif" };
      const started = await startJob("life", options, `Life: ${wanted.pattern.length > 24 ? "a pattern" : wanted.pattern} on ${wanted.shape}`);
      setQuery({ tab: "life", ...patch, job: started.id, reason: patch.reason ?? null }, { push });
    } catch (reason) {
      setError(reason);
    }
  };
  // Generations before one that cannot be made are made, and the reason is kept.
  const stop = failedAt(job);
  useEffect(() => {
    if (job?.state !== "negative" || !stop) return;
    start({ generations: String(stop - 1), reason: job.negative }, false);
  }, [job?.id, job?.state]);

  const at = (/** @type {string} */ option) => (error?.option === option ? error : null);
  const unread = form.pattern && !read ? "This is no name, no cells and no run length encoding." : null;
  const narrow = read?.cells.length && !centred(read.cells, height, width) ? "The pattern does not fit on this board." : null;
  const paint = (/** @type {[number, number][]} */ cells, /** @type {boolean} */ erase) => {
    const old = drawing.current?.world ?? drawn ?? world;
    const [r, c] = cells[0];
    const to = drawing.current?.to ?? (erase ? false : !old[r][c]);
    const changed = old.map((row) => [...row]);
    for (const [row, column] of cells) changed[row][column] = to;
    drawing.current = { world: changed, to };
    setDrawn(changed);
  };
  const paintEnd = () => {
    const made = drawing.current?.world;
    drawing.current = null;
    setDrawn(null);
    if (made) edit({ pattern: worldText(made), job: null });
  };
  const cells = (drawn ?? world).map((row) => row.map((alive) => ({ color: alive ? ALIVE : DEAD, label: alive ? "alive" : "dead" })));

  return html`
    <div class="columns wide-right">
      <section class="panel stack" aria-labelledby="pattern-title">
        <h2 id="pattern-title">Pattern</h2>
        <${Field}
          label="Preset"
          value=${PRESETS.some(({ name }) => name === form.pattern) ? form.pattern : ""}
          options=${[["", "your own"], ...PRESETS.map(({ name }) => [name, name])]}
          onInput=${(/** @type {string} */ name) => name && edit({ pattern: name, shape: PRESETS.find((one) => one.name === name)?.shape, job: null })}
        />
        <${Field}
          label="Name, cells, RLE or .cells"
          rows=${4}
          mono
          wide
          value=${form.pattern}
          error=${at("pattern") ?? unread}
          hint="O for living cells, . for dead ones, rows separated by / or lines; or run length encoding such as bob$2bo$3o!"
          onInput=${(/** @type {string} */ pattern) => edit({ pattern, job: null })}
        />
        <label class="drop">
          <span>Or a file: .rle, .cells or text</span>
          <input
            type="file"
            accept=".rle,.cells,.txt,text/plain"
            onChange=${async (/** @type {any} */ event) => {
              const file = event.currentTarget.files?.[0];
              if (file) edit({ pattern: (await file.text()).slice(0, 20000).trim(), job: null });
            }}
          />
        </label>
        <${PaintGrid} cells=${cells} label="Living cells: arrow keys move, space changes" onStroke=${paint} onEnd=${paintEnd} />
        <p class="field-hint">Click or drag to change cells. The pattern is put into the middle of the board.</p>
        <div class="fields">
          <${Field} label="Rows and columns" value=${form.shape} error=${at("shape") ?? narrow} onInput=${(/** @type {string} */ shape) => edit({ shape, job: null })} />
          <${Field} label="Rule" value=${form.rule} placeholder=${read?.rule ?? "B3/S23"} error=${at("rule")} suggestions=${["B3/S23", "B36/S23", "B3678/S34678", "B2/S"]} onInput=${(/** @type {string} */ rule) => edit({ rule, job: null })} />
          <${Field} label="Generations" type="number" min=${0} max=${500} value=${form.generations} error=${at("generations")} onInput=${(/** @type {string} */ generations) => edit({ generations, job: null })} />
        </div>
        <${Check} label="Wrapping: opposite borders are joined" checked=${form.wrap} onChange=${(/** @type {boolean} */ wrap) => edit({ wrap: wrap ? null : "false", job: null })} />
        <div class="actions">
          <button type="button" class="button primary" onClick=${() => start()}>Make the generations</button>
        </div>
        ${error && !["pattern", "shape", "rule", "generations"].includes(error.option) && html`<${Problem} error=${error} />`}
      </section>
      <div class="stack">
        ${!query.job &&
        html`<${Empty}
          title="No generations yet"
          action=${html`<button type="button" class="button primary" onClick=${() => start({ pattern: "glider", shape: "8x8", generations: "32", rule: null })}>Play a glider</button>`}
        >
          Every generation is painted on an empty board by legal play, and checked.
        <//>`}
        <${JobPanel} id=${query.job} files=${false} />
        ${job?.state === "negative" && stop === 0 && html`<p class="field-hint">Already the first generation cannot be made: try a smaller pattern or a larger board.</p>`}
        ${job?.result?.generations && html`<${Generations} key=${job.id} job=${job} cells=${read?.cells ?? null} reason=${query.reason ?? null} />`}
      </div>
    </div>
  `;
}
