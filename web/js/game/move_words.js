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

/** The sides of a hex, clockwise from the east. */
const SIDES = ["game.east", "game.south_east", "game.south_west", "game.west", "game.north_west", "game.north_east"];

/** The direction of a move's target from the neighbor that it names, as the board shows it; `null` if there is none. @param {string} target */
function directionOf(target) {
  const direction = BEFORE[target[0]] ?? AFTER[target[target.length - 1]] ?? null;
  return direction && ((isTurned && OPPOSITES[direction]) || direction);
}

/** The same as degrees clockwise from the east. @param {string} target */
export function angleOf(target) {
  const direction = directionOf(target);
  return direction && 60 * SIDES.indexOf(direction);
}

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
  const other = (/** @type {string} */ form) => pieceWords(target.replace(/[-/\\]/, ""), form);
  return text(directionOf(target) ?? "game.onto", { piece, other });
}
