// The jobs of the server, as one stream of events keeps them for the whole page.
import { useEffect, useState } from "./ui.js";
import { ApiError, get, post, remove } from "./api.js";
import { remember } from "./seen.js";

/**
 * @typedef {{ message: string, done: number, total: number | null, seconds_left: number | null }} Progress
 * @typedef {{ name: string, bytes: number, type: string }} JobFile
 * @typedef {object} Job
 * @property {string} id
 * @property {string} command
 * @property {Record<string, any>} options
 * @property {string} title
 * @property {"queued" | "running" | "done" | "negative" | "failed" | "cancelled" | "gone"} state
 * @property {number} created
 * @property {number | null} started
 * @property {number | null} ended
 * @property {Progress | null} progress
 * @property {any} interim
 * @property {string[]} remarks
 * @property {any} error
 * @property {string | null} negative
 * @property {JobFile[]} files
 * @property {string | null} store
 * @property {number} memory
 * @property {any} [result]
 */

/** @type {Map<string, Job>} */
const jobs = new Map();
/** @type {Set<() => void>} */
const listeners = new Set();
/** @type {EventSource | null} */
let stream = null;
let online = true;
let starts = 0;
let scheduled = false;

/** One render for however many events came in a frame. */
function changed() {
  if (scheduled) return;
  scheduled = true;
  setTimeout(() => {
    scheduled = false;
    for (const listener of [...listeners]) listener();
  }, 16);
}

/** @param {Job} job */
export const isOver = (job) => !["queued", "running"].includes(job.state);

/** How far a job has come. @param {Job} job */
const stage = (job) => (job.state === "queued" ? 0 : job.state === "running" ? 1 : 2);

/** Numbers of jobs are names in an address. @param {any} job @returns {Job} */
const named = (job) => ({ ...job, id: String(job.id) });

/** @param {Job} sent */
function receive(sent) {
  const job = named(sent);
  const old = jobs.get(job.id);
  // The answer to a start may come later than the events that follow it.
  if (old && old.created === job.created && stage(old) > stage(job)) return;
  jobs.set(job.id, { ...job, result: job.result ?? old?.result });
  remember(job);
  changed();
}

/** After a new start of the server, jobs of the old one are gone. */
async function reload() {
  const sent = await get("jobs").catch(() => null);
  if (!sent) return;
  const list = sent.map(named);
  const known = new Set(list.map((job) => job.id));
  for (const job of list) receive(job);
  for (const [id, job] of jobs) {
    const fresh = list.find((other) => other.id === id);
    if (!known.has(id)) jobs.set(id, { ...job, state: isOver(job) ? job.state : "gone" });
    // Numbers may begin anew: the result of another job is not this one's.
    else if (fresh && fresh.created !== job.created) jobs.set(id, fresh);
  }
  changed();
}

function connect() {
  stream = new EventSource("/api/v1/events");
  stream.addEventListener("hello", () => {
    // Another server may name other things by the same names: what was remembered is forgotten.
    if (!online) {
      starts += 1;
      window.dispatchEvent(new Event("server"));
    }
    online = true;
    reload();
  });
  stream.addEventListener("job", (event) => receive(JSON.parse(/** @type {MessageEvent} */ (event).data)));
  stream.addEventListener("error", () => {
    if (online) {
      online = false;
      changed();
    }
    // The browser tries again by itself unless the answer was an error.
    if (stream?.readyState === EventSource.CLOSED) {
      stream = null;
      setTimeout(listen, 2000);
    }
  });
}

/** Opens the stream; the page does so once. */
export function listen() {
  if (!stream) connect();
}

/** A render at every change. */
function useChanges() {
  const [, render] = useState(0);
  useEffect(() => {
    listen();
    const listener = () => render((count) => count + 1);
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  }, []);
}

/** All jobs, newest first. @returns {Job[]} */
export function useJobs() {
  useChanges();
  return [...jobs.values()].sort((a, b) => b.created - a.created);
}

/** How often the server has come back: an input for questions whose answers it may have changed. */
export function useStarts() {
  useChanges();
  return starts;
}

/** Is the server there? */
export function useOnline() {
  useChanges();
  return online;
}

/**
 * A job as it goes on, with its result as soon as there is one; null while nothing is known of it.
 * @param {string | null | undefined} id
 * @returns {Job | null}
 */
export function useJob(id) {
  useChanges();
  const job = id ? (jobs.get(id) ?? null) : null;
  const complete = job && (job.result !== undefined || ["failed", "cancelled", "gone"].includes(job.state));
  const wanted = id && (!job || (isOver(job) && !complete));
  useEffect(() => {
    if (!wanted) return;
    get(`jobs/${id}`).then(
      (whole) => receive({ ...whole, result: whole.result ?? null }),
      (error) => {
        if (error.status === 404) receive(lost(id));
      },
    );
  }, [id, wanted]);
  return job;
}

/**
 * A job that a link names and the server does not know.
 * @param {string} id
 * @returns {Job}
 */
const lost = (id) => ({
  id,
  command: "",
  options: {},
  title: id,
  state: "gone",
  created: 0,
  started: null,
  ended: null,
  progress: null,
  interim: null,
  remarks: [],
  error: null,
  negative: null,
  files: [],
  store: null,
  memory: 0,
  result: null,
});

/** Without what is not set. @param {Record<string, any>} options */
export const given = (options) =>
  Object.fromEntries(
    Object.entries(options).filter(([, value]) => value !== null && value !== undefined && value !== "" && value !== false),
  );

/**
 * Starts a job; an ApiError says which option is wrong.
 * @param {string} command
 * @param {Record<string, any>} options those that are null, "" or false are left out
 * @param {string} [title]
 * @returns {Promise<Job>}
 */
export async function startJob(command, options, title = command) {
  const body = await post("jobs", { command, options: given(options), title });
  const job = named(body.job ?? body);
  if (job.id === "undefined") throw new ApiError({ message: "The server did not start a job." });
  receive(job);
  return job;
}

/**
 * The result of a question that only a job may ask: it is started, waited for and forgotten.
 * @param {string} command
 * @param {Record<string, any>} options
 * @param {string} title
 * @param {AbortSignal} signal ends the job too
 * @returns {Promise<any>}
 */
export async function askAsJob(command, options, title, signal) {
  const { id } = await startJob(command, options, title);
  const job = await new Promise((/** @type {(job: Job) => void} */ resolve) => {
    const look = () => {
      const now = jobs.get(id);
      if (now && !isOver(now) && !signal.aborted) return;
      listeners.delete(look);
      signal.removeEventListener("abort", look);
      resolve(/** @type {Job} */ (now));
    };
    listeners.add(look);
    signal.addEventListener("abort", look);
    look();
  });
  if (signal.aborted) {
    cancelJob(id)
      .then(() => removeJob(id))
      .catch(() => {});
    throw new DOMException("Asked anew", "AbortError");
  }
  const whole = await get(`jobs/${id}`);
  removeJob(id).catch(() => {});
  if (whole.error) throw new ApiError(whole.error);
  return whole.result;
}

/** @param {string} id */
export const cancelJob = (id) => post(`jobs/${id}/cancel`);

/** Also deletes its files. @param {string} id */
export async function removeJob(id) {
  await remove(`jobs/${id}`);
  jobs.delete(id);
  changed();
}

/**
 * The address of a file of a job.
 * @param {string} id
 * @param {string} name
 */
export const fileOf = (id, name) => `/api/v1/jobs/${encodeURIComponent(id)}/files/${encodeURIComponent(name)}`;
