import { html } from "../../lib/ui.js";
import { Check, Field } from "../../components/Field.js";
import { Empty } from "../../components/Empty.js";
import { Examples } from "../../components/Examples.js";
import { shapeError } from "../../components/GameForm.js";
import { JobPanel } from "../../components/JobPanel.js";
import { Problem } from "../../components/Problem.js";
import { Answer } from "./Answer.js";
import { PatternEditor } from "./PatternEditor.js";
import { useAsk } from "./ask.js";
import { readPattern } from "./pattern-text.js";

/** @type {[string, string][]} */
const KINDS = [
  ["drawn", "A pattern to draw"],
  ["checkerboard", "Checkerboard"],
  ["filled", "Full of 2s and 4s"],
];
/** @type {[string, string][]} */
const TURNS = [
  ["either", "After either"],
  ["slider", "After a spawn"],
  ["dropper", "After a slide"],
];
/** @type {[string, Record<string, string>][]} */
const EXAMPLES = [
  ["Checkerboard 3×5", { pattern: "checkerboard", shape: "3x5" }],
  ["Checkerboard 4×4", { pattern: "checkerboard", shape: "4x4" }],
  ["Filled 6×6", { pattern: "filled", shape: "6x6" }],
  ["An 8 between 2s", { pattern: "131/***" }],
  ["2×9 by a pattern of slides", { pattern: "checkerboard", shape: "2x9", det: "yes", match: "^(DUR)+DUD(UUD)+UU$", list: "3" }],
];

const DRAWN = "121/2*2";

/** What is wrong with a pattern of slides, or null. @param {Record<string, string>} query */
function matchError({ match }) {
  if (!match) return null;
  const other = /[a-z]/i.exec(match.replace(/[UDLR]/g, "").replace(/\\[a-zA-Z]/g, ""))?.[0];
  if (other) return `“${other}” is no slide; write U, D, L and R.`;
  try {
    new RegExp(match);
    return null;
  } catch {
    return "This is no regular expression: look for a parenthesis or bracket without its partner.";
  }
}

/** Does the server's parser refuse the expression? @param {any} error */
const isRegex = (error) => /^regex/i.test(error?.message ?? "");

/** @param {{ query: Record<string, string>, setQuery: (patch: any, how?: any) => void }} props */
export function Pattern({ query, setQuery }) {
  const kind = query.pattern === "checkerboard" || query.pattern === "filled" ? query.pattern : "drawn";
  const pattern = kind === "drawn" ? (query.pattern ?? DRAWN) : kind;
  const shape = query.shape ?? "3x5";
  const wrong = (kind === "drawn" ? readPattern(pattern).error : shapeError(shape, 400)) ?? null;
  const unread = wrong ?? matchError(query);
  const options = {
    pattern,
    shape: kind === "drawn" ? null : shape,
    deterministic: query.det === "yes",
    turn: query.turn,
    "max-rank": query.max,
    count: query.count === "yes",
    list: query.list,
    random: query.random,
    match: query.det === "yes" ? query.match : null,
  };
  const title = kind === "drawn" ? `Reach ${pattern}` : `Reach ${kind === "filled" ? "a full board" : "a checkerboard"} on ${shape}`;
  const asked = useAsk("reach", unread ? null : options, title, query, setQuery, ["shape", "max-rank", "list", "random", "match"]);
  const change = (/** @type {any} */ patch) => setQuery({ job: null, at: null, ...patch });
  const wrongMax = query.max && !/^\d+$/.test(query.max) ? "Write a rank, such as 5." : null;
  return html`
    <${Examples}
      examples=${EXAMPLES.map(([text, patch]) => [
        text,
        () => change({ shape: null, det: null, turn: null, max: null, count: null, list: null, random: null, match: null, way: null, ...patch }),
      ])}
    />
    <div class="columns">
      <div class="panel stack">
        <h2>What is to be reached?</h2>
        <div class="fields">
          <${Field}
            label="Destination"
            value=${kind}
            options=${KINDS}
            onInput=${(/** @type {string} */ value) => change({ pattern: value === "drawn" ? DRAWN : value, shape: value === "drawn" ? null : shape })}
          />
          ${kind !== "drawn" &&
          html`<${Field}
            label="Shape"
            value=${shape}
            hint="Rows × columns"
            error=${wrong ?? asked.errors.shape}
            onInput=${(/** @type {string} */ value) => change({ shape: value.trim().toLowerCase().replace("×", "x") })}
          />`}
        </div>
        ${kind === "drawn" && html`<${PatternEditor} pattern=${pattern} onChange=${(/** @type {string} */ next) => change({ pattern: next })} />`}
        <details open=${Boolean(query.match || query.list || query.random || query.count)}>
          <summary>How it may be reached, and in how many ways</summary>
          <div class="fields">
            <${Field} label="At whose turn" value=${query.turn ?? "either"} options=${TURNS} onInput=${(/** @type {string} */ turn) => change({ turn: turn === "either" ? null : turn })} />
            <${Field}
              label="Highest rank"
              value=${query.max ?? ""}
              placeholder="that of the pattern"
              error=${wrongMax ?? asked.errors["max-rank"]}
              onInput=${(/** @type {string} */ max) => change({ max: max.trim() })}
            />
            <${Field} label="List the first" type="number" min=${0} value=${query.list ?? ""} placeholder="0" error=${asked.errors.list} onInput=${(/** @type {string} */ list) => change({ list })} />
            <${Field} label="Draw at random" type="number" min=${0} value=${query.random ?? ""} placeholder="0" error=${asked.errors.random} onInput=${(/** @type {string} */ random) => change({ random })} />
          </div>
          <${Field}
            label="Only sequences that match"
            mono
            wide
            value=${query.match ?? ""}
            placeholder="^(DUR)+DUD(UUD)+UU$"
            error=${matchError(query) ?? asked.errors.match ?? (isRegex(asked.error) ? asked.error : null)}
            hint="A regular expression over the slides U, D, L and R, where every tile's cell is settled; “List the first” says how many to show"
            onInput=${(/** @type {string} */ match) => change({ match: match.trim(), det: match.trim() ? "yes" : (query.det ?? null) })}
          />
          <${Check}
            label="Tiles appear in the topmost, then leftmost empty cell"
            checked=${query.det === "yes"}
            onChange=${(/** @type {boolean} */ on) => change({ det: on ? "yes" : null, match: on ? query.match : null })}
          />
          <${Check} label="Count all sequences that lead there" checked=${query.count === "yes"} onChange=${(/** @type {boolean} */ on) => change({ count: on ? "yes" : null })} />
        </details>
      </div>
      <div class="stack">
        ${asked.loading && !asked.result && html`<p class="loading" role="status">Searching…</p>`}
        <${Problem} error=${isRegex(asked.error) ? null : asked.error} />
        ${asked.slow &&
        html`<${Empty}
          title="This takes longer"
          action=${html`<button type="button" class="button primary" onClick=${asked.search}>Search as a job</button>`}
        >
          The first two seconds did not settle it. A job searches on, with progress and cancel.
        <//>`}
        ${asked.job && html`<${JobPanel} key=${asked.job} id=${asked.job} />`}
        ${wrong && html`<${Empty} title="No pattern yet">${wrong}<//>`}
        ${asked.result && !wrong && html`<${Answer} result=${asked.result} query=${query} setQuery=${setQuery} stale=${asked.loading} />`}
      </div>
    </div>
  `;
}
