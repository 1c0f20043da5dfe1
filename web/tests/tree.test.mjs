/** Trees of moves, and what files say beside them. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { GameTree, notesOf } from "../js/game/tree.js";

test("marks, comments and variations of variations are written and read", () => {
  const tree = new GameTree("Base");
  const main = tree.addLine(tree.root, ["wS1", "bS1 wS1-", "wQ -wS1", "bQ bS1-"]).path();
  main[0].comment = "a game";
  Object.assign(main[2], { mark: "?!", comment: "too early" });
  const variation = tree.addLine(main[1], ["bG1 wS1-", "wQ -wS1", "bQ bG1-"]);
  Object.assign(variation, { mark: "!", comment: "better" });
  tree.addLine(main[1].children[1], ["wA1 -wS1"]);
  tree.addLine(tree.root, ["wG1"]);

  const notes = notesOf(main);
  assert.deepEqual(notes.comments, [{ ply: 0, text: "a game" }, { ply: 2, text: "?!" }, { ply: 2, text: "too early" }]);
  assert.deepEqual(notes.variations.map(({ ply, moves }) => [ply, moves.length]), [[0, 1], [1, 3]]);
  const again = new GameTree("Base");
  again.annotate(again.addLine(again.root, main.slice(1).map(({ move }) => move ?? "")).path(), JSON.parse(JSON.stringify(notes)));
  assert.deepEqual(notesOf(again.root.end().path()), notes);
  assert.deepEqual([...again.root.all()].map(({ move }) => move), [...tree.root.all()].map(({ move }) => move));
});

test("a line that a review has added is written, too", () => {
  const tree = new GameTree("Base");
  const played = tree.addLine(tree.root, ["wS1", "bS1 wS1-"]);
  tree.addReviewLine(tree.root.children[0], ["bG1 wS1-", "wQ -wS1"], played);
  const [variation] = notesOf(played.path()).variations;
  assert.deepEqual([variation.ply, variation.moves], [1, ["bG1 wS1-", "wQ -wS1"]]);
});

test("a move that is played replaces the line of a review that begins with it", () => {
  const tree = new GameTree("Base");
  const first = tree.add(tree.root, "wS1");
  tree.addReviewLine(first, ["bS1 wS1-", "wQ -wS1"], first);
  const played = tree.addPlayed(first, "bS1 wS1-");
  assert.equal(tree.root.end(), played);
  assert.equal(tree.addPlayed(first, "bS1 wS1-"), played);
});
