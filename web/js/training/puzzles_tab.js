/**
 * The puzzles beside the board: one after the other, near the person's rating.
 *
 * @import { Board } from "../board/board.js"
 * @import { Rules } from "../engine/rules.js"
 * @import { Position } from "../game/position.js"
 * @import { PuzzleHistory, Try } from "../library/puzzle_history.js"
 * @import { Puzzle } from "./puzzle_set.js"
 */

import { arrowOf } from "../board/arrows.js";
import { legalChoices } from "../board/choices.js";
import { openSides } from "../board/geometry.js";
import { piecePhrase, sentence } from "../game/phrases.js";
import { isOver, mustPass, opponentOf, ownerOf } from "../game/position.js";
import { reasonOf } from "../game/refusal.js";
import { solvedIn } from "../library/puzzle_history.js";
import { button, make, tellIn } from "../panels/element.js";
import { moveButton } from "../panels/move_icons.js";
import { peopleMoves } from "../panels/people_moves.js";
import { clockWords } from "../play/game_clock.js";
import { text } from "../texts/text.js";
import { DAILY_TYPES, dailyOf, dayOf, daysInARow } from "./daily.js";
import { NEWCOMER, after } from "./glicko.js";
import { PuzzleAttempt } from "./puzzle_attempt.js";
import { choose, streakOf } from "./puzzle_choice.js";
import { puzzleMenu } from "./puzzle_menu.js";
import { MISSES, PuzzleRun, bestRun } from "./puzzle_run.js";
import { puzzlesOf, taskOf } from "./puzzle_set.js";

/** What a result says of each move. */
const [RIGHT, WRONG] = ["\u{1f7e9}", "\u{1f7e5}"];
/** The pause before the opponent's reply, in milliseconds. */
const PAUSE = matchMedia("(prefers-reduced-motion: reduce)").matches ? 100 : 600;
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
   * @param {(words: string, id: string) => void} around.copyResult  Copies a result with the link of its puzzle.
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
    /** Those of the day. @type {Puzzle[]} */
    this.daily = [];
    this.day = dayOf();
    /** The run against the clock, until another puzzle is chosen after it. @type {PuzzleRun | null} */
    this.run = null;
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

  /** Whether the clock runs. */
  get isRunning() {
    return this.run !== null && !this.run.isOver;
  }

  /** Shows the puzzle of an address, the one that was left, or the next. @param {string} [id] */
  async open(id = "") {
    if (this.attempt && (!id || id === this.attempt.puzzle.id)) {
      this.draw();
      this.show({ refit: true });
      return;
    }
    await this.begin(async () => {
      this.tries = await this.history.all();
      const linked = id ? (await puzzlesOf("")).find((puzzle) => puzzle.id === id) : null;
      if (id && !linked) this.around.complain(text("puzzles.unknown", { id }));
      return linked ?? this.pick();
    });
  }

  next() {
    return this.begin(() => this.pick());
  }

  /** Asks another puzzle, outside of a run. @param {() => Promise<Puzzle | null>} find */
  begin(find) {
    this.run = null;
    return this.inTurn(find);
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
      const today = await Promise.all(DAILY_TYPES.map(puzzlesOf));
      if (turn !== this.turn) return;
      this.day = dayOf();
      this.daily = today.map((puzzles) => dailyOf(puzzles, this.day));
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
      if (puzzle) this.around.say(taskOf(puzzle));
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
      board.showArrows(wrong.replies.slice(0, 1).map((reply) => arrowOf(wrong.position, reply, 0, "threat")));
      return;
    }
    const isOurs = !this.run?.isOver && attempt.next !== undefined && attempt.ply % 2 === 0;
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
      attempt.squares += move === attempt.next ? RIGHT : WRONG;
      if (move === attempt.next) {
        await this.advance(attempt, turn);
        return;
      }
      await this.record(attempt, false);
      if (this.run) {
        // Once it is over, its end may have been told meanwhile.
        if (!this.run.isOver) this.tell(() => text("puzzles.run_missed"), "blunder");
        return this.runOn();
      }
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
    for (const [key, pause] of /** @type {const} */ ([["puzzles.right", PAUSE], ["puzzles.reply", 0]])) {
      const move = attempt.next ?? "";
      await attempt.advance();
      if (turn !== this.turn) return;
      this.show({ animate: true });
      if (attempt.next === undefined) return this.finish(attempt);
      this.tell(() => text(key, { move: attempt.phrase(move) }), "good");
      this.draw();
      await new Promise((resolve) => setTimeout(resolve, pause));
      if (turn !== this.turn) return;
    }
  }

  /** @param {PuzzleAttempt} attempt */
  async finish(attempt) {
    const isClean = !attempt.isSpoiled;
    if (isClean) this.board.sound("win");
    await this.record(attempt, true);
    if (this.run) {
      if (!this.run.isOver) this.tell(() => text("puzzles.solved"), "good");
      return this.runOn();
    }
    this.tell(() => text(isClean ? "puzzles.solved" : "puzzles.done"), "good");
    this.draw();
    /** @type {HTMLElement | null} */ (this.box.querySelector("#puzzle-next"))?.focus({ preventScroll: true });
  }

  /** Keeps the first verdict on an attempt, and whether the puzzle of the day was found. @param {PuzzleAttempt} attempt @param {boolean} solved */
  async record(attempt, solved) {
    const { id, rating } = attempt.puzzle;
    const found = solved && !attempt.isHelped && this.daily.some((puzzle) => puzzle.id === id) ? { day: this.day } : {};
    if (attempt.kept) {
      const { kept } = attempt;
      if (found.day && !kept.day) await this.history.change(Object.assign(kept, found));
      return;
    }
    attempt.isSpoiled = !solved;
    // A puzzle that was tried before, or in haste, says nothing about the rating.
    const isRated = !this.run && !this.tries.some((one) => one.id === id);
    const player = isRated ? after(this.player, rating, solved) : this.player;
    this.change = Math.round(player.rating) - Math.round(this.player.rating);
    const when = Math.max(Date.now(), (this.tries.at(-1)?.when ?? 0) + 1);
    attempt.kept = { id, when, solved, player, ...found, ...(this.run && { run: this.run.began }) };
    this.tries.push(attempt.kept);
    this.run?.add(attempt.puzzle, attempt.kept);
    await this.history.add([attempt.kept]);
  }

  /** Begins a run against the clock. */
  async startRun() {
    const run = new PuzzleRun(await puzzlesOf(this.wanted.type), this.tries);
    this.run = run;
    const tick = setInterval(() => {
      if (this.run === run && !run.isOver) this.drawClock();
      else clearInterval(tick);
      if (this.run === run && run.isOver) this.endRun();
    }, 200);
    await this.inTurn(async () => run.next());
  }

  /** Goes on with a run after a puzzle. */
  async runOn() {
    const { run, turn } = this;
    this.draw();
    await new Promise((resolve) => setTimeout(resolve, PAUSE));
    if (turn === this.turn && run && !run.isOver) await this.inTurn(async () => run.next());
  }

  /** Shows what a run has come to. */
  endRun() {
    this.turn += 1;
    this.tell(() => text("puzzles.run_over", { n: this.run?.solved ?? 0 }), "good");
    this.draw();
    if (this.attempt && this.around.isOpen()) this.board.show(this.attempt.position);
    /** @type {HTMLElement | null} */ (this.box.querySelector("#puzzle-run-again"))?.focus({ preventScroll: true });
  }

  /** The time, what was solved, and the misses. */
  drawClock() {
    const clock = this.task.querySelector("#puzzle-clock");
    if (clock && this.run) {
      const { left, solved, missed } = this.run;
      clock.textContent = `${clockWords(left)} · ${text("puzzles.run_so_far", { n: solved, missed: missed.length, of: MISSES })}`;
    }
  }

  /** @param {PuzzleAttempt} attempt @param {NonNullable<PuzzlesTab["wrong"]>} wrong */
  whyWrong(attempt, wrong) {
    const { position, puzzle, ply } = attempt;
    const n = (puzzle.solution.length - ply + 1) >> 1;
    const [reply] = wrong.replies;
    if (wrong.after) return text("puzzles.refuted", { n, reply: attempt.phrase(reply), why: this.whyRefuted(attempt, reply, wrong.position, wrong.after) });
    if (reply) return text("puzzles.loses", { n: (wrong.replies.length + 1) >> 1, reply: attempt.phrase(reply) });
    if (isOver(wrong.position)) return sentence(text("puzzles.why_loses"));
    if (puzzle.solution.length - ply > 1) return text("puzzles.wrong", { n });
    return text("puzzles.still_open", { n: openSides(wrong.position, opponentOf(position.to_move)) });
  }

  /** What a reply does. @param {PuzzleAttempt} attempt @param {string} reply @param {Position} before @param {Position} after */
  whyRefuted({ player }, reply, before, after) {
    if (isOver(after)) return text("puzzles.why_loses");
    if (reply[1] === "Q" && ownerOf(reply) !== player) {
      const by = before.moves.find(({ move }) => move === reply)?.by;
      return by ? text("puzzles.why_thrown", { piece: piecePhrase(by, player) }) : text("puzzles.why_escapes");
    }
    const pinned = after.pinned.filter((piece) => ownerOf(piece) === player && !before.pinned.includes(piece));
    if (pinned.length) return text("puzzles.why_pins", { pieces: piecePhrase(pinned[0], player) });
    return text("puzzles.why_late", { n: openSides(after, opponentOf(player)) });
  }

  /** The moves played, each to be looked at; none before there are some. @param {PuzzleAttempt} attempt */
  line(attempt) {
    const { wrong } = this;
    const moves = wrong ? [...wrong.line, ...wrong.replies] : attempt.next === undefined ? attempt.moves : [];
    if (!moves.length) return [];
    const entries = moves.map((move, index) => moveButton(move, () => this.look(attempt, moves.slice(0, index + 1), index + 1 < moves.length)));
    return [make("p", { class: "refutation line" }, make("span", {}, text("puzzles.line")), ...entries)];
  }

  /** Shows the position after some moves. @param {PuzzleAttempt} attempt @param {string[]} moves @param {boolean} isPreview */
  async look(attempt, moves, isPreview) {
    const { turn } = this;
    const position = await this.rules.positionAfter(attempt.puzzle.start, moves);
    if (turn === this.turn) this.board.show(position, { isPreview });
  }

  /** What people would have played, the solution among it. @param {PuzzleAttempt} attempt */
  ofPeople(attempt) {
    const { people, puzzle } = attempt;
    if (!people) return [];
    const entries = peopleMoves(people, (move) => this.look(attempt, [move], true), puzzle.solution[0]);
    return [make("p", { class: "refutation line", id: "puzzle-by-people" }, ...entries)];
  }

  /** @param {PuzzleAttempt} attempt */
  async askForPeople(attempt) {
    await attempt.askForPeople().catch((error) => this.around.complain(reasonOf(error)));
    if (attempt === this.attempt) this.draw();
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
    attempt.isHelped = true;
    await this.record(attempt, false);
    attempt.hints += 1;
    if (this.wrong) this.again();
    if (attempt.hints === 1 && move !== "pass") {
      const [piece] = move.split(" ");
      this.board.setCursor({ piece });
      this.tell(() => text("puzzles.hint_piece", { piece: piecePhrase(piece, attempt.player)("") }), "");
    } else {
      this.board.showArrows([arrowOf(attempt.position, move, 0, "hint")]);
      this.tell(() => text("puzzles.hint_move", { move: attempt.phrase(move) }), "");
    }
    this.drawStanding();
  }

  /** Plays the rest of the solution. */
  async solution() {
    const { attempt } = this;
    if (!attempt) return;
    attempt.isHelped = true;
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
    tellIn(this.message, words(), kind);
  }

  draw() {
    const { attempt, run } = this;
    // What has not changed is not announced again.
    if (this.message.textContent !== this.words()) this.message.textContent = this.words();
    const focused = this.task.contains(document.activeElement) ? document.activeElement : null;
    const title = make("h2", { id: "puzzle-title", tabindex: "-1" }, run?.isOver ? text("puzzles.run") : attempt ? taskOf(attempt.puzzle) : "");
    if (run) this.task.replaceChildren(...this.runParts(run, title));
    else this.task.replaceChildren(...(attempt ? this.parts(attempt, title) : [this.message]));
    // Who is about to press a button finds it again.
    if (focused) /** @type {HTMLElement} */ (this.task.querySelector(`button[id="${focused.id}"]`) ?? title).focus();
    this.drawStanding();
    this.drawClock();
    this.drawChoice();
  }

  /** @param {PuzzleAttempt} attempt @param {HTMLElement} title */
  parts(attempt, title) {
    const { puzzle, kept } = attempt;
    const isDone = attempt.next === undefined;
    const next = button(text("puzzles.next"), () => this.next(), { id: "puzzle-next", class: isDone ? "main" : "" });
    const again = button(text("puzzles.again"), () => this.again(), { id: "puzzle-again", class: "main" });
    const hint = button(text("puzzles.hint"), () => this.hint(), { id: "puzzle-hint" });
    const solution = button(text("puzzles.solution"), () => this.solution(), { id: "puzzle-solution" });
    const analyse = button(text("puzzles.analyse"), () => this.around.analyse(puzzle), { id: "puzzle-analyse" });
    const people = attempt.people ? [] : [button(text("analyse.ask_people"), () => this.askForPeople(attempt), { id: "puzzle-people" })];
    const acts = isDone ? [next, analyse, ...people] : this.wrong ? [again, hint, solution, next] : [...this.pass(), hint, solution, next];
    const facts = text("puzzles.facts", { type: puzzle.type, rating: puzzle.rating });
    const isDaily = this.daily.some(({ id }) => id === puzzle.id);
    return [
      make("p", { class: "soft" }, isDaily ? `${text("puzzles.daily")} · ${facts}` : facts),
      title,
      this.message,
      ...(isDone && kept?.day ? this.ofTheDay(attempt) : []),
      ...this.line(attempt),
      ...(isDone ? this.ofPeople(attempt) : []),
      ...(isDone ? [this.themes(puzzle)] : []),
      make("div", { class: "acts" }, ...acts),
      make("p", { id: "puzzle-standing", class: "soft" }),
    ];
  }

  /** How often the puzzle of the day was found, and the result to be told to others. @param {PuzzleAttempt} attempt */
  ofTheDay({ squares, puzzle: { id, type } }) {
    const n = daysInARow(this.tries, this.day);
    const date = new Date(this.day * 86_400_000).toLocaleDateString(document.documentElement.lang, { dateStyle: "medium", timeZone: "UTC" });
    const result = [`Waggle · ${date} · ${type}`, squares, text("home.days", { n })].join("\n");
    return [
      make("p", { id: "puzzle-days" }, text("puzzles.days", { n })),
      make(
        "div",
        { class: "acts" },
        make("output", {}, squares),
        button(text("puzzles.copy_result"), () => this.around.copyResult(result, id), { id: "puzzle-result" }),
      ),
    ];
  }

  /** A button for who can only pass. */
  pass() {
    const isPass = this.attempt && mustPass(this.attempt.position);
    return isPass ? [button(text("game.pass"), () => this.answer("pass"), { id: "puzzle-pass" })] : [];
  }

  /** What is shown of a run, while the clock runs and after it. @param {PuzzleRun} run @param {HTMLElement} title @returns {HTMLElement[]} */
  runParts(run, title) {
    if (!run.isOver) {
      const stop = button(text("puzzles.run_stop"), () => (run.isStopped = true), { id: "puzzle-run-stop" });
      const clock = make("p", { id: "puzzle-clock", role: "timer", "aria-live": "off" });
      return [clock, title, this.message, make("div", { class: "acts" }, ...this.pass(), stop)];
    }
    const missed = run.missed.map((puzzle) =>
      button(text("puzzles.facts", { type: puzzle.type, rating: puzzle.rating }), () => this.begin(async () => puzzle), { class: "small" }));
    return [
      title,
      this.message,
      make("p", { class: "soft" }, text("puzzles.run_best", { n: bestRun(this.tries) })),
      ...(missed.length ? [make("div", { class: "acts" }, make("span", {}, text("puzzles.run_look")), ...missed)] : []),
      make(
        "div",
        { class: "acts" },
        button(text("puzzles.run_again"), () => this.startRun(), { id: "puzzle-run-again", class: "main" }),
        button(text("puzzles.run_end"), () => this.next(), { id: "puzzle-next" }),
      ),
    ];
  }

  /** @param {Puzzle} puzzle */
  themes({ themes }) {
    const entries = themes.map((theme) => make("li", {}, button(text(`puzzles.theme_${theme}`), () => this.want({ theme }), { class: "small" })));
    return make("ul", { class: "themes", "aria-label": text("puzzles.themes") }, ...entries);
  }

  /** The rating, the streak and what was solved. */
  drawStanding() {
    const line = this.task.querySelector("#puzzle-standing");
    if (!line) return;
    const change = this.change ? ` (${this.change > 0 ? "+" : "−"}${Math.abs(this.change)})` : "";
    const n = streakOf(this.tries.filter(({ run }) => !run));
    line.textContent = text("puzzles.standing", { rating: Math.round(this.player.rating) + change, n, solved: solvedIn(this.tries) });
  }

  /** What to choose from; nothing while the clock runs. */
  drawChoice() {
    const focused = this.choice.contains(document.activeElement) ? document.activeElement : null;
    if (focused instanceof HTMLSelectElement) return;
    const at = focused ? [...this.choice.querySelectorAll("button")].indexOf(/** @type {HTMLButtonElement} */ (focused)) : -1;
    this.choice.hidden = this.isRunning;
    this.choice.setAttribute("aria-label", text("puzzles.choose"));
    const { wanted, tries, daily, attempt } = this;
    this.choice.replaceChildren(...puzzleMenu({ wanted, tries, daily, shown: attempt?.puzzle.id ?? "" }, {
      want: (part) => this.want(part),
      begin: (puzzle) => this.begin(async () => puzzle),
      startRun: () => this.startRun(),
    }));
    this.choice.querySelectorAll("button")[at]?.focus();
  }

  /** @param {Partial<PuzzlesTab["wanted"]>} part */
  want(part) {
    Object.assign(this.wanted, part);
    return this.next();
  }
}
