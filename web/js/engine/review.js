/**
 * Requests the review of a whole game from the engine.
 *
 * @typedef {import("../game/study.js").Study} Study
 * @typedef {import("./documents.js").ReviewDocument} ReviewDocument
 * @typedef {import("./thinking.js").Thinking} Thinking
 */

import { attachReview } from "../game/attach_review.js";

/**
 * Reviews the main line.
 *
 * @param {Study} study
 * @param {Thinking} thinking
 * @param {string} limit  Per position, such as `time 00:00:00.2`.
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
