/**
 * The destination of a MoveString.
 *
 * @import { Hex, Position } from "./position.js"
 */

/** Direction signs before a piece. @type {Record<string, [dq: number, dr: number]>} */
const STEP_BEFORE = { "-": [-1, 0], "/": [-1, 1], "\\": [0, -1] };
/** Direction signs after a piece. @type {Record<string, [dq: number, dr: number]>} */
const STEP_AFTER = { "-": [1, 0], "/": [1, -1], "\\": [0, 1] };

/**
 * @param {Position} position  Before the move.
 * @param {string} move
 * @returns {Hex | null}  `null` for a pass.
 */
export function destinationOf(position, move) {
  const [, target] = move.split(" ");
  if (!target || target === ".") return move === "pass" ? null : { q: 0, r: 0 };
  const name = /[wb][A-Z]\d?/.exec(target)?.[0];
  const beside = position.pieces.find(({ piece }) => piece === name);
  if (!beside) return null;
  const [dq, dr] = STEP_BEFORE[target[0]] ?? STEP_AFTER[target[target.length - 1]] ?? [0, 0];
  return { q: beside.q + dq, r: beside.r + dr };
}
