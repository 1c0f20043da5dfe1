/**
 * Tiles and stacks as SVG. The shapes themselves are in `symbols.js`.
 *
 * @import { Lying } from "../game/position.js"
 */

import { centerOf } from "./geometry.js";

/** How far the tile at this height of a stack is raised, so that the edges below it are visible. @param {number} size @param {number} height */
export const liftOf = (size, height) => -height * Math.min(13, 30 / Math.max(1, size - 1));

/** A tile with its bug and optionally its name, centered on the origin. @param {string} piece @param {boolean} named */
export function tile(piece, named = false) {
  const bug = named ? 'transform="translate(0 -18) scale(.72)"' : 'transform="scale(.9)"';
  const name = named ? `<text class="name ${piece[0]}" y="62">${piece}</text>` : "";
  return `<use href="#tile-${piece[0]}"/><use href="#${piece.slice(0, 2)}" ${bug}/>${name}`;
}

/** A piece as a picture of its own. @param {string} piece @param {string} [bug]  Its size. */
export const pictureOf = (piece, bug = "") =>
  `<svg viewBox="-95 -100 190 200" aria-hidden="true"><use href="#tile-${piece[0]}"/><use href="#${piece.slice(0, 2)}"${bug}/></svg>`;

/** The covered pieces of a stack as small tiles on its top tile. @param {Lying[]} stack @param {boolean} named */
function coveredTiles(stack, named) {
  const covered = stack.slice(0, -1);
  const step = Math.min(44, 104 / Math.max(1, covered.length));
  return covered
    .map(({ piece }, index) => {
      const x = (index - (covered.length - 1) / 2) * step;
      const [tileScale, bugScale] = named ? [0.27, 0.26] : [0.3, 0.29];
      return (
        `<g transform="translate(${x.toFixed(1)} ${named ? 12 : 50})"><use href="#tile-${piece[0]}" transform="scale(${tileScale})"/>` +
        `<use href="#${piece.slice(0, 2)}" transform="scale(${bugScale})"/></g>`
      );
    })
    .join("");
}

/**
 * All tiles of a stack, and the bug of the top one.
 *
 * @param {Lying[]} stack
 * @param {{ named: boolean, flipped: boolean, classes?: string }} look
 */
export function stackOfTiles(stack, { named, flipped, classes = "" }) {
  const { x, y } = centerOf(stack[0], flipped);
  const { piece } = stack[stack.length - 1];
  const top = liftOf(stack.length, stack.length - 1);
  const alone = stack.length === 1;
  const face = named ? (alone ? [-18, 0.72] : [-41, 0.46]) : alone ? [0, 0.9] : [-18, 0.76];
  const below = stack
    .slice(0, -1)
    .map((covered, height) => `<use href="#tile-${covered.piece[0]}" y="${liftOf(stack.length, height).toFixed(1)}"/>`)
    .join("");
  const name = named ? `<text class="name ${piece[0]}" y="${alone ? 62 : 60}">${piece}</text>` : "";
  return (
    `<g transform="translate(${x.toFixed(1)} ${y.toFixed(1)})">${below}` +
    `<g class="top ${classes}" data-piece="${piece}"><g transform="translate(0 ${top.toFixed(1)})">` +
    `<use href="#tile-${piece[0]}"/><use href="#${piece.slice(0, 2)}" transform="translate(0 ${face[0]}) scale(${face[1]})"/>` +
    `${coveredTiles(stack, named)}${name}</g></g></g>`
  );
}
