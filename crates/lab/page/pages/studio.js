// The studio: four ways to make something out of tiles.
import { html } from "../lib/ui.js";
import { link } from "../lib/route.js";
import { useStyle } from "../lib/style.js";
import { Designer } from "./studio/Designer.js";
import { Life } from "./studio/Life.js";
import { Stereogram } from "./studio/Stereogram.js";
import { Chains } from "./studio/Chains.js";

export const title = "Studio";

/** @type {Record<string, { label: string, about: string, View: any }>} */
const TABS = {
  designer: {
    label: "Designer",
    about: "Paint a picture; get the game that makes it out of tiles, checked slide by slide.",
    View: Designer,
  },
  life: {
    label: "Life",
    about: "The Game of Life, in which every generation is a board built by legal play.",
    View: Life,
  },
  stereogram: {
    label: "Stereograms",
    about: "Pictures that show depth to two eyes: boards of polyomino tiles, and depth maps hidden in random dots.",
    View: Stereogram,
  },
  chains: {
    label: "Chains",
    about: "Every way to walk over all cells from neighbour to neighbour: the paths along which people order their tiles.",
    View: Chains,
  },
};

/** @param {{ query: Record<string, string>, setQuery: any }} props */
export default function Studio({ query, setQuery }) {
  useStyle("studio");
  const name = query.tab in TABS ? query.tab : "designer";
  const { about, View } = TABS[name];
  return html`
    <div class="stack">
      <nav class="tabs" aria-label="Parts of the studio">
        ${Object.entries(TABS).map(
          ([key, tab]) =>
            html`<a key=${key} href=${link("studio", { tab: key })} aria-current=${key === name ? "page" : null}>${tab.label}</a>`,
        )}
      </nav>
      <p class="lead">${about}</p>
      <${View} key=${name} query=${query} setQuery=${setQuery} />
    </div>
  `;
}
