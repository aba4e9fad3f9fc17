// Which figures were recomputed by this server, and what came out.
import { useEffect, useState } from "../../lib/ui.js";
import { get } from "../../lib/api.js";
import { isOver } from "../../lib/jobs.js";

/** @typedef {import("../../lib/jobs.js").Job} Job */

/** The newest job of every row. @param {Job[]} jobs newest first @returns {Map<string, Job>} */
export function runsOf(jobs) {
  const runs = new Map();
  for (const job of jobs) {
    if (job.command !== "reproduce" || job.state === "gone") continue;
    for (const id of [job.options.only ?? []].flat()) if (!runs.has(id)) runs.set(id, job);
  }
  return runs;
}

/**
 * The rows of jobs that have ended, by id.
 * @param {Map<string, Job>} runs
 * @returns {Map<string, any>}
 */
export function useResults(runs) {
  const [results, setResults] = useState(/** @type {Map<string, { job: string, row: any }>} */ (new Map()));
  const ended = [...new Set([...runs.values()].filter((job) => isOver(job) && job.state !== "cancelled"))];
  const key = ended.map((job) => `${job.id}:${job.created}`).join();
  const [rows, setRows] = useState(/** @type {Map<string, any>} */ (new Map()));
  useEffect(() => {
    let left = false;
    const known = new Set([...results.values()].map(({ job }) => job));
    const missing = ended.filter((job) => !known.has(`${job.id}:${job.created}`));
    Promise.all(missing.map((job) => get(`jobs/${job.id}`).catch(() => null))).then((whole) => {
      if (left || missing.length === 0) return;
      const next = new Map(results);
      // Old ones first, so that the newest wins.
      for (const job of whole.reverse()) {
        for (const row of job?.result?.rows ?? []) next.set(row.id, { job: `${job.id}:${job.created}`, row });
      }
      setResults(next);
      setRows(new Map([...next].map(([id, { row }]) => [id, row])));
    });
    return () => {
      left = true;
    };
  }, [key]);
  return rows;
}
