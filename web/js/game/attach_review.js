/**
 * A review as part of the tree of moves.
 *
 * @typedef {import("../engine/documents.js").ReviewDocument} ReviewDocument
 * @typedef {import("./tree.js").GameTree} GameTree
 */

import { isError } from "../panels/judgments.js";

/** How many moves of a better line are shown. */
export const LINE = 8;

/** Puts the judgments to the moves of the main line, and what was better beside them. @param {GameTree} tree @param {ReviewDocument} document */
export function attachReview(tree, document) {
  tree.forgetReview();
  tree.review = document;
  const nodes = tree.mainLine();
  document.moves.forEach((reviewed, index) => {
    const node = nodes[index];
    if (!node?.parent || node.move !== reviewed.move) return;
    node.review = reviewed;
    const moves = reviewed.better?.moves.slice(0, LINE) ?? [];
    if (!isError(reviewed.mark) || !moves.length || node.parent.child(moves[0])) return;
    tree.addReviewLine(node.parent, moves, node);
  });
}
