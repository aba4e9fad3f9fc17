import { html, useEffect, useRef, useState } from "../../lib/ui.js";
import { keep, kept, useLatest } from "../../lib/async.js";
import { startJob } from "../../lib/jobs.js";
import { copy } from "../../lib/save.js";
import { address } from "../../lib/route.js";
import { Check, Field } from "../../components/Field.js";
import { Problem } from "../../components/Problem.js";
import { EXAMPLES, ERASED, MOST, SWATCHES, blank, filled, pictureOptions, readColors, readPicture, resize, rowsOf, textOf, writeColors } from "./picture.js";
import { PaintGrid } from "./PaintGrid.js";
import { Swatches } from "./Swatches.js";
import { ImportImage } from "./ImportImage.js";
import { Made } from "./Made.js";
import { Rows } from "./Rows.js";

/** Steps back that are remembered. */
const MEMORY = 200;

/** @param {{ query: Record<string, string>, setQuery: any }} props */
export function Designer({ query, setQuery }) {
  const palette = readColors(query.colors) ?? SWATCHES;
  const erased = (palette.find((color) => color.name === ERASED) ?? palette[0]).name;
  const stored = readPicture(query.pic, palette) ?? (query.pic ? null : readPicture(kept("designer", ""), palette));
  const [rows, setRows] = useState(() => stored ?? rowsOf(EXAMPLES[0].text));
  const [current, setCurrent] = useState(palette[Math.min(2, palette.length - 1)].name);
  const [tool, setTool] = useState("pencil");
  const [lines, setLines] = useState(true);
  const [history, setHistory] = useState(/** @type {{ back: string[][][], ahead: string[][][] }} */ ({ back: [], ahead: [] }));
  const [error, setError] = useState(/** @type {any} */ (null));
  const [copied, setCopied] = useState("");
  const before = useRef(/** @type {string[][] | null} */ (null));
  const latest = useLatest(rows);

  /** @param {string[][]} next @param {Record<string, any>} [more] */
  const save = (next, more = {}) => {
    // Colours of an imported picture live in the address alone.
    if (palette === SWATCHES || "colors" in more) keep("designer", textOf(next));
    setQuery({ pic: textOf(next), ...more });
  };
  /** A change that can be taken back. @param {string[][]} next @param {Record<string, any>} [more] */
  const change = (next, more) => {
    if (textOf(next) === textOf(latest.current) && !more) return;
    setHistory(({ back }) => ({ back: [...back, latest.current].slice(-MEMORY), ahead: [] }));
    setRows(next);
    save(next, more);
  };
  const undo = () => {
    const last = history.back.at(-1);
    if (!last) return;
    setHistory({ back: history.back.slice(0, -1), ahead: [rows, ...history.ahead] });
    setRows(last);
    save(last);
  };
  const redo = () => {
    const [next, ...ahead] = history.ahead;
    if (!next) return;
    setHistory({ back: [...history.back, rows], ahead });
    setRows(next);
    save(next);
  };
  // A link that was followed, or a step back in the browser.
  useEffect(() => {
    const linked = readPicture(query.pic, palette);
    if (linked && textOf(linked) !== textOf(latest.current) && !before.current) {
      setRows(linked);
      setHistory({ back: [], ahead: [] });
    }
    if (!palette.some((color) => color.name === current)) setCurrent(palette[0].name);
  }, [query.pic, query.colors]);

  /** @param {[number, number][]} cells @param {boolean} erase */
  const stroke = (cells, erase) => {
    before.current ??= latest.current;
    const name = erase ? erased : current;
    const next = tool === "fill" ? filled(latest.current, cells[0], name) : latest.current.map((row) => [...row]);
    if (tool !== "fill") for (const [r, c] of cells) next[r][c] = name;
    latest.current = next;
    setRows(next);
  };
  const strokeEnd = () => {
    const old = before.current;
    before.current = null;
    if (!old || textOf(old) === textOf(latest.current)) return;
    setHistory(({ back }) => ({ back: [...back, old].slice(-MEMORY), ahead: [] }));
    save(latest.current);
  };
  const keys = (/** @type {KeyboardEvent} */ event) => {
    const number = Number(event.key);
    if (event.ctrlKey || event.metaKey) {
      if (event.key === "z" && !event.shiftKey) undo();
      else if (event.key === "y" || (event.key.toLowerCase() === "z" && event.shiftKey)) redo();
      else return;
    } else if (number >= 1 && number <= palette.length) setCurrent(palette[number - 1].name);
    else return;
    event.preventDefault();
  };

  const make = async () => {
    setError(null);
    try {
      const options = { ...pictureOptions(rows, palette), animation: "gif", frames: 120 };
      const job = await startJob("paint", options, `Make a picture of ${rows.length}×${rows[0].length}`);
      setQuery({ job: job.id, pic: textOf(rows) }, { push: true });
    } catch (reason) {
      setError(reason);
    }
  };
  const side = (/** @type {"height" | "width"} */ which) => (/** @type {string} */ text) => {
    const length = Math.max(1, Math.min(MOST, Math.round(Number(text)) || 1));
    change(which === "height" ? resize(rows, length, rows[0].length, erased) : resize(rows, rows.length, length, erased));
  };
  const colorOf = new Map(palette.map((color) => [color.name, color]));
  const cells = rows.map((row) => row.map((name) => colorOf.get(name) ?? { color: "#000000", label: name }));

  return html`
    <div class="columns wide-left">
      <section class="panel stack" aria-labelledby="canvas-title">
        <h2 id="canvas-title">Picture</h2>
        <div class="row">
          <${Swatches} palette=${palette} current=${current} onChange=${setCurrent} />
          ${palette !== SWATCHES && html`<button type="button" class="button small" onClick=${() => change(blank(rows.length, rows[0].length), { colors: null })}>Nine colours, new picture</button>`}
        </div>
        <${PaintGrid} cells=${cells} label="Picture: arrow keys move, space paints, Delete erases" lines=${lines} onStroke=${stroke} onEnd=${strokeEnd} onKey=${keys} />
        <div class="row spread">
          <div class="actions">
            <button type="button" class="button" disabled=${!history.back.length} onClick=${undo}>Undo</button>
            <button type="button" class="button" disabled=${!history.ahead.length} onClick=${redo}>Redo</button>
            <button type="button" class="button" onClick=${() => change(blank(rows.length, rows[0].length, erased))}>Reset</button>
          </div>
          <fieldset class="segments">
            <legend class="sr">Tool</legend>
            ${[["pencil", "Pencil"], ["fill", "Fill"]].map(
              ([value, label]) => html`<label key=${value}>
                <input type="radio" name="tool" checked=${tool === value} onChange=${() => setTool(value)} /><span>${label}</span>
              </label>`,
            )}
          </fieldset>
        </div>
        <p class="field-hint">
          Drag to paint, drag with the right button to erase. Keys: arrows move, <kbd>Space</kbd> paints, <kbd>Shift</kbd> with
          arrows draws a line, <kbd>Delete</kbd> erases, <kbd>1</kbd>–<kbd>9</kbd> choose a colour.
        </p>
        <div class="fields">
          <${Field} label="Rows" type="number" min=${1} max=${MOST} value=${rows.length} onInput=${() => {}} onChange=${side("height")} />
          <${Field} label="Columns" type="number" min=${1} max=${MOST} value=${rows[0].length} onInput=${() => {}} onChange=${side("width")} />
        </div>
        <${Check} label="Lines between cells" checked=${lines} onChange=${setLines} />
        <div class="actions">
          <button type="button" class="button primary" onClick=${make}>Make image</button>
          <button
            type="button"
            class="button"
            onClick=${async () => {
              save(rows);
              setCopied((await copy(address(location.hash))) ? "The link is copied." : "Copy it from the address bar.");
            }}
          >
            Copy link
          </button>
          <span role="status" class="quiet">${copied}</span>
        </div>
        <${Problem} error=${error} />
      </section>
      <div class="stack">
        <${Made} query=${query} setQuery=${setQuery} picture=${textOf(rows)} palette=${palette} onMake=${make} onAdopt=${(/** @type {string[][]} */ next, /** @type {any[]} */ colors) => change(next, { colors: writeColors(colors) })} />
        <section class="panel stack tight" aria-labelledby="examples-title">
          <h2 id="examples-title">Examples</h2>
          <div class="actions">
            ${EXAMPLES.map(
              ({ name, text }) =>
                html`<button type="button" key=${name} class="button" onClick=${() => change(rowsOf(text), { colors: null })}>${name}</button>`,
            )}
          </div>
        </section>
        <${ImportImage} onJob=${(/** @type {string} */ id) => setQuery({ job: id }, { push: true })} />
      </div>
    </div>
    <${Rows} query=${query} setQuery=${setQuery} rows=${rows} palette=${palette} />
  `;
}
