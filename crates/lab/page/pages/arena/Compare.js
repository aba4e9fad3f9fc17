import { html, useState } from "../../lib/ui.js";
import { about } from "../../lib/api.js";
import { useAsync } from "../../lib/async.js";
import { faces, shapeOf } from "../../lib/grid.js";
import { startJob, useJob } from "../../lib/jobs.js";
import { BoardEditor } from "../../components/BoardEditor.js";
import { DataTable } from "../../components/DataTable.js";
import { Empty } from "../../components/Empty.js";
import { Field } from "../../components/Field.js";
import { GameForm, firstBoard, fitted, gameOf, gameQuery } from "../../components/GameForm.js";
import { JobPanel } from "../../components/JobPanel.js";
import { Picture } from "../../components/Picture.js";
import { Problem } from "../../components/Problem.js";
import { Histograms } from "./Histogram.js";
import { PlayerList } from "./PlayerList.js";
import { readPlayers } from "./players.js";
import { askedOf, only } from "../studio/asked.js";
import { Shares, columnsOf } from "./Shares.js";

const FIELDS = ["players", "games", "seed", "shape", "rules", "spawns", "placement", "from", "dropper"];

/** @param {{ job: any, result: any, live: boolean }} props */
function Results({ job, result, live }) {
  const players = result.players.filter((/** @type {any} */ one) => one.scores?.length);
  const plot = job.files.find((/** @type {any} */ file) => file.name === "plot.svg");
  if (!players.length) return null;
  return html`
    <section class="panel stack" aria-labelledby="scores-title" aria-busy=${live ? "true" : null}>
      <h2 id="scores-title">Scores${live ? ", so far" : ""}</h2>
      <${Histograms} players=${players} />
      <p class="field-hint">The line is the mean. All histograms have the same axis.</p>
    </section>
    ${players.every((/** @type {any} */ one) => one.mean) &&
    html`<${DataTable} columns=${columnsOf(players)} rows=${players} caption=${`Players${result.seed !== undefined ? `, seed ${result.seed}` : ""}`} name="arena" />`}
    ${players.every((/** @type {any} */ one) => one.share) && html`<section class="table-box"><${Shares} players=${players} rules=${result.game?.tiles ?? "classic"} /></section>`}
    ${plot && html`<${Picture} job=${job.id} name="plot.svg" alt="Scores of the players" caption="The plot of the command line" />`}
  `;
}

/** @param {{ query: Record<string, string>, setQuery: any }} props */
export function Compare({ query, setQuery }) {
  const known = useAsync(() => about(), []);
  const job = useJob(query.job);
  const [error, setError] = useState(/** @type {any} */ (null));
  const asked = askedOf(job, "arena", query);
  const players = readPlayers(asked.players);
  const [games, seed, dropper, from] = [asked.games ?? "100", asked.seed ?? "1", asked.dropper ?? "chance", asked.from ?? ""];
  // A board says itself what shape it has.
  const game = gameOf(from && !asked.shape ? { ...asked, shape: shapeOf(faces(from)) } : asked);
  const edit = (/** @type {Record<string, any>} */ patch) => {
    setError(null);
    setQuery({ ...only(asked, FIELDS), ...patch });
  };
  /** @param {Record<string, any>} [patch] */
  const start = async (patch = {}) => {
    setError(null);
    const wanted = { players, games, seed, ...patch };
    const { shape, rules, spawns, placement } = patch.example ? gameOf({}) : game;
    try {
      const started = await startJob(
        "arena",
        { players: wanted.players, games: Number(wanted.games), seed: Number(wanted.seed), shape: from ? null : shape, rules, spawns, placement, from, dropper: dropper === "chance" ? null : dropper, plot: "svg", "games-csv": "csv", best: "txt" },
        `Arena: ${wanted.players.join(", ")}`,
      );
      setQuery({ players: wanted.players.join(" "), games: wanted.games, job: started.id, ...(patch.example ? gameQuery(gameOf({})) : {}) }, { push: true });
    } catch (reason) {
      setError(reason);
    }
  };
  const at = (/** @type {string} */ option) => (error?.option === option ? error : null);
  // Some parameters are only read when the games begin.
  const misread = job?.state === "failed" && /player|parameter|weights/.test(job.error?.message ?? "") ? job.error : null;
  const result = job?.result?.players ? job.result : job?.interim?.players ? job.interim : null;
  // All of it comes at once, so that nothing jumps.
  if (!known.data && !known.error) return html`<p class="loading" role="status">Loading…</p>`;
  return html`
    <div class="columns wide-right">
      <section class="panel stack" aria-labelledby="players-title">
        <h2 id="players-title">Players</h2>
        <${Problem} error=${known.error} />
        ${known.data && html`<${PlayerList} kinds=${known.data.players} players=${players} error=${at("players") ?? misread} onChange=${(/** @type {string[]} */ next) => edit({ players: next.join(" "), job: null })} />`}
        <${GameForm} game=${game} errors=${{ shape: at("shape"), rules: at("rules"), spawns: at("spawns"), placement: at("placement") }} onChange=${(/** @type {any} */ next) => edit({ ...gameQuery(next), shape: next.shape, from: fitted(from, next.shape), job: null })} />
        <div class="fields">
          <${Field} label="Games of each player" type="number" min=${1} max=${100000} value=${games} error=${at("games")} onInput=${(/** @type {string} */ next) => edit({ games: next, job: null })} />
          <${Field} label="Seed" type="number" min=${0} value=${seed} error=${at("seed")} hint="The same seed gives the same games" onInput=${(/** @type {string} */ next) => edit({ seed: next, job: null })} />
          <${Field} label="Spawns by" value=${dropper} error=${at("dropper")} options=${[["chance", "chance"], ["adversary", "an adversary"]]} onInput=${(/** @type {string} */ next) => edit({ dropper: next === "chance" ? null : next, job: null })} />
          <${Field} label="Games begin with" value=${from ? "board" : ""} options=${[["", "two random tiles"], ["board", "a board of your own…"]]} onInput=${(/** @type {string} */ next) => edit({ from: next ? firstBoard(game) : null, job: null })} />
        </div>
        ${from &&
        html`<${BoardEditor} fixed label="Begin with this board" board=${from} rules=${game.rules} size="14rem" onChange=${(/** @type {string} */ next) => edit({ from: next, job: null })} />
          ${at("from") && html`<p class="field-error" role="alert">${at("from").message}</p>`}`}
        <div class="actions"><button type="button" class="button primary" onClick=${() => start()}>Compare</button></div>
        ${error && !FIELDS.includes(error.option) && html`<${Problem} error=${error} />`}
      </section>
      <div class="stack">
        ${!query.job &&
        html`<${Empty} title="No games played yet" action=${html`<button type="button" class="button primary" onClick=${() => start({ players: ["random", "greedy", "expectimax:depth=1"], games: "50", example: true })}>Compare three players over 50 games</button>`}>
          Scores as histograms, shares of tiles and means, with how certain they are.
        <//>`}
        <${JobPanel} id=${query.job} />
        ${job && result && html`<${Results} job=${job} result=${result} live=${!job.result} />`}
      </div>
    </div>
  `;
}
