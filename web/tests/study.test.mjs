/** What the page is about, without a page. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { writeAddress } from "../js/game/address.js";
import { Refusal } from "../js/game/refusal.js";
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

test("what a person adds to a line of a review stays with the game, and is shared", async () => {
  for (const add of /** @type {((study: Study) => unknown)[]} */ ([
    (study) => study.annotate((node) => (node.comment = "mine")),
    (study) => study.play("bQ bA1-"),
    (study) => study.playLine(study.node, ["bQ bA1-"]),
  ])) {
    const study = new Study({ positionOf: async () => ANY, positionAfter: async () => ANY }, assert.fail);
    const tree = new GameTree("Base");
    const first = tree.add(tree.root, "wS1");
    await study.open(tree);
    await study.showLine(first, ["bA1 wS1-", "wQ -wS1"], first);
    assert.equal(writeAddress("review", tree, study.node), "review/Base;wS1", "the engine's line");
    await add(study);
    assert.match(writeAddress("review", tree, study.node), /;bA1\.wS1-;wQ\.-wS1('mine'|;bQ\.bA1-)/);
    tree.forgetReview();
    assert.equal(first.children.length, 1);
  }
});

test("a preview that ends does not drop a position that is on its way", async () => {
  /** @type {(() => void)[]} */
  const waiting = [];
  const positionOf = () => new Promise((resolve) => waiting.push(() => resolve(ANY)));
  const study = new Study({ positionOf: async () => ANY, positionAfter: async () => ANY }, assert.fail);
  await study.open(new GameTree("Base"));
  study.rules = /** @type {any} */ ({ positionOf, positionAfter: async () => ANY });
  let shown = 0;
  study.on(["position"], () => (shown += 1));
  const playing = study.play("wS1");
  study.endPreview();
  waiting.forEach((answer) => answer());
  await playing;
  assert.equal(shown, 1);
});

test("a move that is refused leaves the one played before it on the board", async () => {
  /** @type {(() => void)[]} */
  const waiting = [];
  const study = new Study({ positionOf: async () => ANY, positionAfter: async () => ANY }, () => {});
  await study.open(new GameTree("Base"));
  const positionOf = (/** @type {unknown} */ _, /** @type {import("../js/game/tree.js").TreeNode} */ node) =>
    new Promise((resolve, reject) => waiting.push(() => (node.ply > 1 ? reject(new Refusal("no")) : resolve(ANY))));
  study.rules = /** @type {any} */ ({ positionOf, positionAfter: async () => ANY });
  const [first, second] = [study.play("wS1"), study.play("wS1")];
  const tick = () => new Promise((resolve) => setTimeout(resolve));
  for (const _ of [1, 2, 3]) {
    waiting.splice(0).forEach((answer) => answer());
    await tick();
  }
  await Promise.all([first, second]);
  assert.deepEqual([study.node.move, study.shown?.move], ["wS1", "wS1"]);
});
