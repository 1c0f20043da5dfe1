/**
 * The text of a position that has been set up, as docs/uhp-extensions.md describes it.
 *
 * @typedef {import("../game/position.js").Lying} Lying
 * @typedef {import("../game/position.js").Player} Player
 */

/**
 * @param {string} type
 * @param {Player} toMove
 * @param {number} turn
 * @param {Lying[]} pieces
 * @param {string} [resting]  The piece that was moved on the ply before.
 */
export function setupText(type, toMove, turn, pieces, resting = "") {
  const sorted = [...pieces].sort((one, other) => one.r - other.r || one.q - other.q || one.level - other.level);
  const lying = sorted.map(({ piece, q, r, level }) => `${piece}@${q},${r}${"+".repeat(level)}${piece === resting ? "!" : ""}`);
  return `${type};${toMove}[${turn}] ${lying.join(" ")}`;
}

/**
 * What such a text says; `null` if it is a game type only.
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
