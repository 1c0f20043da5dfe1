/**
 * Exports the current position as SVG, or as PNG made from it.
 *
 * @import { Hex } from "../game/position.js"
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

/** @param {Board} board @param {Hex[]} [within]  What is in view. */
export function svgOf(board, within = board.position?.pieces ?? []) {
  const hexes = within.length ? within : [{ q: 0, r: 0 }];
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
    if (!original.classList.contains("top")) {
      const style = getComputedStyle(original);
      for (const name of STYLED) element.setAttribute(name, style.getPropertyValue(name));
    }
    element.removeAttribute("class");
  });
  return new XMLSerializer().serializeToString(copy);
}

/** Draws a picture so that its longer side has so many pixels. @param {string} svg @param {number} side */
export async function drawn(svg, side) {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  const scale = side / Math.max(image.width, image.height);
  const [width, height] = [Math.round(image.width * scale), Math.round(image.height * scale)];
  const canvas = Object.assign(document.createElement("canvas"), { width, height });
  const context = canvas.getContext("2d");
  if (!context) throw new Error(text("page.no_picture"));
  context.drawImage(image, 0, 0, width, height);
  return { canvas, context, width, height };
}

/** @param {Board} board @returns {Promise<Blob>} */
export async function pngOf(board) {
  const { canvas } = await drawn(svgOf(board), SIZE);
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error(text("page.no_picture")))), "image/png"),
  );
}
