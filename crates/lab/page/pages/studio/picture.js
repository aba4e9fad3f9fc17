// Pictures of the designer: rows of colours, each named by a character, as `twofold paint` reads them.

/** @typedef {{ name: string, color: string, label: string }} Color */

/**
 * The nine swatches. The first eight are characters whose colour the program knows
 * (crates/studio/src/palette.rs); cyan travels as a pixel of its colour.
 * @type {Color[]}
 */
export const SWATCHES = [
  { name: "#", color: "#2b2a33", label: "Black" },
  { name: ".", color: "#f4f1ea", label: "White" },
  { name: "r", color: "#d1495b", label: "Red" },
  { name: "o", color: "#e67a3c", label: "Orange" },
  { name: "y", color: "#f2c53d", label: "Yellow" },
  { name: "g", color: "#4c9f70", label: "Green" },
  { name: "b", color: "#3b6fb6", label: "Blue" },
  { name: "p", color: "#8a4fa3", label: "Purple" },
  { name: "c", color: "#4cb8c9", label: "Cyan" },
];

/** What erasing leaves, and what a new picture is full of. */
export const ERASED = "#";

/** Sides of a picture that can be painted on the page. */
export const MOST = 32;

/** Pictures that start with one click. */
export const EXAMPLES = [
  { name: "Heart", text: "##########/##rr##rr##/#rrrrrrrr#/#rprrrrrr#/#rrrrrrrr#/##rrrrrr##/###rrrr###/####rr####/##########" },
  { name: "House", text: "bbbbbbbbyb/bbbrrbbbbb/bbrrrrbbbb/brrrrrrbbb/rrrrrrrrbb/b......bbb/b.##.y.bbb/b.##...bbb/gggggggggg" },
  { name: "Checks", text: "#.#.#.#./.#.#.#.#/#.#.#.#./.#.#.#.#/#.#.#.#./.#.#.#.#/#.#.#.#./.#.#.#.#" },
  { name: "Too many colours", text: "r.b/gyo/p#c" },
];

/** @param {string} text @returns {string[][]} */
export const rowsOf = (text) => text.split(/[\n/]/).filter(Boolean).map((row) => [...row]);

/** @param {string[][]} rows */
export const textOf = (rows) => rows.map((row) => row.join("")).join("/");

/** @param {number} height @param {number} width */
export const blank = (height, width, name = ERASED) => Array.from({ length: height }, () => Array(width).fill(name));

/**
 * The picture of an address, or null if it is none.
 * @param {string | undefined} text
 * @param {Color[]} palette
 */
export function readPicture(text, palette) {
  if (!text) return null;
  const rows = rowsOf(text);
  const width = rows[0]?.length ?? 0;
  const known = new Set(palette.map((color) => color.name));
  const fits = rows.length >= 1 && rows.length <= 64 && width >= 1 && width <= 64;
  return fits && rows.every((row) => row.length === width && row.every((name) => known.has(name))) ? rows : null;
}

/** @param {string[][]} rows @param {number} height @param {number} width @param {string} name of new cells */
export const resize = (rows, height, width, name) => blank(height, width, name).map((row, r) => row.map((old, c) => rows[r]?.[c] ?? old));

/** The colours of an address: `a2f3a56b…`, each a character and six digits. @param {string | undefined} text @returns {Color[] | null} */
export function readColors(text) {
  const parts = text?.match(/[a-z][0-9a-f]{6}/g);
  if (!parts || parts.join("") !== text || parts.length > 16) return null;
  return parts.map((part) => ({ name: part[0], color: `#${part.slice(1)}`, label: `Colour ${part[0]}` }));
}

/** @param {{ name: string, color: string }[]} colors */
export const writeColors = (colors) => colors.map(({ name, color }) => name + color.slice(1)).join("");

/**
 * Cells on the straight way between two, so that a fast drag leaves no holes.
 * @param {[number, number]} from
 * @param {[number, number]} to
 * @returns {[number, number][]}
 */
export function between([r, c], [toR, toC]) {
  const steps = Math.max(Math.abs(toR - r), Math.abs(toC - c));
  return Array.from({ length: steps + 1 }, (_, i) => [
    Math.round(r + ((toR - r) * i) / (steps || 1)),
    Math.round(c + ((toC - c) * i) / (steps || 1)),
  ]);
}

/** The area of one colour around a cell. @param {string[][]} rows @param {[number, number]} start @param {string} name */
export function filled(rows, [row, column], name) {
  const old = rows[row][column];
  if (old === name) return rows;
  const next = rows.map((line) => [...line]);
  const open = [[row, column]];
  while (open.length) {
    const [r, c] = /** @type {number[]} */ (open.pop());
    if (next[r]?.[c] !== old) continue;
    next[r][c] = name;
    open.push([r + 1, c], [r - 1, c], [r, c + 1], [r, c - 1]);
  }
  return next;
}

/**
 * How a picture travels to the server: characters that have a colour there, otherwise pixels.
 * @param {string[][]} rows
 * @param {Color[]} palette
 */
export function pictureOptions(rows, palette) {
  const used = palette.filter((color) => rows.some((row) => row.includes(color.name)));
  const known = new Map(SWATCHES.slice(0, 8).map((color) => [color.name, color.color]));
  if (used.every((color) => known.get(color.name) === color.color)) return { picture: textOf(rows) };
  const canvas = document.createElement("canvas");
  canvas.width = rows[0].length;
  canvas.height = rows.length;
  const context = canvas.getContext("2d");
  if (!context) return { picture: textOf(rows) };
  const colors = new Map(palette.map((color) => [color.name, color.color]));
  rows.forEach((row, r) =>
    row.forEach((name, c) => {
      context.fillStyle = colors.get(name) ?? "#000000";
      context.fillRect(c, r, 1, 1);
    }),
  );
  return { picture: canvas.toDataURL("image/png"), shape: `${rows.length}x${rows[0].length}`, colors: used.length };
}

/** A colour to write with on a ground. @param {string} ground such as "#2b2a33" */
export function inkOn(ground) {
  const [red, green, blue] = [1, 3, 5].map((at) => parseInt(ground.slice(at, at + 2), 16));
  return 299 * red + 587 * green + 114 * blue > 150_000 ? "#2b2a33" : "#ffffff";
}

/**
 * Cells as SVG.
 * @param {{ color: string, text?: string }[][]} cells
 */
export function cellsSvg(cells) {
  const [width, height] = [(cells[0]?.length ?? 0) * 40 + 4, cells.length * 40 + 4];
  const drawn = cells.flatMap((row, r) =>
    row.map(({ color, text }, c) => {
      const box = `<rect x="${c * 40 + 4}" y="${r * 40 + 4}" width="36" height="36" rx="3" fill="${color}"/>`;
      if (!text) return box;
      const size = Math.min(17, 44 / text.length);
      return `${box}<text x="${c * 40 + 22}" y="${r * 40 + 22}" font-size="${size.toFixed(1)}" fill="${inkOn(color)}">${text}</text>`;
    }),
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" font-family="sans-serif" font-weight="bold" text-anchor="middle" dominant-baseline="central"><rect width="${width}" height="${height}" rx="5" fill="#bdb6ac"/>${drawn.join("")}</svg>\n`;
}
