// The Game of Life on the page: only to know which cells live and when a pattern repeats. The boards
// come from the server, which plays the same rule; what it says is compared with this.

/** Names that the program knows (crates/reach/src/life/pattern.rs), with their run length encoding and a shape with room. */
export const PRESETS = [
  { name: "block", rle: "2o$2o!", shape: "6x6" },
  { name: "beehive", rle: "b2o$o2bo$b2o!", shape: "7x8" },
  { name: "loaf", rle: "b2o$o2bo$bobo$2bo!", shape: "8x8" },
  { name: "boat", rle: "2o$obo$bo!", shape: "7x7" },
  { name: "blinker", rle: "3o!", shape: "7x7" },
  { name: "toad", rle: "b3o$3o!", shape: "8x8" },
  { name: "beacon", rle: "2o$2o$2b2o$2b2o!", shape: "8x8" },
  { name: "pulsar", rle: "2b3o3b3o2$o4bobo4bo$o4bobo4bo$o4bobo4bo$2b3o3b3o2$2b3o3b3o$o4bobo4bo$o4bobo4bo$o4bobo4bo2$2b3o3b3o!", shape: "17x17" },
  { name: "glider", rle: "bob$2bo$3o!", shape: "8x8" },
  { name: "lwss", rle: "bo2bo$o4b$o3bo$4o!", shape: "9x14" },
  { name: "r-pentomino", rle: "b2o$2o$bo!", shape: "16x16" },
  { name: "diehard", rle: "6bo$2o$bo3b3o!", shape: "14x20" },
  { name: "acorn", rle: "bo$3bo$2o2b3o!", shape: "16x20" },
  { name: "gosper-gun", rle: "24bo$22bobo$12b2o6b2o12b2o$11bo3bo4b2o12b2o$2o8bo5bo3b2o$2o8bo3bob2o4bobo$10bo5bo7bo$11bo3bo$12b2o!", shape: "20x40" },
];

/** @typedef {boolean[][]} World */

/** Living cells of run length encoding. @param {string} text @returns {[number, number][]} */
function encoded(text) {
  /** @type {[number, number][]} */
  const cells = [];
  let [row, column] = [0, 0];
  for (const [, count, sign] of text.split("!")[0].matchAll(/(\d*)([bo$])/gi)) {
    const run = Number(count || 1);
    if (sign === "$") [row, column] = [row + run, 0];
    else {
      if (sign.toLowerCase() === "o") for (let i = 0; i < run; i += 1) cells.push([row, column + i]);
      column += run;
    }
  }
  return cells;
}

/**
 * The living cells of a pattern in any of the ways to write one, or null if it is none.
 * @param {string} source
 * @returns {{ cells: [number, number][], rule: string | null } | null}
 */
export function readPattern(source) {
  const text = source.trim();
  const preset = PRESETS.find(({ name }) => name === text.toLowerCase());
  if (preset) return { cells: encoded(preset.rle), rule: null };
  const lines = text.split("\n").map((line) => line.trimEnd());
  if (text.includes("!") && !lines[0].startsWith("!")) {
    const body = lines.filter((line) => !/^\s*[#x]/.test(line)).join("");
    const rule = /rule\s*=\s*([^\s,]+)/i.exec(text)?.[1] ?? null;
    return /^[\dbo$\s]*!/i.test(body) ? { cells: encoded(body), rule } : null;
  }
  const rows = lines.filter((line) => !line.startsWith("!")).flatMap((line) => line.split("/"));
  if (!rows.every((row) => /^[.O#*\s]*$/i.test(row))) return null;
  return { cells: rows.flatMap((row, r) => [...row].flatMap((sign, c) => (/[O#*]/i.test(sign) ? [/** @type {[number, number]} */ ([r, c])] : []))), rule: null };
}

/** @param {number} height @param {number} width @returns {World} */
export const deadWorld = (height, width) => Array.from({ length: height }, () => Array(width).fill(false));

/**
 * A pattern in the middle of a world, as the server puts it there; null if it does not fit.
 * @param {[number, number][]} cells
 * @param {number} height
 * @param {number} width
 */
export function centred(cells, height, width) {
  if (!cells.length) return null;
  const [top, left] = [Math.min(...cells.map(([r]) => r)), Math.min(...cells.map(([, c]) => c))];
  const [rows, columns] = [Math.max(...cells.map(([r]) => r)) - top + 1, Math.max(...cells.map(([, c]) => c)) - left + 1];
  if (rows > height || columns > width) return null;
  const [down, right] = [Math.floor((height - rows) / 2) - top, Math.floor((width - columns) / 2) - left];
  const world = deadWorld(height, width);
  for (const [r, c] of cells) world[r + down][c + right] = true;
  return world;
}

/** `B36/S23` as two sets; Life's own for what cannot be read. @param {string} rule */
export function readRule(rule) {
  const [, born, lives] = /^b([0-8]*)\/?s([0-8]*)$/i.exec(rule.trim()) ?? [null, "3", "23"];
  return { born: new Set([...born].map(Number)), lives: new Set([...lives].map(Number)) };
}

/** @param {World} world @param {string} rule @param {boolean} wrap @returns {World} */
export function next(world, rule, wrap) {
  const { born, lives } = readRule(rule);
  const [height, width] = [world.length, world[0].length];
  const alive = (/** @type {number} */ r, /** @type {number} */ c) =>
    wrap ? world[(r + height) % height][(c + width) % width] : (world[r]?.[c] ?? false);
  return world.map((row, r) =>
    row.map((lived, c) => {
      let count = 0;
      for (let dr = -1; dr <= 1; dr += 1) for (let dc = -1; dc <= 1; dc += 1) if ((dr || dc) && alive(r + dr, c + dc)) count += 1;
      return (lived ? lives : born).has(count);
    }),
  );
}

/** @param {World} world */
export const population = (world) => world.reduce((sum, row) => sum + row.filter(Boolean).length, 0);

/** Cells as text that the server reads. @param {World} world */
export const worldText = (world) => world.map((row) => row.map((alive) => (alive ? "O" : ".")).join("")).join("/");

/**
 * When a generation comes again, and after how many; a pattern that comes again elsewhere has moved.
 * @param {World[]} worlds
 * @returns {{ at: number, period: number, moved: [number, number] | null } | null}
 */
export function period(worlds) {
  /** @type {Map<string, number>} */
  const seen = new Map();
  /** @type {Map<string, { at: number, top: number, left: number }>} */
  const shapes = new Map();
  /** @type {{ at: number, period: number, moved: [number, number] } | null} */
  let moved = null;
  for (const [at, world] of worlds.entries()) {
    const whole = worldText(world);
    const before = seen.get(whole);
    if (before !== undefined) return { at: before, period: at - before, moved: null };
    seen.set(whole, at);
    const rows = world.flatMap((row, r) => (row.some(Boolean) ? [r] : []));
    const columns = world[0].flatMap((_, c) => (world.some((row) => row[c]) ? [c] : []));
    const [top, left] = [rows[0] ?? 0, columns[0] ?? 0];
    const key = worldText(world.slice(top, (rows.at(-1) ?? -1) + 1).map((row) => row.slice(left, (columns.at(-1) ?? -1) + 1)));
    const old = shapes.get(key);
    if (old) moved ??= { at: old.at, period: at - old.at, moved: [top - old.top, left - old.left] };
    else shapes.set(key, { at, top, left });
  }
  return moved;
}

/** What is known of the period, in words. @param {ReturnType<typeof period>} found @param {World[]} worlds */
export function periodText(found, worlds) {
  if (!found) return "No period in these generations";
  if (!found.moved && population(worlds[found.at]) === 0) return `Dies out in generation ${found.at}`;
  const since = found.at > 0 ? ` from generation ${found.at} on` : "";
  if (found.moved) return `Moves by ${found.moved[0]} rows and ${found.moved[1]} columns every ${found.period} generations${since}`;
  if (found.period === 1) return `Still life${since}`;
  return `Period ${found.period}${since}`;
}
