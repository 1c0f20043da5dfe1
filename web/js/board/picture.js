/**
 * Exports the current position as SVG, or as PNG made from it.
 *
 * @import { Board } from "./board.js"
 */

import { text } from "../texts/text.js";
import { HEAD } from "./arrows.js";
import { boxAround } from "./camera.js";
import { centerOf } from "./geometry.js";
import { symbolsOf } from "./looks.js";

/** The style properties that a drawing takes from the page. */
const STYLED = ["fill", "stroke", "stroke-width", "stroke-dasharray", "stroke-linecap", "opacity", "font", "text-anchor", "letter-spacing"];

/** The longer side of a PNG in pixels. */
const SIZE = 1600;

/** @param {Board} board */
export function svgOf(board) {
  const { position } = board;
  const hexes = position?.pieces.length ? position.pieces : [{ q: 0, r: 0 }];
  const [left, top, width, height] = boxAround(hexes.map((hex) => centerOf(hex, board.options.flipped)));
  const table = getComputedStyle(board.table).backgroundColor;
  const layers = ["stacks", "marks", "arrows", "shapes"].map((name) => styled(board.layer(name))).join("\n");
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${[left, top, width, height].map((side) => side.toFixed(1)).join(" ")}" ` +
    `width="${width.toFixed(0)}" height="${height.toFixed(0)}">\n<defs>\n${symbolsOf(board.options.pieces)}\n${HEAD}</defs>\n` +
    `<rect x="${left.toFixed(1)}" y="${top.toFixed(1)}" width="${width.toFixed(1)}" height="${height.toFixed(1)}" fill="${table}"/>\n${layers}\n</svg>\n`
  );
}

/** A layer with its style inlined. @param {SVGGElement} layer */
function styled(layer) {
  const copy = /** @type {SVGGElement} */ (layer.cloneNode(true));
  const originals = layer.querySelectorAll("[class]");
  copy.querySelectorAll("[class]").forEach((element, index) => {
    const original = originals[index];
    // Hints for the player are not part of the picture.
    if (original.classList.contains("pickable")) {
      element.remove();
      return;
    }
    const style = getComputedStyle(original);
    if (!original.classList.contains("top")) {
      for (const name of STYLED) element.setAttribute(name, style.getPropertyValue(name));
    }
    element.removeAttribute("class");
  });
  return new XMLSerializer().serializeToString(copy);
}

/** @param {Board} board @returns {Promise<Blob>} */
export async function pngOf(board) {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svgOf(board))}`;
  await image.decode();
  const scale = SIZE / Math.max(image.width, image.height);
  const canvas = document.createElement("canvas");
  canvas.width = Math.round(image.width * scale);
  canvas.height = Math.round(image.height * scale);
  canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error(text("page.no_picture")))), "image/png"),
  );
}
