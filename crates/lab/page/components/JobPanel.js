import { classes, html, useEffect, useRef, useState } from "../lib/ui.js";
import { cancelJob, fileOf, isOver, useJob } from "../lib/jobs.js";
import { bytesText, timeText } from "../lib/numbers.js";
import { Problem } from "./Problem.js";

/** @type {Record<string, string>} */
const STATES = {
  queued: "Waiting",
  running: "Running",
  done: "Done",
  negative: "Answer: no",
  failed: "Failed",
  cancelled: "Cancelled",
  gone: "Gone",
};

/** The time since a job began, while it runs. @param {any} job */
function useElapsed(job) {
  const [, tick] = useState(0);
  const running = job?.state === "running";
  useEffect(() => {
    if (!running) return;
    const timer = setInterval(() => tick((count) => count + 1), 1000);
    return () => clearInterval(timer);
  }, [running]);
  if (!job?.started) return "";
  return timeText(((job.ended ?? Date.now()) - job.started) / 1000);
}

/** The message without the time left, which stands beside it. @param {string | undefined} message */
const plain = (message) => message?.replace(/, (roughly|about) [^,]* left$/, "");

/** @param {{ progress: any, state: string }} props */
function Bar({ progress, state }) {
  const share = progress?.total ? Math.min(1, progress.done / progress.total) : null;
  return html`<div
    class=${classes("bar", share === null && state === "running" && "unknown")}
    role="progressbar"
    aria-label="Progress"
    aria-valuemin="0"
    aria-valuemax="100"
    aria-valuenow=${share === null ? null : Math.round(share * 100)}
  >
    <div class="bar-done" style=${{ inlineSize: `${(share ?? 0) * 100}%` }}></div>
  </div>`;
}

/** So many remarks are read at a glance; more are folded away. */
const FEW = 4;

/** @param {{ remarks: string[] }} props */
function Remarks({ remarks }) {
  if (!remarks.length) return null;
  const list = html`<ul class="remarks">${remarks.map((remark, i) => html`<li key=${i}>${remark}</li>`)}</ul>`;
  if (remarks.length <= FEW) return list;
  return html`<details class="many-remarks">
    <summary>${remarks.length} remarks, the last: ${remarks.at(-1)}</summary>
    ${list}
  </details>`;
}

/**
 * A job: progress with time left, cancel, remarks, the error with its hint, files to download.
 * `onDone` is called once with the whole job when it has ended, also if it had before.
 * @param {{ id: string | null | undefined, onDone?: (job: import("../lib/jobs.js").Job) => void, files?: boolean, children?: any }} props
 */
export function JobPanel({ id, onDone, files = true, children }) {
  const job = useJob(id);
  const elapsed = useElapsed(job);
  const told = useRef(/** @type {string | null} */ (null));
  const [asked, setAsked] = useState(false);
  const ended = job && isOver(job) && (job.result !== undefined || ["failed", "cancelled", "gone"].includes(job.state));
  useEffect(() => {
    if (ended && job && told.current !== job.id) {
      told.current = job.id;
      onDone?.(job);
    }
  }, [ended, job?.id]);
  if (!id) return null;
  if (!job) return html`<div class="job" aria-busy="true"><p class="loading">Loading…</p></div>`;
  if (job.state === "gone") {
    return html`<div class="job gone">
      <p class="job-title">${job.title || "This job"}</p>
      <p class="job-message">The server no longer knows this job: it ended with an earlier server. Start it again.</p>
    </div>`;
  }
  const over = isOver(job);
  const left = job.progress?.seconds_left;
  // Files are listed below; where the server keeps them is nobody's business.
  const remarks = (job.remarks ?? []).filter((remark) => !remark.startsWith("wrote "));
  return html`
    <section class=${classes("job", job.state)} aria-label=${job.title}>
      <header class="job-head">
        <p class="job-title">${job.title}</p>
        <span class="job-state">${STATES[job.state]}</span>
        ${!over &&
        html`<button
          type="button"
          class="button small"
          disabled=${asked}
          onClick=${() => {
            setAsked(true);
            cancelJob(job.id).catch(() => setAsked(false));
          }}
        >
          ${asked ? "Stopping…" : "Cancel"}
        </button>`}
      </header>
      ${!over && html`<${Bar} progress=${job.progress} state=${job.state} />`}
      <p class="job-message" role="status">
        ${over ? "" : (plain(job.progress?.message) ?? (job.state === "queued" ? "Waits for its turn" : "Starting"))}
        ${elapsed && html`<span class="job-time">${over ? `Took ${elapsed}` : elapsed}</span>`}
        ${!over && left !== null && left !== undefined && html`<span class="job-time">${left < 1 ? "" : "about "}${timeText(left)} left</span>`}
      </p>
      ${job.negative && html`<p class="job-negative">${job.negative}</p>`} ${job.error && job.state !== "cancelled" && html`<${Problem} error=${job.error} />`}
      <${Remarks} remarks=${remarks} />
      ${files &&
      job.files?.length > 0 &&
      html`<ul class="files">
        ${job.files.map(
          (file) => html`<li key=${file.name}>
            <a href=${`${fileOf(job.id, file.name)}?download=1`} download=${file.name}>${file.name}</a>
            <span class="quiet">${bytesText(file.bytes)}</span>
          </li>`,
        )}
      </ul>`}
      ${children}
    </section>
  `;
}
