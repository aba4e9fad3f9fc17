import { classes, html } from "../../lib/ui.js";

const [STEP_X, STEP_Y, RADIUS, EDGE] = [64, 84, 18, 52];

/** An edge without its complement sign: the node, and whether it is complemented. @param {string} to */
const target = (to) => ({ to: to.replace(/^!/, ""), complement: to.startsWith("!") });

/**
 * Places of nodes and bends of edges: a level for each variable in the order, then the ends. An edge
 * that skips levels gets a place in each of them, so that it passes beside other nodes.
 * @param {any} result
 */
function layout(result) {
  const rows = result.rows.map((/** @type {any} */ row) => ({ ...row, node: String(row.node) }));
  const all = [result.root, ...rows.flatMap((/** @type {any} */ row) => [row.one, row.zero])].map((to) => target(String(to)).to);
  const ends = ["false", "true"].filter((end) => all.includes(end));
  /** @type {string[][]} */
  const levels = result.order.map((/** @type {number} */ one) => rows.filter((/** @type {any} */ row) => row.variable === `x${one}`).map((/** @type {any} */ row) => row.node));
  levels.push([...ends]);
  const levelOf = new Map(levels.flatMap((level, l) => level.map((node) => [node, l])));
  /** @type {{ from: string, to: string, kind: "one" | "zero", complement: boolean, points: string[] }[]} */
  const edges = rows.flatMap((/** @type {any} */ row) =>
    /** @type {const} */ (["one", "zero"]).map((kind) => {
      const { to, complement } = target(String(row[kind]));
      const points = [row.node];
      for (let l = (levelOf.get(row.node) ?? 0) + 1; l < (levelOf.get(to) ?? 0); l += 1) {
        // A variable that the function ignores has no level of its own.
        if (levels[l].length === 0) continue;
        const bend = `${row.node} ${kind} ${l}`;
        levels[l].push(bend);
        points.push(bend);
      }
      return { from: row.node, to, kind, complement, points: [...points, to] };
    }),
  );
  const shown = levels.filter((level) => level.length > 0);
  const width = Math.max(...shown.map((level) => level.length), 2);
  /** @type {Map<string, { x: number, y: number }>} */
  const places = new Map();
  shown.forEach((level, r) => {
    // Below what leads to it, a place crosses fewer edges.
    const wish = (/** @type {string} */ place) => {
      const above = edges.flatMap(({ points }) => points.flatMap((one, i) => (one === place && i > 0 ? [places.get(points[i - 1])?.x ?? 0] : [])));
      return above.length ? above.reduce((sum, x) => sum + x, 0) / above.length : 0;
    };
    const wishes = new Map(level.map((place) => [place, wish(place)]));
    const sorted = r === shown.length - 1 ? level : [...level].sort((a, b) => (wishes.get(a) ?? 0) - (wishes.get(b) ?? 0));
    sorted.forEach((place, i) => places.set(place, { x: EDGE + 20 + STEP_X * ((width - level.length) / 2 + i), y: EDGE + STEP_Y * r }));
  });
  const labels = result.order.flatMap((/** @type {number} */ one, /** @type {number} */ l) => (levels[l].length ? [{ name: `x${one}`, y: places.get(levels[l][0])?.y ?? 0 }] : []));
  return { places, edges, ends, labels, width: 2 * EDGE + 20 + STEP_X * (width - 1), height: 2 * EDGE + STEP_Y * (shown.length - 1) };
}

/**
 * A smooth line through points; `side` bends it, so that the two edges of a node part ways.
 * @param {{ x: number, y: number }[]} points
 * @param {number} side
 */
const curve = (points, side) =>
  points
    .map(({ x, y }, i) => {
      if (i === 0) return `M${x} ${y}`;
      const from = points[i - 1];
      const middle = (from.y + y) / 2;
      const bend = points.length === 2 ? side : 0;
      return `C${from.x + bend} ${middle} ${x + bend} ${middle} ${x} ${y}`;
    })
    .join("");

/**
 * A diagram drawn from its table. Edges of the node under the pointer stand out.
 * @param {{ result: any, hover: string | null, onHover: (node: string | null) => void }} props
 */
export function Drawing({ result, hover, onHover }) {
  if (result.rows.length > 400) return html`<p class="quiet">A diagram of ${result.nodes} nodes is too large to be drawn here; the table has them all.</p>`;
  const { places, edges, ends, labels, width, height } = layout(result);
  const root = target(String(result.root));
  const line = (/** @type {typeof edges[number]} */ { from, to, kind, complement, points }) => {
    const found = points.flatMap((point) => places.get(point) ?? []);
    const [a, b] = found;
    const side = kind === "one" ? 16 : -16;
    const bend = found.length === 2 ? 0.75 * side : 0;
    return html`<g key=${`${from}${kind}`} class=${classes("dd-edge", kind, (hover === from || hover === to) && "near")}>
      <path d=${curve(found, side)} />
      ${complement && html`<circle cx=${(a.x + b.x) / 2 + bend} cy=${(a.y + b.y) / 2} r="5" />`}
    </g>`;
  };
  const top = places.get(root.to);
  return html`<div class="dd-scroll" tabindex="0" role="region" aria-label="Drawing of the diagram">
    <svg class="dd" viewBox=${`0 0 ${width} ${height}`} style=${{ inlineSize: `min(100%, ${width}px)`, minInlineSize: `${Math.round(0.6 * width)}px` }} role="img" aria-label=${`Decision diagram of ${result.formula}, ${result.nodes} nodes; the table lists them`}>
      ${labels.map((/** @type {any} */ one) => html`<text key=${one.name} class="dd-level" x="2" y=${one.y + 4}>${one.name}</text>`)}
      ${top && html`<path class="dd-root" d=${`M${top.x} 4V${top.y}`} />`}
      ${root.complement && top && html`<circle class="dd-dot" cx=${top.x} cy="14" r="5" />`}
      ${edges.map(line)}
      ${result.rows.map((/** @type {any} */ row) => {
        const at = places.get(String(row.node));
        return (
          at &&
          html`<g key=${row.node} class=${classes("dd-node", hover === String(row.node) && "near")} onPointerEnter=${() => onHover(String(row.node))} onPointerLeave=${() => onHover(null)}>
            <circle cx=${at.x} cy=${at.y} r=${RADIUS} />
            <text x=${at.x} y=${at.y + 5}>${row.variable}</text>
          </g>`
        );
      })}
      ${ends.map((end) => {
        const at = places.get(end);
        return (
          at &&
          html`<g key=${end} class="dd-end">
            <rect x=${at.x - RADIUS} y=${at.y - RADIUS} width=${2 * RADIUS} height=${2 * RADIUS} rx="4" />
            <text x=${at.x} y=${at.y + 5}>${end === "true" ? "1" : "0"}</text>
          </g>`
        );
      })}
    </svg>
  </div>`;
}
