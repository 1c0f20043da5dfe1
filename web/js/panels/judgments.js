/**
 * The judgments of a review as the page shows them.
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

/** The reasons of a judgment, each a sentence. @param {ReviewedMove} reviewed @returns {Reason[]} */
export const reasonsOf = (reviewed) =>
  (reviewed.reasons ?? []).map((reason) => ({ ...reason, text: reason.text.replace(/ %/g, "\u00a0%") }));

/** How many reasons stand below a move in the list; all stand in the panel. */
const BRIEF = 2;

/** What is said about an error below the move; empty for other moves. @param {TreeNode} node */
export function noteOf(node) {
  const { review } = node;
  if (!review || !isError(review.mark)) return "";
  const told = reasonsOf(review).slice(0, BRIEF).map(({ text }) => text);
  return (told.length ? told : [fall(review)]).join(" ");
}

/** How far the chances of a player have fallen. @param {ReviewedMove} reviewed */
export function fall({ player, before, after }) {
  const [was, is] = [before, after].map((score) => {
    const chance = score.white_chance;
    return percent(player === "White" ? chance : 1 - chance);
  });
  return `${player}'s chances fall from ${was}\u00a0% to ${is}\u00a0%.`;
}
