import { html } from "../lib/ui.js";
import { empty, faces, reshape, text, withFace } from "../lib/grid.js";
import { PLACEMENTS, SYSTEMS, faceOf, rankOf } from "../lib/tiles.js";
import { Field } from "./Field.js";

/** @typedef {{ shape: string, rules: string, spawns: string | null, placement: string | null }} Game */

/** The game of a query, with what is left open filled in. @param {Record<string, string>} query @returns {Game} */
export const gameOf = (query) => ({
  shape: query.shape ?? "4x4",
  rules: SYSTEMS[query.rules] ? query.rules : "classic",
  spawns: query.spawns || null,
  placement: query.placement || null,
});

/** The parameters of a game in a query; defaults are left out. @param {Game} game */
export const gameQuery = (game) => ({
  shape: game.shape === "4x4" ? null : game.shape,
  rules: game.rules === "classic" ? null : game.rules,
  spawns: game.spawns,
  placement: game.placement,
});

/** What is wrong with a shape, or null. @param {string} shape @param {number} [cells] */
export function shapeError(shape, cells = 225) {
  const match = /^(\d+)x(\d+)$/i.exec(shape.trim().replace("×", "x"));
  if (!match) return "Write rows × columns, such as 3x4.";
  const [rows, columns] = [Number(match[1]), Number(match[2])];
  if (!rows || !columns) return "A board has at least one row and one column.";
  if (rows * columns < 2) return "A board has at least two cells.";
  if (rows * columns > cells) return `At most ${cells} cells; this has ${rows * columns}.`;
  return null;
}

/** What is wrong with a spawn rule, or null. @param {string | null} spawns @param {string} rules */
export function spawnsError(spawns, rules) {
  if (!spawns) return null;
  for (const part of spawns.split(",")) {
    const match = /^\s*(\d+)\s*(?::\s*(\d+(?:\.\d+)?))?\s*$/.exec(part);
    if (!match) return `“${part.trim()}” is no tile; write faces with weights, such as 2:9,4:1.`;
    if (!rankOf(Number(match[1]), rules)) return `${match[1]} is no tile of these rules.`;
    if (match[2] !== undefined && Number(match[2]) <= 0) return "Weights are more than 0.";
  }
  return null;
}

/** The tiles that may spawn. @param {Game} game @returns {number[]} */
export const spawnFaces = (game) =>
  (game.spawns ?? SYSTEMS[game.rules].spawns).split(",").map((part) => Number(part.split(":")[0])).sort((a, b) => a - b);

/** @param {Game} game */
export const gameError = (game) => shapeError(game.shape) ?? spawnsError(game.spawns, game.rules);

/** A board to begin with: two of the lowest tiles. @param {Game} game */
export function firstBoard(game) {
  const rows = empty(shapeError(game.shape, 16) ? "3x3" : game.shape);
  const low = faceOf(1, game.rules);
  const last = /** @type {import("../lib/grid.js").Cell} */ ([rows.length - 1, rows[0].length - 1]);
  return text(withFace(withFace(rows, [0, 0], low), last, low));
}

/** A board to begin with in the shape of the game, if there is one. @param {string | null | undefined} from @param {string} shape */
export const fitted = (from, shape) => (from && !shapeError(shape, 16) ? text(reshape(faces(from), shape)) : null);

/**
 * The rules of a game. `errors` are messages of the server by option (shape, rules, spawns, placement);
 * what can be seen here is said at once.
 * @param {{ game: Game, onChange: (game: Game) => void, errors?: Record<string, any>, only?: string[], cells?: number }} props
 *   `only`: the fields that are shown
 */
export function GameForm({ game, onChange, errors = {}, only, cells }) {
  const shown = (/** @type {string} */ name) => !only || only.includes(name);
  const system = SYSTEMS[game.rules];
  const [low, high] = [faceOf(1, game.rules), faceOf(2, game.rules)];
  return html`
    <div class="fields">
      ${shown("shape") &&
      html`<${Field}
        label="Shape"
        value=${game.shape}
        onInput=${(/** @type {string} */ shape) => onChange({ ...game, shape: shape.trim().toLowerCase().replace("×", "x") })}
        error=${shapeError(game.shape, cells) ?? errors.shape}
        suggestions=${["2x2", "2x3", "2x4", "3x3", "3x4", "4x4", "5x5", "6x6"]}
        hint="Rows × columns"
      />`}
      ${shown("rules") &&
      html`<${Field}
        label="Tiles"
        value=${game.rules}
        onInput=${(/** @type {string} */ rules) => onChange({ ...game, rules, spawns: null, placement: null })}
        options=${Object.entries(SYSTEMS).map(([name, { title }]) => [name, title])}
        error=${errors.rules}
      />`}
      ${shown("spawns") &&
      html`<${Field}
        label="New tiles"
        value=${game.spawns ?? ""}
        placeholder=${system.spawns}
        onInput=${(/** @type {string} */ spawns) => onChange({ ...game, spawns: spawns || null })}
        error=${spawnsError(game.spawns, game.rules) ?? errors.spawns}
        suggestions=${[system.spawns, `${low}`, `${high}`, `${low},${high}`]}
        hint="Faces with weights; empty for the usual ones"
      />`}
      ${shown("placement") &&
      html`<${Field}
        label="Where they appear"
        value=${game.placement ?? system.placement}
        onInput=${(/** @type {string} */ placement) => onChange({ ...game, placement: placement === system.placement ? null : placement })}
        options=${PLACEMENTS}
        error=${errors.placement}
      />`}
    </div>
  `;
}
