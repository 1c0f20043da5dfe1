/**
 * The review of the game: its limit, its progress, and its summary of both players.
 *
 * @typedef {import("../engine/documents.js").Summary} Summary
 * @typedef {import("../game/position.js").Player} Player
 * @typedef {import("../game/study.js").Study} Study
 * @typedef {import("../game/tree.js").TreeNode} TreeNode
 */

import { turnOf } from "../game/tree.js";
import { button, find, isTyping, make } from "./element.js";
import { SIGNS, fall, isError, losingMove } from "./judgments.js";

/** How many of the worst moves to list. */
const WORST = 5;

export class ReviewPanel {
  /**
   * @param {Study} study
   * @param {{ start: (limit: string) => void, stop: () => void } | null} run  Reviews the game; `null` without an engine.
   */
  constructor(study, run) {
    this.study = study;
    this.run = run;
    this.box = find("review-summary");
    this.limit = /** @type {HTMLSelectElement | null} */ (document.getElementById("review-limit"));
    /** @type {{ done: number, all: number } | null} */
    this.progress = null;
    this.failure = "";
    study.on(["tree", "use", "position"], () => this.draw());
    find("next-mark").onclick = () => this.nextMark();
    document.addEventListener("keydown", (event) => {
      if (event.key !== "m" || event.ctrlKey || event.metaKey || event.altKey || isTyping(event, "select", "dialog", ".area")) return;
      this.nextMark();
    });
    if (run) {
      find("review-start").onclick = () => run.start(this.limit?.value ?? "");
      find("review-stop").onclick = () => run.stop();
    }
    this.draw();
  }

  /** @param {{ done: number, all: number } | null} progress @param {string} [failure] */
  show(progress, failure = "") {
    this.progress = progress;
    this.failure = failure;
    this.draw();
  }

  draw() {
    const { study, progress } = this;
    const { review } = study.tree;
    const count = study.tree.mainLine().length;
    if (this.run) {
      find("review-ask").hidden = review !== null || progress !== null;
      find("review-running").hidden = progress === null;
      const empty = find("review-empty");
      empty.textContent = this.failure || (count ? `${count} ${count === 1 ? "move" : "moves"} to review.` : "Nothing to review yet: play or open a game.");
      /** @type {HTMLButtonElement} */ (find("review-start")).disabled = count === 0;
      if (progress) {
        const bar = /** @type {HTMLProgressElement} */ (find("review-progress"));
        bar.max = progress.all;
        bar.value = progress.done;
        find("review-done").textContent = `${progress.done} of ${progress.all} positions`;
      }
    }
    find("next-mark").hidden = !this.marked().length;
    if (!review || progress) {
      this.box.replaceChildren();
      return;
    }
    const again = this.run ? [button("Review again", () => this.again(), { class: "small" })] : [];
    this.box.replaceChildren(
      make("div", { class: "players" }, this.player("White", review.players.white), this.player("Black", review.players.black)),
      ...(study.node.parent ? [] : [...this.lost(), this.worst(), ...again]),
    );
  }

  again() {
    this.study.tree.forgetReview();
    this.study.tell("tree");
  }

  marked() {
    return this.study.tree.mainLine().filter((node) => node.review && isError(node.review.mark));
  }

  nextMark() {
    const marked = this.marked();
    const next = marked.find((node) => node.ply > this.study.node.ply) ?? marked[0];
    if (next) this.study.go(next);
  }

  /** The costliest moves. */
  worst() {
    const marked = this.marked().sort((one, other) => (other.review?.loss ?? 0) - (one.review?.loss ?? 0));
    if (!marked.length) return make("p", { class: "soft" }, "No move cost much: well played.");
    const entries = marked.slice(0, WORST).map((node) => this.entry(node));
    return make("p", { class: "worst" }, make("span", {}, "The costliest moves: "), ...entries);
  }

  /** The move that lost the game, if it was lost. */
  lost() {
    const nodes = this.study.tree.mainLine();
    const lost = losingMove(nodes.flatMap(({ review }) => review ?? []));
    const node = lost && nodes.find(({ review }) => review === lost);
    if (!node) return [];
    return [make("p", { class: "worst" }, make("span", {}, `The game turned against ${lost.player} with `), this.entry(node), make("span", {}, ` ${fall(lost)}`))];
  }

  /** A button that leads to a move. @param {TreeNode} node */
  entry(node) {
    const entry = button(`${turnOf(node.ply, this.study.pliesBefore)} ${node.move} `, () => this.study.go(node), { class: "small" });
    const { mark, loss } = /** @type {import("../engine/documents.js").ReviewedMove} */ (node.review);
    entry.append(make("b", { class: mark }, `${SIGNS[mark]} −${Math.round(loss * 100)}\u00a0%`));
    return entry;
  }

  /** @param {Player} player @param {Summary} summary */
  player(player, summary) {
    const letter = player === "White" ? "w" : "b";
    const { headings, review } = this.study.tree;
    const name = headings[player] || (review && (player === "White" ? review.game.white : review.game.black)) || player;
    const picture = make("span", { class: "tile" });
    picture.innerHTML = `<svg viewBox="-95 -100 190 200" aria-hidden="true"><use href="#tile-${letter}"/><use href="#${letter}Q"/></svg>`;
    const accuracy = typeof summary.accuracy === "number" ? `accuracy ${summary.accuracy.toFixed(1)}\u00a0% · ` : "";
    const missed = summary.missed_wins ? ` · ${summary.missed_wins} missed ${summary.missed_wins === 1 ? "win" : "wins"}` : "";
    const counts = [["inaccuracy", summary.inaccuracies], ["mistake", summary.mistakes], ["blunder", summary.blunders]].map(([mark, count]) =>
      make("span", { title: `${mark}: ${count}` }, make("b", { class: String(mark) }, SIGNS[/** @type {"blunder"} */ (mark)]), ` ${count}`),
    );
    return make(
      "section",
      { class: "player", "aria-label": player },
      picture,
      make("h3", {}, name),
      make("p", { class: "counts" }, ...counts),
      make("p", { class: "summary" }, `${accuracy}${summary.best} of ${summary.choices} best · ${(summary.mean_loss * 100).toFixed(1)}\u00a0% lost per move${missed}`),
    );
  }
}
