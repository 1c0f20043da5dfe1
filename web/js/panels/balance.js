/**
 * What a move gets and gives up, by the rules: free spaces around both Queens, and pieces pinned or freed.
 *
 * @import { Player, Position } from "../game/position.js"
 */

import { freeSides } from "../board/geometry.js";
import { piecePhrase, piecesPhrase } from "../game/phrases.js";
import { ownerOf, topsOf } from "../game/position.js";
import { text } from "../texts/text.js";

/**
 * @param {Position} before
 * @param {Position} after
 * @param {Player} player  Who moved.
 * @param {Player | null} you
 * @returns {{ got: string[], gave: string[] }}
 */
export function balanceOf(before, after, player, you) {
  /** @type {{ got: string[], gave: string[] }} */
  const balance = { got: [], gave: [] };
  for (const name of ["wQ", "bQ"]) {
    const [was, is] = [before, after].map(({ pieces }) => freeSides(pieces, name));
    if (was === null || is === null || was === is) continue;
    const isGood = is > was === (ownerOf(name) === player);
    balance[isGood ? "got" : "gave"].push(text("reasons.spaces", { queen: piecePhrase(name, you), n: is, before: was }));
  }
  const tell = (/** @type {string} */ key, /** @type {string[]} */ pieces, /** @type {"got" | "gave"} */ side) => {
    if (pieces.length) balance[side].push(text(key, { pieces: piecesPhrase(pieces, you) }));
  };
  const tops = topsOf(after);
  const pinned = after.pinned.filter((piece) => !before.pinned.includes(piece));
  const freed = before.pinned.filter((piece) => !after.pinned.includes(piece) && tops.includes(piece));
  const isOwn = (/** @type {string} */ piece) => ownerOf(piece) === player;
  const isTheirs = (/** @type {string} */ piece) => !isOwn(piece);
  tell("reasons.now_pinned", pinned.filter(isTheirs), "got");
  tell("reasons.now_free", freed.filter(isOwn), "got");
  tell("reasons.now_pinned", pinned.filter(isOwn), "gave");
  tell("reasons.now_free", freed.filter(isTheirs), "gave");
  return balance;
}
