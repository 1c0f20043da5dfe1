/**
 * The judgments of a review, in words and signs.
 *
 * @import { Judgment, Reason, ReviewedMove } from "../engine/documents.js"
 * @import { Player } from "../game/position.js"
 * @import { TreeNode } from "../game/tree.js"
 */

import { chanceOf, chancePercent } from "../engine/documents.js";
import { sideWords } from "../game/position.js";
import { shapesText } from "../game/shapes.js";
import { text } from "../texts/text.js";
import { reasonWords } from "./reason_words.js";

/** @type {Record<Judgment, string>} */
export const SIGNS = { forced: "", best: "", good: "", inaccuracy: "?!", mistake: "?", blunder: "??" };

/** Whether it is an inaccuracy or worse. @param {Judgment} mark */
export const isError = (mark) => SIGNS[mark] !== "";

/** The reasons for a judgment, in the reader's words. @param {ReviewedMove} reviewed @param {Player | null} you @returns {Reason[]} */
export const reasonsOf = (reviewed, you) =>
  (reviewed.reasons ?? []).map((reason) => ({ ...reason, text: reasonWords(reason, reviewed, you) }));

/** The explanation of an error in the move list, which is the first of its reasons; empty for other moves. @param {TreeNode} node @param {Player | null} you */
export function noteOf({ review }, you) {
  if (!review || !isError(review.mark)) return "";
  const [first] = reasonsOf(review, you);
  return first?.text ?? fall(review, you);
}

/** What a file says of a move: the mark and the comment of the user, those of a review, and what was drawn. @param {TreeNode} node */
export const reviewedTexts = (node) => {
  const note = noteOf(node, null);
  const mark = node.mark || (node.review ? SIGNS[node.review.mark] : "");
  return [mark, node.comment, node.comment.includes(note) ? "" : note, shapesText(node.shapes)];
};

/** A player with lower chances at the end has lost. */
const LOST = 0.1;
/** A player with at least these chances is still in the game. */
const IN_THE_GAME = 0.4;

/**
 * The move that lost the game according to the engine: the loser's first error after last being in the game.
 *
 * @param {ReviewedMove[]} moves
 * @param {import("../library/library.js").Result} result  If the game has one, only its loser has such a move.
 * @returns {ReviewedMove | null}
 */
export function losingMove(moves, result = "") {
  const end = moves.at(-1)?.after.white_chance ?? 0.5;
  const loser = end <= LOST ? "White" : end >= 1 - LOST ? "Black" : null;
  if (result === "Draw" || result === loser) return null;
  const own = moves.filter(({ player }) => player === loser);
  const last = own.map(({ player, before }) => chanceOf(before, player) >= IN_THE_GAME).lastIndexOf(true);
  return last < 0 ? null : (own.slice(last).find(({ mark }) => isError(mark)) ?? null);
}

/** How far a player's chances fell. @param {ReviewedMove} reviewed @param {Player | null} you */
export function fall({ player, before, after }, you) {
  const [was, is] = [before, after].map((score) => chancePercent(chanceOf(score, player)));
  return player === you ? text("review.your_chances_fall", { was, is }) : text("review.chances_fall", { side: sideWords(player), was, is });
}
