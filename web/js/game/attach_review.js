/**
 * Adds a review to the move tree.
 *
 * @import { ReviewDocument } from "../engine/documents.js"
 * @import { GameTree } from "./tree.js"
 */

import { isError } from "../panels/judgments.js";

/** How many moves of a better line to show. */
export const LINE = 8;
/** What `waggle review --pgn` has said of a move, behind what people have. */
const OLD = /(^|\s)\?[!?]? \$[246] (inaccuracy|mistake|blunder), -.*$/;

/** Attaches the judgments to the moves of the main line, and adds the better lines as variations. @param {GameTree} tree @param {ReviewDocument} document */
export function attachReview(tree, document) {
  tree.forgetReview();
  tree.review = document;
  const nodes = tree.mainLine();
  document.moves.forEach((reviewed, index) => {
    const node = nodes[index];
    if (!node?.parent || node.move !== reviewed.move) return;
    node.review = reviewed;
    node.comment = node.comment.replace(OLD, "");
    const { before, after, better } = reviewed;
    before.proven = reviewed.before_proven ?? false;
    after.proven = reviewed.after_proven ?? false;
    if (better) better.score.proven = before.proven && better.score.win?.plies === before.win?.plies;
    const moves = reviewed.better?.moves.slice(0, LINE) ?? [];
    if (!isError(reviewed.mark) || !moves.length || node.parent.child(moves[0])) return;
    tree.addReviewLine(node.parent, moves, node);
  });
}
