import { html, useState } from "../../lib/ui.js";
import { startJob, useJob } from "../../lib/jobs.js";
import { DataTable } from "../../components/DataTable.js";
import { Empty } from "../../components/Empty.js";
import { Field } from "../../components/Field.js";
import { JobPanel } from "../../components/JobPanel.js";
import { Picture } from "../../components/Picture.js";
import { Problem } from "../../components/Problem.js";
import { Curve } from "./Curve.js";
import { toldPoints, pointOf } from "./told.js";
import { askedOf, only } from "../studio/asked.js";

const COLUMNS = [
  { key: "games", label: "Games", number: true },
  { key: "mean", label: "Mean score since the last point", number: true, digits: 1 },
  { key: "best", label: "Best", number: true },
  { key: "seconds", label: "Seconds", number: true, value: (/** @type {any} */ row) => Math.round(row.seconds * 10) / 10 },
];

/** @param {{ query: Record<string, string>, setQuery: any }} props */
export function Train({ query, setQuery }) {
  const job = useJob(query.job);
  const [error, setError] = useState(/** @type {any} */ (null));
  const asked = askedOf(job, "train", query);
  const form = {
    shape: asked.shape ?? "3x3",
    tuples: asked.tuples ?? "0,1,2,3,4,5/0,1,3,4,6,7",
    method: asked.method ?? "tc",
    time: asked.time ?? "30s",
    games: asked.games ?? "",
    interval: asked.interval ?? asked["curve-interval"] ?? "500",
    seed: asked.seed ?? "1",
  };
  const edit = (/** @type {Record<string, any>} */ patch) => {
    setError(null);
    setQuery({ ...only(asked, ["shape", "tuples", "method", "time", "games", "seed"]), tab: "train", interval: form.interval, job: null, ...patch });
  };
  /** @param {Record<string, any>} [patch] */
  const start = async (patch = {}) => {
    setError(null);
    const wanted = { ...form, ...patch };
    try {
      const options = { shape: wanted.shape, tuples: wanted.tuples, method: wanted.method, time: wanted.time, games: wanted.games === "" ? null : Number(wanted.games), "curve-interval": Number(wanted.interval) || null, seed: Number(wanted.seed), plot: "svg", export: "ntuple" };
      const started = await startJob("train", options, `Train a network on ${wanted.shape}`);
      setQuery({ tab: "train", ...patch, job: started.id }, { push: true });
    } catch (reason) {
      setError(reason);
    }
  };
  const at = (/** @type {string} */ option) => (error?.option === option ? error : null);
  const curve = job?.result?.curve ?? toldPoints(job);
  const series = [{ name: "mean score", points: curve.flatMap((/** @type {any} */ one) => pointOf(one.games, one.mean)) }];
  const known = ["shape", "tuples", "method", "time", "games", "curve-interval", "seed"];
  return html`
    <div class="columns wide-right">
      <section class="panel stack" aria-labelledby="train-title">
        <h2 id="train-title">Network</h2>
        <div class="fields">
          <${Field} label="Rows and columns" value=${form.shape} error=${at("shape")} hint="Small boards learn in seconds" onInput=${(/** @type {string} */ next) => edit({ shape: next })} />
          <${Field} label="Learning rule" value=${form.method} error=${at("method")} options=${[["tc", "Temporal coherence"], ["td", "One learning rate"]]} onInput=${(/** @type {string} */ next) => edit({ method: next })} />
          <${Field} label="Time" value=${form.time} error=${at("time")} hint="Such as 30s or 2m" onInput=${(/** @type {string} */ next) => edit({ time: next })} />
          <${Field} label="Games at most" type="number" min=${1} value=${form.games} placeholder="no limit" error=${at("games")} onInput=${(/** @type {string} */ next) => edit({ games: next })} />
          <${Field} label="Games for each point" type="number" min=${1} value=${form.interval} error=${at("curve-interval")} onInput=${(/** @type {string} */ next) => edit({ interval: next })} />
          <${Field} label="Seed" type="number" min=${0} value=${form.seed} error=${at("seed")} onInput=${(/** @type {string} */ next) => edit({ seed: next })} />
          <${Field} label="Tuples" mono wide value=${form.tuples} placeholder="the standard tuples of the shape" error=${at("tuples")} hint="Cells numbered by rows from 0. The standard tuples are stronger and take up to 2.6 GB on 3x3." onInput=${(/** @type {string} */ next) => edit({ tuples: next })} />
        </div>
        <div class="actions"><button type="button" class="button primary" onClick=${() => start()}>Train</button></div>
        ${error && !known.includes(error.option) && html`<${Problem} error=${error} />`}
      </section>
      <div class="stack told">
        ${!query.job && html`<${Empty} title="Nothing learned yet" action=${html`<button type="button" class="button primary" onClick=${() => start({ shape: "3x3", time: "15s", interval: "500" })}>Train 15 seconds on 3×3</button>`}>A network plays against chance and learns from every slide.<//>`}
        <${JobPanel} id=${query.job} />
        ${curve.length > 0 &&
        html`<section class="panel stack" aria-labelledby="learning-title">
          <h2 id="learning-title">Learning curve</h2>
          <${Curve} series=${series} label="Mean score" across="games" />
        </section>`}
        ${job?.result?.curve && html`<${DataTable} columns=${COLUMNS} rows=${job.result.curve} caption="Points of the curve" name="curve" height="24rem" />`}
        ${job?.files.some((file) => file.name === "plot.svg") && html`<${Picture} job=${job.id} name="plot.svg" alt="Learning curve" caption="The plot of the command line" />`}
      </div>
    </div>
  `;
}
