/**
 * The geometry of the board: pointy-top hexes, as in the pictures of `waggle show`.
 *
 * @typedef {import("../game/position.js").Hex} Hex
 * @typedef {{ x: number, y: number }} Point
 */

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

/** The corners of a tile with this radius around the origin, as SVG points. @param {number} radius */
export function corners(radius) {
  const [half, quarter] = [radius * 0.866025403784, radius / 2];
  const points = [[0, -radius], [half, -quarter], [half, quarter], [0, radius], [-half, quarter], [-half, -quarter]];
  return points.map(([x, y]) => `${x.toFixed(1)},${y.toFixed(1)}`).join(" ");
}

/** Whether two hexes are neighbors. @param {Hex} one @param {Hex} other */
export const areBeside = (one, other) =>
  DIRECTIONS.some(([dq, dr]) => one.q + dq === other.q && one.r + dr === other.r);

/** The six neighbors of a hex. @param {Hex} hex @returns {Hex[]} */
export const neighborsOf = ({ q, r }) => DIRECTIONS.map(([dq, dr]) => ({ q: q + dq, r: r + dr }));
