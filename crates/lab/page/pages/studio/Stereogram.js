import { html, useEffect, useState } from "../../lib/ui.js";
import { fileOf, startJob, useJob } from "../../lib/jobs.js";
import { faces } from "../../lib/grid.js";
import { Field } from "../../components/Field.js";
import { Empty } from "../../components/Empty.js";
import { JobPanel } from "../../components/JobPanel.js";
import { Picture } from "../../components/Picture.js";
import { Problem } from "../../components/Problem.js";
import { BoardEditor } from "../../components/BoardEditor.js";
import { readImage } from "./images.js";
import { askedOf, only } from "./asked.js";
import { isStill } from "./playback.js";

const HEART = "00000000000\n00990009900\n09999099990\n09999999990\n00999999900\n00099999000\n00009990000\n00000900000\n00000000000";
const BOARD = "2 4 8 16 / 4 8 16 32 / 8 16 32 64 / 2 4 2 4";

/** Margins of the picture in pixels, and dots of a tile (crates/studio/src/stereogram). */
const [LEFT, ABOVE, BELOW, TILE] = [12, 28, 34, 60];

/** Where dots are in the picture, in percent of it. @param {any} result @param {number} scale */
function placeOf(result, scale) {
  const [width, height] = [result.width * scale + 2 * LEFT, result.height * scale + ABOVE + BELOW];
  return {
    x: (/** @type {number} */ dots) => (100 * (LEFT + dots * scale)) / width,
    y: (/** @type {number} */ dots) => (100 * (ABOVE + dots * scale)) / height,
    wide: (/** @type {number} */ dots) => (100 * dots * scale) / width,
    high: (/** @type {number} */ dots) => (100 * dots * scale) / height,
    pixels: width,
  };
}

/** What is hidden, over the dots that hide it. @param {{ result: any, options: any, place: any, opacity: number }} props */
function Overlay({ result, options, place, opacity }) {
  if (result.kind === "board") {
    const rows = faces(options.board);
    return html`<div class="stereo-key" aria-hidden="true" style=${{ opacity }}>
      ${rows.flatMap((row, r) =>
        row.map(
          (face, c) => html`<span
            key=${`${r},${c}`}
            style=${{ left: `${place.x(c * TILE)}%`, top: `${place.y(r * TILE)}%`, width: `${place.wide(TILE)}%`, height: `${place.high(TILE)}%` }}
            >${face || ""}</span
          >`,
        ),
      )}
    </div>`;
  }
  if (result.kind !== "depth") return null;
  // Two eyes see a level between the two dots that carry it: half a tile to the right.
  const box = { left: `${place.x(TILE / 2)}%`, top: `${place.y(0)}%`, width: `${place.wide(result.width - TILE)}%`, height: `${place.high(result.height)}%` };
  if (options.depth.startsWith("data:")) return html`<img class="depth-key" src=${options.depth} alt="" style=${{ ...box, opacity }} />`;
  const rows = options.depth.split(/[\n/]/).filter((/** @type {string} */ row) => row.trim());
  return html`<svg class="depth-key" aria-hidden="true" viewBox=${`0 0 ${rows[0].trim().length} ${rows.length}`} preserveAspectRatio="none" style=${{ ...box, opacity }}>
    ${rows.flatMap((/** @type {string} */ row, /** @type {number} */ r) =>
      [...row.trim()].map((digit, c) => {
        const gray = 40 + 22 * (Number(digit) || 0);
        return html`<rect key=${`${r},${c}`} x=${c} y=${r} width="1.02" height="1.02" fill=${`rgb(${gray} ${gray} ${gray})`} />`;
      }),
    )}
  </svg>`;
}

/** @param {{ job: any, onSwap: () => void }} props */
function View({ job, onSwap }) {
  const { result, options } = job;
  const scale = Number(options.scale ?? 3);
  const place = placeOf(result, scale);
  const [opacity, setOpacity] = useState(0);
  const [wobble, setWobble] = useState(false);
  const [shifted, setShifted] = useState(false);
  const still = isStill();
  useEffect(() => {
    if (!wobble || still) return setShifted(false);
    const timer = setInterval(() => setShifted((old) => !old), 300);
    return () => clearInterval(timer);
  }, [wobble, still]);
  const source = fileOf(job.id, "file.png");
  const alt = result.kind === "depth" ? "Random dots that hide a depth map" : "Random dots of polyomino tiles";
  const dots = { left: `${place.x(0)}%`, top: `${place.y(0)}%`, width: `${place.wide(result.width)}%`, height: `${place.high(result.height)}%` };
  return html`
    <section class="panel stack" aria-labelledby="stereo-title">
      <h2 id="stereo-title">Stereogram</h2>
      <div class="stereo" style=${{ maxInlineSize: `${place.pixels}px` }}>
        <img src=${source} alt=${alt} width=${place.pixels} />
        ${shifted &&
        html`<div class="wobble" style=${dots}>
          <img src=${source} alt="" style=${{ width: `${10000 / place.wide(result.width)}%`, left: `${(-100 * (place.x(0) + place.wide(TILE))) / place.wide(result.width)}%`, top: `${(-100 * place.y(0)) / place.high(result.height)}%` }} />
        </div>`}
        <${Overlay} result=${result} options=${options} place=${place} opacity=${opacity} />
      </div>
      <p>${result.note[0].toUpperCase() + result.note.slice(1)}. Let your eyes go out of focus until the two dots above become three.</p>
      ${result.found_by_matching !== null &&
      html`<p class="quiet">The program finds ${(100 * result.found_by_matching).toFixed(1)} % of what is hidden again, by matching dots.</p>`}
      <div class="row">
        <button type="button" class="button" aria-pressed=${opacity > 0} onClick=${() => setOpacity(opacity > 0 ? 0 : 0.85)}>${opacity > 0 ? "Hide the key" : "Show the key"}</button>
        ${result.kind === "depth" && html`<button type="button" class="button" onClick=${onSwap}>Swap: for ${options.eyes === "crossed" ? "parallel" : "crossed"} eyes</button>`}
        <button type="button" class="button" aria-pressed=${wobble && !still} disabled=${still} onClick=${() => setWobble(!wobble)}>Wobble</button>
        <a class="button" href=${`${source}?download=1`} download="stereogram.png">PNG</a>
      </div>
      <${Field} label=${`Key: ${Math.round(opacity * 100)} %`} type="range" min=${0} max=${1} step=${0.05} value=${opacity} onInput=${(/** @type {string} */ value) => setOpacity(Number(value))} />
      <p class="field-hint">${still ? "Wobble is off, since you want nothing to move." : "Wobble shows the picture and its copy one period aside in turn: what has depth moves, the rest stays."}</p>
    </section>
    ${job.files.some((/** @type {any} */ file) => file.name === "key.svg") &&
    html`<${Picture} job=${job.id} name="key.svg" alt="What is to be seen" caption=${result.kind === "depth" ? "The depth map" : "What pairs of tiles show"} />`}
  `;
}

/** @param {{ query: Record<string, string>, setQuery: any }} props */
export function Stereogram({ query, setQuery }) {
  const job = useJob(query.job);
  const asked = askedOf(job, "stereogram", query);
  const given = job?.command === "stereogram" ? (job.options.board ? "board" : job.options.depth ? "depth" : "set") : "depth";
  const kind = ["depth", "board", "set", "image"].includes(query.kind) ? query.kind : given;
  const [image, setImage] = useState(/** @type {any} */ (null));
  const [error, setError] = useState(/** @type {any} */ (null));
  const edit = (/** @type {Record<string, any>} */ patch) => {
    setError(null);
    setQuery({ ...only(asked, ["depth", "board", "eyes", "seed", "scale"]), kind, tab: "stereogram", ...patch });
  };
  const depth = asked.depth ?? HEART;
  const board = asked.board ?? BOARD;
  const eyes = asked.eyes === "crossed" ? "crossed" : "parallel";
  const [seed, scale] = [asked.seed ?? "2048", asked.scale ?? "3"];
  /** @param {Record<string, any>} [patch] */
  const make = async (patch = {}) => {
    setError(null);
    const wanted = { kind, depth, board, eyes, ...patch };
    const what =
      wanted.kind === "board"
        ? { board: wanted.board }
        : wanted.kind === "set"
          ? {}
          : { depth: wanted.kind === "image" ? image?.url : wanted.depth.trim(), eyes: wanted.eyes };
    try {
      const started = await startJob("stereogram", { file: "png", key: "svg", seed: Number(seed), scale: Number(scale), ...what }, `Stereogram of a ${wanted.kind === "board" ? "board" : wanted.kind === "set" ? "tile set" : "depth map"}`);
      setQuery({ tab: "stereogram", ...patch, job: started.id }, { push: true });
    } catch (reason) {
      setError(reason);
    }
  };
  const at = (/** @type {string} */ option) => (error?.option === option ? error : null);
  const rows = depth.split(/[\n/]/).map((row) => row.trim()).filter(Boolean);
  const wrong = !rows.length
    ? "Type at least one row of digits."
    : rows.some((row) => !/^[\d.]+$/.test(row))
      ? "Only the digits 0 (or a dot) to 9 are levels."
      : rows.some((row) => row.length !== rows[0].length)
        ? `Row ${rows.findIndex((row) => row.length !== rows[0].length) + 1} has another length than the first.`
        : null;
  return html`
    <div class="columns wide-right">
      <section class="panel stack" aria-labelledby="hide-title">
        <h2 id="hide-title">What to hide</h2>
        <${Field} label="Kind" value=${kind} options=${[["depth", "A depth map in digits"], ["image", "A depth map from a picture"], ["board", "A board of polyomino tiles"], ["set", "The tile set"]]} onInput=${(/** @type {string} */ next) => edit({ kind: next, job: null })} />
        ${kind === "depth" && html`<${Field} label="Levels" rows=${9} mono wide value=${depth.replaceAll("/", "\n")} error=${at("depth") ?? wrong} hint="0 is far, 9 is near; one row a line" onInput=${(/** @type {string} */ text) => edit({ depth: text, job: null })} />`}
        ${kind === "image" &&
        html`<label class="drop">
          <span>${image ? image.name : "A picture whose bright parts are near"}</span>
          <input type="file" accept="image/*" onChange=${(/** @type {any} */ event) => event.currentTarget.files?.[0] && readImage(event.currentTarget.files[0]).then(setImage, setError)} />
          ${image && html`<img src=${image.url} alt="" />`}
        </label>`}
        ${kind === "board" && html`<${BoardEditor} board=${board} rules="classic" onChange=${(/** @type {string} */ text) => edit({ board: text, job: null })} />`}
        <div class="fields">
          ${(kind === "depth" || kind === "image") && html`<${Field} label="Eyes" value=${eyes} options=${[["parallel", "Parallel"], ["crossed", "Crossed"]]} hint="Look through the picture, or cross your eyes before it" onInput=${(/** @type {string} */ next) => edit({ eyes: next, job: null })} />`}
          <${Field} label="Seed" type="number" min=${0} value=${seed} error=${at("seed")} onInput=${(/** @type {string} */ next) => edit({ seed: next, job: null })} />
          <${Field} label="Pixels for each dot" type="number" min=${1} max=${10} value=${scale} error=${at("scale")} onInput=${(/** @type {string} */ next) => edit({ scale: next, job: null })} />
        </div>
        <div class="actions">
          <button type="button" class="button primary" disabled=${(kind === "image" && !image) || (kind === "depth" && wrong)} onClick=${() => make()}>Make the stereogram</button>
        </div>
        ${error && !["depth", "seed", "scale"].includes(error.option) && html`<${Problem} error=${error} />`}
      </section>
      <div class="stack">
        ${!query.job &&
        html`<${Empty} title="Nothing hidden yet" action=${html`<button type="button" class="button primary" onClick=${() => make({ kind: "depth", depth: HEART, eyes: "parallel" })}>Hide a heart</button>`}>
          Two eyes see in random dots what one cannot.
        <//>`}
        <${JobPanel} id=${query.job} files=${false} />
        ${job?.result?.kind && html`<${View} key=${job.id} job=${job} onSwap=${() => make({ eyes: eyes === "crossed" ? "parallel" : "crossed" })} />`}
      </div>
    </div>
  `;
}
