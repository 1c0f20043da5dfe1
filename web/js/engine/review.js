/**
 * The review of a whole game: asked of the engine, and put into the tree.
 *
 * @typedef {import("../game/study.js").Study} Study
 * @typedef {import("../game/tree.js").GameTree} GameTree
 * @typedef {import("./documents.js").ReviewDocument} ReviewDocument
 * @typedef {import("./thinking.js").Thinking} Thinking
 */

import { isError } from "../panels/judgments.js";

/** How many moves of a better line the tree gets. */
const LINE = 6;

/**
 * Reviews the main line.
 *
 * @param {Study} study
 * @param {Thinking} thinking
 * @param {string} limit  For each position, such as `time 00:00:00.4`.
 * @param {(done: number, all: number) => void} onProgress
 */
export async function reviewGame(study, thinking, limit, onProgress) {
  const { tree } = study;
  const end = tree.root.end();
  await study.rules.positionOf(tree, end);
  const hear = (/** @type {string} */ line) => {
    const told = line.startsWith("{") ? JSON.parse(line) : {};
    if (typeof told.progress === "number") onProgress(told.progress, told.of);
  };
  const lines = await thinking.about(tree, end, `review ${limit}`, { onLine: hear });
  const document = /** @type {ReviewDocument} */ (JSON.parse(lines[lines.length - 1]));
  attachReview(tree, document);
  study.tell("tree");
}

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
    tree.addLine(node.parent, moves);
    const better = node.parent.child(moves[0]);
    if (better) better.isBetter = true;
  });
}
