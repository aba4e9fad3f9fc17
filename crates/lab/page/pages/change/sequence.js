// The sequence that a query names.

/** @type {[string, string][]} */
export const NAMES = [
  ["powers-of-two", "Powers of two (2048)"],
  ["fibonacci", "Fibonacci numbers (987)"],
  ["threes", "Threes"],
  ["fives", "Fives"],
  ["3-smooth", "3-smooth numbers"],
  ["mersenne", "Mersenne numbers"],
  ["primes", "1 and the primes"],
  ["practical", "Practical numbers"],
  ["a126684", "One-sided numbers (A126684)"],
  ["squares", "Squares"],
  ["triangular", "Triangular numbers"],
  ["factorials", "Factorials"],
  ["naturals", "All numbers"],
  ["odd", "Odd numbers"],
];

/** @param {Record<string, string>} query */
export const optionsOf = (query) => (query.expr !== undefined ? { expr: query.expr.trim() } : { sequence: query.sequence ?? "powers-of-two" });

/** @param {Record<string, string>} query */
export const titleOf = (query) => query.expr?.trim() ?? query.sequence ?? "powers-of-two";

/** Coins and how often: 25 + 1 + 1. @param {any} change */
export const piles = (change) =>
  change.piles.map((/** @type {any} */ { coin, count }) => (count === "1" ? coin : `${count} × ${coin}`)).join(" + ");
