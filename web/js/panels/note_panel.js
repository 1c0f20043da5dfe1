/**
 * The user's mark and comment on the current move, and the commands for its variation.
 *
 * @import { Study } from "../game/study.js"
 */

import { MARKS, branchOf } from "../game/tree.js";
import { fillTexts, text } from "../texts/text.js";
import { button, find } from "./element.js";

export class NotePanel {
  /** @param {Study} study */
  constructor(study) {
    this.study = study;
    this.comment = /** @type {HTMLTextAreaElement} */ (find("comment"));
    this.marks = find("marks");
    this.branch = find("branch");
    this.comment.oninput = () => {
      study.annotate((node) => Object.assign(node, { comment: this.comment.value.trim(), isTold: false }));
    };
    this.marks.replaceChildren(
      ...MARKS.map((mark, index) =>
        button(mark, () => this.setMark(mark), { "aria-pressed": "false", "data-title": `game.mark_${index}`, "data-label": `game.mark_${index}` }),
      ),
    );
    fillTexts(this.marks);
    study.on(["position", "tree", "use", "words"], () => this.draw());
  }

  /** @param {string} mark */
  setMark(mark) {
    this.study.annotate((node) => {
      node.mark = node.mark === mark ? "" : mark;
    });
  }

  draw() {
    const { study } = this;
    const { node } = study;
    if (document.activeElement !== this.comment || this.comment.dataset.ply !== String(node.ply)) this.comment.value = node.comment;
    this.comment.dataset.ply = String(node.ply);
    this.comment.disabled = !node.parent;
    this.marks.querySelectorAll("button").forEach((entry) => {
      entry.disabled = !node.parent;
      entry.setAttribute("aria-pressed", String(entry.textContent === node.mark));
    });
    this.drawBranch();
  }

  drawBranch() {
    const { study } = this;
    const { node, tree } = study;
    const branch = branchOf(node);
    const change = (/** @type {() => void} */ act) => () => {
      act();
      study.tell("tree");
      study.tell("position");
    };
    const entries = [];
    if (branch) {
      entries.push(button(text("game.promote"), change(() => tree.promote(node)), { title: text("game.promote_title") }));
      if (!node.isMain) entries.push(button(text("game.main_line"), change(() => tree.promoteToMain(node)), { title: text("game.main_line_title") }));
    }
    if (node.parent) {
      const remove = () => {
        const before = tree.remove(node);
        study.tell("tree");
        study.tell("removed");
        study.go(before);
      };
      entries.push(button(text("game.delete"), remove, { title: text("game.delete_title") }));
    }
    this.branch.replaceChildren(...entries);
  }
}
