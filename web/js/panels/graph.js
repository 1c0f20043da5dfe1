/**
 * White's winning chances by move, as a graph that can be clicked, dragged and stepped through.
 *
 * @import { Study } from "../game/study.js"
 * @import { TreeNode } from "../game/tree.js"
 */

import { chanceWords } from "../engine/documents.js";
import { moveWords } from "../game/move_words.js";
import { turnOf } from "../game/tree.js";
import { text } from "../texts/text.js";
import { isError } from "./judgments.js";

export class Graph {
  /** @param {HTMLElement} graph @param {Study} study */
  constructor(graph, study) {
    this.graph = graph;
    this.study = study;
    /** The reviewed moves of the game, the start first. @type {TreeNode[]} */
    this.nodes = [];
    graph.setAttribute("role", "slider");
    graph.tabIndex = 0;
    study.on(["tree", "words"], () => this.draw());
    study.on(["position"], () => this.mark());
    graph.addEventListener("pointerdown", (event) => {
      if (event.button === 0) this.follow(event);
    });
    graph.addEventListener("pointermove", (event) => {
      if (event.buttons & 1) this.follow(event);
    });
    graph.addEventListener("keydown", (event) => this.press(event));
    this.draw();
  }

  draw() {
    const { tree } = this.study;
    const reviewed = [...tree.root.all()].filter((node) => node.review && !node.isBetter);
    this.graph.hidden = reviewed.length === 0;
    if (!reviewed.length) return;
    this.nodes = [tree.root, ...reviewed];
    const end = reviewed.length;
    const chances = this.nodes.map((_, index) => this.chance(index));
    const outline = chances.map((chance, index) => `${index} ${(100 - 100 * chance).toFixed(1)}`).join("L");
    const dots = reviewed
      .map((node, index) => {
        if (!node.review || !isError(node.review.mark)) return "";
        const [x, y] = [(100 * (index + 1)) / end, 100 - 100 * chances[index + 1]];
        return `<i class="${node.review.mark}" style="left:${x.toFixed(2)}%;--y:${y.toFixed(1)}%"></i>`;
      })
      .join("");
    this.graph.innerHTML =
      `<svg viewBox="0 0 ${end} 100" preserveAspectRatio="none" aria-hidden="true">` +
      `<path class="white-area" d="M0 100L${outline}L${end} 100Z"/><path class="half" d="M0 50H${end}"/></svg>${dots}<span class="at"></span>`;
    this.graph.setAttribute("aria-label", text("review.graph"));
    this.graph.setAttribute("aria-valuemin", "0");
    this.graph.setAttribute("aria-valuemax", String(end));
    this.mark();
  }

  /** White's winning chances after this many moves. @param {number} index */
  chance(index) {
    const { review } = this.nodes[index];
    if (review) return review.after.white_chance;
    const first = this.nodes[1]?.review;
    return first ? first.before.white_chance : 0.5;
  }

  /** The last reviewed move before or at the node shown. */
  index() {
    // A better line counts as the move that was played instead.
    const shown = this.study.judged;
    for (let node = /** @type {TreeNode | null} */ (shown); node; node = node.parent) {
      const index = this.nodes.indexOf(node);
      if (index >= 0) return index;
    }
    return 0;
  }

  mark() {
    const at = /** @type {HTMLElement | null} */ (this.graph.querySelector(".at"));
    if (!at || this.nodes.length < 2) return;
    const index = this.index();
    at.style.left = `${(100 * index) / (this.nodes.length - 1)}%`;
    this.graph.setAttribute("aria-valuenow", String(index));
    const node = this.nodes[index];
    const move = node.move ? `${turnOf(node.ply, this.study.pliesBefore)} ${moveWords(node.move)}` : text("review.start_of_game");
    this.graph.setAttribute("aria-valuetext", `${move}: ${chanceWords(this.chance(index))}`);
  }

  /** @param {PointerEvent} event */
  follow(event) {
    const { left, width } = this.graph.getBoundingClientRect();
    this.go(Math.round(((event.clientX - left) / width) * (this.nodes.length - 1)));
  }

  /** @param {KeyboardEvent} event */
  press(event) {
    const index = this.index();
    const end = this.nodes.length - 1;
    const to = { ArrowLeft: index - 1, ArrowDown: index - 1, ArrowRight: index + 1, ArrowUp: index + 1, Home: 0, End: end }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    this.go(to);
  }

  /** @param {number} index */
  go(index) {
    const node = this.nodes[Math.max(0, Math.min(this.nodes.length - 1, index))];
    if (node !== this.study.node) this.study.go(node);
  }
}
