/**
 * What the engine says to a draw.
 *
 * @typedef {import("../engine/documents.js").Iteration} Iteration
 * @typedef {import("../engine/thinking.js").Thinking} Thinking
 * @typedef {import("../game/position.js").Player} Player
 * @typedef {import("../game/tree.js").GameTree} GameTree
 * @typedef {import("../game/tree.js").TreeNode} TreeNode
 */

/** How long it thinks about an offer. */
const LIMIT = "time 00:00:01";

/**
 * Whether the engine agrees to a draw: by its own score it stands no better than even.
 *
 * @param {Thinking} thinking
 * @param {GameTree} tree
 * @param {TreeNode} node
 * @param {Player} engine  The engine's side.
 */
export async function agreesToDraw(thinking, tree, node, engine) {
  const lines = await thinking.about(tree, node, `analyze ${LIMIT}`);
  const last = lines.filter((line) => line.startsWith("{") && line.includes('"lines"')).pop();
  if (!last) return false;
  const { white_chance: chance } = /** @type {Iteration} */ (JSON.parse(last)).lines[0].score;
  return (engine === "White" ? chance : 1 - chance) <= 0.5;
}
