import { html, useState } from "../../lib/ui.js";
import { startJob } from "../../lib/jobs.js";
import { sizes } from "../../lib/grid.js";
import { SYSTEMS, rankOf } from "../../lib/tiles.js";
import { Check, Field } from "../../components/Field.js";
import { JobPanel } from "../../components/JobPanel.js";
import { Problem } from "../../components/Problem.js";

/** @type {[string, string][]} */
const GOALS = [
  ["score", "Score"],
  ["tile", "Make a tile"],
  ["largest", "Largest tile"],
  ["most-slides", "Most slides"],
  ["fewest-slides", "Fewest slides"],
];
/** @type {[string, string][]} */
const OPPONENTS = [
  ["chance", "Chance"],
  ["adversary", "Adversary"],
  ["helper", "Helper"],
];

/** Goals that need one who chooses: chance forces nothing. @param {string} goal @param {string} opponent */
const clash = (goal, opponent) =>
  goal === "largest" && opponent === "chance" ? "Against chance no largest tile can be forced: choose an adversary or a helper." : null;

/**
 * Solves the game of the page as a job, for any goal and opponent.
 * @param {{ game: any, board: string, query: Record<string, string>, setQuery: (patch: any) => void, onSolved: (store: string) => void }} props
 */
export function Solve({ game, board, query, setQuery, onSolved }) {
  const [error, setError] = useState(/** @type {any} */ (null));
  const [goal, opponent, to] = [query.goal ?? "score", query.opponent ?? "chance", query.to ?? ""];
  const [rows, columns] = sizes(game.shape);
  const cells = rows * columns;
  const target = to ? (rankOf(Number(to), game.rules) ? null : `${to} is no tile of these rules.`) : goal === "tile" ? "Which tile?" : null;
  const start = () => {
    setError(null);
    const options = { ...game, rules: game.rules === "classic" ? null : game.rules, goal, opponent, to, from: query.only === "1" ? board : null, store: true };
    const against = opponent === "chance" ? "chance" : opponent === "adversary" ? "an adversary" : "a helper";
    const title = `Solve ${game.shape}${game.rules === "classic" ? "" : ` ${game.rules}`}: ${goal}${to ? ` ${to}` : ""} against ${against}${query.only === "1" ? `, from ${board}` : ""}`;
    startJob("solve", options, title).then(
      (job) => setQuery({ job: job.id }),
      (reason) => setError(reason),
    );
  };
  const wrong = (/** @type {string} */ option) => (error?.option === option ? error : null);
  return html`
    <div class="stack tight">
      <div class="fields">
        <${Field} label="Slider plays for" value=${goal} options=${GOALS} error=${clash(goal, opponent) ?? wrong("goal")} onInput=${(/** @type {string} */ value) => setQuery({ goal: value === "score" ? null : value })} />
        <${Field} label="Against" value=${opponent} options=${OPPONENTS} error=${wrong("opponent")} onInput=${(/** @type {string} */ value) => setQuery({ opponent: value === "chance" ? null : value })} />
        <${Field}
          label=${goal === "tile" ? "Tile" : "Play ends at"}
          value=${to}
          placeholder=${goal === "tile" ? String(SYSTEMS[game.rules].face(cells + 1)) : "no slide left"}
          error=${target ?? wrong("to")}
          onInput=${(/** @type {string} */ value) => setQuery({ to: value.trim() || null })}
        />
      </div>
      <${Check} label="Only what can follow the board that is shown" checked=${query.only === "1"} onChange=${(/** @type {boolean} */ on) => setQuery({ only: on ? "1" : null })} />
      ${cells > 9 &&
      query.only !== "1" &&
      html`<p class="field-hint">
        ${game.shape} has ${cells} cells: solving takes from minutes to far too long. Solve it once on the command line, and name the store
        with <code>twofold lab --store DIR</code>.
      </p>`}
      ${error && !error.option && html`<${Problem} error=${error} />`}
      <div class="actions">
        <button type="button" class="button primary" disabled=${Boolean(target || clash(goal, opponent))} onClick=${start}>Solve this game</button>
      </div>
      <${JobPanel} key=${query.job} id=${query.job} onDone=${(/** @type {any} */ job) => job.store && job.state === "done" && onSolved(job.store)} />
    </div>
  `;
}
