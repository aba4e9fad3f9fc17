import { html } from "../../lib/ui.js";
import { Field } from "../../components/Field.js";

/** @type {[string, string][]} */
const STATES = [
  ["", "All"],
  ["different", "Differ, with a reason"],
  ["erratum", "Errata of the source"],
  ["first", "First computed here"],
  ["open", "Open: not recomputed here yet"],
  ["agrees", "Agree, recomputed here"],
  ["differs", "Differ without a reason"],
];

/** Seconds of a time such as `30s` or `1.5 min`; null for what is none. @param {string | undefined} text @returns {number | null} */
export function secondsOf(text) {
  const found = /^\s*(\d+(?:\.\d+)?)\s*(s|sec|seconds?|m|min|minutes?|h|hours?)?\s*$/i.exec(text ?? "");
  if (!found) return null;
  const unit = { m: 60, h: 3600 }[(found[2] ?? "s")[0].toLowerCase()] ?? 1;
  return Number(found[1]) * unit;
}

/** @param {string | undefined} text */
const timeError = (text) => (text?.trim() && secondsOf(text) === null ? "Write a time, such as 30s, 2m or 1h." : null);

/** Whether a row has the state that is wanted. @param {any} row @param {any} fresh @param {string | undefined} state */
function isIn(row, fresh, state) {
  switch (state) {
    case "different":
      return Boolean(row.reason);
    case "erratum":
      return row.kind === "erratum";
    case "first":
      return row.kind === "first";
    case "open":
      return !fresh;
    case "agrees":
      return fresh?.verdict === "agrees";
    case "differs":
      return fresh?.verdict === "differs" || fresh?.verdict === "failed";
    default:
      return true;
  }
}

/**
 * The rows that the filters of a query leave.
 * @param {any[]} rows
 * @param {Record<string, string>} query
 * @param {Map<string, any>} results
 * @param {any[]} sources
 */
export function select(rows, query, results, sources) {
  const words = (query.q ?? "").toLowerCase().split(/\s+/).filter(Boolean);
  const names = new Map(sources.map((one) => [one.source, `${one.authors} ${one.title} ${one.year ?? ""}`]));
  const [more, less] = [secondsOf(query.more), secondsOf(query.less)];
  return rows.filter((row) => {
    if (query.source && row.source !== query.source) return false;
    if (query.topic && row.topic !== query.topic) return false;
    if (more !== null && row.expected_seconds <= more) return false;
    if (less !== null && row.expected_seconds > less) return false;
    if (!isIn(row, results.get(row.id), query.state)) return false;
    const text = `${row.id} ${row.figure} ${row.place} ${row.topic} ${(row.published ?? row.recorded).text} ${row.reason ?? ""} ${names.get(row.source)}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
}

/** @param {{ rows: any[], sources: any[], query: Record<string, string>, setQuery: (patch: any) => void }} props */
export function Filters({ rows, sources, query, setQuery }) {
  const topics = [...new Set(rows.map((row) => row.topic))].sort();
  const count = (/** @type {(row: any) => boolean} */ test) => rows.filter(test).length;
  const set = (/** @type {string} */ name) => (/** @type {string} */ value) => setQuery({ [name]: value || null, row: null });
  return html`
    <form class="panel fields ledger-filters" role="search" aria-label="Filter the ledger" onSubmit=${(/** @type {Event} */ event) => event.preventDefault()}>
      <${Field} label="Search" type="search" value=${query.q ?? ""} placeholder="checkerboard 3x5" onInput=${set("q")} />
      <${Field}
        label="Source"
        value=${query.source ?? ""}
        options=${[["", "All"], ...sources.map((one) => [one.source, `${one.authors}${one.year ? ` ${one.year}` : ""} (${count((row) => row.source === one.source)})`])]}
        onInput=${set("source")}
      />
      <${Field}
        label="Topic"
        value=${query.topic ?? ""}
        options=${[["", "All"], ...topics.map((topic) => [topic, `${topic} (${count((row) => row.topic === topic)})`])]}
        onInput=${set("topic")}
      />
      <${Field} label="State" value=${query.state ?? ""} options=${STATES} onInput=${set("state")} />
      <${Field} label="Costs more than" value=${query.more ?? ""} placeholder="0s" suggestions=${["1s", "1m", "10m"]} error=${timeError(query.more)} onInput=${set("more")} />
      <${Field} label="Costs at most" value=${query.less ?? ""} placeholder="any time" suggestions=${["1s", "1m", "10m"]} error=${timeError(query.less)} onInput=${set("less")} />
    </form>
  `;
}
