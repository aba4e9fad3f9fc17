// A board as SVG, drawn like the studio draws it.
import { rankOf, tileColor, tileInk } from "./tiles.js";

const SIDE = 100;
const GAP = 10;
/** @type {Record<number, number>} */
const SIZES = { 1: 46, 2: 42, 3: 36, 4: 28, 5: 23, 6: 19 };

/**
 * @param {number[][]} rows
 * @param {string} rules
 */
export function boardSvg(rows, rules) {
  const [width, height] = [(rows[0]?.length ?? 0) * SIDE + GAP, rows.length * SIDE + GAP];
  const cells = rows.flatMap((row, r) =>
    row.map((face, c) => {
      const rank = rankOf(face, rules);
      const [x, y] = [c * SIDE + GAP, r * SIDE + GAP];
      const box = `<rect x="${x}" y="${y}" width="${SIDE - GAP}" height="${SIDE - GAP}" rx="8" fill="${tileColor(rank)}"/>`;
      if (!face) return box;
      const size = SIZES[String(face).length] ?? 16;
      const middle = `x="${x + (SIDE - GAP) / 2}" y="${y + (SIDE - GAP) / 2}"`;
      return `${box}<text ${middle} font-size="${size}" fill="${tileInk(rank)}">${face}</text>`;
    }),
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" font-family="sans-serif" font-weight="bold" text-anchor="middle" dominant-baseline="central"><rect width="${width}" height="${height}" rx="10" fill="#bdb6ac"/>${cells.join("")}</svg>\n`;
}
