/**
 * The geometry of the board: pointy-top hexes, as in the pictures of `waggle show`.
 *
 * @import { Hex, Lying } from "../game/position.js"
 * @typedef {{ x: number, y: number }} Point
 */

import { keyOf } from "../game/position.js";

/** Half the width of a hex. */
export const HALF = 86.6025403784;
/** The distance between rows. */
export const ROW = 150;

/** The directions of the six neighbors, clockwise from the north-west. */
export const DIRECTIONS = [[0, -1], [1, -1], [1, 0], [0, 1], [-1, 1], [-1, 0]];

/** The center of a hex. @param {Hex} hex @param {boolean} flipped  Black's side at the bottom. @returns {Point} */
export function centerOf({ q, r }, flipped) {
  const sign = flipped ? -1 : 1;
  return { x: sign * HALF * (2 * q + r), y: sign * ROW * r };
}

/** The hex that contains a point. @param {Point} point @param {boolean} flipped @returns {Hex} */
export function hexAt({ x, y }, flipped) {
  const sign = flipped ? -1 : 1;
  const row = (sign * y) / ROW;
  const column = (sign * x) / (2 * HALF) - row / 2;
  // Cube coordinates sum to 0: the one with the largest rounding error follows from the others.
  let [q, r] = [Math.round(column), Math.round(row)];
  const s = Math.round(-column - row);
  const [dq, dr, ds] = [Math.abs(q - column), Math.abs(r - row), Math.abs(s + column + row)];
  if (dq > dr && dq > ds) q = -r - s;
  else if (dr > ds) r = -q - s;
  return { q: q + 0, r: r + 0 };
}

/** Whether two hexes are neighbors. @param {Hex} one @param {Hex} other */
export const areBeside = (one, other) =>
  DIRECTIONS.some(([dq, dr]) => one.q + dq === other.q && one.r + dr === other.r);

/** The six neighbors of a hex. @param {Hex} hex @returns {Hex[]} */
export const neighborsOf = ({ q, r }) => DIRECTIONS.map(([dq, dr]) => ({ q: q + dq, r: r + dr }));

/** The hexes in and next to the hive, by their keys. @param {Hex[]} hive @returns {Map<string, Hex>} */
export const hexesAround = (hive) => new Map(hive.flatMap(({ q, r }) => [{ q, r }, ...neighborsOf({ q, r })]).map((hex) => [keyOf(hex), hex]));

/** Where in or next to the other pieces a piece could be put that is not there already. @param {Lying[]} pieces @param {string} piece @returns {Hex[]} */
export function placesFor(pieces, piece) {
  const others = pieces.filter((lying) => lying.piece !== piece);
  if (!others.length) return [{ q: 0, r: 0 }];
  const hexes = hexesAround(others);
  const own = pieces.find((lying) => lying.piece === piece);
  if (own) hexes.delete(keyOf(own));
  return [...hexes.values()];
}

/** How many hexes around a piece are free; `null` if it is in hand. @param {Lying[]} pieces @param {string} name */
export function freeSides(pieces, name) {
  const found = pieces.find(({ piece }) => piece === name);
  const taken = new Set(pieces.map(keyOf));
  return found ? neighborsOf(found).filter((hex) => !taken.has(keyOf(hex))).length : null;
}

/** How many sides of a player's Queen are free. @param {{ pieces: Lying[] }} position @param {import("../game/position.js").Player} player */
export const openSides = ({ pieces }, player) => freeSides(pieces, player === "White" ? "wQ" : "bQ") ?? 6;
