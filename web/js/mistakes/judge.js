/**
 * Judges a move tried in place of one that a review has marked.
 *
 * @import { Score } from "../engine/documents.js"
 * @import { Rules } from "../engine/rules.js"
 * @import { Thinking } from "../engine/thinking.js"
 * @import { Position } from "../game/position.js"
 * @import { TreeNode } from "../game/tree.js"
 * @typedef {{ verdict: "good" | "better" | "same" | "bad", position: Position, reply: string[] }} Answer  `reply` refutes a move that is not good.
 */

import { chanceOf, finalScore } from "../engine/documents.js";
import { isOver } from "../game/position.js";
import { GameTree } from "../game/tree.js";

/** How many positions the search of an answer enters: as many as a review does in 0.2 to 0.4 seconds. */
const NODES = 20_000;
/** The loss of chances from which a review marks a move. */
const MARKED = 0.045;

/** The most plies of a win that a review expects a player to see. */
const CLEAR_WIN = 9;

/**
 * @param {Rules} rules
 * @param {Thinking} thinking
 * @param {GameTree} tree
 * @param {TreeNode} node  The marked move.
 * @param {string} move    The one tried instead.
 * @returns {Promise<Answer>}
 */
export async function judge(rules, thinking, tree, node, move) {
  const { review, parent } = node;
  if (!review || !parent) throw new Error(`${node.move} is not reviewed`);
  const moves = [...parent.moves, move];
  const position = await rules.positionAfter(tree.start, moves);
  const { player } = review;
  if (move === review.better?.moves[0] || position.state === `${player}Wins`) return { verdict: "good", position, reply: [] };
  if (isOver(position))
    return { verdict: move === node.move ? "same" : position.state === "Draw" ? verdictOn(finalScore(position), node) : "bad", position, reply: [] };
  const line = new GameTree(tree.start);
  const leaf = line.addLine(line.root, moves);
  leaf.position = position;
  const lines = await thinking.about(line, leaf, `analyze nodes ${NODES}`);
  const { score, lines: [best] } = JSON.parse(lines[lines.length - 1]);
  return { verdict: move === node.move ? "same" : verdictOn(score, node), position, reply: best?.moves ?? [] };
}

/** @param {Score} score  After the answer. @param {TreeNode} node @returns {Answer["verdict"]} */
function verdictOn(score, { review }) {
  if (!review) return "bad";
  const { player, before } = review;
  const loss = chanceOf(before, player) - chanceOf(score, player);
  const missesWin = before.win?.winner === player && before.win.plies <= CLEAR_WIN && score.win?.winner !== player;
  if (loss < MARKED && !missesWin) return "good";
  return loss < review.loss - MARKED ? "better" : "bad";
}
