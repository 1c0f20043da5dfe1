/**
 * The review's judgment of the current move, and the better line.
 *
 * @import { Arrow } from "../board/arrows.js"
 * @import { Reason, ReviewedMove } from "../engine/documents.js"
 * @import { Study } from "../game/study.js"
 * @import { TreeNode } from "../game/tree.js"
 */

import { arrowOf } from "../board/arrows.js";
import { LINE } from "../game/attach_review.js";
import { chanceWords, scoreWords, sidedScore } from "../engine/documents.js";
import { movePhrase, sentence } from "../game/phrases.js";
import { turnOf } from "../game/tree.js";
import { text } from "../texts/text.js";
import { balanceOf } from "./balance.js";
import { button, find, isTyping, make } from "./element.js";
import { SIGNS, fall, isError, reasonsOf } from "./judgments.js";
import { moveButton, movePictures } from "./move_icons.js";

export class JudgmentPanel {
  /** @param {Study} study */
  constructor(study) {
    this.study = study;
    this.box = find("said");
    /** Whether everything is told. */
    this.isOpen = false;
    study.on(["position", "tree", "use", "words"], () => this.draw());
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
    if (this.study.judged.review) this.loadPositions(this.study.judged);
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
        make("span", {}, `${turnOf(played.ply, pliesBefore)} `, ...movePictures(played.move ?? "")),
        make("span", { class: review.mark }, `${SIGNS[review.mark]} ${text(`review.mark_${review.mark}`)}`.trim()),
      ),
    ];
    parts.push(make("p", { class: "soft" }, sentence(movePhrase(played.move ?? "pass", this.study.tree.you)(""))), ...this.reasons(played, review));
    if (isError(review.mark) && review.better?.moves.length) {
      const better = text("review.better_is", { score: sidedScore(review.better.score) });
      parts.push(this.line(played, { text: better, from: "before", line: review.better.moves.slice(0, LINE) }));
    }
    if (node.isBetterLine) {
      const leave = button(text("review.back"), () => this.leaveLine(), { class: "small", title: text("review.back_title") });
      parts.push(make("p", { class: "soft" }, text("review.not_played"), leave));
    }
    return parts;
  }

  /** The first reason and what people would play, and the rest on demand. @param {TreeNode} played @param {ReviewedMove} review @returns {HTMLElement[]} */
  reasons(played, review) {
    const { you } = this.study.tree;
    const [main, ...further] = reasonsOf(review, you);
    const lines = (/** @type {Reason[]} */ reasons) => reasons.map((reason) => this.line(played, { ...reason, text: `${reason.text} ` }));
    const isOfPeople = (/** @type {Reason} */ { kind = "" }) => ["hard_to_find", "most_play_it"].includes(kind);
    const shown = lines([...(main ? [main] : []), ...further.filter(isOfPeople)]);
    const others = lines(further.filter((reason) => !isOfPeople(reason)));
    if (!main && isError(review.mark)) shown.push(make("p", {}, fall(review, you)));
    const score = make("p", { class: "soft" }, `${scoreWords(review.after)} · ${chanceWords(review.after.white_chance)}`);
    const more = make("details", { open: this.isOpen }, make("summary", {}, text("reasons.more")), ...others, ...this.balance(played, review), score);
    more.ontoggle = () => (this.isOpen = more.open);
    return [...shown, more];
  }

  /** What the move got and gave up. @param {TreeNode} played @param {ReviewedMove} review */
  balance({ parent, position }, { player }) {
    if (!parent?.position || !position) return [];
    const { got, gave } = balanceOf(parent.position, position, player, this.study.tree.you);
    const entries = /** @type {[string, string[]][]} */ ([[text("reasons.got"), got], [text("reasons.gave"), gave]]);
    return entries.filter(([, facts]) => facts.length).map(([title, facts]) => make("p", {}, make("b", {}, `${title}: `), `${facts.join("; ")}.`));
  }

  /** Waits for the positions that the balance compares. @param {TreeNode} played */
  async loadPositions(played) {
    const { rules, tree } = this.study;
    if (!played.parent || (played.position && played.parent.position)) return;
    await Promise.all([rules.positionOf(tree, played.parent), rules.positionOf(tree, played)]).catch(() => {});
    if (this.study.judged === played) this.draw();
  }

  /** A sentence with the moves that prove it; each plays the line up to that move. @param {TreeNode} played @param {Reason} reason */
  line(played, { text: words, from, line, proven }) {
    const told = make("p", { class: `line ${proven === false ? "opinion" : ""}`.trim() }, make("span", {}, words));
    const start = from === "after" ? played : played.parent;
    const shown = this.study.node.isBetterLine ? this.study.node.moves.slice(start?.ply) : [];
    (start ? (line ?? []) : []).slice(0, LINE).forEach((move, index, moves) => {
      const upTo = moves.slice(0, index + 1);
      const isShown = start?.moves.every((before, ply) => before === this.study.node.moves[ply]) && upTo.join() === shown.join();
      const show = () => start && this.study.showLine(start, upTo, played);
      told.append(moveButton(move, show, { "aria-current": isShown ? "true" : false }), " ");
    });
    return told;
  }
}

/** The arrow of the move that should have been played instead of the current one. @param {Study} study @returns {Arrow | null} */
export function missedArrow({ node, use }) {
  const { review, parent } = node;
  const better = review && isError(review.mark) ? review.better?.moves[0] : undefined;
  if (!better || !parent?.position || use === "play") return null;
  return arrowOf(parent.position, better, 0, "missed");
}
