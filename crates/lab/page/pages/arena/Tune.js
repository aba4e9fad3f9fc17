import { html, useState } from "../../lib/ui.js";
import { startJob, useJob } from "../../lib/jobs.js";
import { link } from "../../lib/route.js";
import { DataTable } from "../../components/DataTable.js";
import { Empty } from "../../components/Empty.js";
import { Field } from "../../components/Field.js";
import { Figure } from "../../components/Figure.js";
import { JobPanel } from "../../components/JobPanel.js";
import { Picture } from "../../components/Picture.js";
import { Problem } from "../../components/Problem.js";
import { Curve } from "./Curve.js";
import { Features } from "./Features.js";
import { pointOf, toldGenerations } from "./told.js";
import { askedOf, only } from "../studio/asked.js";

/** Name, label, default, and what it is for. */
const FIELDS = [
  ["generations", "Generations", "10", "How often weights are bred"],
  ["population", "Population", "12", "Sets of weights in a generation"],
  ["games", "Games", "10", "For each set of weights"],
  ["seed", "Seed", "1", "The same seed gives the same weights"],
];

/** The order in which weights are written; that of the keys of an answer says nothing. */
const WEIGHTS = ["largest", "monotonicity", "empty", "chain", "shift_load", "adjacent"];

const NAMES = ["method", "shape", "variant", "look", "slides", "start", ...FIELDS.map(([name]) => name)];

const COLUMNS = [
  { key: "number", label: "Generation", number: true },
  { key: "best", label: "Best", number: true, digits: 1, value: (/** @type {any} */ row) => row.best.score },
  { key: "mean", label: "Mean", number: true, digits: 1 },
  { key: "weights", label: "Weights of the best", value: (/** @type {any} */ row) => WEIGHTS.map((name) => row.best.weights[name]).join("/") },
];

/** @param {{ query: Record<string, string>, setQuery: any }} props */
export function Tune({ query, setQuery }) {
  const job = useJob(query.job);
  const [error, setError] = useState(/** @type {any} */ (null));
  const asked = askedOf(job, "tune", query);
  const [variant, method, shape, look, slides, begin] = [asked.variant ?? "text", asked.method ?? "genetic", asked.shape ?? "4x4", asked.look ?? "best", asked.slides ?? "1", asked.start ?? ""];
  const edit = (/** @type {Record<string, any>} */ patch) => {
    setError(null);
    setQuery({ ...only(asked, NAMES), tab: "tune", job: null, ...patch });
  };
  /** @param {Record<string, any>} [patch] */
  const start = async (patch = {}) => {
    setError(null);
    const numbers = Object.fromEntries(FIELDS.map(([name, , normal]) => [name, Number(patch[name] ?? asked[name] ?? normal)]));
    const wanted = { method, shape, ...patch };
    try {
      const started = await startJob("tune", { ...numbers, method: wanted.method, shape: wanted.shape, variant, look, slides: Number(slides), start: begin, plot: "svg" }, `Tune six weights on ${wanted.shape}`);
      setQuery({ tab: "tune", ...patch, job: started.id }, { push: true });
    } catch (reason) {
      setError(reason);
    }
  };
  const at = (/** @type {string} */ option) => (error?.option === option ? error : null);
  const result = job?.result;
  const generations = result?.generations ?? toldGenerations(job);
  const series = [
    { name: "best", points: generations.flatMap((/** @type {any} */ one) => pointOf(one.number, one.best.score)) },
    { name: "mean", points: generations.flatMap((/** @type {any} */ one) => pointOf(one.number, one.mean)) },
  ];
  return html`
    <div class="columns wide-right">
      <section class="panel stack" aria-labelledby="tune-title">
        <h2 id="tune-title">Evolution</h2>
        <div class="fields">
          <${Field} label="Optimiser" value=${method} error=${at("method")} options=${[["genetic", "Genetic (2024)"], ["cma-es", "CMA-ES"]]} onInput=${(/** @type {string} */ next) => edit({ method: next })} />
          <${Field} label="Rows and columns" value=${shape} error=${at("shape")} onInput=${(/** @type {string} */ next) => edit({ shape: next })} />
          ${FIELDS.map(([name, label, normal, hint]) => html`<${Field} key=${name} label=${label} type="number" min=${1} value=${asked[name] ?? normal} hint=${hint} error=${at(name)} onInput=${(/** @type {string} */ next) => edit({ [name]: next })} />`)}
          <${Field} label="Features" value=${variant} error=${at("variant")} options=${[["text", "of the document"], ["program", "of its program"]]} onInput=${(/** @type {string} */ next) => edit({ variant: next, ...(next === "program" ? { look: "best" } : {}) })} />
          <${Field} label="Futures count by" value=${look} error=${at("look")} options=${variant === "program" ? ["best"] : ["best", "sum", "average"]} onInput=${(/** @type {string} */ next) => edit({ look: next })} />
          <${Field} label="Slides ahead" value=${slides} error=${at("slides")} options=${["1", "2"]} onInput=${(/** @type {string} */ next) => edit({ slides: next })} />
          <${Field} label="Start from weights" mono wide value=${begin} placeholder="random" hint="Six numbers, such as 4.7/131/240/-0.4/150/-4.6" error=${at("start")} onInput=${(/** @type {string} */ next) => edit({ start: next })} />
        </div>
        <div class="actions"><button type="button" class="button primary" onClick=${() => start()}>Tune</button></div>
        ${error && !NAMES.includes(error.option) && html`<${Problem} error=${error} />`}
      </section>
      <div class="stack told">
        ${!query.job && html`<${Empty} title="Nothing tuned yet" action=${html`<button type="button" class="button primary" onClick=${() => start({ shape: "3x3", generations: "8", population: "8", games: "8" })}>Tune on 3×3 for a few seconds</button>`}>Weights for the six features, judged by the mean largest tile of some games.<//>`}
        <${JobPanel} id=${query.job} />
        ${generations.length > 0 &&
        html`<section class="panel stack" aria-labelledby="curve-title">
          <h2 id="curve-title">Mean largest tile, by generation</h2>
          <${Curve} series=${series} label="Mean largest tile" across="generations" />
        </section>`}
        ${result?.generations && html`<${DataTable} columns=${COLUMNS} rows=${result.generations} caption="Generations" name="generations" height="20rem" />`}
        ${result?.weights &&
        html`<${DataTable} columns=${[{ key: "feature", label: "Feature" }, { key: "weight", label: "Weight", number: true }]} rows=${WEIGHTS.map((name) => ({ feature: name.replace("_", " "), weight: result.weights[name] }))} caption="The best weights" name="weights" />
          <p>Mean largest tile with them: <${Figure} figure=${result.score} digits=${1} />. The same games chose these weights, so this tends to be too high; a comparison over other games tells. <a href=${link("arena", { players: [`,weights=${result.text}`, ""].map((weights) => `features:variant=${variant},slides=${slides},look=${look}${weights}`).join(" "), shape: result.question["--shape"], games: 50, seed: 1000 + Number(asked.seed ?? 1) })}>Compare this player with the default weights, with the same look-ahead and another seed</a></p>
          ${job?.files.some((file) => file.name === "plot.svg") && html`<${Picture} job=${job.id} name="plot.svg" alt="Best and mean of each generation" caption="The plot of the command line" />`}`}
      </div>
    </div>
    <${Features} />
  `;
}
