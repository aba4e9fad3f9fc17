// Tile systems and their colours: those of the studio (crates/studio/src/palette.rs).

const RANKS = [
  0xf3efe6, 0xf2dfb4, 0xc9dfa6, 0x9bcf8f, 0x62b88b, 0x37a0a0, 0x3b87b8, 0x4767c6, 0x5c4aa8, 0x7d3f9e, 0xa03a8c, 0xc23b6e,
  0xd94f4f, 0xe67a3c, 0xeea22f, 0xf2c53d, 0x2f2b3a,
];
const EMPTY = 0xd3cdc4;
const INK = 0x2b2a33;
const CATEGORIES = [0x285bcf, 0xa4241c, 0xec990a, 0x2b2a33, 0x2cb3ff, 0x5b006e, 0x9eb175, 0xa6708c];

const parts = (/** @type {number} */ color) => [color >> 16, (color >> 8) & 255, color & 255];
const css = (/** @type {number[]} */ rgb) => `#${rgb.map((part) => part.toString(16).padStart(2, "0")).join("")}`;
const towards = (/** @type {number} */ a, /** @type {number} */ b, /** @type {number} */ percent) =>
  parts(a).map((part, i) => Math.floor((part * (100 - percent) + parts(b)[i] * percent) / 100));

/** @param {number} rank */
function rgb(rank) {
  if (rank <= 0) return parts(EMPTY);
  if (rank <= RANKS.length) return parts(RANKS[rank - 1]);
  const turn = Math.floor((rank - 18) / 14);
  return towards(RANKS[2 + ((rank - 18) % 14)], INK, Math.min(100, 35 + 15 * turn));
}

/** The colour of a rank, as CSS. @param {number} rank */
export const tileColor = (rank) => css(rgb(rank));

/** A colour in which text on a tile can be read. @param {number} rank */
export function tileInk(rank) {
  const [red, green, blue] = rgb(rank);
  return 299 * red + 587 * green + 114 * blue > 150_000 ? css(parts(INK)) : "#ffffff";
}

/** Black or white, whichever stands out more: for small text on a tile. @param {number} rank */
export function smallInk(rank) {
  const [red, green, blue] = rgb(rank).map((part) => (part <= 10 ? part / 3294 : ((part / 255 + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.179 ? "#000000" : "#ffffff";
}

/** Distinct colours for the lines of a plot, lighter on a dark ground. @param {number} index */
export const category = (index) => {
  const color = css(towards(CATEGORIES[index % 8], INK, 25 * (Math.floor(index / 8) % 3)));
  return `light-dark(${color}, color-mix(in srgb, ${color} 55%, white))`;
};

/** @param {number} basis */
const doubling = (basis) => (/** @type {number} */ rank) => basis * 2 ** (rank - 3);

/**
 * @typedef {"classic" | "fibonacci" | "threes" | "fives"} Rules
 * @type {Record<string, { title: string, face: (rank: number) => number, spawns: string, placement: string, target: number }>}
 */
export const SYSTEMS = {
  classic: { title: "Classic (2048)", face: (rank) => 2 ** rank, spawns: "2:9,4:1", placement: "anywhere", target: 2048 },
  fibonacci: {
    title: "Fibonacci (987)",
    face: (rank) => {
      let [face, next] = [1, 2];
      for (let i = 1; i < rank; i += 1) [face, next] = [next, face + next];
      return face;
    },
    spawns: "1:9,2:1",
    placement: "anywhere",
    target: 987,
  },
  threes: {
    title: "Threes",
    face: (rank) => (rank < 3 ? rank : doubling(3)(rank)),
    spawns: "1,2,3",
    placement: "trailing-edge",
    target: 6144,
  },
  fives: {
    title: "Fives",
    face: (rank) => (rank < 3 ? rank + 1 : doubling(5)(rank)),
    spawns: "2,3",
    placement: "trailing-edge",
    target: 1280,
  },
};

/** Ranks that the page shows: JavaScript writes faces up to 2^53 without loss. */
export const MAX_RANK = 50;

/** @type {Map<string, Map<number, number>>} */
const ranks = new Map();

/**
 * The rank of a face; an empty cell, and what the rules do not have, is 0.
 * @param {number} face
 * @param {string} [rules]
 */
export function rankOf(face, rules = "classic") {
  let table = ranks.get(rules);
  if (!table) {
    const system = SYSTEMS[rules] ?? SYSTEMS.classic;
    table = new Map(Array.from({ length: MAX_RANK }, (_, i) => [system.face(i + 1), i + 1]));
    ranks.set(rules, table);
  }
  return table.get(face) ?? 0;
}

/** @param {number} rank @param {string} [rules] */
export const faceOf = (rank, rules = "classic") => (rank <= 0 ? 0 : (SYSTEMS[rules] ?? SYSTEMS.classic).face(rank));

/** The names of all placements: the nine spawn styles of the paper and that of Threes. */
export const PLACEMENTS = [
  ["anywhere", "Anywhere (random)"],
  ["top-left-rows", "Top left, by rows"],
  ["top-left-columns", "Top left, by columns"],
  ["top-right-rows", "Top right, by rows"],
  ["top-right-columns", "Top right, by columns"],
  ["bottom-left-rows", "Bottom left, by rows"],
  ["bottom-left-columns", "Bottom left, by columns"],
  ["bottom-right-rows", "Bottom right, by rows"],
  ["bottom-right-columns", "Bottom right, by columns"],
  ["trailing-edge", "Trailing edge (Threes)"],
];
