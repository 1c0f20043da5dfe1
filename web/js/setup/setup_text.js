/**
 * The text of a set-up position, described in docs/uhp-extensions.md.
 *
 * @import { Lying, Player } from "../game/position.js"
 */

/**
 * @param {string} type
 * @param {Player} toMove
 * @param {number} turn
 * @param {Lying[]} pieces
 * @param {string} [resting]  The piece that moved on the previous ply.
 */
export function setupText(type, toMove, turn, pieces, resting = "") {
  const sorted = [...pieces].sort((one, other) => one.r - other.r || one.q - other.q || one.level - other.level);
  const lying = sorted.map(({ piece, q, r, level }) => `${piece}@${q},${r}${"+".repeat(level)}${piece === resting ? "!" : ""}`);
  return `${type};${toMove}[${turn}] ${lying.join(" ")}`;
}

/**
 * Parses such a text; `null` if it is only a game type.
 *
 * @param {string} text
 * @returns {{ type: string, toMove: Player, turn: number, pieces: Lying[], resting: string } | null}
 */
export function parseSetup(text) {
  const found = /^(Base(?:\+[MLP]{1,3})?);(White|Black)\[(\d+)\] (.*)$/.exec(text);
  if (!found) return null;
  const pieces = [...found[4].matchAll(/([wb][A-Z]\d?)@(-?\d+),(-?\d+)(\+*)/g)].map(([, piece, q, r, levels]) => ({
    piece, q: Number(q), r: Number(r), level: levels.length,
  }));
  const resting = /(\S+)@\S*!/.exec(found[4])?.[1] ?? "";
  return { type: found[1], toMove: found[2] === "White" ? "White" : "Black", turn: Number(found[3]), pieces, resting };
}
