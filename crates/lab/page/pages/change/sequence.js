// The sequence that a query names.
import { answer } from "../../lib/api.js";
import { useAsync } from "../../lib/async.js";
import { askAsJob } from "../../lib/jobs.js";

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

/** Values beyond these make an address too long to share. */
export const LONGEST = 4000;

/**
 * What is wrong with values of one's own, or null. Lines of an OEIS b-file have a number before the value.
 * @param {string} text
 */
export function valuesError(text) {
  const lines = text.split(/[\n,;]+/).map((line) => line.trim()).filter((line) => line && !line.startsWith("#"));
  if (!lines.length) return "Write the allowed values, smallest first, or open a file with one value a line.";
  const wrong = lines.find((line) => !/^\d+(\s+\d+)?$/.test(line));
  if (wrong) return `“${wrong.slice(0, 30)}” is no value; write whole numbers, one a line.`;
  const values = lines.map((line) => BigInt(line.split(/\s+/).at(-1) ?? "0"));
  if (values[0] !== 1n) return "The first value is 1: every step places a 1.";
  const falls = values.findIndex((value, i) => i > 0 && value <= values[i - 1]);
  return falls > 0 ? `${values[falls]} does not come after ${values[falls - 1]}: write each value once, smallest first.` : null;
}

/** The text of a file for the server: one value a line. @param {string} text */
const fileOf = (text) => `${text.split(/[\n,;]+/).map((line) => line.trim()).filter(Boolean).join("\n")}\n`;

/** @param {Record<string, string>} query */
export const optionsOf = (query) => {
  if (query.values !== undefined) return { sequence: fileOf(query.values), complete: query.complete === "yes" };
  return query.expr !== undefined ? { expr: query.expr.trim() } : { sequence: query.sequence ?? "powers-of-two" };
};

/** @param {Record<string, string>} query */
export const titleOf = (query) => (query.values !== undefined ? "values of your own" : (query.expr?.trim() ?? query.sequence ?? "powers-of-two"));

/**
 * The answer to a question about the sequence, as soon as it is given. Files are for jobs, so values of one's
 * own are asked about by a job that nobody needs to see.
 * @param {Record<string, string>} query
 * @param {Record<string, any> | null} more null: nothing to ask
 */
export function useChange(query, more) {
  const own = query.values !== undefined;
  const options = { ...optionsOf(query), ...more };
  const ready = more && !(own && valuesError(query.values));
  return useAsync(
    ready
      ? (signal) =>
          own ? askAsJob("change", options, "Values of your own", signal) : answer("change", options, { signal }).then(({ result }) => result)
      : null,
    [JSON.stringify(options), Boolean(ready)],
    { delay: own ? 600 : 250 },
  );
}

/** Coins and how often: 25 + 1 + 1. @param {any} change */
export const piles = (change) =>
  change.piles.map((/** @type {any} */ { coin, count }) => (count === "1" ? coin : `${count} × ${coin}`)).join(" + ");
