/**
 * What the page is about: a tree of moves, the node that is shown, and the use that is made of it. Panels listen:
 *
 * - `tree`: moves, marks or comments have changed;
 * - `leaving`: another node is to be shown, whose position is asked for;
 * - `position`: another node is shown, and its position is known;
 * - `staying`: the other node cannot be shown;
 * - `use`: another use is made of the page;
 * - `preview`: a position is shown that is not in the tree, or no longer.
 *
 * @typedef {import("../engine/rules.js").Rules} Rules
 * @typedef {import("./position.js").Position} Position
 * @typedef {import("./tree.js").TreeNode} TreeNode
 * @typedef {"analyse" | "play" | "review"} Use
 * @typedef {Pick<Rules, "positionOf" | "positionAfter">} Positions  Whoever knows what a position looks like.
 */

import { Refusal } from "./refusal.js";
import { GameTree } from "./tree.js";

export class Study extends EventTarget {
  /** @param {Positions} rules @param {(reason: string) => void} complain */
  constructor(rules, complain) {
    super();
    this.rules = rules;
    this.complain = complain;
    this.tree = new GameTree("Base+MLP");
    /** @type {TreeNode} */
    this.node = this.tree.root;
    /** The position of the node; `null` while it is asked for. @type {Position | null} */
    this.position = null;
    /** The line of a review that is shown: its first move, and the move for which it has been asked. @type {{ branch: TreeNode | null, about: TreeNode } | null} */
    this.reviewLine = null;
    /** @type {Use} */
    this.use = "analyse";
    /** Whether the position has been reached by a step, so that it can be animated. */
    this.isStep = false;
    /** What is shown instead of the node. @type {Position | null} */
    this.previewed = null;
    this.asked = 0;
  }

  /** @param {string} type */
  tell(type) {
    this.dispatchEvent(new Event(type));
  }

  /** @param {string[]} types @param {() => void} listener */
  on(types, listener) {
    for (const type of types) this.addEventListener(type, listener);
  }

  /** How many plies have been played before the start: none, unless it has been set up. */
  get pliesBefore() {
    const found = /^(White|Black)\[(\d+)\]$/.exec(this.tree.root.position?.turn ?? "");
    return found ? 2 * (Number(found[2]) - 1) + (found[1] === "Black" ? 1 : 0) : 0;
  }

  /**
   * The move that is talked about: the node shown, or on a line of a review the move of the game for which it is shown. Two moves may
   * have the same line: one could have been played instead of the later move, and shows what is wrong with the earlier one.
   *
   * @returns {TreeNode}
   */
  get judged() {
    const branch = this.node.reviewBranch;
    if (!branch) return this.node;
    return (branch === this.reviewLine?.branch ? this.reviewLine.about : branch.about) ?? this.node;
  }

  /** Shows a new tree, if its positions exist. @param {GameTree} tree @param {TreeNode} [node] */
  async open(tree, node = tree.root.end()) {
    await this.rules.positionOf(tree, tree.root);
    await this.rules.positionOf(tree, tree.root.end());
    await this.rules.positionOf(tree, node);
    this.tree = tree;
    this.node = tree.root;
    this.position = null;
    this.tell("tree");
    await this.go(node);
  }

  /** Shows a node. @param {TreeNode} node */
  async go(node) {
    this.asked += 1;
    const { asked, tree } = this;
    const from = this.node;
    this.node = node;
    if (node.reviewBranch !== this.reviewLine?.branch) this.reviewLine = null;
    this.previewed = null;
    this.tell("leaving");
    try {
      const position = await this.rules.positionOf(tree, node);
      if (asked !== this.asked) return;
      this.position = position;
      this.isStep = node.parent === from;
      this.tell("position");
    } catch (error) {
      if (asked !== this.asked) return;
      // A move that cannot be played leaves the tree, and what was shown stays. When the engine is gone, no move is wrong.
      if (node.parent && error instanceof Refusal) {
        tree.remove(node);
        this.node = from;
        this.complain(`${node.move} cannot be played: ${error.message}`);
        this.tell("tree");
      } else {
        if (this.position) this.node = from;
        this.complain(error instanceof Error ? error.message : String(error));
      }
      this.tell("staying");
    }
  }

  /** Plays a move in the position shown. @param {string} move */
  async play(move) {
    const isNew = !this.node.child(move);
    const node = this.tree.add(this.node, move);
    if (isNew) this.tell("tree");
    await this.go(node);
  }

  /** Plays several moves, and shows the last. @param {TreeNode} from @param {string[]} moves */
  async playLine(from, moves) {
    const node = this.tree.addLine(from, moves);
    this.tell("tree");
    await this.go(node);
  }

  /** Plays a line that a review shows about a move. @param {TreeNode} from @param {string[]} moves @param {TreeNode} about */
  async showLine(from, moves, about) {
    const node = this.tree.addReviewLine(from, moves, about);
    this.reviewLine = { branch: node.reviewBranch, about };
    this.tell("tree");
    await this.go(node);
  }

  /** Shows what would follow, without playing it. @param {string[]} moves */
  async preview(moves) {
    this.asked += 1;
    const { asked } = this;
    try {
      const position = await this.rules.positionAfter(this.tree.start, [...this.node.moves, ...moves]);
      if (asked !== this.asked) return;
      this.previewed = position;
      this.tell("preview");
    } catch {
      // A line that cannot be shown is not shown.
    }
  }

  endPreview() {
    this.asked += 1;
    if (!this.previewed) return;
    this.previewed = null;
    this.tell("preview");
  }

  back() {
    return this.node.parent ? this.go(this.node.parent) : undefined;
  }

  forth() {
    return this.node.next ? this.go(this.node.next) : undefined;
  }

  first() {
    return this.go(this.tree.root);
  }

  last() {
    return this.go(this.node.end());
  }

  /** To the variation before or after this one. @param {number} step */
  beside(step) {
    const siblings = this.node.parent?.children ?? [];
    const other = siblings[siblings.indexOf(this.node) + step];
    return other ? this.go(other) : undefined;
  }

  /** @param {Use} use */
  setUse(use) {
    if (use === this.use) return;
    this.use = use;
    this.tell("use");
  }
}
