/**
 * The text of a position that has been set up, as docs/position-text.md describes it.
 *
 * @typedef {import("../game/position.js").Lying} Lying
 * @typedef {import("../game/position.js").Player} Player
 */

/**
 * @param {string} type
 * @param {Player} toMove
 * @param {number} turn
 * @param {Lying[]} pieces
 */
export function setupText(type, toMove, turn, pieces) {
  const sorted = [...pieces].sort((one, other) => one.r - other.r || one.q - other.q || one.level - other.level);
  const lying = sorted.map(({ piece, q, r, level }) => `${piece}@${q},${r}${"+".repeat(level)}`);
  return `${type};setup;${toMove}[${turn}];${lying.join(" ")}`;
}
