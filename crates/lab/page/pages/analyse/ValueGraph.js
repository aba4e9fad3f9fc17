import { html, useLayoutEffect, useRef, useState } from "../../lib/ui.js";
import { grouped } from "../../lib/numbers.js";

const [HEIGHT, LEFT, TOP, BOTTOM, RIGHT] = [200, 62, 10, 26, 8];

/** The width of an element, as it changes. */
function useWidth() {
  const ref = useRef(/** @type {HTMLElement | null} */ (null));
  const [width, setWidth] = useState(720);
  useLayoutEffect(() => {
    if (!ref.current) return;
    const observer = new ResizeObserver(([entry]) => setWidth(Math.max(200, Math.round(entry.contentRect.width))));
    observer.observe(ref.current);
    return () => observer.disconnect();
  }, []);
  return /** @type {const} */ ([ref, width]);
}

/** A few round numbers between two. @param {number} low @param {number} high */
function ticks(low, high) {
  const span = high - low || 1;
  const raw = span / 4;
  const unit = 10 ** Math.floor(Math.log10(raw));
  const step = [1, 2, 5, 10].map((factor) => factor * unit).find((one) => one >= raw) ?? raw;
  const marks = [];
  for (let mark = Math.ceil(low / step) * step; mark <= high + step * 1e-9; mark += step) marks.push(Number(mark.toPrecision(12)));
  return marks;
}

/**
 * The value along a game. A click, or the arrow keys, lead to the position; mistakes are red.
 * @param {{ slides: import("../../lib/exact.js").Judged[], at: number, onSelect: (at: number) => void, label: string }} props
 */
export function ValueGraph({ slides, at, onSelect, label }) {
  const [ref, width] = useWidth();
  if (slides.length < 2) return html`<div ref=${ref}></div>`;
  const heights = slides.map(({ height }) => height);
  const [low, high] = [Math.min(...heights), Math.max(...heights)];
  const x = (/** @type {number} */ i) => LEFT + ((width - LEFT - RIGHT) * i) / (slides.length - 1);
  const y = (/** @type {number} */ value) => TOP + (HEIGHT - TOP - BOTTOM) * (1 - (value - low) / (high - low || 1));
  const current = Math.max(0, slides.findLastIndex((slide) => slide.at <= at));
  const pick = (/** @type {number} */ i) => onSelect(slides[Math.max(0, Math.min(slides.length - 1, i))].at);
  const click = (/** @type {any} */ event) => {
    const box = event.currentTarget.getBoundingClientRect();
    const share = ((event.clientX - box.left) / box.width) * width;
    pick(Math.round(((share - LEFT) / (width - LEFT - RIGHT)) * (slides.length - 1)));
  };
  const key = (/** @type {any} */ event) => {
    const to = { ArrowRight: current + 1, ArrowUp: current + 1, ArrowLeft: current - 1, ArrowDown: current - 1, Home: 0, End: slides.length - 1 }[
      /** @type {string} */ (event.key)
    ];
    if (to === undefined) return;
    event.preventDefault();
    pick(to);
  };
  const path = slides.map((slide, i) => `${i ? "L" : "M"}${x(i).toFixed(1)} ${y(slide.height).toFixed(1)}`).join("");
  const chosen = slides[current];
  return html`<div
    class="value-graph"
    ref=${ref}
    role="slider"
    tabindex="0"
    aria-label=${label}
    aria-valuemin="1"
    aria-valuemax=${slides.length}
    aria-valuenow=${current + 1}
    aria-valuetext=${`slide ${chosen.number}: ${Number(chosen.height.toPrecision(6))}${chosen.loss ? `, mistake of ${Number(chosen.loss.toPrecision(4))}` : ""}`}
    onClick=${click}
    onKeyDown=${key}
  >
    <svg viewBox=${`0 0 ${width} ${HEIGHT}`} aria-hidden="true">
      ${ticks(low, high).map((mark) => html`<g key=${mark} class="grid-line">
        <line x1=${LEFT} x2=${width - RIGHT} y1=${y(mark)} y2=${y(mark)} />
        <text x=${LEFT - 8} y=${y(mark) + 4} text-anchor="end">${grouped(mark)}</text>
      </g>`)}
      <text class="axis" x=${LEFT} y=${HEIGHT - 6}>slide 1</text>
      <text class="axis" x=${width - RIGHT} y=${HEIGHT - 6} text-anchor="end">${slides[slides.length - 1].number}</text>
      <path class="value-line" d=${path} />
      ${slides.map((slide, i) => slide.loss > 0 && html`<circle key=${i} class="mistake" cx=${x(i)} cy=${y(slide.height)} r="4" />`)}
      <line class="now" x1=${x(current)} x2=${x(current)} y1=${TOP} y2=${HEIGHT - BOTTOM} />
      <circle class="now-point" cx=${x(current)} cy=${y(chosen.height)} r="5" />
    </svg>
  </div>`;
}
