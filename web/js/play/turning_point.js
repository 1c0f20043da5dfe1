/**
 * What turned a game that has just ended, by a quick look at all its positions.
 *
 * @import { ReviewDocument } from "../engine/documents.js"
 */

import { told } from "../engine/review.js";
import { losingMove } from "../panels/judgments.js";

/** How much is searched in each position. */
const LIMIT = "nodes 500";
/** A game of fewer moves has no story. */
const LEAST = 8;

/**
 * @param {import("../engine/thinking.js").Thinking} thinking
 * @param {import("../game/tree.js").GameTree} tree
 * @param {import("../library/library.js").Result} winner
 */
export async function turningPoint(thinking, tree, winner) {
  const end = tree.root.end();
  if (winner === "Draw" || winner === "" || end.ply < LEAST) return null;
  const lines = await thinking.about(tree, end, `review ${LIMIT} ${told(tree, winner)}`);
  const { moves } = /** @type {ReviewDocument} */ (JSON.parse(lines[lines.length - 1]));
  return losingMove(moves, winner);
}
