/**
 * The state of the page: the move tree, the current node, and the mode. Panels listen to its events:
 *
 * - `tree`: moves, marks or comments changed;
 * - `removed`: moves were deleted, after `tree`;
 * - `leaving`: the current node will change; its position has been requested;
 * - `position`: the current node changed, and its position is known;
 * - `staying`: the change of node failed;
 * - `use`: the mode changed;
 * - `words`: the language changed, or the directions of a turned board;
 * - `preview`: the preview of a position outside the tree began or ended.
 *
 * @import { Rules } from "../engine/rules.js"
 * @import { Position } from "./position.js"
 * @import { TreeNode } from "./tree.js"
 * @typedef {"home" | "learn" | "puzzles" | "play" | "analyse" | "review"} Use
 * @typedef {Pick<Rules, "positionOf" | "positionAfter">} Positions  Computes positions.
 */

import { text } from "../texts/text.js";
import { Refusal, reasonOf } from "./refusal.js";
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
    /** The position of the node; `null` while it is requested. @type {Position | null} */
    this.position = null;
    /** The review line shown: its first move, and the move that it is about. @type {{ branch: TreeNode | null, about: TreeNode } | null} */
    this.reviewLine = null;
    /** @type {Use} */
    this.use = "analyse";
    /** The id of the puzzle shown in its mode. */
    this.puzzle = "";
    /** Whether the position was reached by a single step, which can be animated. */
    this.isStep = false;
    /** The preview shown instead of the node. @type {Position | null} */
    this.previewed = null;
    /** The node of the position shown. @type {TreeNode | null} */
    this.shown = null;
    this.asked = 0;
    this.askedPreview = 0;
  }

  /** @param {string} type */
  tell(type) {
    this.dispatchEvent(new Event(type));
  }

  /** @param {string[]} types @param {() => void} listener */
  on(types, listener) {
    for (const type of types) this.addEventListener(type, listener);
  }

  /** How many plies were played before the start: 0 unless it was set up. */
  get pliesBefore() {
    const found = /^(White|Black)\[(\d+)\]$/.exec(this.tree.root.position?.turn ?? "");
    return found ? 2 * (Number(found[2]) - 1) + (found[1] === "Black" ? 1 : 0) : 0;
  }

  /**
   * The move under discussion: the current node, or on a review line the move of the game that the line is about. Two moves
   * may share a line: it improves on the later move and refutes the earlier one.
   *
   * @returns {TreeNode}
   */
  get judged() {
    const branch = this.node.reviewBranch;
    if (!branch) return this.node;
    return (branch === this.reviewLine?.branch ? this.reviewLine.about : branch.about) ?? this.node;
  }

  /** Opens a tree, if its moves are legal. @param {GameTree} tree @param {TreeNode} [node] */
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
    this.askedPreview += 1;
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
      this.shown = node;
      this.isStep = node.parent === from;
      this.tell("position");
    } catch (error) {
      if (asked !== this.asked) return;
      // An illegal move is removed from the tree, and the node stays. If the engine is gone, no move is to blame.
      if (node.parent && error instanceof Refusal) {
        tree.remove(node);
        this.node = from;
        this.complain(text("game.unplayable", { move: node.move ?? "", reason: error.message }));
        this.tell("tree");
        // A move played before that one was shown.
        if (from !== this.shown) {
          await this.go(from);
          return;
        }
      } else {
        if (this.position) this.node = from;
        this.complain(reasonOf(error));
      }
      this.tell("staying");
    }
  }

  /** Plays a move in the current position. @param {string} move */
  async play(move) {
    const known = this.node.child(move);
    const node = this.use === "play" ? this.tree.addPlayed(this.node, move) : this.tree.add(this.node, move);
    if (node !== known) {
      this.node.claim();
      this.tell("tree");
    }
    await this.go(node);
  }

  /** Changes what the person says of the current node. @param {(node: TreeNode) => void} change */
  annotate(change) {
    change(this.node);
    this.node.claim();
    this.tell("tree");
  }

  /** Plays several moves and shows the last. @param {TreeNode} from @param {string[]} moves */
  async playLine(from, moves) {
    if (!from.child(moves[0])) from.claim();
    const node = this.tree.addLine(from, moves);
    this.tell("tree");
    await this.go(node);
  }

  /** Plays a review line about a move. @param {TreeNode} from @param {string[]} moves @param {TreeNode} about */
  async showLine(from, moves, about) {
    const node = this.tree.addReviewLine(from, moves, about);
    this.reviewLine = { branch: node.reviewBranch, about };
    this.tell("tree");
    await this.go(node);
  }

  /** Previews moves without playing them. @param {string[]} moves */
  async preview(moves) {
    this.askedPreview += 1;
    const asked = this.askedPreview;
    try {
      const position = await this.rules.positionAfter(this.tree.start, [...this.node.moves, ...moves]);
      if (asked !== this.askedPreview) return;
      this.previewed = position;
      this.tell("preview");
    } catch {
      // An illegal line has no preview.
    }
  }

  endPreview() {
    this.askedPreview += 1;
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

  /** Goes to the previous or next variation. @param {number} step */
  beside(step) {
    const siblings = this.node.parent?.children ?? [];
    const other = siblings[siblings.indexOf(this.node) + step];
    return other ? this.go(other) : undefined;
  }

  /** Whether the mode shows the game of the tree. */
  get showsGame() {
    return this.use === "play" || this.use === "analyse" || this.use === "review";
  }

  /** @param {Use} use */
  setUse(use) {
    if (use === this.use) return;
    this.use = use;
    this.tell("use");
  }
}
