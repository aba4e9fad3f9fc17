// Picture files as PNG that the server reads.
import { ApiError } from "../../lib/api.js";

/** A longer side is scaled down before it travels; no grid needs more. */
const SIDE = 512;

/**
 * Any picture that the browser can draw, as the address of a PNG.
 * @param {File} file
 */
export async function readImage(file) {
  const problem = (/** @type {string} */ message, /** @type {string} */ hint) => new ApiError({ message, hint, kind: "input" });
  if (!file.type.startsWith("image/")) throw problem(`${file.name} is not a picture.`, "Choose a PNG, JPEG, WebP, GIF or SVG file.");
  const source = URL.createObjectURL(file);
  try {
    const image = new Image();
    image.src = source;
    await image.decode().catch(() => {
      throw problem(`${file.name} cannot be read.`, "The file may be damaged. Save it as PNG and try again.");
    });
    const [width, height] = [image.naturalWidth || SIDE, image.naturalHeight || SIDE];
    const scale = Math.min(1, SIDE / Math.max(width, height));
    const canvas = document.createElement("canvas");
    canvas.width = Math.max(1, Math.round(width * scale));
    canvas.height = Math.max(1, Math.round(height * scale));
    const context = canvas.getContext("2d");
    if (!context) throw problem("This browser cannot draw pictures.", "Try another one.");
    context.drawImage(image, 0, 0, canvas.width, canvas.height);
    return { url: canvas.toDataURL("image/png"), name: file.name, width, height };
  } finally {
    URL.revokeObjectURL(source);
  }
}
