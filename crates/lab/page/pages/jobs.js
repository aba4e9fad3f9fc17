import { html, useState } from "../lib/ui.js";
import { isOver, removeJob, useJobs } from "../lib/jobs.js";
import { Empty } from "../components/Empty.js";
import { JobPanel } from "../components/JobPanel.js";
import { Problem } from "../components/Problem.js";

export const title = "Jobs";

export default function Jobs() {
  const jobs = useJobs();
  const [error, setError] = useState(/** @type {any} */ (null));
  if (!jobs.length) {
    return html`<${Empty} title="No jobs yet">Long work that you start on other pages shows up here, and stays when the page is reloaded.<//>`;
  }
  return html`
    <${Problem} error=${error} />
    <div class="stack">
      ${jobs.map(
        (job) => html`<${JobPanel} key=${job.id} id=${job.id}>
          ${isOver(job) &&
          html`<p class="actions">
            <button type="button" class="button small" onClick=${() => removeJob(job.id).catch(setError)}>Delete, with its files</button>
          </p>`}
        <//>`,
      )}
    </div>
  `;
}
