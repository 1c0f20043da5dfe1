/**
 * Reads HOP, the sites' text for a position, as docs/uhp-extensions.md describes it: a walk over the hive. It does not judge: what the
 * engine would refuse may be shown.
 *
 * @import { Hex, Lying } from "./position.js"
 */

import { DIRECTIONS } from "../board/geometry.js";
import { setupText } from "../setup/setup_text.js";
import { piecesOf } from "./pieces.js";
import { keyOf } from "./position.js";

const HOP = /^(?:(ultimate|base(?:\+[mlp]+)?),)?([QABGSMLP0-9+\-=()!]*),([wb])[0-5]?m?$/i;
const STEP = /([()])|(!)|([+-])|(\d+)([+-])|(\d+)=(?=[a-z])|([a-z])/gi;
const EAST = 2;

/** A position as `newgame` takes it; `null` if the text is no HOP. @param {string} text */
export function parseHop(text) {
  const [, given = "ultimate", walk = "", player] = HOP.exec(text.trim()) ?? [];
  if (!player) return null;
  const letters = given === "ultimate" ? "MLP" : given.slice(5).toUpperCase();
  const type = ["M", "L", "P"].filter((letter) => letters.includes(letter)).reduce((all, letter, index) => all + (index ? letter : `+${letter}`), "Base");
  const toMove = player.toLowerCase() === "w" ? "White" : "Black";
  const hands = { White: piecesOf(type, "White"), Black: piecesOf(type, "Black") };
  /** @type {Lying[]} */
  const pieces = [];
  /** @type {{ hex: Hex, heading: number }[][]} */
  const scopes = [[]];
  let [hex, heading, resting, isAtop] = [{ q: 0, r: 0 }, EAST, "", false];
  for (const [, scope, moved, turn, number, sign, below, letter] of walk.matchAll(STEP)) {
    const placed = scopes[scopes.length - 1]?.[Number(number ?? below) - 1];
    if ((number || below) && !placed) return null;
    if (scope === "(") scopes.push([]);
    else if (scope) scopes.pop();
    else if (moved) resting = pieces[pieces.length - 1]?.piece ?? "";
    else if (turn) heading += turn === "+" ? 5 : 1;
    else if (sign && placed) [hex, heading] = [placed.hex, placed.heading + (sign === "+" ? 5 : 1)];
    else if (below && placed) [hex, isAtop] = [placed.hex, true];
    else if (letter) {
      const hand = hands[letter === letter.toUpperCase() ? "White" : "Black"];
      const piece = hand.find((name) => name[1] === letter.toUpperCase());
      if (!piece) return null;
      hand.splice(hand.indexOf(piece), 1);
      const [dq, dr] = DIRECTIONS[heading % 6];
      if (!isAtop && pieces.length) hex = { q: hex.q + dq, r: hex.r + dr };
      const { q, r } = hex;
      pieces.push({ piece, q, r, level: pieces.filter((other) => keyOf(other) === keyOf(hex)).length });
      scopes[scopes.length - 1]?.push({ hex, heading });
      isAtop = false;
    }
  }
  if (scopes.length !== 1) return null;
  return pieces.length ? setupText(type, toMove, Math.max(2, Math.ceil(pieces.length / 2)), pieces, resting) : type;
}
