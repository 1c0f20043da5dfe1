/**
 * What the engine says to a draw.
 *
 * @typedef {import("../engine/thinking.js").Thinking} Thinking
 * @typedef {import("../game/tree.js").GameTree} GameTree
 * @typedef {import("../game/tree.js").TreeNode} TreeNode
 * @typedef {"accepted" | "too_early" | "ahead"} DrawAnswer
 */

/**
 * The engine's answer to the side to move, which offers a draw.
 *
 * @param {Thinking} thinking
 * @param {GameTree} tree
 * @param {TreeNode} node
 * @returns {Promise<DrawAnswer>}
 */
export async function answerToDraw(thinking, tree, node) {
  const [line] = await thinking.about(tree, node, "draw");
  return JSON.parse(line).answer;
}
