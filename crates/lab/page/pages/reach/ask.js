// A question that is looked up at once, and becomes a job if it takes longer.
import { answer } from "../../lib/api.js";
import { useAsync } from "../../lib/async.js";
import { useRun } from "../../lib/run.js";

/**
 * @param {string} command
 * @param {Record<string, any> | null} options null: nothing to ask
 * @param {string} title of the job
 * @param {Record<string, string>} query
 * @param {(patch: any) => void} setQuery
 * @param {string[]} fields options that have a field, beside which their messages stand
 */
export function useAsk(command, options, title, query, setQuery, fields) {
  const run = useRun(command, query.job, setQuery);
  const key = JSON.stringify(options);
  const look = useAsync(options && !query.job ? (signal) => answer(command, options, { signal }) : null, [command, key, Boolean(query.job)], { delay: 250 });
  const slow = look.error?.kind === "busy" || look.error?.status === 503;
  const beside = !slow && fields.includes(look.error?.option);
  return {
    result: query.job ? (run.job?.result ?? null) : (look.data?.result ?? null),
    loading: !query.job && look.loading,
    /** The look-up took too long: a job is the way. */
    slow,
    error: slow || beside ? run.error : (look.error ?? run.error),
    errors: /** @type {Record<string, any>} */ ({ ...run.errors, ...(beside ? { [look.error.option]: look.error } : {}) }),
    job: run.id ?? null,
    search: () => run.start(options ?? {}, title),
  };
}
