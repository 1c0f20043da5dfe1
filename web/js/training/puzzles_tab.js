/**
 * The puzzles beside the board: one after the other, near the person's rating.
 *
 * @typedef {import("../board/board.js").Board} Board
 * @typedef {import("../engine/rules.js").Rules} Rules
 * @typedef {import("../game/position.js").Position} Position
 * @typedef {import("../library/puzzle_history.js").PuzzleHistory} PuzzleHistory
 * @typedef {import("../library/puzzle_history.js").Try} Try
 * @typedef {import("./puzzle_set.js").Puzzle} Puzzle
 */

import { arrowOf } from "../board/arrows.js";
import { legalChoices } from "../board/choices.js";
import { piecePhrase, sentence } from "../game/phrases.js";
import { isOver, mustPass, opponentOf, ownerOf, sideWords } from "../game/position.js";
import { reasonOf } from "../game/refusal.js";
import { openSides } from "../lessons/lesson_attempt.js";
import { button, make } from "../panels/element.js";
import { moveButton } from "../panels/move_icons.js";
import { text } from "../texts/text.js";
import { NEWCOMER, after } from "./glicko.js";
import { PuzzleAttempt } from "./puzzle_attempt.js";
import { choose, streakOf } from "./puzzle_choice.js";
import { TYPES, puzzlesOf } from "./puzzle_set.js";

/** The pause before the opponent's reply, in milliseconds. */
const PAUSE = matchMedia("(prefers-reduced-motion: reduce)").matches ? 100 : 600;
/** The lengths to choose from. */
const LENGTHS = [1, 2, 3, 4];
const THEMES = [
  "quiet_move", "under_threat", "unpinning", "pinning", "throw", "queen_thrown", "onto_queen", "beetle_drop", "last_placement", "ant_finish",
  "spider_finish", "grasshopper_finish", "beetle_finish", "mosquito_finish", "ladybug_finish", "pillbug_finish", "queen_finish", "pass_forced",
  "own_surround",
];

export class PuzzlesTab {
  /**
   * @param {HTMLElement} box
   * @param {Board} board
   * @param {Rules} rules
   * @param {PuzzleHistory} history
   * @param {object} around
   * @param {(text: string) => void} around.say
   * @param {(reason: string) => void} around.complain
   * @param {(id: string) => void} around.shown        Another puzzle is shown.
   * @param {(puzzle: Puzzle) => void} around.analyse  Opens its position for analysis.
   * @param {() => boolean} around.isOpen              Whether the board shows puzzles.
   */
  constructor(box, board, rules, history, around) {
    this.box = box;
    this.board = board;
    this.rules = rules;
    this.history = history;
    this.around = around;
    /** @type {Try[]} */
    this.tries = [];
    this.wanted = { type: "", theme: "", moves: 0 };
    /** @type {PuzzleAttempt | null} */
    this.attempt = null;
    /** The wrong move shown, with its reply. @type {Awaited<ReturnType<PuzzleAttempt["refute"]>> | null} */
    this.wrong = null;
    /** Incremented when something else is asked, so that a pending answer is dropped. */
    this.turn = 0;
    /** By how much the last try moved the rating. */
    this.change = 0;
    this.message = make("p", { id: "puzzle-message", role: "status" });
    /** What the message says, in the language of the moment. */
    this.words = () => "";
    this.task = make("section", { class: "card puzzle", "aria-labelledby": "puzzle-title" });
    this.choice = make("section", { class: "card", "aria-label": text("puzzles.choose") });
    box.replaceChildren(this.task, this.choice);
  }

  /** The person's rating. */
  get player() {
    return this.tries.at(-1)?.player ?? NEWCOMER;
  }

  /** Shows the puzzle of an address, the one that was left, or the next. @param {string} [id] */
  async open(id = "") {
    if (this.attempt && (!id || id === this.attempt.puzzle.id)) {
      this.draw();
      this.show({ refit: true });
      return;
    }
    await this.inTurn(async () => {
      this.tries = await this.history.all();
      const linked = id ? (await puzzlesOf("")).find((puzzle) => puzzle.id === id) : null;
      if (id && !linked) this.around.complain(text("puzzles.unknown", { id }));
      return linked ?? this.pick();
    });
  }

  next() {
    return this.inTurn(() => this.pick());
  }

  async pick() {
    const { type, ...wanted } = this.wanted;
    return choose(await puzzlesOf(type), wanted, this.tries, this.player.rating, this.attempt?.puzzle.id);
  }

  /** Begins the puzzle that a task finds. @param {() => Promise<Puzzle | null>} find */
  async inTurn(find) {
    this.turn += 1;
    const { turn } = this;
    try {
      const puzzle = await find();
      if (turn !== this.turn) return;
      if (puzzle) {
        const attempt = new PuzzleAttempt(this.rules, puzzle);
        await attempt.begin();
        if (turn !== this.turn) return;
        this.attempt = attempt;
        this.wrong = null;
        this.change = 0;
        this.tell(() => "", "");
        this.around.shown(puzzle.id);
      } else this.tell(() => text("puzzles.none"), "");
      this.draw();
      this.show({ refit: true });
      if (puzzle) this.around.say(this.taskWords());
    } catch (error) {
      if (turn !== this.turn) return;
      this.task.replaceChildren(
        make("p", { class: "failure", role: "alert" }, text("puzzles.not_loaded", { reason: reasonOf(error) })),
        button(text("puzzles.retry"), () => this.next(), { class: "main" }),
      );
    }
  }

  /** Shows the position, or a wrong move with its refutation. @param {{ animate?: boolean, refit?: boolean }} [how] */
  show({ animate = false, refit = false } = {}) {
    const { attempt, board, wrong } = this;
    if (!attempt || !this.around.isOpen()) return;
    if (wrong) {
      board.show(wrong.position, { animate: true });
      const arrow = wrong.reply ? arrowOf(wrong.position, wrong.reply, 0, "threat") : null;
      board.showArrows(arrow ? [arrow] : []);
      return;
    }
    const isOurs = attempt.next !== undefined && attempt.ply % 2 === 0;
    board.show(attempt.position, { choices: isOurs ? legalChoices(attempt.position, (move) => this.answer(move)) : undefined, animate, refit });
    board.showArrows([]);
  }

  /** Judges a move. @param {string} move */
  async answer(move) {
    const { attempt } = this;
    if (!attempt) return;
    this.turn += 1;
    const { turn } = this;
    try {
      if (move === attempt.next) {
        await this.advance(attempt, turn);
        return;
      }
      await this.record(attempt, false);
      this.tell(() => text("puzzles.judging"), "");
      const wrong = await attempt.refute(move);
      if (turn !== this.turn) return;
      this.wrong = wrong;
      this.board.sound("wrong");
      this.tell(() => this.whyWrong(attempt, wrong), "blunder");
      this.draw();
      this.show();
    } catch (error) {
      if (turn === this.turn) this.around.complain(reasonOf(error));
    }
  }

  /** Plays the right move and the opponent's reply. @param {PuzzleAttempt} attempt @param {number} turn */
  async advance(attempt, turn) {
    const move = attempt.next ?? "";
    await attempt.advance();
    if (turn !== this.turn) return;
    this.show({ animate: true });
    if (attempt.next === undefined) return this.finish(attempt);
    this.tell(() => text("puzzles.right", { move: attempt.phrase(move) }), "good");
    this.draw();
    await new Promise((resolve) => setTimeout(resolve, PAUSE));
    if (turn !== this.turn) return;
    const reply = attempt.next;
    await attempt.advance();
    if (turn !== this.turn) return;
    this.show({ animate: true });
    if (attempt.next === undefined) return this.finish(attempt);
    this.tell(() => text("puzzles.reply", { move: attempt.phrase(reply) }), "good");
    this.draw();
  }

  /** @param {PuzzleAttempt} attempt */
  async finish(attempt) {
    const isClean = !attempt.isSpoiled;
    if (isClean) this.board.sound("win");
    await this.record(attempt, true);
    this.tell(() => text(isClean ? "puzzles.solved" : "puzzles.done"), "good");
    this.draw();
    /** @type {HTMLElement | null} */ (this.box.querySelector("#puzzle-next"))?.focus({ preventScroll: true });
  }

  /** Keeps the first verdict on an attempt. @param {PuzzleAttempt} attempt @param {boolean} solved */
  async record(attempt, solved) {
    if (attempt.isSpoiled || attempt.isKept) return;
    attempt.isSpoiled = !solved;
    attempt.isKept = true;
    const { id, rating } = attempt.puzzle;
    // A puzzle that was tried before says nothing about the rating.
    const isNew = !this.tries.some((one) => one.id === id);
    const player = isNew ? after(this.player, rating, solved) : this.player;
    this.change = Math.round(player.rating) - Math.round(this.player.rating);
    const one = { id, when: Math.max(Date.now(), (this.tries.at(-1)?.when ?? 0) + 1), solved, player };
    this.tries.push(one);
    await this.history.add([one]);
  }

  /** @param {PuzzleAttempt} attempt @param {NonNullable<PuzzlesTab["wrong"]>} wrong */
  whyWrong(attempt, wrong) {
    const { position, puzzle, ply } = attempt;
    const n = (puzzle.solution.length - ply + 1) >> 1;
    if (wrong.reply && wrong.after) {
      const why = this.whyRefuted(attempt, wrong.reply, wrong.position, wrong.after);
      return text("puzzles.refuted", { n, reply: attempt.phrase(wrong.reply), why });
    }
    if (puzzle.solution.length - ply > 1) return text("puzzles.wrong", { n });
    return text("puzzles.still_open", { n: openSides(wrong.position, opponentOf(position.to_move)) });
  }

  /** What a reply does. @param {PuzzleAttempt} attempt @param {string} reply @param {Position} before @param {Position} after */
  whyRefuted({ player }, reply, before, after) {
    if (isOver(after)) return text("puzzles.why_loses");
    if (reply[1] === "Q") return text("puzzles.why_escapes");
    const pinned = after.pinned.filter((piece) => ownerOf(piece) === player && !before.pinned.includes(piece));
    if (pinned.length) return text("puzzles.why_pins", { pieces: piecePhrase(pinned[0], player) });
    return text("puzzles.why_late", { n: openSides(after, opponentOf(player)) });
  }

  /** The moves played, each to be looked at; none before there are some. @param {PuzzleAttempt} attempt */
  line(attempt) {
    const { wrong } = this;
    const moves = wrong ? [...wrong.line, ...(wrong.reply ? [wrong.reply] : [])] : attempt.next === undefined ? attempt.moves : [];
    if (!moves.length) return [];
    const look = async (/** @type {number} */ count) => {
      const { turn } = this;
      const position = await this.rules.positionAfter(attempt.puzzle.start, moves.slice(0, count));
      if (turn === this.turn) this.board.show(position, { isPreview: count < moves.length });
    };
    const entries = moves.map((move, index) => moveButton(move, () => look(index + 1)));
    return [make("p", { class: "refutation line" }, make("span", {}, text("puzzles.line")), ...entries)];
  }

  again() {
    this.turn += 1;
    this.wrong = null;
    this.tell(() => "", "");
    this.draw();
    this.show();
  }

  /** Names the piece that moves, then shows the move. */
  async hint() {
    const { attempt } = this;
    const move = attempt?.next;
    if (!attempt || move === undefined || attempt.ply % 2) return;
    await this.record(attempt, false);
    attempt.hints += 1;
    if (this.wrong) this.again();
    if (attempt.hints === 1 && move !== "pass") {
      const [piece] = move.split(" ");
      this.board.setCursor({ piece });
      this.tell(() => text("puzzles.hint_piece", { piece: piecePhrase(piece, attempt.player)("") }), "");
    } else {
      const arrow = arrowOf(attempt.position, move, 0, "hint");
      this.board.showArrows(arrow ? [arrow] : []);
      this.tell(() => text("puzzles.hint_move", { move: attempt.phrase(move) }), "");
    }
    this.drawStanding();
  }

  /** Plays the rest of the solution. */
  async solution() {
    const { attempt } = this;
    if (!attempt) return;
    await this.record(attempt, false);
    if (this.wrong) this.again();
    this.turn += 1;
    const { turn } = this;
    while (turn === this.turn && attempt.next !== undefined) {
      await attempt.advance();
      if (turn !== this.turn) return;
      this.show({ animate: true });
      const move = attempt.moves.at(-1) ?? "pass";
      this.tell(() => `${sentence(attempt.phrase(move))}.`, "");
      await new Promise((resolve) => setTimeout(resolve, 2 * PAUSE));
    }
    if (turn === this.turn) await this.finish(attempt);
  }

  /** @param {() => string} words @param {"" | "good" | "blunder"} kind */
  tell(words, kind) {
    this.words = words;
    this.message.textContent = words();
    this.message.className = kind;
  }

  taskWords() {
    const { attempt } = this;
    if (!attempt) return "";
    return text("puzzles.task", { n: attempt.puzzle.moves, side: sideWords(attempt.player) });
  }

  draw() {
    const { attempt, wrong } = this;
    // What has not changed is not announced again.
    if (this.message.textContent !== this.words()) this.message.textContent = this.words();
    if (attempt) {
      const { puzzle } = attempt;
      const isDone = attempt.next === undefined;
      const next = button(text("puzzles.next"), () => this.next(), { id: "puzzle-next", class: isDone ? "main" : "" });
      const again = button(text("puzzles.again"), () => this.again(), { id: "puzzle-again", class: "main" });
      const hint = button(text("puzzles.hint"), () => this.hint(), { id: "puzzle-hint" });
      const solution = button(text("puzzles.solution"), () => this.solution(), { id: "puzzle-solution" });
      const analyse = button(text("puzzles.analyse"), () => this.around.analyse(puzzle), { id: "puzzle-analyse" });
      const pass = button(text("game.pass"), () => this.answer("pass"), { id: "puzzle-pass" });
      const acts = isDone ? [next, analyse] : wrong ? [again, hint, solution, next] : [...(mustPass(attempt.position) ? [pass] : []), hint, solution, next];
      const focused = this.task.contains(document.activeElement) ? document.activeElement : null;
      const title = make("h2", { id: "puzzle-title", tabindex: "-1" }, this.taskWords());
      this.task.replaceChildren(
        make("p", { class: "soft" }, text("puzzles.facts", { type: puzzle.type, rating: puzzle.rating })),
        title,
        this.message,
        ...this.line(attempt),
        ...(isDone ? [this.themes(puzzle)] : []),
        make("div", { class: "acts" }, ...acts),
        make("p", { id: "puzzle-standing", class: "soft" }),
      );
      // Who is about to press a button finds it again.
      if (focused) /** @type {HTMLElement} */ (this.task.querySelector(`button[id="${focused.id}"]`) ?? title).focus();
    } else this.task.replaceChildren(this.message);
    this.drawStanding();
    this.drawChoice();
  }

  /** @param {Puzzle} puzzle */
  themes({ themes }) {
    const entries = themes.map((theme) => make("li", {}, button(text(`puzzles.theme_${theme}`), () => this.want("puzzle-theme", theme), { class: "small" })));
    return make("ul", { class: "themes", "aria-label": text("puzzles.themes") }, ...entries);
  }

  /** The rating, the streak and what was solved. */
  drawStanding() {
    const line = this.task.querySelector("#puzzle-standing");
    if (!line) return;
    const solved = new Set(this.tries.filter((one) => one.solved).map(({ id }) => id)).size;
    const change = this.change ? ` (${this.change > 0 ? "+" : "−"}${Math.abs(this.change)})` : "";
    line.textContent = text("puzzles.standing", { rating: Math.round(this.player.rating) + change, n: streakOf(this.tries), solved });
  }

  /** What to choose from. */
  drawChoice() {
    const { wanted } = this;
    const select = (/** @type {string} */ id, /** @type {string} */ label, /** @type {[string, string][]} */ entries, /** @type {string} */ value) => {
      const options = entries.map(([key, words]) => make("option", { value: key }, words));
      const field = make("select", { id, "aria-label": label }, ...options);
      field.value = value;
      field.onchange = () => this.want(id, field.value);
      return field;
    };
    if (this.choice.contains(document.activeElement)) return;
    this.choice.setAttribute("aria-label", text("puzzles.choose"));
    this.choice.replaceChildren(
      make(
        "div",
        { class: "row" },
        select(
          "puzzle-type",
          text("puzzles.type"),
          [["", text("puzzles.any_type")], ...TYPES.map((type) => /** @type {[string, string]} */ ([type, type]))],
          wanted.type,
        ),
        select(
          "puzzle-moves",
          text("puzzles.length"),
          [["0", text("puzzles.any_length")], ...LENGTHS.map((n) => /** @type {[string, string]} */ ([String(n), text("puzzles.in_moves", { n })]))],
          String(wanted.moves),
        ),
        select(
          "puzzle-theme",
          text("puzzles.theme"),
          [["", text("puzzles.any_theme")], ...THEMES.map((theme) => /** @type {[string, string]} */ ([theme, text(`puzzles.theme_${theme}`)]))],
          wanted.theme,
        ),
      ),
    );
  }

  /** @param {string} id @param {string} value */
  want(id, value) {
    if (id === "puzzle-type") this.wanted.type = value;
    if (id === "puzzle-theme") this.wanted.theme = value;
    if (id === "puzzle-moves") this.wanted.moves = Number(value);
    return this.next();
  }
}
