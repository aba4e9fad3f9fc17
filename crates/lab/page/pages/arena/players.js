// Players by name and parameters: `expectimax:depth=3,cutoff=0.001`.

/** @typedef {{ name: string, about: string, default: string }} Parameter */
/** @typedef {{ name: string, about: string, parameters: Parameter[] }} Kind */

/** @param {string} text @returns {{ name: string, values: Record<string, string> }} */
export function readPlayer(text) {
  const [name, rest = ""] = text.split(/:(.*)/s);
  const values = Object.fromEntries(rest.split(",").filter((part) => part.includes("=")).map((part) => part.split(/=(.*)/s).slice(0, 2)));
  return { name, values };
}

/** @param {{ name: string, values: Record<string, string> }} player */
export function playerText({ name, values }) {
  const set = Object.entries(values).filter(([, value]) => value !== "");
  return set.length ? `${name}:${set.map(([key, value]) => `${key}=${value}`).join(",")}` : name;
}

/** Players of an address; they have commas inside, so that spaces separate them. @param {string | undefined} text */
export const readPlayers = (text) => (text ?? "random greedy expectimax:depth=1").split(" ").filter(Boolean);

/** Parameters that only take some values. @type {Record<string, string[]>} */
export const CHOICES = { look: ["best", "sum", "average"], slides: ["1", "2"], variant: ["text", "program"] };
