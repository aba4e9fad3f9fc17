import { html } from "../../lib/ui.js";
import { inkOn } from "./picture.js";

/**
 * A board in any colours, with or without what stands on its tiles.
 * @param {{ cells: { color: string, text?: string, mark?: boolean }[][], label: string, size?: string }} props
 */
export function TileGrid({ cells, label, size = "34rem" }) {
  const [height, width] = [cells.length, cells[0]?.length ?? 0];
  return html`<div class="paint-frame" style=${{ "--rows": height, "--columns": width, "--most": size }}>
    <div class="tile-grid" role="img" aria-label=${label}>
      ${cells.flatMap((row, r) =>
        row.map(
          ({ color, text, mark }, c) => html`<span
            key=${`${r},${c}`}
            class=${mark ? "marked" : null}
            style=${{ backgroundColor: color, color: text ? inkOn(color) : null, "--glyphs": Math.max(2, text?.length ?? 0) }}
            >${text}</span
          >`,
        ),
      )}
    </div>
  </div>`;
}
