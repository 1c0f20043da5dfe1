/**
 * A short game that plays itself, for those who have never seen one. It needs no engine.
 *
 * @typedef {import("../game/position.js").Position} Position
 */

import { RecordedPositions } from "../game/recorded_positions.js";

export const TYPE = "Base";
/** White surrounds the black Queen. */
export const MOVES = String.raw`
  wA1;bB1 wA1/;wA2 /wA1;bQ bB1/;wQ -wA1;bA1 bQ\;wA2 bA1-;bS1 -bQ;wA3 wQ\;bS1 -wQ;
  wA3 \bQ;bA2 \bS1;wG1 -wA3;bA2 wQ\;wG1 bQ/;bA3 -bS1;wB1 -wA3;bG1 \bS1;wB1 /wA3;bG2 \bG1;wA2 wG1\
`
  .trim()
  .split(/;\s*/);

/** The time between two moves, and that before the game begins anew, in milliseconds. */
const [PACE, REST] = [900, 5000];

/** The position at its end. */
export const endOfDemonstration = () => new RecordedPositions().after(TYPE, MOVES);

/**
 * Shows the game again and again while it is wanted; who wants no movement sees its end.
 *
 * @param {(position: Position) => void} show
 * @param {() => boolean} isWanted
 */
export async function demonstrate(show, isWanted) {
  const positions = new RecordedPositions();
  const isStill = matchMedia("(prefers-reduced-motion: reduce)").matches;
  for (let ply = isStill ? MOVES.length : 1; isWanted(); ply = ply < MOVES.length ? ply + 1 : 1) {
    show(positions.after(TYPE, MOVES.slice(0, ply)));
    if (isStill) return;
    await new Promise((resolve) => setTimeout(resolve, ply < MOVES.length ? PACE : REST));
  }
}
