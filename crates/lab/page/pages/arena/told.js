// Points of a curve while a job still runs: what it reports on the way, or else what it remarks.
import { seenOf } from "../../lib/seen.js";

const number = (/** @type {string} */ text) => Number(text.replaceAll(",", ""));

/** @param {number} mean @param {number} margin */
const sample = (mean, margin) => ({ certainty: "sample", mean, low: mean - margin, high: mean + margin });

/**
 * Points that a job has reported so far: a list that grows, or one at a time.
 * @param {any} job
 * @param {string} list the name of the list in the result
 * @param {string} key what tells points apart
 * @returns {any[]}
 */
function reported(job, list, key) {
  const whole = job?.interim?.[list];
  if (Array.isArray(whole)) return whole;
  const points = new Map(seenOf(job).flatMap((one) => (one[key] === undefined ? [] : [[one[key], one]])));
  return [...points.values()].sort((a, b) => a[key] - b[key]);
}

/** Generations of a tuning that still runs. @param {any} job @returns {any[]} */
export function toldGenerations(job) {
  const known = reported(job, "generations", "number");
  if (known.length) return known;
  return (job?.remarks ?? []).flatMap((/** @type {string} */ remark) => {
    const found = /^generation (\d+): mean ([\d.,]+) ± ([\d.,]+), best ([\d.,]+) ± ([\d.,]+)/.exec(remark);
    if (!found) return [];
    const [at, mean, margin, best, bestMargin] = found.slice(1).map(number);
    return [{ number: at, mean: sample(mean, margin), best: { score: sample(best, bestMargin) } }];
  });
}

/** Points of a learning curve that still grows. @param {any} job @returns {any[]} */
export function toldPoints(job) {
  const known = reported(job, "curve", "games");
  if (known.length) return known;
  return (job?.remarks ?? []).flatMap((/** @type {string} */ remark) => {
    const found = /([\d,.]+) (thousand |million )?games: mean ([\d,.]+) ± ([\d,.]+), best ([\d,.]+)/.exec(remark);
    if (!found) return [];
    const [games, mean, margin, best] = [found[1], found[3], found[4], found[5]].map(number);
    const unit = { "thousand ": 1e3, "million ": 1e6 }[found[2]] ?? 1;
    return [{ games: games * unit, mean: sample(mean, margin), best }];
  });
}

/** A point of a curve; a single game has a score, but no mean. @param {number} x @param {any} figure @returns {{ x: number, y: number, margin: number }[]} */
export const pointOf = (x, figure) =>
  figure ? [{ x, y: figure.mean, margin: Math.max(0, (figure.high ?? figure.mean) - figure.mean) }] : [];
