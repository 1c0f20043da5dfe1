/** Moves in words, for screen readers. */

import { text } from "../texts/text.js";
import { pieceWords } from "./position.js";

/** Whether the board is turned, and with it the directions. */
let isTurned = false;

/** @param {boolean} turned */
export const turnDirections = (turned) => void (isTurned = turned);

/** The opposite of each direction. @type {Record<string, string>} */
const OPPOSITES = {
  "game.west": "game.east", "game.south_west": "game.north_east", "game.north_west": "game.south_east",
  "game.east": "game.west", "game.north_east": "game.south_west", "game.south_east": "game.north_west",
};
/** @type {Record<string, string>} */
const BEFORE = { "-": "game.west", "/": "game.south_west", "\\": "game.north_west" };
/** @type {Record<string, string>} */
const AFTER = { "-": "game.east", "/": "game.north_east", "\\": "game.south_east" };

/**
 * A MoveString in words: `wA1 -wQ` is "white Ant 1 west of white Queen".
 *
 * @param {string} move
 */
export function moveWords(move) {
  if (move === "pass") return text("game.pass_move");
  const [name, target] = move.split(" ");
  const piece = pieceWords(name);
  if (!target || target === ".") return text("game.first_move", { piece });
  const [first, last] = [target[0], target[target.length - 1]];
  const other = pieceWords(target.replace(/[-/\\]/, ""));
  const direction = BEFORE[first] ?? AFTER[last] ?? "game.onto";
  return text((isTurned && OPPOSITES[direction]) || direction, { piece, other });
}
