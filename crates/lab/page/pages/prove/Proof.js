import { classes, html } from "../../lib/ui.js";
import { grouped } from "../../lib/numbers.js";
import { DataTable } from "../../components/DataTable.js";
import { Facts } from "../../components/Facts.js";
import { Picture } from "../../components/Picture.js";

/** @type {Record<string, string>} */
const KINDS = { bdd: "ordered binary", bcdd: "with complemented edges", zbdd: "zero-suppressed" };

/** The answer of `prove`, with what it took. @param {{ result: any, job: import("../../lib/jobs.js").Job }} props */
export function Proof({ result, job }) {
  const { game } = result;
  const drops = game.spawns.map((/** @type {any} */ one) => one.tile).join(" or ");
  const unfit = !result.forced && result.largest;
  return html`
    <section class=${classes("panel stack answer", result.forced ? "yes" : "no")} aria-label="Answer">
      <h2>${result.forced ? "Yes" : "No"}: ${game.target} ${result.forced ? "can" : "cannot"} be forced on ${game.shape}, with drops of ${drops}.</h2>
      ${unfit && html`<p>It does not fit: ${game.shape} has room for ${grouped(result.largest)} at most, whoever drops.</p>`}
      <${Facts}
        facts=${[
          ["Certainty", "proved", "every board considered"],
          ["Steps", result.iterations],
          ["Most nodes", result.peak_nodes, KINDS[result.diagram]],
          ["Time", `${Number(result.seconds.toPrecision(3))} s`],
          result.states !== null && typeof result.states !== "object" && ["Boards classified", result.states],
        ]}
      />
    </section>
    <div class="columns">
      ${job.files.some((file) => file.name === "plot.svg") &&
      html`<${Picture} job=${job.id} name="plot.svg" alt=${`Course of the proof for ${game.target} on ${game.shape}`} caption="Course of the proof" />`}
      ${result.steps.length > 0 &&
      html`<${DataTable}
        name="proof-steps"
        caption="Steps, back to the empty board"
        height="24rem"
        columns=${[
          { key: "line", label: "Line of the sweep" },
          { key: "iteration", label: "Iteration", number: true },
          { key: "nodes", label: "Nodes", number: true },
          { key: "states", label: "Boards", number: true },
          { key: "seconds", label: "Seconds", number: true },
        ]}
        rows=${result.steps}
      />`}
    </div>
    ${result.states &&
    typeof result.states === "object" &&
    html`<${DataTable}
      name="proof-states"
      caption=${`Boards won by ${result.states.side === "dropper" ? "Dropper" : "Slider"}`}
      columns=${[{ key: "what", label: "" }, { key: "count", label: "Boards", number: true }]}
      rows=${Object.entries(result.states).filter(([what]) => what !== "side").map(([what, count]) => ({ what: what.replaceAll("_", " "), count }))}
    />`}
  `;
}
