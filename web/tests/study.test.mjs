/** What the page is about, without a page. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { Study } from "../js/game/study.js";
import { GameTree } from "../js/game/tree.js";

/** @typedef {import("../js/game/position.js").Position} Position */

const ANY = /** @type {Position} */ ({});

test("a line of a review that two moves have is about the one for which it is shown", async () => {
  const study = new Study({ positionOf: async () => ANY, positionAfter: async () => ANY }, assert.fail);
  const tree = new GameTree("Base");
  const first = tree.add(tree.root, "wS1");
  const second = tree.add(first, "bS1 wS1-");
  await study.open(tree);
  assert.equal(study.judged, second);
  // What should have been played instead of the second move also shows what is wrong with the first.
  await study.showLine(first, ["bA1 wS1-", "wQ -wS1"], second);
  assert.equal(study.judged, second);
  const branch = /** @type {import("../js/game/tree.js").TreeNode} */ (study.node.parent);
  await study.showLine(first, ["bA1 wS1-", "wB1 -wS1"], first);
  assert.equal(study.judged, first);
  await study.back();
  assert.equal(study.node, branch);
  assert.equal(study.judged, first, "a step along the line");
  await study.go(second);
  assert.equal(study.judged, second);
  await study.go(branch);
  assert.equal(study.judged, second, "what it was added for, until it is asked for again");
});
