/**
 * Short games that play themselves, for those who have never seen one. They need no engine.
 *
 * @import { Position } from "../game/position.js"
 */

import { PACE, REST, isStill } from "../element/waggle_board.js";
import { splitGameString } from "../game/game_string.js";
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

/** As GameStrings. */
export const DEMONSTRATIONS = GAMES.map((game) => {
  const [type, ...moves] = game.split(";").map((part) => part.trim());
  return [type, "InProgress", "White[1]", ...moves].join(";");
});

/** Shows the first game again and again while it is wanted; who wants no movement sees its end.
 * @param {(position: Position) => void} show @param {() => boolean} isWanted */
export async function demonstrate(show, isWanted) {
  const { start, moves } = /** @type {{ start: string, moves: string[] }} */ (splitGameString(DEMONSTRATIONS[0]));
  for (let ply = isStill() ? moves.length : 1; isWanted(); ply = (ply % moves.length) + 1) {
    show(new RecordedPositions().after(start, moves.slice(0, ply)));
    if (isStill()) return;
    await new Promise((resolve) => setTimeout(resolve, ply < moves.length ? PACE : REST));
  }
}
