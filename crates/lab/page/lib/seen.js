// What running jobs have told, point by point: kept while the page shows something else, and through a reload.

const NAME = "twofold.seen";
/** Points of a job; when there are more, every second one goes. */
const MOST = 600;
/** Jobs whose points are kept. */
const JOBS = 8;

/** @type {Map<string, any[]>} the oldest first */
const seen = new Map();
try {
  for (const [key, points] of JSON.parse(sessionStorage.getItem(NAME) ?? "[]")) seen.set(key, points);
} catch {
  // Closed or damaged storage: the points begin anew.
}
let scheduled = false;

function save() {
  scheduled = false;
  try {
    sessionStorage.setItem(NAME, JSON.stringify([...seen].slice(-JOBS)));
  } catch {
    // Full or closed storage: a reload begins anew.
  }
}
window.addEventListener("pagehide", save);

/** Numbers of jobs begin anew with the server; the time of the start does not. @param {any} job */
const keyOf = (job) => `${job.id}:${job.created}`;

/**
 * Remembers what a job has told. An answer that grows as a whole, such as lists of players, replaces the one before.
 * @param {import("./jobs.js").Job} job
 */
export function remember(job) {
  const told = job.interim;
  if (!told || Object.values(told).some(Array.isArray)) return;
  const key = keyOf(job);
  let points = seen.get(key) ?? [];
  if (JSON.stringify(points.at(-1)) === JSON.stringify(told)) return;
  points = [...points, told];
  if (points.length > MOST) points = points.filter((_, i) => i % 2 === 0 || i === points.length - 1);
  seen.delete(key);
  seen.set(key, points);
  if (!scheduled) setTimeout(save, 500);
  scheduled = true;
}

/** Everything that a job has told so far, the oldest first. @param {import("./jobs.js").Job | null} job @returns {any[]} */
export const seenOf = (job) => (job ? (seen.get(keyOf(job)) ?? (job.interim ? [job.interim] : [])) : []);
