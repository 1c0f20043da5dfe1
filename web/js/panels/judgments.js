/**
 * The judgments of a review, in words and signs.
 *
 * @typedef {import("../engine/documents.js").Judgment} Judgment
 * @typedef {import("../engine/documents.js").Reason} Reason
 * @typedef {import("../engine/documents.js").ReviewedMove} ReviewedMove
 * @typedef {import("../game/tree.js").TreeNode} TreeNode
 */

/** @type {Record<Judgment, string>} */
export const SIGNS = { forced: "", best: "", good: "", inaccuracy: "?!", mistake: "?", blunder: "??" };

/** Whether it is an inaccuracy or worse. @param {Judgment} mark */
export const isError = (mark) => SIGNS[mark] !== "";

/** @param {number} chance */
const percent = (chance) => (chance <= 0 ? 0 : chance >= 1 ? 100 : Math.min(99, Math.max(1, Math.round(chance * 100))));

/** The reasons for a judgment. @param {ReviewedMove} reviewed @returns {Reason[]} */
export const reasonsOf = (reviewed) =>
  (reviewed.reasons ?? []).map((reason) => ({ ...reason, text: reason.text.replace(/ %/g, "\u00a0%") }));

/** How many reasons the move list shows; the panel shows all. */
const BRIEF = 2;

/** The explanation of an error in the move list; empty for other moves. @param {TreeNode} node */
export function noteOf(node) {
  const { review } = node;
  if (!review || !isError(review.mark)) return "";
  const told = reasonsOf(review).slice(0, BRIEF).map(({ text }) => text);
  return (told.length ? told : [fall(review)]).join(" ");
}

/** The winning chances, at a score, of the player who moved. @param {ReviewedMove} reviewed @param {import("../engine/documents.js").Score} score */
const chanceOf = ({ player }, score) => (player === "White" ? score.white_chance : 1 - score.white_chance);

/** A player with lower chances at the end has lost. */
const LOST = 0.1;
/** A player with at least these chances is still in the game. */
const IN_THE_GAME = 0.4;

/**
 * The move that lost the game according to the engine: the loser's first error after last being in the game.
 *
 * @param {ReviewedMove[]} moves
 * @returns {ReviewedMove | null}
 */
export function losingMove(moves) {
  const end = moves.at(-1)?.after.white_chance ?? 0.5;
  const loser = end <= LOST ? "White" : end >= 1 - LOST ? "Black" : null;
  const own = moves.filter(({ player }) => player === loser);
  const last = own.map((move) => chanceOf(move, move.before) >= IN_THE_GAME).lastIndexOf(true);
  return last < 0 ? null : (own.slice(last).find(({ mark }) => isError(mark)) ?? null);
}

/** How far a player's chances fell. @param {ReviewedMove} reviewed */
export function fall(reviewed) {
  const { player, before, after } = reviewed;
  const [was, is] = [before, after].map((score) => percent(chanceOf(reviewed, score)));
  return `${player}'s chances fall from ${was}\u00a0% to ${is}\u00a0%.`;
}
