import { html } from "../../lib/ui.js";
import { Examples } from "../../components/Examples.js";
import { Facts } from "../../components/Facts.js";
import { Field } from "../../components/Field.js";
import { shapeError } from "../../components/GameForm.js";
import { JobPanel } from "../../components/JobPanel.js";
import { Problem } from "../../components/Problem.js";
import { Witness } from "./Witness.js";
import { useAsk } from "./ask.js";

/** The fewest spawns until no slide is possible. @param {{ query: Record<string, string>, setQuery: (patch: any) => void }} props */
export function Shortest({ query, setQuery }) {
  const shape = query.shape ?? "4x4";
  const wrong = shapeError(shape, 144);
  const asked = useAsk("shortest", wrong ? null : { shape, limit: query.limit }, `Shortest game on ${shape}`, query, setQuery, ["shape", "limit"]);
  const change = (/** @type {any} */ patch) => setQuery({ job: null, at: null, ...patch });
  const result = asked.result;
  return html`
    <${Examples} examples=${["3x3", "4x4", "4x5", "6x6"].map((one) => [one.replace("x", "×"), () => change({ shape: one, limit: null })])} />
    <div class="columns">
      <div class="panel stack">
        <h2>How soon can a game be over?</h2>
        <p>Full boards without equal neighbours are searched backward, the cheapest first. Where the search hits its limit, the answer is a range.</p>
        <div class="fields">
          <${Field} label="Shape" value=${shape} error=${wrong ?? asked.errors.shape} hint="Rows × columns" onInput=${(/** @type {string} */ value) => change({ shape: value.trim().toLowerCase().replace("×", "x") })} />
          <${Field} label="Boards per search" value=${query.limit ?? ""} placeholder="100000" error=${query.limit && !/^\d+$/.test(query.limit) ? "Write a whole number." : asked.errors.limit} onInput=${(/** @type {string} */ limit) => change({ limit: limit.trim() })} />
        </div>
      </div>
      <div class="stack">
        ${asked.loading && html`<p class="loading" role="status">Searching…</p>`}
        <${Problem} error=${asked.error} />
        ${asked.slow && html`<div class="panel stack"><p>This takes longer than a look-up may.</p><div class="actions"><button type="button" class="button primary" onClick=${asked.search}>Search as a job</button></div></div>`}
        ${asked.job && html`<${JobPanel} key=${asked.job} id=${asked.job} />`}
        ${result?.spawns &&
        html`<section class="panel stack" aria-label="Answer">
          <${Facts}
            facts=${[
              ["Spawns of the shortest game", result.spawns],
              result.conjectured_at_most !== null && ["Conjectured: at most", result.conjectured_at_most, "3/2·mn + 7, Edixhoven 2019"],
              result.zeegers && ["Zeegers", result.zeegers],
              ["Ends ruled out", result.ends_ruled_out, result.ends_undecided ? `${result.ends_undecided} undecided` : "none undecided"],
            ]}
          />
          ${result.witness &&
          html`<${Witness} key=${result.witness.sequence} shape=${result.shape} sequence=${result.witness.sequence} spawns=${result.witness.spawns} at=${query.at} setQuery=${setQuery} />`}
        </section>`}
      </div>
    </div>
  `;
}
