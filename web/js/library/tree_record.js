/**
 * A game tree as plain data, which can be stored and sent.
 *
 * @import { ReviewDocument } from "../engine/documents.js"
 * @import { TreeNode } from "../game/tree.js"
 *
 * @typedef {object} NodeRecord
 * @property {number} parent     Its place among the nodes, of which the start is the first.
 * @property {string} move
 * @property {string} [mark]
 * @property {string} [comment]
 * @property {string} [drawn]    What the user has drawn.
 * @property {true} [told]         Whether the comment is that of an engine.
 * @property {import("../engine/documents.js").Judgment} [early]  The mark so far.
 * @property {number} [about]    On the first move of a review line: the move that the line is about.
 * @property {number} [reviewed] Its place among the moves of the review.
 *
 * @typedef {object} TreeRecord
 * @property {string} start
 * @property {string} [drawn]    What the user has drawn into the first position.
 * @property {Record<string, string>} headings
 * @property {NodeRecord[]} nodes  All but the start, parents first.
 * @property {ReviewDocument | null} review
 * @property {import("../engine/review.js").Unfinished} [unfinished]
 */

import { shapesText, splitShapes } from "../game/shapes.js";
import { GameTree } from "../game/tree.js";

/** @param {GameTree} tree @returns {TreeRecord} */
export function recordOf(tree) {
  const order = [...tree.root.all()];
  const places = new Map(order.map((node, place) => [node, place]));
  const reviewed = new Map(tree.review?.moves.map((move, place) => [move, place]));
  const nodes = order.slice(1).map((node) => {
    /** @type {NodeRecord} */
    const record = { parent: places.get(/** @type {TreeNode} */ (node.parent)) ?? 0, move: node.move ?? "" };
    if (node.mark) record.mark = node.mark;
    if (node.comment) record.comment = node.comment;
    if (node.shapes.length) record.drawn = shapesText(node.shapes);
    if (node.isTold) record.told = true;
    if (node.early) record.early = node.early;
    if (node.isBetter) record.about = (node.about && places.get(node.about)) ?? 0;
    const place = node.review && reviewed.get(node.review);
    if (typeof place === "number") record.reviewed = place;
    return record;
  });
  const drawn = shapesText(tree.root.shapes);
  const { start, headings, review, unfinished } = tree;
  return { start, ...(drawn && { drawn }), headings: { ...headings }, nodes, review, ...(unfinished && { unfinished }) };
}

/** @param {TreeRecord} record @returns {GameTree} */
export function treeOf(record) {
  const tree = new GameTree(record.start);
  tree.headings = { ...record.headings };
  tree.root.shapes = splitShapes(record.drawn ?? "").shapes;
  tree.review = record.review ?? null;
  tree.unfinished = record.unfinished ?? null;
  const order = [tree.root];
  for (const { parent, move } of record.nodes) order.push(tree.add(order[parent], move));
  record.nodes.forEach(({ mark, comment, drawn, told, early, about, reviewed }, index) => {
    const node = order[index + 1];
    node.mark = mark ?? "";
    node.comment = comment ?? "";
    node.shapes = splitShapes(drawn ?? "").shapes;
    node.isTold = told ?? false;
    node.early = early ?? "";
    node.isBetter = about !== undefined;
    node.about = about ? order[about] : null;
    node.review = (reviewed !== undefined && tree.review?.moves[reviewed]) || null;
  });
  return tree;
}

/** The node that these moves lead to, as far as the tree has them. @param {GameTree} tree @param {string[]} moves @returns {TreeNode} */
export function nodeAfter(tree, moves) {
  let node = tree.root;
  for (const move of moves) {
    const next = node.child(move);
    if (!next) break;
    node = next;
  }
  return node;
}
