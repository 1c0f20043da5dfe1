import assert from "node:assert/strict";
import { test } from "node:test";
import { readAddress, writeAddress } from "../js/game/address.js";
import { GameTree } from "../js/game/tree.js";

/** A game with a variation in a variation, marks and comments. */
function sample() {
  const tree = new GameTree("Base+MLP");
  const third = tree.addLine(tree.root, ["wL", "bL wL-", "wQ -wL"]);
  const other = tree.add(/** @type {any} */ (third.parent), "wQ \\wL");
  const deeper = tree.addLine(other, ["bQ bL/", "wA1 /wQ"]);
  tree.add(/** @type {any} */ (deeper.parent), "wA1 \\wQ").comment = "better; (perhaps) it's @2 'fine' $1!";
  third.mark = "?!";
  tree.addLine(third, ["bQ bL\\", "pass"]);
  return { tree, deeper };
}

const lines = (/** @type {GameTree} */ tree) =>
  [...tree.root.all()].map((node) => [node.moves.join(";"), node.mark, node.comment].join("|"));

test("a tree comes back from its address as it was", () => {
  const { tree, deeper } = sample();
  const text = writeAddress("analyse", tree, deeper);
  const { use, tree: read, node } = readAddress(text);
  assert.equal(use, "analyse");
  assert.deepEqual(lines(/** @type {GameTree} */ (read)), lines(tree));
  assert.deepEqual(node?.moves, deeper.moves);
});

test("a link that another program has encoded is still read", () => {
  const { tree } = sample();
  const text = writeAddress("review", tree, tree.root.end());
  const { tree: read } = readAddress(`review/${encodeURIComponent(text.slice("review/".length))}`);
  assert.deepEqual(lines(/** @type {GameTree} */ (read)), lines(tree));
});

test("a plain game is short and needs no encoding", () => {
  const tree = new GameTree("Base");
  tree.addLine(tree.root, ["wS1", "bS1 wS1-", "wQ \\wS1"]);
  const text = writeAddress("play", tree, tree.root.end());
  assert.equal(text, "play/Base;wS1;bS1.wS1-;wQ.!wS1");
  assert.equal(encodeURI(text), text);
});

test("a position that has been set up begins the address", () => {
  const tree = new GameTree("Base+M;White[7] wQ@0,0 bQ@1,0 wB1@1,0+");
  const first = tree.add(tree.root, "wB1 wQ");
  const { tree: read, node } = readAddress(writeAddress("analyse", tree, first));
  assert.equal(read?.start, tree.start);
  assert.deepEqual(node?.moves, ["wB1 wQ"]);
  const without = writeAddress("analyse", tree, tree.root).replace(/;.*/, "");
  assert.equal(readAddress(without).tree?.start, tree.start, "before the first move");
});

test("a link leaves out what an engine said of a move", () => {
  const tree = new GameTree("Base");
  const node = tree.addLine(tree.root, ["wS1", "bS1 wS1-"]);
  Object.assign(node, { comment: "The engine thinks so.", isTold: true });
  assert.equal(writeAddress("analyse", tree, node), "analyse/Base;wS1;bS1.wS1-");
  node.isTold = false;
  assert.match(writeAddress("analyse", tree, node), /thinks/);
});

test("what is no address holds no game", () => {
  for (const text of [
    "",
    "analyse",
    "analyse/",
    "chess/e4",
    "analyse/Base;wS1)",
    "analyse/Base;x",
    "analyse/*Base;hello",
    "analyse/*Base%3BWhite%5B5%5D%20wQ%400%2C0%20and",
    "analyse/Bass;wS1",
    "analyse/Base;wS1;%E0%A4",
  ]) {
    assert.equal(readAddress(text).tree, null, text);
  }
});

test("the address on a line of a review is that of the move before it", () => {
  const tree = new GameTree("Base");
  const first = tree.addLine(tree.root, ["wS1", "bS1 wS1-"]);
  const line = tree.addReviewLine(tree.root, ["wA1", "bA1 wA1-"], first);
  assert.equal(writeAddress("review", tree, line), "review/Base;wS1;bS1.wS1-@0");
});
