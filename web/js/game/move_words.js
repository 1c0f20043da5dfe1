/** Moves in words, for screen readers. */

import { pieceWords } from "./position.js";

/** @type {Record<string, string>} */
const BEFORE = { "-": "west of", "/": "south-west of", "\\": "north-west of" };
/** @type {Record<string, string>} */
const AFTER = { "-": "east of", "/": "north-east of", "\\": "south-east of" };

/**
 * A MoveString in words: `wA1 -wQ` is "white Ant 1 west of white Queen".
 *
 * @param {string} move
 */
export function moveWords(move) {
  if (move === "pass") return "pass";
  const [piece, target] = move.split(" ");
  if (!target || target === ".") return `${pieceWords(piece)} on the empty table`;
  const [first, last] = [target[0], target[target.length - 1]];
  if (BEFORE[first]) return `${pieceWords(piece)} ${BEFORE[first]} ${pieceWords(target.slice(1))}`;
  if (AFTER[last]) return `${pieceWords(piece)} ${AFTER[last]} ${pieceWords(target.slice(0, -1))}`;
  return `${pieceWords(piece)} onto ${pieceWords(target)}`;
}
