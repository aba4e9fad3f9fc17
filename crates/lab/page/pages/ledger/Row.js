import { classes, html, useState } from "../../lib/ui.js";
import { cancelJob, isOver } from "../../lib/jobs.js";
import { grouped, timeText } from "../../lib/numbers.js";
import { address, link } from "../../lib/route.js";
import { copy } from "../../lib/save.js";
import { Figure } from "../../components/Figure.js";

/** @type {Record<string, string>} */
const SIGNS = { rounded: "≈\u2009", "at-least": "≥\u2009", "at-most": "≤\u2009", sample: "≈\u2009", exact: "" };
/** @type {Record<string, string>} */
const MEANINGS = {
  exact: "Printed to the letter",
  rounded: "Rounded to the digits that are printed",
  "at-least": "A lower bound",
  "at-most": "An upper bound",
  sample: "A mean over games",
};
/** @type {Record<string, string>} */
const VERDICTS = { agrees: "agrees", documented: "differs, explained", erratum: "erratum, explained", first: "first computed here", differs: "differs", failed: "failed", "left-out": "not computed" };

/** A figure with its certainty, a number grouped, anything else as it is. @param {any} text */
const value = (text) =>
  text?.certainty ? html`<${Figure} figure=${text} />` : /^\d{4,}$/.test(String(text)) ? grouped(text) : String(text);

/** The cost of a row. @param {number} seconds */
const cost = (seconds) => (seconds < 1 ? "less than 1 s" : `about ${timeText(seconds)}`);

/** A job of this row, while it runs. @param {{ run: any }} props */
function Running({ run }) {
  const share = run.progress?.total ? run.progress.done / run.progress.total : null;
  return html`<div class="ledger-run">
    <div class=${classes("bar", share === null && run.state === "running" && "unknown")} role="progressbar" aria-label="Progress" aria-valuemin="0" aria-valuemax="100" aria-valuenow=${share === null ? null : Math.round(100 * share)}>
      <div class="bar-done" style=${{ inlineSize: `${100 * (share ?? 0)}%` }}></div>
    </div>
    <span class="quiet">${run.state === "queued" ? "waits" : run.progress?.message || "runs"}</span>
    <button type="button" class="button small" onClick=${() => cancelJob(run.id).catch(() => {})}>Cancel</button>
  </div>`;
}

/**
 * A published figure: where it is printed, what it says, what came out here, and a button that computes it now.
 * @param {{ row: any, source: any, run: any, fresh: any, current: boolean, onRecompute: () => void }} props
 */
export function Row({ row, source, run, fresh, current, onRecompute }) {
  const [said, setSaid] = useState("");
  const under = run && !isOver(run);
  const stated = row.published ?? row.recorded;
  const verdict = fresh && fresh.verdict !== "left-out" ? fresh.verdict : null;
  return html`
    <li id=${`row-${row.id}`} class=${classes("ledger-row", current && "current", verdict)} aria-current=${current ? "true" : null}>
      <div class="ledger-what">
        <p class="ledger-figure">${row.figure}</p>
        <p class="quiet">
          ${source ? `${source.authors}${source.year ? ` ${source.year}` : ""}` : row.source}, ${row.place} · ${row.topic} ·${" "}
          <a href=${link("ledger", { row: row.id })} onClick=${() => copy(address(link("ledger", { row: row.id }))).then((ok) => setSaid(ok ? "Link copied" : ""))}>link</a>
          ${said && html`<span role="status"> ${said}</span>`}
        </p>
      </div>
      <dl class="ledger-values">
        <div>
          <dt>${row.published ? "Published" : "Recorded"}</dt>
          <dd title=${MEANINGS[stated.certainty]}>${SIGNS[stated.certainty] ?? ""}${value(stated.text)}</dd>
        </div>
        <div>
          <dt>Ours</dt>
          <dd>${fresh?.computed !== null && fresh?.computed !== undefined ? value(fresh.computed) : html`<span class="quiet">–</span>`}</dd>
        </div>
        <div>
          <dt>Verdict</dt>
          <dd class=${classes("ledger-verdict", verdict)}>
            ${verdict ? VERDICTS[verdict] : row.kind === "first" ? html`<span class="quiet">first computed here</span>` : row.reason ? html`<span class="quiet">${row.kind === "erratum" ? "erratum, see below" : "differs, see below"}</span>` : html`<span class="quiet">open</span>`}
          </dd>
        </div>
      </dl>
      <div class="ledger-action">
        ${under
          ? html`<${Running} run=${run} />`
          : html`<button type="button" class="button small" onClick=${onRecompute} aria-label=${`${fresh ? "Again" : "Recompute"}: ${row.figure}`}>${fresh ? "Again" : "Recompute"}</button>
              <span class="quiet">
                ${run?.state === "cancelled" ? "cancelled" : run?.state === "failed" ? "failed" : fresh?.seconds ? `took ${fresh.seconds < 1 ? `${fresh.seconds.toPrecision(2)} s` : timeText(fresh.seconds)}` : cost(row.expected_seconds)}
              </span>`}
      </div>
      ${run?.state === "failed" && run.error && html`<p class="field-error ledger-more">${run.error.message}</p>`}
      ${row.reason && html`<p class="ledger-more"><strong>Why it differs:</strong> ${row.reason}</p>`}
    </li>
  `;
}
