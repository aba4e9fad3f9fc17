import { classes, html } from "../../lib/ui.js";
import { link } from "../../lib/route.js";
import { DataTable } from "../../components/DataTable.js";
import { Facts } from "../../components/Facts.js";

/** Who wins a board, and how many positions each side wins. @param {{ result: any }} props */
export function Outcome({ result }) {
  const winner = result.winner === "first" ? "White, who moves first" : "Black, who moves second";
  return html`
    <section class=${classes("panel stack answer", result.winner)} aria-label="Answer">
      <h2>${winner}, wins ${result.shape}.</h2>
      <${Facts}
        facts=${[
          ["Positions that can occur", result.reachable],
          ["White wins", result.white],
          ["Black wins", result.black],
          result.plies !== null && result.plies !== undefined && ["Length of the game", `${result.plies} plies`, "if the winner hurries and the loser delays"],
        ]}
      />
      <p class="quiet">
        ${result.disjoint_and_cover ? "Every position is won by exactly one side." : "The two sets do not fit together: please report this."}${" "}
        <a href=${link("ledger", { topic: "breakthrough" })}>Published figures</a>
      </p>
      ${result.engines.length > 1 &&
      html`<${DataTable}
        name="engines"
        caption="Engines"
        columns=${[
          { key: "engine", label: "Engine" },
          { key: "reachable", label: "Positions", number: true },
          { key: "peak_nodes", label: "Most nodes", number: true },
          { key: "seconds", label: "Seconds", number: true },
        ]}
        rows=${result.engines}
      />`}
    </section>
  `;
}
