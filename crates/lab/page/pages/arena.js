// The arena: players compared, tuned and trained.
import { html } from "../lib/ui.js";
import { link } from "../lib/route.js";
import { useStyle } from "../lib/style.js";
import { Compare } from "./arena/Compare.js";
import { Train } from "./arena/Train.js";
import { Tune } from "./arena/Tune.js";

export const title = "Arena";

/** @type {Record<string, { label: string, about: string, View: any }>} */
const TABS = {
  compare: { label: "Compare", about: "Let players play many games from one seed; see their scores and tiles, and how certain the difference is.", View: Compare },
  tune: { label: "Tune", about: "Find better weights for the six features by evolution, and watch the generations.", View: Tune },
  train: { label: "Train", about: "Teach a network by letting it play against itself and chance, and watch it learn.", View: Train },
};

/** @param {{ query: Record<string, string>, setQuery: any }} props */
export default function Arena({ query, setQuery }) {
  useStyle("arena");
  const name = query.tab in TABS ? query.tab : "compare";
  const { about, View } = TABS[name];
  return html`
    <div class="stack">
      <nav class="tabs" aria-label="Parts of the arena">
        ${Object.entries(TABS).map(
          ([key, tab]) => html`<a key=${key} href=${link("arena", key === "compare" ? {} : { tab: key })} aria-current=${key === name ? "page" : null}>${tab.label}</a>`,
        )}
      </nav>
      <p class="lead">${about}</p>
      <${View} key=${name} query=${query} setQuery=${setQuery} />
    </div>
  `;
}
