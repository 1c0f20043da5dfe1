/**
 * The openings beside the board: what the book and the games of a person's archive played in its position, and the engine's scores.
 *
 * @import { Rules } from "../engine/rules.js"
 * @import { Study } from "../game/study.js"
 * @import { Score } from "../engine/documents.js"
 * @import { OpeningMove } from "./moves_table.js"
 * @import { Played, Read } from "./desk.js"
 */

import { faultOfGame } from "../game/file_faults.js";
import { reasonOf } from "../game/refusal.js";
import { GameTree } from "../game/tree.js";
import { button, make } from "../panels/element.js";
import { text, whole } from "../texts/text.js";
import { Desk } from "./desk.js";
import { movesTable, showScore, sumWords } from "./moves_table.js";

/** The positions searched for the score of a move, as many as `waggle openings` searches. */
const NODES = 10_000;
/** The type of the games that tell how people begin. */
const OF_PEOPLE = "Base+MLP";
/** The largest file, in bytes. */
const LARGEST = 256 * 2 ** 20;
const ENDINGS = ".pgn,.sgf,.txt,.jsonl,.json,.bga,.zip";
const SPEEDS = ["Bullet", "Blitz", "Rapid", "Classic", "Correspondence", "Untimed"];

export class OpeningsTab {
  /**
   * @param {HTMLElement} box
   * @param {Study} study
   * @param {Rules} rules  Its engine is asked for the scores.
   * @param {boolean} isNative
   * @param {(text: string) => void} say
   * @param {() => boolean} isOpen  Whether it is seen.
   */
  constructor(box, study, rules, isNative, say, isOpen) {
    this.box = box;
    this.study = study;
    this.rules = rules;
    this.isNative = isNative;
    this.say = say;
    this.isOpen = isOpen;
    this.desk = new Desk(isNative);
    /** The scores known, by game and move. @type {Map<string, Score | null>} */
    this.scores = new Map();
    /** What is known of the position shown. @type {Played | null} */
    this.played = null;
    /** Incremented when another position is asked about, so that a late answer is dropped. */
    this.turn = 0;
    /** What is being read. @type {{ file: string, read: Read | null, stop: boolean } | null} */
    this.reading = null;
    /** What the files held. @type {{ games: number, types: [string, number][], notes: (() => string)[] }} */
    this.archive = { games: 0, types: [], notes: [] };
    /** The conditions that games must meet; none is empty. @type {Record<string, string>} */
    this.wanted = {};
    this.sum = make("p", { id: "openings-sum", "aria-live": "polite" });
    this.table = make("div", { id: "openings-moves", class: "openings" });
    this.files = make("div", { id: "openings-files" });
    this.filter = make("details", { id: "openings-filter" });
    box.append(this.sum, this.table, this.files, this.filter);
    study.on(["position"], () => this.ask());
    study.on(["words"], () => this.draw());
    // Before the page takes what is dropped for a game.
    addEventListener("drop", (event) => this.drop(event), true);
    this.draw();
    this.ask();
  }

  /** Asks what was played in the position shown. */
  async ask() {
    this.turn += 1;
    const { turn } = this;
    const { position, tree, node } = this.study;
    if (!this.isOpen() || !position) return;
    try {
      const played = await this.desk.played(position.game, this.condition());
      if (turn !== this.turn) return;
      this.played = played;
      this.drawMoves();
      for (const [row, { move }] of played.moves.entries()) {
        const key = `${position.game} ${move}`;
        if (this.scores.has(key)) continue;
        const score = await this.scoreOf(tree.start, [...node.moves, move]);
        this.scores.set(key, score);
        if (turn !== this.turn) return;
        // In place, so that no button goes under the pointer.
        showScore(this.table, row, score);
      }
    } catch (error) {
      if (turn === this.turn) this.sum.textContent = text("openings.failed", { reason: reasonOf(error) });
    }
  }

  /** The engine's score after these moves; `null` if it has none. @param {string} start @param {string[]} moves @returns {Promise<Score | null>} */
  async scoreOf(start, moves) {
    try {
      const lines = await this.rules.askAbout(start, moves, `analyze nodes ${NODES}`);
      return JSON.parse(lines.filter((line) => line.startsWith("{")).at(-1) ?? "{}").score ?? null;
    } catch {
      return null;
    }
  }

  /** The conditions as they are asked. */
  condition() {
    const { rating, rated, people, ...others } = this.wanted;
    return { ...others, ...(rating && { min_rating: Number(rating) }), ...(rated && { rated: true }), ...(people && { bots: false }) };
  }

  /** @param {DragEvent} event */
  drop(event) {
    const files = [...(event.dataTransfer?.files ?? [])];
    if (!this.isOpen() || !files.length) return;
    event.preventDefault();
    event.stopPropagation();
    document.body.classList.remove("dropping");
    this.add(files);
  }

  /** Reads files, one after the other. @param {File[]} files */
  async add(files) {
    if (this.reading) return;
    this.archive.notes = [];
    for (const file of files) {
      if (file.size > LARGEST) {
        this.archive.notes.push(() => text("openings.too_large", { file: file.name }));
        continue;
      }
      const reading = { file: file.name, read: /** @type {Read | null} */ (null), stop: false };
      this.reading = reading;
      this.drawFiles();
      try {
        const read = await this.desk.add(file, (soFar) => {
          reading.read = soFar;
          this.drawProgress();
          return !reading.stop;
        });
        this.archive.games += read.games;
        this.archive.types = read.types;
        this.archive.notes.push(...notesOf(file.name, read));
        if (reading.stop || read.is_full) break;
      } catch (error) {
        const reason = reasonOf(error);
        this.archive = { games: 0, types: [], notes: [() => text("openings.failed", { reason })] };
        this.desk = new Desk(this.isNative);
        break;
      }
    }
    this.reading = null;
    this.redraw();
    this.say(this.archiveWords());
    await this.ask();
  }

  async forget() {
    await this.desk.forget();
    this.archive = { games: 0, types: [], notes: [] };
    this.wanted = {};
    this.redraw();
    await this.ask();
  }

  /** Draws what the files now hold; what was played is known once it was asked. */
  redraw() {
    this.played = null;
    this.draw();
  }

  draw() {
    this.drawMoves();
    this.drawFiles();
    this.drawFilter();
  }

  drawMoves() {
    const { played, archive } = this;
    const { position } = this.study;
    if (!played || !position) return;
    // Who plays a move by keyboard goes on to the next.
    const goesOn = this.table.contains(document.activeElement) && document.activeElement?.matches(":focus-visible");
    const focused = document.activeElement?.textContent;
    const ofBook = text(played.moves.length ? "openings.book_here" : "openings.not_in_book");
    const without = archive.games ? text("openings.no_game_here") : ofBook;
    this.sum.textContent = played.games ? sumWords(played) : without;
    const moves = played.moves.map((move) => ({ ...move, score: this.scores.get(`${position.game} ${move.move}`) ?? null }));
    const act = {
      play: (/** @type {OpeningMove} */ { move }) => this.study.playLine(this.study.node, [move]),
      point: (/** @type {OpeningMove | null} */ move) => (move ? this.study.preview([move.move]) : this.study.endPreview()),
    };
    const isOfPeople = played.games > 0 && !archive.games;
    const isOfOthers = !archive.games && !this.study.tree.start.startsWith(OF_PEOPLE);
    const people = button(text("openings.show_people"), () => this.study.open(new GameTree(OF_PEOPLE)), { class: "small" });
    this.table.replaceChildren(
      ...(moves.length || played.others ? [movesTable(moves, played.others, act)] : []),
      ...(isOfPeople ? [make("p", { class: "soft" }, text("openings.of_people", { n: played.counted }))] : []),
      ...(isOfOthers ? [make("div", { class: "acts", id: "openings-elsewhere" }, make("span", { class: "soft" }, text("openings.elsewhere")), people)] : []),
    );
    if (!goesOn) return;
    const buttons = [...this.table.querySelectorAll("button")];
    (buttons.find((entry) => entry.textContent === focused) ?? buttons[0])?.focus();
  }

  drawFiles() {
    const { archive, reading, study } = this;
    if (reading) {
      const stop = () => {
        reading.stop = true;
      };
      const bar = make("progress", { max: "1", value: "0", "aria-label": text("openings.reading", { file: reading.file }) });
      this.files.replaceChildren(
        make("p", {}, text("openings.reading", { file: reading.file })),
        bar,
        make("div", { class: "row" }, make("span", { class: "soft", id: "openings-progress" }), button(text("page.stop"), stop)),
      );
      return;
    }
    const chosen = make("input", { type: "file", multiple: true, accept: ENDINGS, id: "openings-file" });
    chosen.onchange = () => this.add([...(chosen.files ?? [])]);
    const acts = make("div", { class: "acts" }, make("label", { class: "file" }, make("span", {}, text("openings.add")), chosen));
    if (archive.games) acts.append(button(text("openings.forget"), () => this.forget()));
    const own = study.tree.start.split(";")[0];
    const types = archive.types.map(([type, games]) => {
      const isShown = type === own;
      return button(`${type} (${whole(games)})`, () => study.open(new GameTree(type)), { class: "small", "aria-current": isShown && "true" });
    });
    this.files.replaceChildren(
      make("p", { class: "soft", id: "openings-archive" }, this.archiveWords()),
      ...(types.length ? [make("div", { class: "acts", role: "group", "aria-label": text("page.pieces") }, ...types)] : []),
      ...(archive.notes.length ? [make("ul", { class: "notes", id: "openings-notes" }, ...archive.notes.map((note) => make("li", {}, note())))] : []),
      acts,
    );
  }

  drawProgress() {
    const { read } = this.reading ?? {};
    const bar = this.files.querySelector("progress");
    const words = this.files.querySelector("#openings-progress");
    if (!read || !bar || !words) return;
    bar.value = read.all_bytes ? read.bytes / read.all_bytes : 0;
    words.textContent = text("openings.games", { n: read.games });
  }

  /** What is known of the files. */
  archiveWords() {
    return this.archive.games ? text("openings.archive", { n: this.archive.games }) : text("openings.help");
  }

  drawFilter() {
    this.filter.hidden = !this.archive.games;
    const field = (/** @type {string} */ name, /** @type {string} */ words, /** @type {Record<string, string>} */ properties) =>
      make("label", {}, make("span", {}, words), make("input", { name, value: this.wanted[name] ?? "", ...properties }));
    const choice = (/** @type {string} */ name, /** @type {string} */ words, /** @type {[string, string][]} */ choices) => {
      const offered = /** @type {[string, string][]} */ ([["", text("library.any")], ...choices]);
      const options = offered.map(([value, title]) => make("option", { value, selected: this.wanted[name] === value }, title));
      return make("label", {}, make("span", {}, words), make("select", { name }, ...options));
    };
    const check = (/** @type {string} */ name, /** @type {string} */ words) =>
      make("label", { class: "check" }, make("input", { type: "checkbox", name, checked: Boolean(this.wanted[name]) }), words);
    const year = { type: "number", min: "1900", max: "2999", inputmode: "numeric" };
    const form = make(
      "form",
      {},
      field("player", text("openings.player"), { type: "text", autocomplete: "off", spellcheck: "false" }),
      choice("result", text("library.result"), [["white", text("library.white_won")], ["black", text("library.black_won")], ["draw", text("library.draw")]]),
      field("since", text("openings.since"), year),
      field("until", text("openings.until"), year),
      field("rating", text("openings.rating"), { type: "number", min: "0", max: "4000", step: "50", inputmode: "numeric" }),
      choice("speed", text("openings.speed"), SPEEDS.map((speed) => [speed, text(`openings.speed_${speed.toLowerCase()}`)])),
      check("rated", text("openings.rated")),
      check("people", text("openings.people")),
    );
    form.onsubmit = (event) => event.preventDefault();
    form.onchange = () => {
      const fields = /** @type {[string, string][]} */ ([...new FormData(form)]);
      // A year that is still being typed is no condition.
      const valid = fields.filter(([name, value]) => value && /** @type {HTMLInputElement} */ (form.elements.namedItem(name)).validity.valid);
      this.wanted = Object.fromEntries(valid);
      this.ask();
    };
    this.filter.replaceChildren(make("summary", {}, text("openings.filter")), form);
  }
}

/** What is to be said of a file that was read. @param {string} name @param {Read} read @returns {(() => string)[]} */
function notesOf(name, { games, unreadable, faults, set_up: setUp, repeated, is_full: isFull }) {
  const notes = faults.map((fault) => () => text("openings.fault", { file: fault.file, reason: reasonFor(fault) }));
  if (unreadable > faults.length) notes.push(() => text("openings.more_faults", { n: unreadable - faults.length, file: name }));
  if (setUp) notes.push(() => text("openings.set_up", { n: setUp, file: name }));
  if (repeated) notes.push(() => text("openings.repeated", { n: repeated, file: name }));
  if (isFull) notes.push(() => text("openings.full", { file: name }));
  if (!games && !notes.length) notes.push(() => text("openings.empty", { file: name }));
  return notes;
}

/** @param {import("../game/file_faults.js").Fault} fault */
function reasonFor(fault) {
  return fault.game ? faultOfGame(fault) : text(`openings.kind_${fault.kind}`);
}
