import { classes, html } from "../../lib/ui.js";
import { grouped } from "../../lib/numbers.js";
import { Facts } from "../../components/Facts.js";
import { Witness } from "./Witness.js";

/** @type {Record<string, string>} */
const HEADS = { yes: "Yes, it can be reached", no: "No, it cannot be reached", undecided: "Undecided" };

/** A reason in words. @param {any} reason */
function told(reason) {
  if (reason.search) {
    const { boards, depth, finished, way } = reason.search;
    const how = way === "forward" ? "forward from the empty board" : "backward from the pattern";
    return `${grouped(boards)} boards searched ${how}, ${depth} steps deep${finished ? ": nothing is left to look at" : "; the search was not exhausted"}.`;
  }
  if (reason.theorem) return html`<strong>${reason.theorem.name}:</strong> ${reason.theorem.conditions.join("; ")}.`;
  return Object.entries(reason)
    .map(([name, value]) => `${name}: ${typeof value === "object" ? JSON.stringify(value) : value}`)
    .join("; ");
}

/** Sequences that were listed or drawn; a click steps through one. @param {{ title: string, list: string[], onPick: (sequence: string) => void }} props */
const Sequences = ({ title, list, onPick }) => html`
  <div>
    <h3>${title}</h3>
    <ul class="sequences">
      ${list.map((sequence, i) => html`<li key=${i}><button type="button" class="button small mono" onClick=${() => onPick(sequence)}>${sequence}</button></li>`)}
    </ul>
  </div>
`;

/**
 * The answer of `reach`: a witness to step through, or the reason for a no.
 * @param {{ result: any, query: Record<string, string>, setQuery: (patch: any) => void, stale?: boolean }} props
 */
export function Answer({ result, query, setQuery, stale }) {
  const { witness, sequences } = result;
  const deterministic = result.game.placement !== "anywhere";
  const counts = sequences?.counts;
  const matching = sequences?.matching ?? null;
  const picked = query.way && [...(sequences?.listed ?? []), ...(sequences?.random ?? [])].includes(query.way) ? query.way : null;
  const pick = (/** @type {string} */ way) => setQuery({ way, at: null });
  return html`
    <section class=${classes("panel stack answer", result.answer === "yes" ? "yes" : "no", stale && "stale")} aria-label="Answer" aria-busy=${stale}>
      <h2>${HEADS[result.answer] ?? result.answer}</h2>
      <p>${result.answer === "yes" ? "Known by" : "Why"}: ${result.known_by}. No tile above rank ${result.highest_rank} is made.</p>
      ${result.reasons.length > 0 && result.answer !== "yes" && html`<ul class="reasons">${result.reasons.map((/** @type {any} */ reason, /** @type {number} */ i) => html`<li key=${i}>${told(reason)}</li>`)}</ul>`}
      ${counts && html`<${Facts}
        facts=${[
          ["Sequences", counts.total],
          matching !== null && ["That match", matching],
          counts.one_in_corner !== undefined && ["With a 2 in the corner", counts.one_in_corner],
          counts.two_in_corner !== undefined && ["With a 4 in the corner", counts.two_in_corner],
        ]}
      />`}
      ${witness &&
      html`<${Witness}
        key=${picked ?? witness.sequence}
        shape=${result.game.shape}
        sequence=${picked ?? witness.sequence}
        spawns=${picked ? null : witness.spawns}
        deterministic=${deterministic}
        at=${query.at}
        setQuery=${setQuery}
      />`}
      ${matching === 0 && html`<p>No sequence of slides matches. Take the pattern away to see those that there are.</p>`}
      ${sequences?.listed?.length > 0 && html`<${Sequences} title=${matching === null ? "The first ones" : "The first that match"} list=${sequences.listed} onPick=${pick} />`}
      ${sequences?.random?.length > 0 && html`<${Sequences} title="Drawn at random" list=${sequences.random} onPick=${pick} />`}
    </section>
  `;
}
