/**
 * The pieces of a game.
 *
 * @import { Player } from "./position.js"
 */

/** The number of pieces of each bug. */
const COUNTS = { Q: 1, S: 2, B: 2, G: 3, A: 3 };
/** The expansion bugs, one each. */
const EXPANSIONS = ["M", "L", "P"];

/** All pieces of a player in a game type. @param {string} type @param {Player} player */
export function piecesOf(type, player) {
  const letter = player === "White" ? "w" : "b";
  const expansion = type.split("+")[1] ?? "";
  const base = Object.entries(COUNTS).flatMap(([bug, count]) =>
    Array.from({ length: count }, (_, index) => (count === 1 ? `${letter}${bug}` : `${letter}${bug}${index + 1}`)),
  );
  return base.concat(EXPANSIONS.filter((bug) => expansion.includes(bug)).map((bug) => letter + bug));
}
