/**
 * The MoveString of a piece and a hex.
 *
 * @import { Hex, Position } from "../game/position.js"
 */

import { neighborsOf } from "../board/geometry.js";
import { keyOf, stacksOf } from "../game/position.js";

/** How a piece that stands beside a hex names it, in the order of the neighbors of the hex. @type {((piece: string) => string)[]} */
const FROM_NEIGHBOR = [
  (piece) => `${piece}\\`, (piece) => `/${piece}`, (piece) => `-${piece}`, (piece) => `\\${piece}`, (piece) => `${piece}/`, (piece) => `${piece}-`,
];

/** The MoveString, legal or not, of a piece to a hex in or next to the hive. @param {Position} position @param {string} piece @param {Hex} hex */
export function moveStringTo(position, piece, hex) {
  const stacks = stacksOf({ ...position, pieces: position.pieces.filter((lying) => lying.piece !== piece) });
  const topOn = (/** @type {Hex} */ wanted) => stacks.find(([lowest]) => keyOf(lowest) === keyOf(wanted))?.at(-1)?.piece;
  const there = topOn(hex);
  if (there) return `${piece} ${there}`;
  const around = neighborsOf(hex).map(topOn);
  const index = around.findIndex((top) => top !== undefined);
  return index < 0 ? piece : `${piece} ${FROM_NEIGHBOR[index](around[index] ?? "")}`;
}
