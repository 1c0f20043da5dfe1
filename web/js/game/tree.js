/**
 * A game as a tree of moves with variations.
 *
 * @import { Position } from "./position.js"
 * @typedef {{ comments: { ply: number, text: string }[], variations: Variation[] }} Notes  What a file says beside the moves of
 *   a line. A comment may be a mark. Plies are counted from the start of the game.
 * @typedef {{ ply: number, moves: string[] } & Notes} Variation  It begins after so many plies.
 */

import { splitShapes } from "./shapes.js";

/** The annotation marks for moves, in the order offered. */
export const MARKS = ["!!", "!", "!?", "?!", "?", "??"];

export class TreeNode {
  /** The number of moves that lead to it. @type {number} */
  ply = 0;

  /** @param {string | null} move  `null` for the start. @param {TreeNode | null} parent */
  constructor(move, parent) {
    this.move = move;
    this.parent = parent;
    /** The next moves; the first is the main line. @type {TreeNode[]} */
    this.children = [];
    /** Cached once requested. @type {Position | null} */
    this.position = null;
    this.mark = "";
    this.comment = "";
    /** What the user has drawn into the position. @type {import("./shapes.js").Shape[]} */
    this.shapes = [];
    /** Whether the comment is that of an engine, which no link carries. */
    this.isTold = false;
    /** The review of the move. @type {import("../engine/documents.js").ReviewedMove | null} */
    this.review = null;
    /** The mark so far, while the move is being reviewed. @type {import("../engine/documents.js").Judgment | ""} */
    this.early = "";
    /** Whether it starts a line added by a review: a better line, or one that illustrates a reason. */
    this.isBetter = false;
    /** The move that this line is about. @type {TreeNode | null} */
    this.about = null;
    if (parent) this.ply = parent.ply + 1;
  }

  /** The moves that lead here. @returns {string[]} */
  get moves() {
    /** @type {string[]} */
    const moves = [];
    for (const node of this.path()) if (node.move !== null) moves.push(node.move);
    return moves;
  }

  /** The nodes from the start to here. @returns {TreeNode[]} */
  path() {
    const path = [];
    for (let node = /** @type {TreeNode | null} */ (this); node; node = node.parent) path.unshift(node);
    return path;
  }

  /** The next move, ignoring review lines. @returns {TreeNode | null} */
  get next() {
    return this.children.find((child) => !child.isBetter) ?? null;
  }

  /** The end of the main line from here. @returns {TreeNode} */
  end() {
    let node = /** @type {TreeNode} */ (this);
    for (let next = node.next; next; next = next.next) node = next;
    return node;
  }

  /** Whether it lies on the main line of the whole game. @returns {boolean} */
  get isMain() {
    return !this.parent || (this.parent.next === this && this.parent.isMain);
  }

  /** The first move of its review line; `null` if it is on no such line. @returns {TreeNode | null} */
  get reviewBranch() {
    return this.path().find((step) => step.isBetter) ?? null;
  }

  /** Whether it is on a line added by a review. @returns {boolean} */
  get isBetterLine() {
    return this.reviewBranch !== null;
  }

  /** Makes a review's line that it is on the person's, who has added something: it stays, and links carry it. */
  claim() {
    const branch = this.reviewBranch;
    if (branch) branch.isBetter = false;
  }

  /** The node after a move, if there is one. @param {string} move */
  child(move) {
    return this.children.find((child) => child.move === move) ?? null;
  }

  /** All nodes from here, parents first. @returns {Generator<TreeNode>} */
  *all() {
    /** @type {TreeNode[]} */
    const waiting = [this];
    for (let node = waiting.pop(); node; node = waiting.pop()) {
      yield node;
      waiting.push(...[...node.children].reverse());
    }
  }
}

export class GameTree {
  /** @param {string} start  What `newgame` takes: a game type, or a position that has been set up. */
  constructor(start) {
    this.start = start;
    this.root = new TreeNode(null, null);
    /** The tags of the game's file. @type {Record<string, string>} */
    this.headings = {};
    /** The side of the user, in a game that was played here. @type {import("./position.js").Player | null} */
    this.you = null;
    /** @type {import("../engine/documents.js").ReviewDocument | null} */
    this.review = null;
    /** What a review that was stopped has found. @type {import("../engine/review.js").Unfinished | null} */
    this.unfinished = null;
  }

  /** The main line, without the start. @returns {TreeNode[]} */
  mainLine() {
    return this.root.end().path().slice(1);
  }

  /** Finds or adds a move. @param {TreeNode} parent @param {string} move */
  add(parent, move) {
    const known = parent.child(move);
    if (known) return known;
    const node = new TreeNode(move, parent);
    parent.children.push(node);
    return node;
  }

  /** Finds or adds a move that is played in a game; a line of its review that begins with it goes. @param {TreeNode} parent @param {string} move */
  addPlayed(parent, move) {
    const known = parent.child(move);
    if (known?.isBetter) this.remove(known);
    return this.add(parent, move);
  }

  /** Finds or adds a line of moves. @param {TreeNode} parent @param {string[]} moves @returns {TreeNode} The last. */
  addLine(parent, moves) {
    return moves.reduce((node, move) => this.add(node, move), parent);
  }

  /**
   * Adds marks, comments and variations to a line.
   *
   * @param {TreeNode[]} line  From the root.
   * @param {Notes} notes
   */
  annotate(line, { comments, variations }) {
    for (const { ply, text } of comments) {
      const node = line[ply];
      if (!node.mark && MARKS.includes(text)) node.mark = text;
      else {
        const { comment, shapes } = splitShapes(text);
        node.comment = [node.comment, comment].filter(Boolean).join(" ");
        node.shapes.push(...shapes);
      }
    }
    for (const { ply, moves, ...notes } of variations) this.annotate(this.addLine(line[ply], moves).path(), notes);
  }

  /**
   * Finds or adds a review line.
   *
   * @param {TreeNode} parent @param {string[]} moves
   * @param {TreeNode} about  The move that the line is about.
   * @returns {TreeNode} The last.
   */
  addReviewLine(parent, moves, about) {
    let node = parent;
    for (const move of moves) {
      const isNew = !node.child(move);
      const isOnOne = node.isBetterLine;
      node = this.add(node, move);
      if (isNew && !isOnOne) {
        node.isBetter = true;
        node.about = about;
      }
    }
    return node;
  }

  /** Removes a node and everything after it. @param {TreeNode} node @returns {TreeNode} Its parent. */
  remove(node) {
    if (!node.parent) return node;
    node.parent.children = node.parent.children.filter((child) => child !== node);
    return node.parent;
  }

  /** Moves a node's variation up by one. @param {TreeNode} node */
  promote(node) {
    const branch = branchOf(node);
    if (!branch?.parent) return;
    const siblings = branch.parent.children;
    const index = siblings.indexOf(branch);
    siblings.splice(index, 1);
    siblings.splice(index - 1, 0, branch);
    branch.isBetter = false;
  }

  /** Makes the line to a node the main line. @param {TreeNode} node */
  promoteToMain(node) {
    for (const step of node.path().slice(1)) {
      const siblings = /** @type {TreeNode} */ (step.parent).children;
      siblings.splice(siblings.indexOf(step), 1);
      siblings.unshift(step);
      step.isBetter = false;
    }
  }

  /** Removes all judgments and review lines. */
  forgetReview() {
    this.review = null;
    this.unfinished = null;
    for (const node of [...this.root.all()]) {
      node.review = null;
      node.early = "";
      node.children = node.children.filter((child) => !child.isBetter);
    }
  }
}

/**
 * The marks, comments and variations of a line.
 *
 * @param {TreeNode[]} line
 * @param {(node: TreeNode) => string[]} [textsOf]  The mark and the comments of a move.
 * @returns {Notes}
 */
export function notesOf(line, textsOf = ({ mark, comment }) => [mark, comment]) {
  const comments = line.flatMap((node) => textsOf(node).filter(Boolean).map((text) => ({ ply: node.ply, text })));
  const variations = line.slice(1).flatMap((node) => {
    const siblings = /** @type {TreeNode} */ (node.parent).children.filter((other) => other !== node);
    return siblings.map((first) => {
      const moves = first.end().path().slice(first.ply);
      return { ply: first.ply - 1, moves: moves.map(({ move }) => /** @type {string} */ (move)), ...notesOf(moves, textsOf) };
    });
  });
  return { comments, variations };
}

/** The first move of a node's variation; `null` on the main line. @param {TreeNode} node @returns {TreeNode | null} */
export function branchOf(node) {
  for (let step = /** @type {TreeNode | null} */ (node); step?.parent; step = step.parent) {
    if (step.parent.next !== step) return step;
  }
  return null;
}

/** The number in front of a move. @param {number} ply  From 1. @param {number} [pliesBefore]  Played before the start of the tree. */
export function turnOf(ply, pliesBefore = 0) {
  const index = ply + pliesBefore;
  return `${Math.ceil(index / 2)}${index % 2 ? "." : "…"}`;
}
