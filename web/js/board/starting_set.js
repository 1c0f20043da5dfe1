/**
 * All pieces before the first move, piled by bug: Black's above White's, in one or two rows each.
 *
 * @typedef {import("../game/position.js").Player} Player
 * @typedef {import("../game/position.js").Position} Position
 * @typedef {{ piece: string, count: number, x: number, y: number }} Pile
 */

import { pilesOf } from "../game/position.js";
import { HALF, ROW } from "./geometry.js";

/** The maximum number of piles in a row. */
const ROW_OF_PILES = 5;

/** @param {Position} position @param {boolean} flipped @returns {Pile[]} */
export function startingSet(position, flipped) {
  return /** @type {Player[]} */ (["Black", "White"]).flatMap((player) => {
    const piles = pilesOf(position, player);
    const rows = piles.length > ROW_OF_PILES ? 2 : 1;
    const columns = Math.ceil(piles.length / rows);
    const isAbove = (player === "Black") !== flipped;
    return piles.map(({ piece, count }, index) => {
      const row = Math.floor(index / columns);
      const inRow = Math.min(columns, piles.length - row * columns);
      const x = 2.3 * HALF * ((index % columns) - (inRow - 1) / 2);
      const y = 1.6 * ROW * (isAbove ? row - rows + 0.4 : row + 0.6);
      return { piece, count, x, y };
    });
  });
}

/** @param {Pile} pile */
export function drawPile({ piece, count, x, y }) {
  const tiles = Array.from({ length: count }, (_, height) => `<use href="#tile-${piece[0]}" y="${-13 * height}"/>`).join("");
  const bug = `<use href="#${piece.slice(0, 2)}" transform="translate(0 ${-13 * (count - 1)}) scale(.9)"/>`;
  return `<g transform="translate(${x.toFixed(1)} ${y.toFixed(1)})">${tiles}${bug}</g>`;
}
