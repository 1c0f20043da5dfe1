/**
 * Short games that play themselves, for those who have never seen one. They need no engine.
 *
 * @import { Hex, Position } from "../game/position.js"
 * @typedef {{ type: string, moves: string[] }} Demonstration
 */

import { RecordedPositions } from "../game/recorded_positions.js";

/** All end with a Queen surrounded; the first is the simplest. Waggle has played them. */
const GAMES = [
  String.raw`Base;
  wA1;bB1 wA1/;wA2 /wA1;bQ bB1/;wQ -wA1;bA1 bQ\;wA2 bA1-;bS1 -bQ;wA3 wQ\;bS1 -wQ;
  wA3 \bQ;bA2 \bS1;wG1 -wA3;bA2 wQ\;wG1 bQ/;bA3 -bS1;wB1 -wA3;bG1 \bS1;wB1 /wA3;bG2 \bG1;wA2 wG1\ `,
  String.raw`Base+MLP;
  wA1;bP \wA1;wQ wA1\;bQ \bP;wM wQ/;bA1 \bQ;wM -bA1;bM bA1/;wP wQ/;bM /wQ;wB1 wP\;
  bB1 -bM;wA2 wB1/;bB1 bM;wA3 \wM;bS1 bB1\;wL wA2\;bB1 wQ;wA3 wL\;bS1 /wA1;wB2 -wM;bB1 wQ\ `,
  String.raw`Base+ML;
  wL;bB1 wL-;wA1 \wL;bQ bB1-;wQ /wL;bA1 bQ\;wA1 bA1\;bA2 bQ/;wS1 \wL;bA2 wQ\;wS1 bQ/;
  bA3 bA2-;wM \wL;bG1 bB1\;wQ -bA2;bB2 bA2\;wM -wS1;bG2 /bB2;wA1 wS1\ `,
];

/** @type {Demonstration[]} */
export const DEMONSTRATIONS = GAMES.map((game) => {
  const [type, ...moves] = game.split(";").map((move) => move.trim());
  return { type, moves };
});

/** The time between two moves, and that before another game begins, in milliseconds. */
const [PACE, REST] = [900, 4000];

/**
 * Shows games again and again while it is wanted; who wants no movement sees the end of the first.
 *
 * @param {(position: Position, game: Demonstration) => void} show
 * @param {() => boolean} isWanted
 * @param {Demonstration[]} [games]
 */
export async function demonstrate(show, isWanted, games = DEMONSTRATIONS.slice(0, 1)) {
  const positions = new RecordedPositions();
  const isStill = matchMedia("(prefers-reduced-motion: reduce)").matches;
  for (let turn = 0; isWanted(); turn += 1) {
    const game = games[turn % games.length];
    const { type, moves } = game;
    for (let ply = isStill ? moves.length : 1; ply <= moves.length && isWanted(); ply += 1) {
      show(positions.after(type, moves.slice(0, ply)), game);
      if (isStill) return;
      await new Promise((resolve) => setTimeout(resolve, ply < moves.length ? PACE : REST));
    }
  }
}

/** Every hex that a piece stands on in the course of a game. @param {Demonstration} game @returns {Hex[]} */
export const hexesOf = ({ type, moves }) => moves.flatMap((_, ply) => new RecordedPositions().after(type, moves.slice(0, ply + 1)).pieces);
