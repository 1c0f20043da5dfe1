/**
 * The first screen: what Hive is, one thing to begin or to go on with, the puzzles of the day, and what was done so far.
 *
 * @import { Study } from "../game/study.js"
 * @import { Facts, Library } from "../library/library.js"
 * @import { PuzzleHistory, Try } from "../library/puzzle_history.js"
 * @import { Puzzle } from "../training/puzzle_set.js"
 */

import { WaggleBoard } from "../element/waggle_board.js";
import { DEMONSTRATIONS } from "../lessons/demonstration.js";
import { LESSONS } from "../lessons/lessons.js";
import { SolvedLessons } from "../lessons/solved_lessons.js";
import { factsOf, titleOf } from "../library/library_dialog.js";
import { text } from "../texts/text.js";
import { puzzlesOf, taskOf } from "../training/puzzle_set.js";
import { button, find, make } from "./element.js";
import { progressCards } from "./progress_cards.js";

export class HomePanel {
  /**
   * @param {Study} study
   * @param {Library | null} library
   * @param {PuzzleHistory} history
   * @param {{ keep: () => Promise<void>, openGame: (facts: Facts) => void, openPuzzle: (id: string) => void }} acts
   */
  constructor(study, library, history, acts) {
    this.study = study;
    this.library = library;
    this.history = history;
    this.acts = acts;
    for (const use of /** @type {const} */ (["learn", "puzzles", "play", "analyse"])) find(`home-${use}`).onclick = () => study.setUse(use);
    find("home-open").onclick = () => find("open-open").click();
    // Whoever opens a game wants to see it.
    study.on(["tree"], () => study.use === "home" && (study.tree.root.next || study.tree.start.includes(";")) && study.setUse("analyse"));
    study.on(["use", "words"], () => this.draw());
  }

  async draw() {
    if (this.study.use !== "home") return;
    await this.acts.keep();
    const games = (await this.library?.list().catch(() => [])) ?? [];
    const tries = await this.history.all().catch(() => /** @type {Try[]} */ ([]));
    const isNew = !games.length && !tries.length && !new SolvedLessons().ids.size;
    // Whoever is new need not wait for the puzzles.
    if (isNew) this.drawEntry({ title: text("home.start"), about: text("home.start_about"), open: () => this.study.setUse("learn") });
    const daily = await this.daily(isNew);
    if (this.study.use !== "home") return;
    const solved = new Set(tries.filter((one) => one.day || one.solved).map(({ id }) => id));
    if (!isNew) this.drawEntry(this.next(games, daily.find(({ id }) => !solved.has(id)) ?? null));
    this.drawDaily(daily, solved);
    find("home-done").replaceChildren(...(await progressCards(this.library, games, tries, this.acts.openGame)));
  }

  /** @param {{ title: string, about: string, open: () => void }} entry  To begin or to go on with. */
  drawEntry({ title, about, open }) {
    const entry = button("", open, { class: "main" });
    entry.append(make("b", {}, title), make("span", {}, about));
    find("home-go-on").replaceChildren(entry);
  }

  /** What to go on with. @param {Facts[]} games @param {Puzzle | null} puzzle  Of the day, if it is not solved. */
  next(games, puzzle) {
    const { ids } = new SolvedLessons();
    const { study, acts } = this;
    const [played] = games.filter((facts) => facts.played);
    const title = text("home.go_on");
    if (/** @type {any} */ (played?.played)?.phase === "playing") {
      return { title, about: `${titleOf(played)} · ${factsOf(played)}`, open: () => acts.openGame(played) };
    }
    const lesson = LESSONS.find(({ id }) => !ids.has(id));
    if (ids.size && lesson) return { title, about: text("home.lesson", { title: text(`lessons.title_${lesson.id}`) }), open: () => study.setUse("learn") };
    if (puzzle) return { title, about: `${text("puzzles.daily")}: ${puzzle.type}`, open: () => acts.openPuzzle(puzzle.id) };
    return { title, about: text("home.play"), open: () => study.setUse("play") };
  }

  /** The puzzles of the day; none if they cannot be loaded. @param {boolean} isNew  Whoever is knows no expansion. @returns {Promise<Puzzle[]>} */
  async daily(isNew) {
    try {
      const { DAILY_TYPES, dailyOf, dayOf } = await import("../training/daily.js");
      return (await Promise.all(DAILY_TYPES.slice(0, isNew ? 1 : undefined).map(puzzlesOf))).map((puzzles) => dailyOf(puzzles, dayOf()));
    } catch {
      return [];
    }
  }

  /** @param {Puzzle[]} daily @param {Set<string>} solved */
  drawDaily(daily, solved) {
    const entries = daily.map((puzzle) => {
      const { id, type, start } = puzzle;
      const picture = make("waggle-board", { game: start, controls: "none", inert: "" });
      const entry = button("", () => this.acts.openPuzzle(id), { "data-puzzle": id });
      const isSolved = solved.has(id);
      const task = make("span", { class: isSolved ? "solved" : "soft" }, isSolved ? text("puzzles.solved") : taskOf(puzzle));
      entry.append(picture, make("b", {}, type), task);
      return entry;
    });
    find("home-daily").replaceChildren(...(entries.length ? [make("h3", {}, text("puzzles.daily")), ...entries] : []));
  }
}

/** Shows small games that play themselves, as long as the first screen is seen. */
export function playAtHome() {
  const rules = [...document.styleSheets].flatMap(({ cssRules }) => [...cssRules].map(({ cssText }) => cssText));
  WaggleBoard.rules = rules.filter((rule) => /^(\.area|\*|\[hidden|@keyframes)/.test(rule)).join("\n");
  const hive = find("home-hive");
  let shown = 0;
  const show = () => hive.setAttribute("game", DEMONSTRATIONS[shown % DEMONSTRATIONS.length]);
  show();
  customElements.define("waggle-board", WaggleBoard);
  hive.addEventListener("step", (event) => {
    if (/** @type {CustomEvent} */ (event).detail.ply) return;
    shown += 1;
    show();
  });
}
