// What the program says at a command line, in the words of the page.

/** What fields call the options that messages name. @type {Record<string, string>} */
const NAMES = {
  "all-boards": "all boards",
  games: "the number of games",
  memory: "the memory",
  shape: "the shape",
  store: "a store",
  time: "the time",
  to: "tile to stop at",
  "until-sum": "tile sum to stop after",
};

/** A message or a hint without options as they are typed. @param {string | null | undefined} text */
export const inWords = (text) =>
  text
    ?.replace(/^invalid value '(.*?)' for '.*?': /s, "“$1” does not fit: ")
    .replace(/\bnot in (-?\d+)\.\.=(-?\d+)/, "not in the range from $1 to $2")
    .replace(/`?--([a-z][a-z-]*)`?/g, (_, name) => NAMES[name] ?? `“${name}”`);
