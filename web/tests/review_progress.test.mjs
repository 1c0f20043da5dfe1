/** A review on its way: its marks as they come, and its time. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { reviewGame } from "../js/engine/review.js";
import { expectedSeconds, noteSeconds } from "../js/engine/review_time.js";
import { Stopped } from "../js/engine/uhp_client.js";
import { GameTree } from "../js/game/tree.js";
import { recordOf, treeOf } from "../js/library/tree_record.js";

/** What the engine says until it is stopped. */
const LINES = [
  { progress: 1, of: 3 },
  { progress: 3, of: 3, look: 1, marks: [{ ply: 1, mark: "good", loss: 0 }, { ply: 2, mark: "mistake", loss: 0.2 }] },
  { progress: 1, of: 1, look: 2, marks: [{ ply: 2, mark: "blunder", loss: 0.4 }] },
];

test("marks come while a game is reviewed, and stay with it when it is stopped", async () => {
  const tree = new GameTree("Base");
  tree.addLine(tree.root, ["wS1", "bS1 wS1-"]);
  const study = { tree, rules: { positionOf: async () => ({}) }, tell: () => {} };
  const thinking = {
    about: async (
      /** @type {unknown} */ _tree,
      /** @type {unknown} */ _node,
      /** @type {string} */ command,
      /** @type {{ onLine: (line: string) => void }} */ { onLine },
    ) => {
      assert.match(command, /^review nodes 2000 known \[\] notes {"headings":{"Result":"BlackWins"}}$/);
      for (const line of LINES) onLine(JSON.stringify(line));
      throw new Stopped("stopped");
    },
  };
  /** @type {unknown[]} */
  const progress = [];
  const review = reviewGame(/** @type {any} */ (study), /** @type {any} */ (thinking), "nodes 2000", "Black", (step) => progress.push(step));
  await assert.rejects(review, Stopped);
  assert.deepEqual(progress, [{ look: 1, done: 1, all: 3 }, { look: 1, done: 3, all: 3 }, { look: 2, done: 1, all: 1 }]);
  assert.deepEqual(tree.mainLine().map(({ early }) => early), ["good", "blunder"]);
  assert.deepEqual(treeOf(recordOf(tree)).mainLine().map(({ early }) => early), ["good", "blunder"]);
  tree.forgetReview();
  assert.deepEqual(tree.mainLine().map(({ early }) => early), ["", ""]);
});

test("a review is expected to take as long as the last ones did", () => {
  const kept = new Map();
  const storage = {
    getItem: (/** @type {string} */ key) => kept.get(key) ?? null,
    setItem: (/** @type {string} */ key, /** @type {string} */ value) => kept.set(key, value),
  };
  Object.defineProperty(globalThis, "localStorage", { value: storage, configurable: true });
  const limit = "time 00:00:00.2";
  assert.ok(Math.abs(expectedSeconds("page", 1, limit, 100) - 110) < 0.01, "before the first: 5.5 times the first looks");
  assert.ok(Math.abs(expectedSeconds("native", 4, limit, 100) - 27.5) < 0.01, "threads share the work");
  noteSeconds("page", limit, 32, 144);
  assert.equal(expectedSeconds("page", 1, limit, 64), 288);
  noteSeconds("page", limit, 32, 80);
  assert.equal(expectedSeconds("page", 1, limit, 32), 112);
  assert.ok(Math.abs(expectedSeconds("page", 1, "time 00:00:01", 2) - 11) < 0.01, "another limit");
});
