/**
 * A game as a tree: what has been played, and the variations somebody has tried.
 *
 * @typedef {import("./position.js").Position} Position
 */

/** The marks that people put behind moves, in the order in which they are offered. */
export const MARKS = ["!!", "!", "!?", "?!", "?", "??"];

export class TreeNode {
  /** How many moves lead to it. @type {number} */
  ply = 0;

  /** @param {string | null} move  `null` for the start. @param {TreeNode | null} parent */
  constructor(move, parent) {
    this.move = move;
    this.parent = parent;
    /** What has been played next; the first is the main line. @type {TreeNode[]} */
    this.children = [];
    /** As far as it has been asked for. @type {Position | null} */
    this.position = null;
    this.mark = "";
    this.comment = "";
    /** What a review says about the move. @type {import("../engine/documents.js").ReviewedMove | null} */
    this.review = null;
    /** Whether a line begins with it that a review has added: a better one, or one that shows a reason. */
    this.isBetter = false;
    /** The move that such a line is about. @type {TreeNode | null} */
    this.about = null;
    /** Moves before and with it. @type {number} */
    if (parent) this.ply = parent.ply + 1;
  }

  /** The moves that lead here. @returns {string[]} */
  get moves() {
    /** @type {string[]} */
    const moves = [];
    for (const node of this.path()) if (node.move !== null) moves.push(node.move);
    return moves;
  }

  /** From the start to here. @returns {TreeNode[]} */
  path() {
    const path = [];
    for (let node = /** @type {TreeNode | null} */ (this); node; node = node.parent) path.unshift(node);
    return path;
  }

  /** What was played next; lines of a review do not count. @returns {TreeNode | null} */
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

  /** The first move of the line of a review on which it lies; `null` on other lines. @returns {TreeNode | null} */
  get reviewBranch() {
    return this.path().find((step) => step.isBetter) ?? null;
  }

  /** Whether it lies on a line that a review has added. @returns {boolean} */
  get isBetterLine() {
    return this.reviewBranch !== null;
  }

  /** The node that a move leads to, if it has been tried. @param {string} move */
  child(move) {
    return this.children.find((child) => child.move === move) ?? null;
  }

  /** All nodes from here on, each before its children. @returns {Generator<TreeNode>} */
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
    /** What a file has told about the game. @type {Record<string, string>} */
    this.headings = {};
    /** @type {import("../engine/documents.js").ReviewDocument | null} */
    this.review = null;
  }

  /** The main line, without the start. @returns {TreeNode[]} */
  mainLine() {
    return this.root.end().path().slice(1);
  }

  /** Adds a move, or finds it. @param {TreeNode} parent @param {string} move */
  add(parent, move) {
    const known = parent.child(move);
    if (known) return known;
    const node = new TreeNode(move, parent);
    parent.children.push(node);
    return node;
  }

  /** Adds several moves, one after the other. @param {TreeNode} parent @param {string[]} moves @returns {TreeNode} The last. */
  addLine(parent, moves) {
    return moves.reduce((node, move) => this.add(node, move), parent);
  }

  /**
   * Adds a line of a review, or finds it.
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

  /** Removes a node and all that follows. @param {TreeNode} node @returns {TreeNode} What came before it. */
  remove(node) {
    if (!node.parent) return node;
    node.parent.children = node.parent.children.filter((child) => child !== node);
    return node.parent;
  }

  /** Makes the variation in which a node lies one rank more important. @param {TreeNode} node */
  promote(node) {
    const branch = branchOf(node);
    if (!branch?.parent) return;
    const siblings = branch.parent.children;
    const index = siblings.indexOf(branch);
    siblings.splice(index, 1);
    siblings.splice(index - 1, 0, branch);
    branch.isBetter = false;
  }

  /** Makes the line that leads to a node the main line. @param {TreeNode} node */
  promoteToMain(node) {
    for (const step of node.path().slice(1)) {
      const siblings = /** @type {TreeNode} */ (step.parent).children;
      siblings.splice(siblings.indexOf(step), 1);
      siblings.unshift(step);
      step.isBetter = false;
    }
  }

  /** Takes all judgments away, and the lines that came with them. */
  forgetReview() {
    this.review = null;
    for (const node of [...this.root.all()]) {
      node.review = null;
      node.children = node.children.filter((child) => !child.isBetter);
    }
  }
}

/** The first move of the variation in which a node lies; `null` on the main line. @param {TreeNode} node @returns {TreeNode | null} */
export function branchOf(node) {
  for (let step = /** @type {TreeNode | null} */ (node); step?.parent; step = step.parent) {
    if (step.parent.next !== step) return step;
  }
  return null;
}

/** A move with its number, such as `3. wA1 -wQ` or `3… bQ bS1/`. @param {TreeNode} node @param {number} [pliesBefore] */
export function numbered(node, pliesBefore = 0) {
  return `${turnOf(node.ply, pliesBefore)} ${node.move}`;
}

/** The number in front of a move. @param {number} ply  From 1. @param {number} [pliesBefore]  Played before the start of the tree. */
export function turnOf(ply, pliesBefore = 0) {
  const index = ply + pliesBefore;
  return `${Math.ceil(index / 2)}${index % 2 ? "." : "…"}`;
}
