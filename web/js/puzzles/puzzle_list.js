/**
 * The list of puzzles: the filters, the selection, and which were solved in this browser.
 *
 * @import { Puzzle } from "./attempt.js"
 */

import { KeptSet } from "../kept.js";
import { button, find, make } from "../panels/element.js";

/** The difficulty bands: label, lowest and highest level. @type {[string, number, number][]} */
const BANDS = [["Easy (levels 1–3)", 1, 3], ["Medium (levels 4–6)", 4, 6], ["Hard (level 7+)", 7, Infinity]];

export class PuzzleList {
  /** @param {Puzzle[]} puzzles @param {(puzzle: Puzzle) => void} choose */
  constructor(puzzles, choose) {
    this.puzzles = puzzles;
    this.choose = choose;
    /** @type {Puzzle | null} */
    this.chosen = null;
    this.solved = new KeptSet("waggle-puzzles-solved");
    /** @type {HTMLSelectElement} */
    this.theme = find("theme");
    /** @type {HTMLSelectElement} */
    this.band = find("band");
    /** @type {HTMLSelectElement} */
    this.length = find("length");
    const themes = [...new Set(puzzles.flatMap((puzzle) => puzzle.themes))].sort();
    fill(this.theme, "Any theme", themes.map((theme) => [theme, theme]));
    fill(this.band, "Any difficulty", BANDS.map(([words], index) => [String(index), words]));
    const lengths = [...new Set(puzzles.map(({ moves }) => moves))].sort((one, other) => one - other);
    fill(this.length, "Any length", lengths.map((moves) => [String(moves), `${moves} moves`]));
    for (const select of [this.theme, this.band, this.length]) select.onchange = () => this.draw();
  }

  /** The puzzles that match the filters. */
  get shown() {
    const [, least, most] = BANDS[Number(this.band.value)] ?? ["", 0, Infinity];
    const { theme, length } = this;
    return this.puzzles.filter(
      (puzzle) =>
        (!theme.value || puzzle.themes.includes(theme.value)) &&
        (!length.value || String(puzzle.moves) === length.value) &&
        (!this.band.value || (puzzle.difficulty >= least && puzzle.difficulty <= most)),
    );
  }

  /** @param {Puzzle} puzzle */
  go(puzzle) {
    this.chosen = puzzle;
    this.draw();
    this.choose(puzzle);
  }

  /** Goes forward by this many puzzles, wrapping around. @param {number} step */
  move(step) {
    const { shown } = this;
    if (!shown.length) return;
    const index = this.chosen ? shown.indexOf(this.chosen) : -1;
    const from = index < 0 && step < 0 ? 0 : index;
    this.go(shown[(from + step + shown.length) % shown.length]);
  }

  /** Marks the selected puzzle as solved. */
  solve() {
    if (!this.chosen) return;
    this.solved.add(this.chosen.id);
    this.draw();
  }

  draw() {
    const { shown } = this;
    const entries = shown.map((puzzle) => {
      const number = this.puzzles.indexOf(puzzle) + 1;
      const isSolved = this.solved.ids.has(puzzle.id);
      const label = `Puzzle ${number}${isSolved ? ", solved" : ""}`;
      const entry = button(String(number), () => this.go(puzzle), { "aria-label": label, class: isSolved ? "solved" : "" });
      if (puzzle === this.chosen) entry.setAttribute("aria-current", "true");
      return make("li", {}, entry);
    });
    const hadFocus = find("list").contains(document.activeElement);
    find("list").replaceChildren(...entries);
    if (hadFocus) /** @type {HTMLElement | null} */ (find("list").querySelector("[aria-current]"))?.focus();
    const solved = shown.filter(({ id }) => this.solved.ids.has(id)).length;
    find("count").textContent = shown.length ? `${solved} of ${shown.length} solved` : "No matching puzzles.";
  }
}

/** @param {HTMLSelectElement} select @param {string} all @param {[value: string, words: string][]} entries */
function fill(select, all, entries) {
  const options = [["", all], ...entries].map(([value, words]) => make("option", { value }, words));
  select.replaceChildren(...options);
}
