import { html, useState } from "../lib/ui.js";
import { fileOf } from "../lib/jobs.js";
import { download, rasterise } from "../lib/save.js";
import { Problem } from "./Problem.js";

/**
 * A picture that a job made, with downloads. Those drawn on white keep their paper in the dark.
 * @param {{ job: string, name: string, alt: string, caption?: any, src?: string, wide?: boolean }} props `src` instead of `job` and `name` for other addresses
 */
export function Picture({ job, name, alt, caption, src, wide }) {
  const source = src ?? fileOf(job, name);
  const [error, setError] = useState(/** @type {any} */ (null));
  const stem = name.replace(/\.[a-z]+$/i, "");
  const vector = /\.svg$/i.test(name);
  const asPng = () =>
    rasterise(source).then(
      (blob) => download(`${stem}.png`, blob),
      (reason) => setError(reason),
    );
  return html`
    <figure class=${wide ? "picture wide" : "picture"}>
      <img
        src=${source}
        alt=${alt}
        decoding="async"
        onError=${() => setError({ message: "The picture could not be loaded.", hint: "Its job may have been deleted." })}
      />
      <${Problem} error=${error} />
      <figcaption>
        <span>${caption}</span>
        <span class="actions">
          <a class="button small" href=${src ? src : `${source}?download=1`} download=${name}>${name.split(".").pop()?.toUpperCase()}</a>
          ${vector && html`<button type="button" class="button small" onClick=${asPng}>PNG</button>`}
        </span>
      </figcaption>
    </figure>
  `;
}
