// Stores that can be asked: those named at the start of the server and those that jobs made.
import { get } from "./api.js";
import { useAsync } from "./async.js";
import { useJobs } from "./jobs.js";
import { sameGame } from "./record.js";

/** @typedef {{ id: string, title: string, kind: "counted" | "solved", game: any, goal: string, opponent: string }} Store */

/** All stores; asked for again whenever a job has made one. @returns {Store[]} */
export function useStores() {
  const made = useJobs()
    .filter((job) => job.store && job.state === "done")
    .map((job) => job.store)
    .join();
  const { data } = useAsync((signal) => get("stores", { signal }), [made]);
  return data ?? [];
}

/** Is this a solved store of the game? @param {Store} store @param {import("../components/GameForm.js").Game} game */
export const solves = (store, game) => store.kind === "solved" && Boolean(store.game) && sameGame(store.game, game);

/**
 * The solved stores of a game.
 * @param {import("../components/GameForm.js").Game} game
 * @returns {Store[]}
 */
export const useSolved = (game) => useStores().filter((store) => solves(store, game));

/** What a store knows: "score against chance". @param {Store} store */
export function storeText(store) {
  const goal = store.game?.target && /tile/.test(store.goal) ? `tile ${store.game.target}` : store.goal;
  return `${goal} against ${store.opponent === "helper" ? "a helper" : store.opponent === "adversary" ? "an adversary" : "chance"}`;
}
