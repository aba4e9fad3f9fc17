import { html, useMemo } from "../../lib/ui.js";
import { useAsync } from "../../lib/async.js";
import { review } from "../../lib/exact.js";
import { ARROWS } from "../../lib/grid.js";
import { grouped } from "../../lib/numbers.js";
import { DataTable } from "../../components/DataTable.js";
import { Problem } from "../../components/Problem.js";
import { ValueGraph } from "./ValueGraph.js";

/**
 * A whole game beside perfect play: the value along it, and what each slide lost.
 * @param {{ game: any, frames: any[], store: any, at: number, onSelect: (at: number) => void }} props
 */
export function Sweep({ game, frames, store, at, onSelect }) {
  const key = useMemo(() => frames.map(({ step }) => step ?? "").join(""), [frames]);
  const { data, error, loading } = useAsync(
    (signal) => review(game, frames, store.id, signal),
    [store.id, frames[0].board, key, JSON.stringify(game)],
  );
  if (error) return html`<${Problem} error=${error} />`;
  if (!data || loading) return html`<p class="loading" role="status">Asking the store…</p>`;
  const mistakes = data.slides.filter((slide) => slide.loss > 0);
  const lost = mistakes.reduce((sum, slide) => sum + (slide.loss === Infinity ? 0 : slide.loss), 0);
  const columns = [
    { key: "number", label: "Slide", number: true },
    { key: "played", label: "Played", render: (/** @type {any} */ row) => `${ARROWS[row.played]} ${row.played}` },
    { key: "best", label: "Best", render: (/** @type {any} */ row) => `${ARROWS[row.best]} ${row.best}` },
    { key: "loss", label: "Lost", number: true, render: (/** @type {any} */ row) => (row.loss === Infinity ? "the target" : grouped(Number(row.loss.toPrecision(4)))) },
    {
      key: "go",
      label: "",
      value: () => "",
      render: (/** @type {any} */ row) =>
        html`<button type="button" class="button small" aria-label=${`Go there: slide ${row.number}`} onClick=${() => onSelect(row.at)}>Go there</button>`,
    },
  ];
  return html`
    <div class="stack tight">
      <${ValueGraph}
        slides=${data.slides}
        at=${at}
        onSelect=${onSelect}
        label=${store.goal === "score" ? "Score so far and the value of the board, by slide" : "Value of the board, by slide"}
      />
      <p>
        ${grouped(data.slides.length - mistakes.length)} of ${grouped(data.slides.length)} slides were best
        (${data.slides.length ? ((100 * (data.slides.length - mistakes.length)) / data.slides.length).toFixed(1) : "–"} %);
        ${mistakes.length === 0 ? " there was no mistake." : ` ${mistakes.length === 1 ? "one mistake" : `${grouped(mistakes.length)} mistakes`} lost ${grouped(Number(lost.toPrecision(4)))} in all.`}
        ${data.unknown > 0 && ` ${grouped(data.unknown)} positions are not in the store.`}
      </p>
      ${mistakes.length > 0 &&
      html`<${DataTable}
        columns=${columns}
        rows=${[...mistakes].sort((a, b) => b.loss - a.loss)}
        caption="Mistakes, the dearest first"
        name="mistakes"
        height="20rem"
        selected=${(/** @type {any} */ row) => row.at === at}
      />`}
    </div>
  `;
}
