import { html } from "../../lib/ui.js";
import { useRun } from "../../lib/run.js";
import { SYSTEMS } from "../../lib/tiles.js";
import { DataTable } from "../../components/DataTable.js";
import { Field } from "../../components/Field.js";
import { shapeError } from "../../components/GameForm.js";
import { JobPanel } from "../../components/JobPanel.js";
import { Picture } from "../../components/Picture.js";
import { Problem } from "../../components/Problem.js";

/** The abstract bound against every real sliding game, and the strategy that meets it. @param {{ query: Record<string, string>, setQuery: (patch: any) => void }} props */
export function Tight({ query, setQuery }) {
  const shape = query.real ?? "2x3";
  const rules = query.rules ?? "threes";
  const wrong = shapeError(shape, 9);
  const games = useRun("change", query.tight, setQuery, "tight");
  const zigzag = useRun("change", query.zigzag, setQuery, "zigzag");
  const rows = games.job?.result?.rows ?? [];
  const picture = zigzag.job?.files.find((file) => file.name === "zigzag.svg");
  return html`
    <section class="panel stack" aria-labelledby="tight-title">
      <h2 id="tight-title">Do real games reach the bound?</h2>
      <div class="fields">
        <${Field} label="Board" value=${shape} hint="Up to 9 cells" error=${wrong ?? games.errors.tight} onInput=${(/** @type {string} */ real) => setQuery({ real: real.trim().toLowerCase() })} />
        <${Field} label="Tiles" value=${rules} options=${Object.entries(SYSTEMS).map(([name, system]) => [name, system.title])} onInput=${(/** @type {string} */ value) => setQuery({ rules: value === "threes" ? null : value })} />
      </div>
      <${Problem} error=${games.error ?? zigzag.error} />
      <div class="actions">
        <button type="button" class="button" disabled=${Boolean(wrong) || games.busy} onClick=${() => games.start({ tight: shape, rules: rules === "classic" ? null : rules }, `Every game of ${rules} on ${shape}`)}>Play every game</button>
        <button type="button" class="button" disabled=${zigzag.busy} onClick=${() => zigzag.start({ zigzag: "svg" }, "Zigzag strategy on 4x4")}>Draw the zigzag strategy</button>
      </div>
      ${games.id && html`<${JobPanel} key=${games.id} id=${games.id} />`}
      ${rows.length > 0 &&
      html`<${DataTable}
        name="tight"
        caption="Highest totals and tiles of all games"
        columns=${[
          { key: "game", label: "Drops", value: (/** @type {any} */ row) => row.game.spawns.map((/** @type {any} */ one) => one.tile).join(", ") },
          { key: "positions", label: "Positions", number: true },
          { key: "highest_total", label: "Highest total", number: true },
          { key: "spawns_total", label: "Bound with these drops", number: true },
          { key: "paper_total", label: "Bound of the paper", number: true },
          { key: "highest_tile", label: "Highest tile", number: true },
          { key: "board", label: "On", render: (/** @type {any} */ row) => html`<span class="mono nowrap">${row.board}</span>` },
          { key: "tight", label: "Reached", value: (/** @type {any} */ row) => (row.tight ? "yes" : "no") },
          { key: "evidence", label: "Known by" },
        ]}
        rows=${rows}
      />`}
      ${zigzag.id && html`<${JobPanel} key=${zigzag.id} id=${zigzag.id} files=${false} />`}
      ${picture && zigzag.job && html`<${Picture} job=${zigzag.job.id} name="zigzag.svg" alt="The zigzag strategy for 2048 and 987 on 4x4" caption="The zigzag strategy on real boards" wide />`}
    </section>
  `;
}
