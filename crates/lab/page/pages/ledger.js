import { html, useEffect, useMemo, useState } from "../lib/ui.js";
import { once } from "../lib/api.js";
import { useAsync } from "../lib/async.js";
import { startJob, useJobs } from "../lib/jobs.js";
import { grouped, timeText } from "../lib/numbers.js";
import { csv, download } from "../lib/save.js";
import { link } from "../lib/route.js";
import { useStyle } from "../lib/style.js";
import { Empty } from "../components/Empty.js";
import { Problem } from "../components/Problem.js";
import { Charts } from "./ledger/Charts.js";
import { Filters, select } from "./ledger/Filters.js";
import { Row } from "./ledger/Row.js";
import { runsOf, useResults } from "./ledger/runs.js";

export const title = "Ledger";

/** Rows that a list shows at once; more on demand. */
const PAGE = 60;

/** A figure for CSV. @param {any} figure */
const plain = (figure) => (figure?.certainty ? (figure.value ?? figure.mean ?? `${figure.low}…${figure.high}`) : figure);

/** @type {[string, string][]} */
const VIEWS = [
  ["", "Figures"],
  ["charts", "Charts of 2024"],
];

/** @param {{ query: Record<string, string>, setQuery: (patch: any, how?: any) => void }} props */
export default function Ledger({ query, setQuery }) {
  useStyle("ledger");
  const view = query.view ?? "";
  const [attempt, setAttempt] = useState(0);
  const { data, error } = useAsync(() => once("answer/reproduce?list=true"), [attempt]);
  const [problem, setProblem] = useState(/** @type {any} */ (null));
  const [most, setMost] = useState(PAGE);
  const jobs = useJobs();
  const runs = runsOf(jobs);
  const results = useResults(runs);
  const rows = data?.result.rows ?? [];
  const sources = data?.result.sources ?? [];
  const shown = useMemo(() => select(rows, query, results, sources), [rows, JSON.stringify(query), results]);
  useEffect(() => setMost(PAGE), [JSON.stringify({ ...query, row: null })]);
  // A link to a row leads to it, wherever it stands.
  useEffect(() => {
    if (!query.row || !data) return;
    const at = shown.findIndex((row) => row.id === query.row);
    if (at >= most) setMost(at + PAGE);
    const timer = setTimeout(() => document.getElementById(`row-${query.row}`)?.scrollIntoView({ block: "center" }), 60);
    return () => clearTimeout(timer);
  }, [query.row, Boolean(data)]);

  const recompute = (/** @type {any[]} */ which) => {
    setProblem(null);
    const name = which.length === 1 ? which[0].figure : `${which.length} figures`;
    startJob("reproduce", { only: which.map((row) => row.id), within: "all" }, `Recompute ${name}`).catch(setProblem);
  };
  if (error) return html`<${Problem} error=${error} retry=${() => setAttempt(attempt + 1)} />`;
  if (!data) return html`<p class="loading" role="status">Reading the ledger…</p>`;
  const seconds = shown.reduce((sum, row) => sum + row.expected_seconds, 0);
  const save = () => {
    const head = ["id", "source", "kind", "place", "topic", "figure", "published", "recorded", "certainty", "computed", "verdict", "reason", "expected_seconds"];
    const lines = shown.map((row) => {
      const fresh = results.get(row.id) ?? row;
      return [row.id, row.source, row.kind, row.place, row.topic, row.figure, row.published?.text, row.recorded?.text, (row.published ?? row.recorded).certainty, plain(fresh.computed), fresh.verdict, row.reason, row.expected_seconds];
    });
    download("ledger.csv", csv([head, ...lines]), "text/csv");
  };
  const tabs = html`<nav class="tabs" aria-label="Parts of the ledger">
    ${VIEWS.map(([name, label]) => html`<a key=${name} href=${link("ledger", { view: name })} aria-current=${name === view ? "page" : null}>${label}</a>`)}
  </nav>`;
  if (view === "charts") return html`<div class="stack">${tabs} <${Charts} rows=${rows} query=${query} setQuery=${setQuery} /></div>`;
  return html`
    <div class="stack">
      ${tabs}
      <${Filters} rows=${rows} sources=${sources} query=${query} setQuery=${setQuery} />
      <div class="row spread">
        <p role="status">
          <strong>${grouped(shown.length)}</strong> of ${grouped(rows.length)} figures${shown.length ? `, ${seconds < 1 ? "" : "about "}${timeText(seconds)} to recompute` : ""}
        </p>
        <div class="actions">
          <button type="button" class="button small" disabled=${!shown.length} onClick=${() => recompute(shown)}>${shown.length === 1 ? "Recompute this one" : `Recompute these ${grouped(shown.length)}`}</button>
          <button type="button" class="button small" disabled=${!shown.length} onClick=${save}>CSV</button>
        </div>
      </div>
      <${Problem} error=${problem} />
      ${shown.length === 0 &&
      html`<${Empty}
        title="No figure matches"
        action=${html`<button type="button" class="button" onClick=${() => setQuery({ q: null, source: null, topic: null, state: null, more: null, less: null })}>Show all</button>`}
      >
        Take a filter away.
      <//>`}
      <ol class="ledger">
        ${shown.slice(0, most).map(
          (row) => html`<${Row}
            key=${row.id}
            row=${row}
            source=${sources.find((/** @type {any} */ one) => one.source === row.source)}
            run=${runs.get(row.id) ?? null}
            fresh=${results.get(row.id) ?? null}
            current=${query.row === row.id}
            onRecompute=${() => recompute([row])}
          />`,
        )}
      </ol>
      ${shown.length > most &&
      html`<div class="actions"><button type="button" class="button" onClick=${() => setMost(most + 2 * PAGE)}>Show more (${shown.length - most} left)</button></div>`}
    </div>
  `;
}
