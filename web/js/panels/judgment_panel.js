/**
 * The review's judgment of the current move, and the better line.
 *
 * @typedef {import("../board/arrows.js").Arrow} Arrow
 * @typedef {import("../engine/documents.js").Reason} Reason
 * @typedef {import("../engine/documents.js").ReviewedMove} ReviewedMove
 * @typedef {import("../game/study.js").Study} Study
 * @typedef {import("../game/tree.js").TreeNode} TreeNode
 */

import { arrowOf } from "../board/arrows.js";
import { LINE } from "../game/attach_review.js";
import { chanceWords, sidedScore } from "../engine/documents.js";
import { moveWords } from "../game/move_words.js";
import { numbered } from "../game/tree.js";
import { button, find, isTyping, make } from "./element.js";
import { SIGNS, fall, isError, reasonsOf } from "./judgments.js";

export class JudgmentPanel {
  /** @param {Study} study */
  constructor(study) {
    this.study = study;
    this.box = find("said");
    study.on(["position", "tree", "use"], () => this.draw());
    document.addEventListener("keydown", (event) => {
      if (event.key === "Escape" && !event.defaultPrevented && !isTyping(event, "select", "dialog")) this.leaveLine();
    });
  }

  /** Returns from a better line to the move that was played instead. */
  leaveLine() {
    const { node, judged } = this.study;
    if (node.isBetterLine) this.study.go(judged);
  }

  draw() {
    const hadFocus = this.box.contains(document.activeElement);
    this.box.replaceChildren(...this.judgment());
    // The focused element was replaced: restore the focus.
    if (hadFocus) /** @type {HTMLElement | null} */ (this.box.querySelector("[aria-current]"))?.focus();
  }

  /** @returns {HTMLElement[]} */
  judgment() {
    const { node, judged: played, pliesBefore } = this.study;
    const { review } = played;
    if (!review) return [];
    /** @type {HTMLElement[]} */
    const parts = [
      make(
        "h3",
        {},
        make("span", {}, numbered(played, pliesBefore)),
        make("span", { class: review.mark }, `${SIGNS[review.mark]} ${review.mark}`.trim()),
      ),
    ];
    parts.push(make("p", { class: "soft" }, moveWords(played.move ?? "")), ...this.reasons(played, review));
    if (isError(review.mark) && review.better?.moves.length) {
      const text = `Better (${sidedScore(review.better.score)}): `;
      parts.push(this.line(played, { text, from: "before", line: review.better.moves.slice(0, LINE) }));
    }
    if (node.isBetterLine) {
      const leave = button("Back to the game", () => this.leaveLine(), { class: "small", title: "Back to the game (Esc)" });
      parts.push(make("p", { class: "soft" }, "This line was not played. ", leave));
    }
    return parts;
  }

  /** @param {TreeNode} played @param {ReviewedMove} review @returns {HTMLElement[]} */
  reasons(played, review) {
    const reasons = reasonsOf(review);
    const sentences = reasons.map((reason) => this.line(played, { ...reason, text: `${reason.text} ` }));
    if (isError(review.mark) && !reasons.length) sentences.push(make("p", {}, fall(review)));
    return [...sentences, make("p", { class: "soft" }, `${review.after.words} · ${chanceWords(review.after.white_chance)}`)];
  }

  /** A sentence with the moves that prove it; each plays the line up to that move. @param {TreeNode} played @param {Reason} reason */
  line(played, { text, from, line, proven }) {
    const sentence = make("p", { class: `line ${proven === false ? "opinion" : ""}`.trim() }, make("span", {}, text));
    const start = from === "after" ? played : played.parent;
    const shown = this.study.node.isBetterLine ? this.study.node.moves.slice(start?.ply) : [];
    (start ? (line ?? []) : []).slice(0, LINE).forEach((move, index, moves) => {
      const upTo = moves.slice(0, index + 1);
      const isShown = start?.moves.every((before, ply) => before === this.study.node.moves[ply]) && upTo.join() === shown.join();
      const show = () => start && this.study.showLine(start, upTo, played);
      sentence.append(button(move, show, { class: "move", "aria-current": isShown ? "true" : false }), " ");
    });
    return sentence;
  }
}

/** The arrow of the move that should have been played instead of the current one. @param {Study} study @returns {Arrow | null} */
export function missedArrow({ node, use }) {
  const { review, parent } = node;
  const better = review && isError(review.mark) ? review.better?.moves[0] : undefined;
  if (!better || !parent?.position || use === "play") return null;
  return arrowOf(parent.position, better, 0, "missed");
}
