/**
 * Who won a game.
 *
 * @import { GameTree } from "../game/tree.js"
 * @import { Result } from "./library.js"
 */

/** @type {Record<string, Result>} */
const WINNERS = { WhiteWins: "White", BlackWins: "Black", Draw: "Draw", "1-0": "White", "0-1": "Black", "1/2-1/2": "Draw", White: "White", Black: "Black" };

/** The result on the board, of the game played here, or of the file. @param {GameTree} tree @param {string} [winner] @returns {Result} */
export function resultOf(tree, winner = "") {
  const state = tree.root.end().position?.state ?? "";
  return WINNERS[state] ?? WINNERS[winner] ?? WINNERS[tree.headings.Result] ?? "";
}

/** The headings of a game, with the result of the game played here. @param {GameTree} tree @param {string} winner */
export const headingsOf = (tree, winner) => ({ ...tree.headings, ...(winner && { Result: winner === "Draw" ? winner : `${winner}Wins` }) });
