/**
 * What is said about the move shown: the judgment of a review, a mark and a comment of one's own, and what can be done
 * with the variation it lies in.
 *
 * @typedef {import("../game/study.js").Study} Study
 */

import { chanceWords, shortScore, whiteChance } from "../engine/documents.js";
import { MARKS, branchOf, numbered } from "../game/tree.js";
import { button, find, make } from "./element.js";
import { SIGNS, fall, isError, reasonsOf } from "./judgments.js";

const MARK_WORDS = ["brilliant", "good", "interesting", "dubious", "mistake", "blunder"];

export class NotePanel {
  /** @param {Study} study */
  constructor(study) {
    this.study = study;
    this.said = find("said");
    this.comment = /** @type {HTMLTextAreaElement} */ (find("comment"));
    this.marks = find("marks");
    this.branch = find("branch");
    this.comment.oninput = () => {
      study.node.comment = this.comment.value.trim();
      study.tell("tree");
    };
    this.marks.replaceChildren(
      ...MARKS.map((mark, index) =>
        button(mark, () => this.setMark(mark), { "aria-pressed": "false", title: MARK_WORDS[index], "aria-label": MARK_WORDS[index] }),
      ),
    );
    study.on(["position", "tree", "use"], () => this.draw());
  }

  /** @param {string} mark */
  setMark(mark) {
    const { node } = this.study;
    node.mark = node.mark === mark ? "" : mark;
    this.study.tell("tree");
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
    this.said.replaceChildren(...this.judgment());
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
      entries.push(button("Promote", change(() => tree.promote(node)), { title: "Make this variation more important" }));
      if (!node.isMain) entries.push(button("Main line", change(() => tree.promoteToMain(node)), { title: "Make this the main line" }));
    }
    if (node.parent) {
      const remove = () => {
        const before = tree.remove(node);
        study.tell("tree");
        study.go(before);
      };
      entries.push(button("Delete from here", remove, { title: "Delete this move and all that follow" }));
    }
    this.branch.replaceChildren(...entries);
  }

  /** @returns {HTMLElement[]} */
  judgment() {
    const { node, blackBegins } = this.study;
    const { review } = node;
    if (node.isBetterLine) return [make("p", { class: "soft" }, "A line of the review: what would have been better.")];
    if (!review) return [];
    const parts = [
      make(
        "h3",
        {},
        make("span", {}, numbered(node, blackBegins)),
        make("span", { class: review.mark }, `${SIGNS[review.mark]} ${review.mark}`.trim()),
      ),
    ];
    for (const reason of reasonsOf(review)) {
      const sentence = make("p", { class: `reason ${reason.kind ?? ""}` }, reason.text);
      const { line } = reason;
      if (line?.length && node.parent) {
        const from = node.parent;
        sentence.append(" ", button("Show", () => this.study.playLine(reason.from === "after" ? node : from, line), { class: "small" }));
      }
      parts.push(sentence);
    }
    if (isError(review.mark) && !reasonsOf(review).length) parts.push(make("p", {}, fall(review)));
    parts.push(make("p", { class: "soft" }, `${review.after.words} · ${chanceWords(whiteChance(review.after))}`));
    if (review.better?.moves.length && isError(review.mark)) {
      const { better } = review;
      const line = make("p", { class: "line" }, make("span", {}, `Better (${shortScore(better.score)}): `));
      better.moves.slice(0, 8).forEach((move, index) => {
        line.append(
          button(move, () => node.parent && this.study.playLine(node.parent, better.moves.slice(0, index + 1)), { class: "move" }),
          " ",
        );
      });
      parts.push(line);
    }
    return parts;
  }
}
