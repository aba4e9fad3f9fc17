// A page and the job that it starts: the id in the address, errors beside their fields.
import { useState } from "./ui.js";
import { given, startJob, useJob } from "./jobs.js";

/**
 * Whether a job answers another question than these options ask.
 * @param {import("./jobs.js").Job | null} job
 * @param {Record<string, any>} options
 */
export function asksElse(job, options) {
  if (!job) return false;
  const plain = (/** @type {Record<string, any>} */ all) =>
    JSON.stringify(
      Object.entries(given(all))
        .filter(([name]) => name !== "memory")
        .map(([name, value]) => [name, String(value)])
        .sort(),
    );
  return plain(job.options) !== plain(options);
}

/**
 * The job of a page. A link may name the job of another server: one with another command is not ours.
 * @param {string} command
 * @param {string | undefined} id
 * @param {(patch: any, how?: any) => void} setQuery
 * @param {string} [name] of the parameter that keeps the id
 */
export function useRun(command, id, setQuery, name = "job") {
  const [error, setError] = useState(/** @type {any} */ (null));
  const [busy, setBusy] = useState(false);
  const known = useJob(id);
  const job = known && known.state !== "gone" && known.command !== command ? null : known;
  const start = (/** @type {Record<string, any>} */ options, /** @type {string} */ title, /** @type {Record<string, any>} */ patch = {}) => {
    setError(null);
    setBusy(true);
    return startJob(command, options, title)
      .then(
        (started) => setQuery({ ...patch, [name]: started.id }),
        (reason) => {
          setError(reason);
          if (Object.keys(patch).length) setQuery({ ...patch, [name]: null });
        },
      )
      .finally(() => setBusy(false));
  };
  const said = error ?? (job?.state === "failed" ? job.error : null);
  return {
    job,
    /** What the panel of the job is to show: nothing if the job is another page's. */
    id: known && !job ? null : id,
    start,
    busy,
    error: said && !said.option ? error : null,
    /** Messages by the option to which they belong. @type {Record<string, any>} */
    errors: said?.option ? { [said.option]: said } : {},
    clear: () => setError(null),
  };
}
