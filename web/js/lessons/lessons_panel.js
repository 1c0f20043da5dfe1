/**
 * The lessons beside the board: the task, what was wrong with an answer, and the list of all.
 *
 * @import { Board } from "../board/board.js"
 * @import { Rules } from "../engine/rules.js"
 * @import { Hex } from "../game/position.js"
 * @import { Verdict } from "./lesson_attempt.js"
 * @import { Lesson } from "./lessons.js"
 */

import { arrowOf } from "../board/arrows.js";
import { reasonOf } from "../game/refusal.js";
import { button, make, tellIn } from "../panels/element.js";
import { tileIcon } from "../panels/move_icons.js";
import { text } from "../texts/text.js";
import { aboutHive } from "./about_hive.js";
import { demonstrate } from "./demonstration.js";
import { LessonAttempt } from "./lesson_attempt.js";
import { lessonChoices } from "./lesson_choices.js";
import { CHAPTERS, LESSONS } from "./lessons.js";
import { SolvedLessons } from "./solved_lessons.js";

export class LessonsPanel {
  /**
   * @param {HTMLElement} box
   * @param {Board} board
   * @param {Rules} rules
   * @param {{ say: (text: string) => void, complain: (text: string) => void, playFirstGame: () => void, isOpen: () => boolean }} around
   */
  constructor(box, board, rules, around) {
    this.box = box;
    this.board = board;
    this.rules = rules;
    this.around = around;
    this.solved = new SolvedLessons();
    /** @type {LessonAttempt | null} */
    this.attempt = null;
    /** Incremented when another lesson begins, so that a pending answer is dropped. */
    this.turn = 0;
    /** The piece or hex that was wrongly chosen. */
    this.wrong = "";
    this.message = make("p", { id: "lesson-message", role: "status" });
    this.heading = make("h2");
    this.task = make("section", { class: "card lesson", "aria-labelledby": "lesson-title" });
    this.list = make("section", { class: "card lesson-list", "aria-labelledby": "lessons-title" });
    box.replaceChildren(this.task, this.list);
  }

  /** Shows the lesson that was left, or the first that is not solved; before the first, what Hive is about. */
  open() {
    if (this.attempt) this.show();
    else if (this.solved.ids.size) this.begin(this.next);
    else if (!this.task.querySelector("#lessons-begin")) this.about();
  }

  /** The first lesson that is not solved. */
  get next() {
    return LESSONS.find(({ id }) => !this.solved.ids.has(id)) ?? LESSONS[0];
  }

  /** Tells what Hive is about, while a game plays itself. */
  about() {
    this.turn += 1;
    const { turn, board } = this;
    this.attempt = null;
    this.drawAbout();
    let isFirst = true;
    const show = (/** @type {import("../game/position.js").Position} */ position) => {
      board.show(position, { animate: !isFirst, refit: isFirst });
      board.showArrows([]);
      isFirst = false;
    };
    demonstrate(show, () => turn === this.turn && this.around.isOpen());
  }

  drawAbout() {
    this.task.replaceChildren(...aboutHive(() => this.begin(this.next).then(() => this.heading.focus())));
    this.drawList(null);
  }

  /** @param {Lesson} lesson */
  async begin(lesson) {
    this.turn += 1;
    const { turn } = this;
    const attempt = new LessonAttempt(this.rules, lesson);
    const hasBegun = await attempt.begin().then(() => true, (error) => this.around.complain(reasonOf(error)));
    if (!hasBegun || turn !== this.turn) return;
    this.attempt = attempt;
    this.wrong = "";
    tellIn(this.message, "");
    this.draw();
    this.show({ refit: true });
    this.around.say(`${text(`lessons.title_${lesson.id}`)}. ${text(`lessons.task_${lesson.id}`)}`);
  }

  /** Shows the position. @param {{ animate?: boolean, refit?: boolean }} [how] */
  show({ animate = false, refit = false } = {}) {
    const { attempt, board } = this;
    if (!attempt) return;
    const put = (/** @type {string} */ piece, /** @type {Hex} */ hex) => this.answer(() => attempt.put(piece, hex));
    const toggle = (/** @type {string} */ key) => {
      attempt.toggle(key);
      this.wrong = "";
      board.choices.marks = this.choices(attempt, put, toggle).marks;
      board.drawChoices();
    };
    board.show(attempt.position, { choices: this.choices(attempt, put, toggle), animate, refit });
    board.showArrows([]);
    const { task } = attempt.lesson;
    if (task.kind === "hexes" && !attempt.isSolved) board.pick(task.piece);
  }

  /** @param {LessonAttempt} attempt @param {(piece: string, hex: Hex) => void} put @param {(key: string) => void} toggle */
  choices(attempt, put, toggle) {
    return lessonChoices(attempt, this.wrong, { put, toggle, say: this.around.say });
  }

  /** Shows what the rules say about an answer. @param {() => Promise<Verdict & { about?: string }>} judge */
  async answer(judge) {
    const { attempt, turn } = this;
    if (!attempt) return;
    const verdict = await judge().catch((error) => this.around.complain(reasonOf(error)));
    if (!verdict || turn !== this.turn) return;
    const { result, reason = "", n = 0, about = "", refutation } = verdict;
    this.wrong = about;
    if (result === "wrong") this.board.sound("wrong");
    if (result === "solved") {
      this.solved.add(attempt.lesson.id);
      this.draw();
      tellIn(this.message, text("lessons.right"), "good");
    } else {
      tellIn(this.message, text(reason, { n }), result === "wrong" ? "blunder" : "");
    }
    this.show({ animate: result !== "wrong" });
    if (refutation) this.board.showArrows([arrowOf(attempt.position, refutation, 0, "threat")]);
  }

  /** Draws the task and the list. */
  draw() {
    const { attempt } = this;
    if (!attempt) {
      if (this.task.querySelector("#lessons-begin")) this.drawAbout();
      return;
    }
    const { lesson } = attempt;
    const index = LESSONS.indexOf(lesson);
    const acts = [button(text("lessons.again"), () => this.begin(lesson))];
    if (attempt.lesson.task.kind === "pass")
      acts.unshift(button(text("lessons.pass"), () => this.answer(async () => attempt.pass()), { class: "main", id: "lesson-pass" }));
    if (["pieces", "hexes"].includes(lesson.task.kind))
      acts.unshift(button(text("lessons.check"), () => this.answer(() => attempt.check()), { class: "main", id: "lesson-check" }));
    if (attempt.isSolved) acts.splice(0, acts.length - 1);
    const go = (/** @type {number} */ step, /** @type {string} */ key, /** @type {string} */ id) => {
      const next = LESSONS[index + step];
      const show = () => (next ? this.begin(next).then(() => this.heading.focus()) : this.about());
      const made = button(text(key), show, { id, class: attempt.isSolved && step > 0 ? "main" : "" });
      made.disabled = !next && step > 0;
      return made;
    };
    this.heading = make("h2", { id: "lesson-title", tabindex: "-1" }, text(`lessons.title_${lesson.id}`));
    const isLast = attempt.isSolved && index === LESSONS.length - 1;
    const hadFocus = this.task.contains(document.activeElement);
    this.task.replaceChildren(
      make("p", { class: "soft" }, text("lessons.number", { number: index + 1, count: LESSONS.length })),
      this.heading,
      make("div", { class: "idea" }, ...(lesson.about ? [tileIcon(lesson.about)] : []), make("p", {}, text(`lessons.idea_${lesson.id}`))),
      make("p", { class: "task" }, text(`lessons.task_${lesson.id}`)),
      this.message,
      make(
        "div",
        { class: "acts" },
        ...acts,
        go(-1, "lessons.previous", "lesson-previous"),
        ...(isLast ? [this.firstGame("main")] : [go(1, "lessons.next", "lesson-next")]),
      ),
    );
    if (hadFocus) this.heading.focus();
    this.drawList(lesson);
  }

  /** @param {Lesson | null} current */
  drawList(current) {
    const { ids } = this.solved;
    const chapters = CHAPTERS.flatMap(({ id, lessons }) => [
      make("h3", {}, text(`lessons.chapter_${id}`)),
      make("ul", {}, ...lessons.map((lesson) => make("li", {}, this.entry(lesson, lesson === current)))),
    ]);
    const n = LESSONS.filter(({ id }) => ids.has(id)).length;
    this.list.replaceChildren(
      make(
        "div",
        { class: "row" },
        make("h2", { id: "lessons-title" }, text("lessons.title")),
        make("p", { class: "soft", id: "lessons-count" }, text("lessons.solved", { n, count: LESSONS.length })),
      ),
      make(
        "ul",
        {},
        make(
          "li",
          {},
          button(text("lessons.about_title"), () => this.about(), { id: "lessons-about", "aria-current": current ? false : "true" }),
        ),
      ),
      ...chapters,
      make("h3", {}, text("lessons.chapter_game")),
      make("p", {}, text("lessons.game_idea")),
      this.firstGame(""),
    );
  }

  /** @param {Lesson} lesson @param {boolean} isCurrent */
  entry(lesson, isCurrent) {
    const isSolved = this.solved.ids.has(lesson.id);
    const title = text(`lessons.title_${lesson.id}`);
    const entry = button(title, () => this.begin(lesson), { "data-lesson": lesson.id, class: isSolved ? "solved" : "" });
    if (isSolved) entry.setAttribute("aria-label", text("lessons.solved_title", { title }));
    if (isCurrent) entry.setAttribute("aria-current", "true");
    return entry;
  }

  /** @param {string} kind */
  firstGame(kind) {
    return button(text("lessons.first_game"), this.around.playFirstGame, { class: `${kind} first-game` });
  }
}
