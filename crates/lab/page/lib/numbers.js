// Numbers as people read them. Long ones travel as strings, since JavaScript's end at 2^53.

/** Digits in groups of three: 48,713,525. @param {number | string | bigint} value */
export function grouped(value) {
  const text = String(value);
  if (!/^-?\d+(\.\d+)?$/.test(text)) return text;
  const [whole, fraction] = text.split(".");
  const groups = whole.replace(/\B(?=(\d{3})+(?!\d))/g, ",");
  return fraction ? `${groups}.${fraction}` : groups;
}

/**
 * As many digits as are certain, and at most `most` after the point.
 * @param {number} value
 * @param {number} error
 * @param {number} [most]
 */
export function certainDigits(value, error, most = 10) {
  const certain = error > 0 ? Math.floor(-Math.log10(2 * error)) : most;
  const digits = Math.max(0, Math.min(certain, most));
  // Small numbers keep as many significant digits as large ones.
  if (value !== 0 && Math.abs(value) < 10 ** -digits && certain > digits) return value.toPrecision(3);
  return grouped(value.toFixed(digits));
}

/**
 * @typedef {{ certainty: string, value?: number | string, error?: number, low?: number | string, high?: number | string, mean?: number, games?: number, seed?: number }} Figure
 */

/**
 * A figure with the sign of its certainty.
 * @param {Figure | number | string | null | undefined} figure
 * @param {number} [most] digits after the point
 */
export function figureText(figure, most = 10) {
  if (figure === null || figure === undefined) return "–";
  if (typeof figure !== "object") return grouped(figure);
  switch (figure.certainty) {
    case "exact":
      return grouped(figure.value ?? "");
    case "rounded":
      return `≈\u2009${certainDigits(Number(figure.value), figure.error ?? 0, most)}`;
    case "at-least":
      return `≥\u2009${grouped(figure.value ?? "")}`;
    case "at-most":
      return `≤\u2009${grouped(figure.value ?? "")}`;
    case "between":
      return `${grouped(figure.low ?? "")}…${grouped(figure.high ?? "")}`;
    case "sample": {
      const margin = marginOf(figure);
      const digits = margin >= 100 ? 0 : Math.min(most, 4);
      const [mean, low, high] = [figure.mean, figure.low, figure.high].map((end) => Number(end ?? 0).toFixed(digits));
      // The sign ± is for intervals that are symmetric as far as they are shown.
      const even = Math.abs(Number(high) - Number(mean) - (Number(mean) - Number(low))) < 1.5 * 10 ** -digits;
      return even ? `${grouped(mean)} ± ${grouped(margin.toFixed(digits))}` : `${grouped(mean)} (${grouped(low)}…${grouped(high)})`;
    }
    case "estimate":
      return `~\u2009${grouped(figure.value ?? "")}`;
    default:
      return String(figure.value ?? "");
  }
}

/** How far the farther end of a sample's interval is from its mean. @param {Figure} figure */
export function marginOf(figure) {
  const mean = figure.mean ?? 0;
  return Math.max(Number(figure.high ?? mean) - mean, mean - Number(figure.low ?? mean));
}

/** What the certainty of a figure means, in a sentence. @param {Figure} figure */
export function certaintyText(figure) {
  switch (figure.certainty) {
    case "exact":
      return "Exact.";
    case "rounded":
      return `Rounded: ${figure.value}, at most ${Number((figure.error ?? 0).toPrecision(2))} off.`;
    case "at-least":
      return "At least this much is proved.";
    case "at-most":
      return "At most this much is proved.";
    case "between":
      return "Proved to lie between these.";
    case "sample":
      return `Mean of ${grouped(figure.games ?? 0)} games (seed ${figure.seed}), with its 95 % confidence interval.`;
    case "estimate":
      return "An estimate: nothing bounds its error.";
    default:
      return "";
  }
}

/** A figure as a number, for plots and sorting; a fraction is divided. @param {any} figure @returns {number} */
export function numeric(figure) {
  if (figure === null || figure === undefined) return NaN;
  if (typeof figure === "object") return numeric(figure.value ?? figure.mean ?? figure.low);
  const [above, below = "1"] = String(figure).split("/");
  return Number(above) / Number(below);
}

/** @param {number} bytes */
export function bytesText(bytes) {
  const units = ["B", "KB", "MB", "GB", "TB"];
  let unit = 0;
  let value = bytes;
  while (value >= 1000 && unit < units.length - 1) {
    value /= 1000;
    unit += 1;
  }
  return `${value < 10 && unit ? value.toFixed(1) : Math.round(value)} ${units[unit]}`;
}

/** A time as people say it. @param {number} seconds */
export function timeText(seconds) {
  if (!(seconds >= 0)) return "";
  if (seconds < 1) return "less than 1 s";
  if (seconds < 100) return `${Math.round(seconds)} s`;
  if (seconds < 5400) return `${Math.round(seconds / 60)} min`;
  if (seconds < 129600) return `${Math.round(seconds / 360) / 10} h`;
  return `${Math.round(seconds / 86400)} days`;
}
