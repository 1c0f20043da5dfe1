/**
 * The move tree: the main line in rows of two, with variations and comments below their row.
 *
 * @import { Study } from "../game/study.js"
 * @import { TreeNode } from "../game/tree.js"
 */

import { turnOf } from "../game/tree.js";
import { moveWords } from "../game/move_words.js";
import { text } from "../texts/text.js";
import { make, reveal } from "./element.js";
import { SIGNS, isError, noteOf } from "./judgments.js";
import { moveButton } from "./move_icons.js";

export class MoveList {
  /** @param {HTMLElement} list @param {Study} study */
  constructor(list, study) {
    this.list = list;
    this.study = study;
    /** @type {Map<TreeNode, HTMLElement>} */
    this.entries = new Map();
    study.on(["tree", "words"], () => this.draw());
    study.on(["position", "preview"], () => this.mark());
    // Elements above the list may grow.
    new ResizeObserver(() => this.reveal()).observe(list);
    this.draw();
  }

  draw() {
    this.entries.clear();
    const rows = document.createDocumentFragment();
    /** @type {HTMLElement | null} */
    let row = null;
    const { pliesBefore } = this.study;
    for (let node = this.study.tree.root, main = node.next; main; node = main, main = node.next) {
      const isFirst = (main.ply + pliesBefore) % 2 === 1;
      if (isFirst || !row) {
        row = make("li", {}, make("span", { class: "turn" }, String(Math.ceil((main.ply + pliesBefore) / 2))));
        if (!isFirst) row.append(make("span", { class: "absent" }, "…"));
        rows.append(row);
      }
      row.append(this.entry(main));
      const below = this.below(main, node.children.filter((child) => child !== main));
      if (below.length) {
        row.append(...below);
        // The next move starts a new row.
        row = null;
      }
    }
    if (!this.study.tree.root.next) rows.append(make("li", { class: "empty" }, text("game.no_moves")));
    this.list.replaceChildren(rows);
    this.mark();
  }

  /** Comments and variations of a move on the main line. @param {TreeNode} node @param {TreeNode[]} others */
  below(node, others) {
    /** @type {HTMLElement[]} */
    const below = [];
    if (node.comment) below.push(make("p", { class: "comment" }, node.comment));
    const note = noteOf(node, this.study.tree.you);
    if (note) {
      const better = others.find((other) => other.isBetter && other.about === node);
      below.push(
        make("div", { class: `note ${node.review?.mark}` }, make("p", {}, note), ...(better ? [this.betterLine(better)] : [])),
      );
    }
    for (const other of others) {
      // Lines that illustrate a reason are not part of the game.
      if (other.isBetter) continue;
      below.push(make("div", { class: "variation" }, ...this.line(other, true)));
    }
    return below;
  }

  /** @param {TreeNode} better */
  betterLine(better) {
    return make("p", { class: "line" }, make("span", {}, text("game.better")), ...this.line(better, true));
  }

  /** A variation as text with buttons. @param {TreeNode} node @param {boolean} isFirst @returns {(Node | string)[]} */
  line(node, isFirst) {
    /** @type {(Node | string)[]} */
    const parts = [];
    let needsNumber = isFirst;
    for (let step = /** @type {TreeNode | null} */ (node); step; step = step.next) {
      const number = turnOf(step.ply, this.study.pliesBefore);
      if (needsNumber || number.endsWith(".")) parts.push(make("span", { class: "turn" }, number));
      parts.push(this.entry(step), " ");
      needsNumber = false;
      if (step.comment) {
        parts.push(make("span", { class: "comment" }, step.comment), " ");
        needsNumber = true;
      }
      // Nested variations follow the move that they replace, in parentheses.
      const others = step === node ? [] : (step.parent?.children.slice(1) ?? []);
      for (const other of others) {
        parts.push(make("span", { class: "nested" }, "(", ...this.line(other, true), ")"), " ");
        needsNumber = true;
      }
    }
    return parts;
  }

  /** @param {TreeNode} node */
  entry(node) {
    const { review } = node;
    const judgment = review?.mark ?? node.early;
    const sign = node.mark || (judgment && isError(judgment) ? SIGNS[judgment] : "");
    const kind = judgment && !node.mark ? judgment : { "!!": "best", "!": "good", "?!": "inaccuracy", "?": "mistake", "??": "blunder" }[node.mark];
    const move = node.move ?? "";
    const label = `${move}${sign}, ${turnOf(node.ply, this.study.pliesBefore)} ${moveWords(move)}`;
    const entry = moveButton(move, () => this.study.go(node), { "data-ply": String(node.ply), "aria-label": label });
    if (sign) entry.append(make("b", { class: kind ?? "", title: judgment ? text(`review.mark_${judgment}`) : "" }, sign));
    this.entries.set(node, entry);
    return entry;
  }

  mark() {
    this.list.querySelector("[aria-current]")?.removeAttribute("aria-current");
    this.entries.get(this.study.node)?.setAttribute("aria-current", "true");
    this.reveal();
  }

  reveal() {
    const entry = this.entries.get(this.study.node);
    if (entry) reveal(this.list, entry);
    else this.list.scrollTo(0, 0);
  }
}
