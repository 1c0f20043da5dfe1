/**
 * The review of the game: its limit, its progress, and its summary of both players.
 *
 * @import { Summary } from "../engine/documents.js"
 * @import { Player } from "../game/position.js"
 * @import { Study } from "../game/study.js"
 * @import { TreeNode } from "../game/tree.js"
 */

import { sidePhrase } from "../game/phrases.js";
import { sideWords } from "../game/position.js";
import { turnOf } from "../game/tree.js";
import { resultOf } from "../library/result.js";
import { decimal, text } from "../texts/text.js";
import { button, find, isTyping, make } from "./element.js";
import { SIGNS, fall, isError, losingMove } from "./judgments.js";
import { movePictures, tileIcon } from "./move_icons.js";

/** How many of the worst moves to list. */
const WORST = 5;

export class ReviewPanel {
  /**
   * @param {Study} study
   * @param {{ start: (limit: string) => void, stop: () => void, seconds: (limit: string, positions: number) => number } | null} run
   *   Reviews the game, and says how long that takes; `null` without an engine.
   */
  constructor(study, run) {
    this.study = study;
    this.run = run;
    this.box = find("review-summary");
    this.limit = /** @type {HTMLSelectElement | null} */ (document.getElementById("review-limit"));
    /** @type {import("../engine/review.js").Progress | null} */
    this.progress = null;
    /** When the review is expected to end, in milliseconds. */
    this.end = 0;
    this.failure = "";
    /** The review that was stopped whose limit is chosen. @type {import("../engine/review.js").Unfinished | null} */
    this.offered = null;
    study.on(["tree", "use", "position", "words"], () => this.draw());
    find("next-mark").onclick = () => this.nextMark();
    document.addEventListener("keydown", (event) => {
      if (event.key !== "m" || event.ctrlKey || event.metaKey || event.altKey || isTyping(event, "select", "dialog", ".area")) return;
      this.nextMark();
    });
    if (run) {
      find("review-start").onclick = () => run.start(this.limit?.value ?? "");
      this.limit?.addEventListener("change", () => this.draw());
      find("review-stop").onclick = () => run.stop();
    }
    this.draw();
  }

  /** @param {import("../engine/review.js").Progress | null} progress @param {string} [failure] */
  show(progress, failure = "") {
    if (progress && !this.progress) this.end = performance.now() + 1000 * this.seconds(progress.all);
    this.progress = progress;
    this.failure = failure;
    this.draw();
  }

  draw() {
    const { study, progress } = this;
    const { review, unfinished } = study.tree;
    if (this.limit && unfinished && this.offered !== unfinished) this.limit.value = unfinished.limit;
    this.offered = unfinished;
    const count = study.tree.mainLine().length;
    if (this.run) {
      find("review-ask").hidden = review !== null || progress !== null;
      find("review-running").hidden = progress === null;
      const empty = find("review-empty");
      empty.textContent = this.failure || (count ? this.plan(count) : text("review.nothing"));
      const start = /** @type {HTMLButtonElement} */ (find("review-start"));
      start.disabled = count === 0;
      start.textContent = text(this.goesOn ? "review.go_on" : "review.start");
      if (progress) {
        const bar = /** @type {HTMLProgressElement} */ (find("review-progress"));
        bar.max = progress.all;
        bar.value = progress.done;
        const { look, done, all } = progress;
        const left = (this.end - performance.now()) / 1000;
        const where = look === 1 ? text("review.progress", { done, all }) : text("review.second_looks", { done, all });
        find("review-done").textContent = `${where} · ${left > 2 ? text("review.left", { time: timeWords(left) }) : text("review.soon")}`;
      }
    }
    find("next-mark").hidden = !this.marked().length;
    if (!review || progress) {
      this.box.replaceChildren();
      return;
    }
    const again = this.run ? [button(text("review.again"), () => this.again(), { class: "small" })] : [];
    this.box.replaceChildren(
      make("div", { class: "players" }, this.player("White", review.players.white), this.player("Black", review.players.black)),
      ...(study.node.parent && study.node !== study.tree.root.end() ? [] : [...this.lost(), this.worst(), ...again]),
    );
  }

  /** What there is to review, and how long it takes. @param {number} count */
  plan(count) {
    const time = text("review.takes", { time: timeWords(this.seconds(count + 1)) });
    const isBegun = this.goesOn || this.study.tree.mainLine().some(({ early }) => early);
    return `${text("review.to_review", { n: count })} ${time}${isBegun ? ` ${text("review.stopped")}` : ""}`;
  }

  /** How many searches of a review that was stopped need not be made again. */
  get goesOn() {
    const { unfinished } = this.study.tree;
    return unfinished?.limit === this.limit?.value ? (unfinished?.found.length ?? 0) : 0;
  }

  /** How long a review of so many positions takes; there are about as many later looks as first ones. @param {number} positions */
  seconds(positions) {
    const all = this.run?.seconds(this.limit?.value ?? "", positions) ?? 0;
    return all * Math.max(0.1, 1 - this.goesOn / (2 * positions));
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
    if (!marked.length) return make("p", { class: "soft" }, text("review.no_errors"));
    const entries = marked.slice(0, WORST).map((node) => this.entry(node));
    return make("p", { class: "worst" }, make("span", {}, text("review.costliest")), ...entries);
  }

  /** The move that lost the game, if it was lost; why it was drawn, if it was. */
  lost() {
    const { tree } = this.study;
    const nodes = tree.mainLine();
    const ending = tree.review?.game.ending;
    const result = resultOf(tree, ending ? (ending.winner ?? "Draw") : "");
    if (result === "Draw") return [make("p", { class: "worst" }, text(`review.drawn_${ending?.by ?? "agreement"}`))];
    const lost = losingMove(nodes.flatMap(({ review }) => review ?? []), result);
    const node = lost && nodes.find(({ review }) => review === lost);
    if (!node) return [];
    return [
      make(
        "p",
        { class: "worst" },
        make("span", {}, text("review.turned", { side: sidePhrase(lost.player, tree.you) })),
        this.entry(node),
        make("span", {}, ` ${fall(lost, tree.you)}`),
      ),
    ];
  }

  /** A button that leads to a move. @param {TreeNode} node */
  entry(node) {
    const { move } = node;
    const entry = button(`${turnOf(node.ply, this.study.pliesBefore)} `, () => this.study.go(node), { class: "small", title: move ?? "" });
    entry.append(...movePictures(move ?? ""), " ");
    const { mark, loss } = /** @type {import("../engine/documents.js").ReviewedMove} */ (node.review);
    entry.append(make("b", { class: mark }, `${SIGNS[mark]} −${Math.round(loss * 100)}\u00a0%`));
    return entry;
  }

  /** @param {Player} player @param {Summary} summary */
  player(player, summary) {
    const { headings, review } = this.study.tree;
    const name = headings[player] || (review && (player === "White" ? review.game.white : review.game.black)) || sideWords(player);
    const accuracy = typeof summary.accuracy === "number" ? text("review.accuracy", { percent: decimal(summary.accuracy, 1) }) : "";
    const { choices } = summary;
    const loss = decimal(summary.mean_loss * 100, 1);
    const missed = summary.missed_wins ? text("review.missed", { n: summary.missed_wins }) : "";
    const counts = /** @type {["inaccuracy" | "mistake" | "blunder", number][]} */ ([
      ["inaccuracy", summary.inaccuracies],
      ["mistake", summary.mistakes],
      ["blunder", summary.blunders],
    ]).map(([mark, count]) =>
      make(
        "span",
        { title: text("review.mark_count", { mark: text(`review.mark_${mark}`), n: count }) },
        make("b", { class: String(mark) }, SIGNS[/** @type {"blunder"} */ (mark)]),
        ` ${count}`,
      ),
    );
    return make(
      "section",
      { class: "player", "aria-label": sideWords(player) },
      tileIcon(player === "White" ? "wQ" : "bQ"),
      make("h2", {}, name),
      make("p", { class: "counts" }, ...counts),
      make("p", { class: "summary" }, choices ? `${accuracy}${text("review.summary", { best: summary.best, choices, loss })}${missed}` : ""),
      ...amongPeople(summary),
    );
  }
}

/** Where the accuracy stands among people. @param {Summary} summary */
function amongPeople({ among_people: place }) {
  if (!place) return [];
  const values = { percent: place.better_than, games: place.games, from: place.from_ply, to: place.to_ply ?? "", nodes: place.nodes };
  return [make("p", { class: "summary" }, text(place.to_ply === null ? "review.among_people_long" : "review.among_people", values))];
}

/** A time that is not known exactly. @param {number} seconds */
function timeWords(seconds) {
  if (seconds < 90) return text("review.seconds", { n: Math.max(1, seconds < 20 ? Math.ceil(seconds) : 5 * Math.ceil(seconds / 5)) });
  return text("review.minutes", { n: Math.ceil(seconds / 60) });
}
