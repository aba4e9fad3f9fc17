// Stores that can be asked: those named at the start of the server and those that jobs made.
import { answer, get } from "./api.js";
import { useAsync } from "./async.js";
import { useJobs, useStarts } from "./jobs.js";
import { sameGame } from "./record.js";

/** @typedef {{ id: string, title: string, kind: "counted" | "solved", game: any, goal: string, opponent: string }} Store */

/** All stores; asked for again whenever a job has made one. @returns {Store[]} */
export function useStores() {
  const made = useJobs()
    .filter((job) => job.store && job.state === "done")
    .map((job) => job.store)
    .join();
  const { data } = useAsync((signal) => get("stores", { signal }).then((list) => Promise.all(list.map(complete))), [made, useStarts()]);
  return (data ?? []).filter((/** @type {Store} */ store) => store.game);
}

/** @type {Map<string, Store>} */
const described = new Map();
window.addEventListener("server", () => described.clear());

/** A store with what it holds: where the list does not say, the store itself does. @param {any} store @returns {Promise<Store>} */
async function complete(store) {
  if (store.game) return store;
  const known = described.get(store.id);
  if (known) return known;
  const info = await answer("store/info", { store: store.id }).then(
    ({ result }) => result,
    () => null,
  );
  if (!info?.complete) return store;
  const whole = { ...store, kind: info.goal ? "solved" : "counted", game: info.game, goal: info.goal, opponent: info.opponent };
  described.set(store.id, whole);
  return whole;
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
