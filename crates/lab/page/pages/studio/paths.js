// Complete chain paths of small boards, listed with what the gallery filters by. The server counts
// them without listing; the two counts are compared on the page.

/**
 * @typedef {object} Path
 * @property {number[]} cells by number, rows first
 * @property {"corner" | "border" | "inside"} start
 * @property {number} turns
 * @property {number} monotone rows and columns that are passed in order
 * @property {string} symmetry which symmetry turns the path around, or "none"
 */

/** @param {number} height @param {number} width */
const isSmall = (height, width) => height * width <= 20 || (height === 5 && width === 5);

/** Can all paths be listed here? @param {number} height @param {number} width */
export const canList = (height, width) => height > 0 && width > 0 && isSmall(height, width) && height * width > 1;

/** The symmetries of a board as maps of cells. @param {number} height @param {number} width */
function symmetries(height, width) {
  const square = height === width;
  /** @type {[string, (r: number, c: number) => [number, number]][]} */
  const maps = [
    ["identity", (r, c) => [r, c]],
    ["mirror", (r, c) => [r, width - 1 - c]],
    ["mirror", (r, c) => [height - 1 - r, c]],
    ["half turn", (r, c) => [height - 1 - r, width - 1 - c]],
  ];
  if (square) {
    maps.push(["diagonal", (r, c) => [c, r]], ["diagonal", (r, c) => [width - 1 - c, height - 1 - r]]);
    maps.push(["quarter turn", (r, c) => [c, height - 1 - r]], ["quarter turn", (r, c) => [width - 1 - c, r]]);
  }
  return maps.map(([name, map]) => ({
    name,
    cells: Array.from({ length: height * width }, (_, i) => {
      const [r, c] = map(Math.floor(i / width), i % width);
      return r * width + c;
    }),
  }));
}

/** @param {number} height @param {number} width @returns {Path[]} */
export function paths(height, width) {
  const count = height * width;
  const near = Array.from({ length: count }, (_, i) => {
    const [r, c] = [Math.floor(i / width), i % width];
    return [[r - 1, c], [r + 1, c], [r, c - 1], [r, c + 1]].flatMap(([a, b]) => (a >= 0 && b >= 0 && a < height && b < width ? [a * width + b] : []));
  });
  const maps = symmetries(height, width);
  /** @type {Path[]} */
  const found = [];
  const used = Array(count).fill(false);
  /** @type {number[]} */
  const walk = [];
  const step = (/** @type {number} */ cell) => {
    used[cell] = true;
    walk.push(cell);
    if (walk.length === count) found.push(described([...walk], height, width, maps));
    else for (const other of near[cell]) if (!used[other]) step(other);
    walk.pop();
    used[cell] = false;
  };
  for (let cell = 0; cell < count; cell += 1) step(cell);
  return found;
}

/** @param {number[]} cells @param {number} height @param {number} width @param {{ name: string, cells: number[] }[]} maps @returns {Path} */
function described(cells, height, width, maps) {
  const time = Array(cells.length);
  cells.forEach((cell, at) => (time[cell] = at));
  const upright = cells.slice(1).map((cell, i) => Math.abs(cell - cells[i]) === width && width > 1);
  const turns = upright.slice(1).filter((way, i) => way !== upright[i]).length;
  const ordered = (/** @type {number[]} */ line) => line.every((at, i) => !i || at > line[i - 1]) || line.every((at, i) => !i || at < line[i - 1]);
  const rows = Array.from({ length: height }, (_, r) => Array.from({ length: width }, (_, c) => time[r * width + c]));
  const columns = Array.from({ length: width }, (_, c) => rows.map((row) => row[c]));
  const [r, c] = [Math.floor(cells[0] / width), cells[0] % width];
  const edges = Number(r === 0 || r === height - 1) + Number(c === 0 || c === width - 1);
  const around = maps.slice(1).find((map) => cells.every((cell, at) => map.cells[cell] === cells[cells.length - 1 - at]));
  return { cells, turns, monotone: [...rows, ...columns].filter(ordered).length, start: edges === 2 ? "corner" : edges === 1 ? "border" : "inside", symmetry: around?.name ?? "none" };
}

/** One path of each class under the symmetries of the board: the first in order. @param {Path[]} all @param {number} height @param {number} width */
export function classesOf(all, height, width) {
  const maps = symmetries(height, width);
  return all.filter(({ cells }) => maps.every((map) => compare(cells, cells.map((cell) => map.cells[cell])) <= 0));
}

/** @param {number[]} a @param {number[]} b */
function compare(a, b) {
  for (let i = 0; i < a.length; i += 1) if (a[i] !== b[i]) return a[i] - b[i];
  return 0;
}

/** @param {number[]} cells @param {number} height @param {number} width */
export function pathSvg(cells, height, width) {
  const at = (/** @type {number} */ cell) => [(cell % width) * 20 + 10, Math.floor(cell / width) * 20 + 10];
  const boxes = cells.map((cell) => `<rect x="${at(cell)[0] - 9}" y="${at(cell)[1] - 9}" width="18" height="18" rx="2" fill="#d3cdc4"/>`);
  const [x, y] = at(cells[0]);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width * 20} ${height * 20}" width="${width * 80}" height="${height * 80}"><rect width="100%" height="100%" rx="3" fill="#bdb6ac"/>${boxes.join("")}<polyline points="${cells.map((cell) => at(cell).join(",")).join(" ")}" fill="none" stroke="#d1495b" stroke-width="3.5" stroke-linecap="round" stroke-linejoin="round"/><circle cx="${x}" cy="${y}" r="4.5" fill="#d1495b"/></svg>\n`;
}
