import { html } from "../../lib/ui.js";
import { lessIsBetter, mainSpawn } from "../../lib/exact.js";
import { numeric } from "../../lib/numbers.js";
import { DataTable } from "../../components/DataTable.js";

/**
 * Every spawn, in the order of whoever drops; a click makes it.
 * @param {{ exact: any, onDrop: (cell: string, tile: number) => void }} props
 */
export function Drops({ exact, onDrop }) {
  const sign = (lessIsBetter(exact.goal) ? -1 : 1) * (exact.opponent === "adversary" ? 1 : -1);
  const total = exact.game.spawns.reduce((/** @type {number} */ sum, /** @type {any} */ one) => sum + one.weight, 0);
  const cells = new Set(exact.spawns.map((/** @type {any} */ one) => one.cell)).size;
  const weight = (/** @type {number} */ tile) => exact.game.spawns.find((/** @type {any} */ one) => one.tile === tile)?.weight ?? 0;
  const main = mainSpawn(exact);
  const rows = [...exact.spawns]
    .sort((a, b) => sign * (numeric(a.value) - numeric(b.value)))
    .map((one) => ({ ...one, id: `${one.cell}${one.tile}`, share: weight(one.tile) / total / cells, main: one === main }));
  const columns = [
    { key: "cell", label: "Cell" },
    { key: "tile", label: "Tile", number: true },
    { key: "value", label: "Value", number: true },
    ...(exact.opponent === "chance"
      ? [{ key: "share", label: "Chance", number: true, render: (/** @type {any} */ row) => `${(row.share * 100).toFixed(2)} %` }]
      : []),
    {
      key: "go",
      label: "",
      value: () => "",
      render: (/** @type {any} */ row) =>
        html`<button type="button" class="button small" aria-label=${`Drop ${row.tile} in ${row.cell}`} onClick=${() => onDrop(row.cell, row.tile)}>Drop</button>`,
    },
  ];
  return html`<${DataTable}
    columns=${columns}
    rows=${rows}
    caption=${exact.opponent === "adversary" ? "Drops, worst for Slider first" : "Drops, best for Slider first"}
    name="drops"
    height="24rem"
    selected=${(/** @type {any} */ row) => row.main}
  />`;
}
