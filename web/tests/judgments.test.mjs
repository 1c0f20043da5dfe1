/** What the page makes of the judgments of a review. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { losingMove } from "../js/panels/judgments.js";

/**
 * Moves of both players in turns, by White's chances at the start and after each of them.
 *
 * @param {number[]} chances
 * @returns {import("../js/engine/documents.js").ReviewedMove[]}
 */
function moves(...chances) {
  const score = (/** @type {number} */ chance) => ({ liberties: 0, win: null, words: "", white_chance: chance });
  return chances.slice(1).map((after, index) => {
    const isWhite = index % 2 === 0;
    const fall = isWhite ? chances[index] - after : after - chances[index];
    return {
      ply: index + 1,
      player: isWhite ? "White" : "Black",
      move: "pass",
      before: score(chances[index]),
      after: score(after),
      loss: Math.max(0, fall),
      mark: fall > 0.1 ? "mistake" : "good",
      missed_win_plies: null,
      allowed_win_plies: null,
      better: null,
      repetition: false,
      depth: 1,
    };
  });
}

test("the move that lost is the first error since the loser was last in the game", () => {
  assert.equal(losingMove(moves(0.5, 0.1, 0.6, 0.5, 0.5, 0.3, 0.35, 0.1, 0.1, 0))?.ply, 5);
  assert.equal(losingMove(moves(0.5, 0.5, 0.9, 0.9, 0.95, 1))?.ply, 2);
});

test("a drawn game turned against nobody, and a lost one only against its loser", () => {
  const lost = moves(0.5, 0.1, 0.6, 0.5, 0.5, 0.3, 0.35, 0.1, 0.1, 0);
  assert.equal(losingMove(lost, "Black")?.ply, 5);
  assert.equal(losingMove(lost, "Draw"), null);
  assert.equal(losingMove(lost, "White"), null, "Black resigned, or ran out of time");
});

test("without a loser there is no such move", () => {
  assert.equal(losingMove([]), null);
  assert.equal(losingMove(moves(0.5, 0.2, 0.5, 0.45)), null);
  assert.equal(losingMove(moves(0.3, 0.2, 0.2, 0)), null, "lost from the start");
});
