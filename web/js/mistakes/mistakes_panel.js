/**
 * Learn from your mistakes: the marked moves of a player one after the other, to find better ones.
 *
 * @import { Board } from "../board/board.js"
 * @import { Rules } from "../engine/rules.js"
 * @import { Thinking } from "../engine/thinking.js"
 * @import { Player } from "../game/position.js"
 * @import { Study } from "../game/study.js"
 * @import { TreeNode } from "../game/tree.js"
 * @import { Answer } from "./judge.js"
 */

import { arrowOf } from "../board/arrows.js";
import { legalChoices } from "../board/choices.js";
import { Stopped } from "../engine/uhp_client.js";
import { movePhrase, piecePhrase } from "../game/phrases.js";
import { sideWords } from "../game/position.js";
import { reasonOf } from "../game/refusal.js";
import { turnOf } from "../game/tree.js";
import { button, make, tellIn } from "../panels/element.js";
import { isError } from "../panels/judgments.js";
import { moveButton } from "../panels/move_icons.js";
import { text } from "../texts/text.js";
import { judge } from "./judge.js";

/** How many moves of a refutation are shown. */
const LINE = 4;

export class MistakesPanel {
  /**
   * @param {HTMLElement} box
   * @param {Board} board
   * @param {Study} study
   * @param {Rules} rules
   * @param {Thinking} thinking
   * @param {{ complain: (text: string) => void, showBoard: () => void, human: () => Player | null }} around
   *   `human`: who played the game, if the engine was the other.
   */
  constructor(box, board, study, rules, thinking, around) {
    this.box = box;
    this.board = board;
    this.study = study;
    this.rules = rules;
    this.thinking = thinking;
    this.around = around;
    /** The marked moves. @type {TreeNode[]} */
    this.nodes = [];
    this.at = 0;
    this.mended = 0;
    /** The marked moves that took more than one try, or a hint. @type {Set<TreeNode>} */
    this.spoiled = new Set();
    this.hints = 0;
    /** @type {Answer | null} */
    this.answer = null;
    this.message = make("p", { id: "mistake-message", role: "status" });
    this.isOpen = false;
    study.on(["tree", "position", "use", "words"], () => {
      if (this.isOpen && (study.use !== "review" || !study.tree.mainLine().includes(this.nodes[0]))) this.close();
      else this.draw();
    });
  }

  /** The marked moves of a player. @param {Player} player */
  marked(player) {
    return this.study.tree.mainLine().filter(({ review }) => review && review.player === player && isError(review.mark) && review.better);
  }

  /** @param {Player} player */
  async open(player) {
    this.nodes = this.marked(player);
    this.isOpen = true;
    this.mended = 0;
    this.spoiled.clear();
    document.body.classList.add("repeating");
    await this.go(0);
  }

  close() {
    this.thinking.stop();
    this.isOpen = false;
    document.body.classList.remove("repeating");
    this.draw();
    this.around.showBoard();
  }

  /** Asks for the next better move. @param {number} index */
  async go(index) {
    this.at = index;
    this.hints = 0;
    this.answer = null;
    tellIn(this.message, "");
    const node = this.nodes[index];
    if (node?.parent) await this.rules.positionOf(this.study.tree, node.parent);
    this.draw();
    this.show();
  }

  /** Shows the position before the marked move, or the one after an answer. */
  show() {
    const { board, answer } = this;
    const before = this.nodes[this.at]?.parent?.position;
    if (answer) {
      board.show(answer.position, { animate: true });
      board.showArrows(answer.reply.slice(0, 1).map((reply) => arrowOf(answer.position, reply, 0, "threat")));
    } else if (before) {
      board.show(before, { choices: legalChoices(before, (move) => this.try(move)) });
      board.showArrows([]);
    }
  }

  /** @param {string} move */
  async try(move) {
    const node = this.nodes[this.at];
    tellIn(this.message, text("mistakes.judging"));
    try {
      const answer = await judge(this.rules, this.thinking, this.study.tree, node, move);
      if (!this.isOpen || node !== this.nodes[this.at]) return;
      this.answer = answer;
    } catch (error) {
      if (!(error instanceof Stopped)) this.around.complain(reasonOf(error));
      tellIn(this.message, "");
      this.show();
      return;
    }
    const { verdict } = this.answer;
    if (verdict !== "good") this.spoiled.add(node);
    else if (!this.spoiled.has(node)) this.mended += 1;
    tellIn(this.message, text(`mistakes.is_${verdict}`), verdict === "good" ? "good" : verdict === "better" ? "" : "blunder");
    this.draw();
    this.show();
  }

  /** Names the piece that should move, then shows the move. */
  hint() {
    const node = this.nodes[this.at];
    const move = node.review?.better?.moves[0] ?? "";
    const before = node.parent?.position;
    const human = this.around.human();
    this.spoiled.add(node);
    this.hints += 1;
    if (this.hints === 1 && move !== "pass") {
      const [piece] = move.split(" ");
      this.board.setCursor({ piece });
      tellIn(this.message, text("mistakes.hint_piece", { piece: piecePhrase(piece, human)("") }));
      return;
    }
    tellIn(this.message, text("mistakes.hint_move", { move: movePhrase(move, human)("") }));
    if (before) this.board.showArrows([arrowOf(before, move, 0, "hint")]);
  }

  again() {
    this.answer = null;
    tellIn(this.message, "");
    this.draw();
    this.show();
  }

  /** Shows the position after some moves of the refutation. @param {number} count */
  async look(count) {
    const { answer } = this;
    const node = this.nodes[this.at];
    if (!answer || !node.parent) return;
    const position = await this.rules.positionAfter(answer.position.game, answer.reply.slice(0, count));
    if (answer === this.answer) this.board.show(position, { isPreview: true });
  }

  draw() {
    if (this.isOpen) this.drawTask();
    else this.drawOffer();
  }

  /** Offers what can be repeated. */
  drawOffer() {
    const { study, around } = this;
    const human = around.human();
    const players = /** @type {Player[]} */ (human ? [human] : ["White", "Black"]).filter((player) => study.tree.review && this.marked(player).length);
    this.box.hidden = !players.length;
    const offers = players.map((player) => {
      const n = this.marked(player).length;
      return button(human ? text("mistakes.yours", { n }) : text("mistakes.of_side", { side: sideWords(player), n }), () => this.open(player), {
        "data-player": player,
      });
    });
    this.box.replaceChildren(make("h2", {}, text("mistakes.title")), make("div", { class: "acts" }, ...offers));
  }

  drawTask() {
    const { answer, at, nodes } = this;
    const node = nodes[at];
    const close = button(text("mistakes.close"), () => this.close(), { id: "mistakes-close" });
    this.box.hidden = false;
    if (!node) {
      const sum = make("p", { id: "mistakes-sum", role: "status" }, text("mistakes.sum", { mended: this.mended, n: nodes.length }));
      this.box.replaceChildren(
        make("h2", {}, text("mistakes.title")),
        sum,
        make(
          "div",
          { class: "acts" },
          button(text("mistakes.repeat"), () => this.go(0)),
          close,
        ),
      );
      return;
    }
    const isGood = answer?.verdict === "good";
    const next = button(text("mistakes.next"), () => this.go(at + 1), { id: "mistake-next", class: isGood ? "main" : "" });
    const acts = answer
      ? isGood ? [next, close] : [button(text("mistakes.again"), () => this.again(), { id: "mistake-again", class: "main" }), next, close]
      : [button(text("mistakes.hint"), () => this.hint(), { id: "mistake-hint" }), next, close];
    const line =
      answer && !isGood
        ? answer.reply.slice(0, LINE).map((move, index) => moveButton(move, () => this.look(index + 1)))
        : [];
    const turn = turnOf(node.ply, this.study.pliesBefore);
    const move = movePhrase(node.move ?? "", this.around.human());
    this.box.replaceChildren(
      make("p", { class: "soft" }, text("mistakes.number", { number: at + 1, count: nodes.length })),
      make("h2", {}, text("mistakes.title")),
      make("p", { class: "task" }, text("mistakes.task", { turn, move })),
      this.message,
      ...(line.length ? [make("p", { class: "refutation" }, text("mistakes.refutation"), " ", ...line)] : []),
      make("div", { class: "acts" }, ...acts),
    );
  }
}
