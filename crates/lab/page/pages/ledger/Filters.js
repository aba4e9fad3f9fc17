import { html } from "../../lib/ui.js";
import { Field } from "../../components/Field.js";

/** @type {[string, string][]} */
const STATES = [
  ["", "All"],
  ["different", "Differ, with a reason"],
  ["open", "Open: not recomputed here yet"],
  ["agrees", "Agree, recomputed here"],
  ["differs", "Differ without a reason"],
];

/** @type {[string, string][]} */
const COSTS = [
  ["", "Any"],
  ["<1", "Up to 1 s"],
  ["<60", "Up to 1 min"],
  [">1", "More than 1 s"],
  [">60", "More than 1 min"],
  [">600", "More than 10 min"],
];

/** Whether a row has the state that is wanted. @param {any} row @param {any} fresh @param {string | undefined} state */
function isIn(row, fresh, state) {
  switch (state) {
    case "different":
      return Boolean(row.reason);
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
  const [sign, limit] = [query.cost?.[0], Number(query.cost?.slice(1))];
  return rows.filter((row) => {
    if (query.source && row.source !== query.source) return false;
    if (query.topic && row.topic !== query.topic) return false;
    if (sign === "<" && row.expected_seconds > limit) return false;
    if (sign === ">" && row.expected_seconds <= limit) return false;
    if (!isIn(row, results.get(row.id), query.state)) return false;
    const text = `${row.id} ${row.figure} ${row.place} ${row.topic} ${row.published.text} ${row.reason ?? ""} ${names.get(row.source)}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
}

/** @param {{ rows: any[], sources: any[], query: Record<string, string>, setQuery: (patch: any) => void }} props */
export function Filters({ rows, sources, query, setQuery }) {
  const topics = [...new Set(rows.map((row) => row.topic))].sort();
  const count = (/** @type {(row: any) => boolean} */ test) => rows.filter(test).length;
  const set = (/** @type {string} */ name) => (/** @type {string} */ value) => setQuery({ [name]: value || null, row: null });
  return html`
    <form class="panel fields" role="search" aria-label="Filter the ledger" onSubmit=${(/** @type {Event} */ event) => event.preventDefault()}>
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
      <${Field} label="Cost" value=${query.cost ?? ""} options=${COSTS} onInput=${set("cost")} />
    </form>
  `;
}
