import { html, useState } from "../../lib/ui.js";
import { startJob } from "../../lib/jobs.js";
import { Field } from "../../components/Field.js";
import { Problem } from "../../components/Problem.js";
import { readImage } from "./images.js";

/**
 * A picture from a file, scaled down and reduced to a few colours by the server.
 * @param {{ onJob: (id: string) => void }} props
 */
export function ImportImage({ onJob }) {
  const [file, setFile] = useState(/** @type {{ url: string, name: string, width: number, height: number } | null} */ (null));
  const [shape, setShape] = useState("12x12");
  const [colors, setColors] = useState("4");
  const [error, setError] = useState(/** @type {any} */ (null));
  const choose = async (/** @type {File | undefined} */ chosen) => {
    if (!chosen) return;
    setError(null);
    try {
      const image = await readImage(chosen);
      setFile(image);
      // The sides of the picture, so that circles stay round.
      const [long, short] = [Math.max(image.width, image.height), Math.min(image.width, image.height)];
      const less = Math.max(1, Math.round((12 * short) / long));
      setShape(image.width >= image.height ? `${less}x12` : `12x${less}`);
    } catch (reason) {
      setFile(null);
      setError(reason);
    }
  };
  const make = async () => {
    if (!file) return;
    setError(null);
    try {
      const options = { picture: file.url, shape, colors: Number(colors), animation: "gif", frames: 120 };
      onJob((await startJob("paint", options, `Make a picture of ${file.name}`)).id);
    } catch (reason) {
      setError(reason);
    }
  };
  const at = (/** @type {string} */ option) => (error?.option === option ? error : null);
  return html`
    <section class="panel stack" aria-labelledby="import-title">
      <h2 id="import-title">Import an image</h2>
      <label class="drop">
        <input type="file" accept="image/png,image/jpeg,image/webp,image/gif,image/svg+xml" onChange=${(/** @type {any} */ event) => choose(event.currentTarget.files?.[0])} />
        <span>${file ? `${file.name}, ${file.width} × ${file.height} pixels` : "Choose a picture of any size"}</span>
        ${file && html`<img src=${file.url} alt="" />`}
      </label>
      <div class="fields">
        <${Field} label="Rows and columns" value=${shape} onInput=${setShape} error=${at("shape")} hint="Such as 12x12" />
        <${Field} label="Colours" type="number" min=${1} max=${16} value=${colors} onInput=${setColors} error=${at("colors")} />
      </div>
      <div class="actions">
        <button type="button" class="button" disabled=${!file} onClick=${make}>Make image of this file</button>
      </div>
      ${error && !["shape", "colors"].includes(error.option) && html`<${Problem} error=${error} />`}
    </section>
  `;
}
