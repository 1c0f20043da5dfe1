/**
 * Requests the review of a whole game from the engine.
 *
 * @import { Study } from "../game/study.js"
 * @import { GameTree } from "../game/tree.js"
 * @import { Judgment, ReviewDocument } from "./documents.js"
 * @import { Thinking } from "./thinking.js"
 * @typedef {{ ply: number, look: number }} Finding  What a search has found, for the engine to go on from.
 * @typedef {{ limit: string, moves: string[], found: Finding[] }} Unfinished
 */

import { attachReview } from "../game/attach_review.js";
import { spellAsEngine } from "../game/spelling.js";
import { headingsOf } from "../library/result.js";

/** @typedef {{ look: number, done: number, all: number }} Progress  Of a look: the first is at all positions, later ones are at moves in doubt. */

/** What a review of these moves need not search again. @param {GameTree} tree @param {string} limit @param {string[]} moves @returns {Finding[]} */
function knownOf({ unfinished }, limit, moves) {
  if (unfinished?.limit !== limit) return [];
  const differs = unfinished.moves.findIndex((move, ply) => move !== moves[ply]);
  const shared = differs < 0 ? unfinished.moves.length : differs;
  return unfinished.found.filter(({ ply, look }) => ply + Number(look > 1) <= shared);
}

/** What a review is told of the end of a game. @param {GameTree} tree @param {string} winner */
export const told = (tree, winner) => `notes ${JSON.stringify({ headings: headingsOf(tree, winner) })}`;

/**
 * Reviews the main line, from where an earlier review with this limit was stopped. Marks are shown as they come, until the
 * review has reasons for them.
 *
 * @param {Study} study
 * @param {Thinking} thinking
 * @param {string} limit  Per position, such as `time 00:00:00.2`.
 * @param {string} winner  Of the game played here, if the board does not show it.
 * @param {(progress: Progress) => void} onProgress
 */
export async function reviewGame(study, thinking, limit, winner, onProgress) {
  const { tree } = study;
  await spellAsEngine(study.rules, tree);
  const end = tree.root.end();
  const nodes = tree.mainLine();
  const known = knownOf(tree, limit, end.moves);
  const unfinished = { limit, moves: end.moves, found: [...known] };
  tree.unfinished = unfinished;
  const hear = (/** @type {string} */ line) => {
    const heard = line.startsWith("{") ? JSON.parse(line) : {};
    if (typeof heard.progress !== "number") return;
    if (heard.found) unfinished.found.push(heard.found);
    const marks = /** @type {{ ply: number, mark: Judgment }[]} */ (heard.marks ?? []);
    for (const { ply, mark } of marks) {
      const node = nodes[ply - 1];
      if (node) node.early = mark;
    }
    if (marks.length && study.tree === tree) study.tell("tree");
    onProgress({ look: heard.look ?? 1, done: heard.progress, all: heard.of });
  };
  try {
    const lines = await thinking.about(tree, end, `review ${limit} known ${JSON.stringify(known)} ${told(tree, winner)}`, { onLine: hear });
    attachReview(tree, /** @type {ReviewDocument} */ (JSON.parse(lines[lines.length - 1])));
  } finally {
    if (study.tree === tree) study.tell("tree");
  }
}
