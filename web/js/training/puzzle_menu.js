/**
 * Which puzzles there are to choose from: those of the day, a run against the clock, and by pieces, length and theme.
 *
 * @import { Try } from "../library/puzzle_history.js"
 * @import { Puzzle } from "./puzzle_set.js"
 * @typedef {{ type: string, theme: string, moves: number }} Wanted
 */

import { button, make } from "../panels/element.js";
import { text } from "../texts/text.js";
import { DAILY_TYPES } from "./daily.js";
import { bestRun } from "./puzzle_run.js";
import { TYPES } from "./puzzle_set.js";

/** The lengths to choose from. */
const LENGTHS = [1, 2, 3, 4];
const THEMES = [
  "defend", "quiet_move", "under_threat", "unpinning", "pinning", "throw", "queen_thrown", "onto_queen", "beetle_drop", "last_placement",
  "ant_finish", "spider_finish", "grasshopper_finish", "beetle_finish", "mosquito_finish", "ladybug_finish", "pillbug_finish", "queen_finish", "pass_forced",
  "own_surround",
];

/**
 * @param {object} state
 * @param {Wanted} state.wanted
 * @param {Try[]} state.tries
 * @param {Puzzle[]} state.daily  Those of the day, by `DAILY_TYPES`.
 * @param {string} state.shown    The id of the puzzle shown.
 * @param {{ want: (wanted: Partial<Wanted>) => void, begin: (puzzle: Puzzle) => void, startRun: () => void }} acts
 * @returns {HTMLElement[]}
 */
export function puzzleMenu({ wanted, tries, daily, shown }, { want, begin, startRun }) {
  const solved = new Set(tries.filter((one) => one.solved || one.day).map(({ id }) => id));
  const days = daily.map((puzzle, at) =>
    button(DAILY_TYPES[at], () => begin(puzzle), { class: `small ${solved.has(puzzle.id) ? "solved" : ""}`, "aria-pressed": String(puzzle.id === shown) }),
  );
  const best = bestRun(tries);
  const themes = ["", ...THEMES].map((theme) => /** @type {[string, string]} */ ([theme, text(theme ? `puzzles.theme_${theme}` : "puzzles.any_theme")]));
  const select = (/** @type {keyof Wanted} */ part, /** @type {string} */ label, /** @type {[string, string][]} */ entries) => {
    const field = make("select", { id: `puzzle-${part}`, "aria-label": label }, ...entries.map(([key, words]) => make("option", { value: key }, words)));
    field.value = String(wanted[part]);
    field.onchange = () => want({ [part]: part === "moves" ? Number(field.value) : field.value });
    return field;
  };
  return [
    make("div", { class: "acts", id: "puzzle-daily", role: "group", "aria-labelledby": "puzzle-daily-title" },
      make("b", { id: "puzzle-daily-title" }, text("puzzles.daily")), ...days),
    make("div", { class: "acts" },
      button(text("puzzles.run"), startRun, { id: "puzzle-run" }),
      make("span", { class: "soft" }, best ? text("puzzles.run_best", { n: best }) : text("puzzles.run_about"))),
    make("div", { class: "row" },
      select("theme", text("puzzles.themes"), themes),
      select("type", text("puzzles.type"), [["", text("puzzles.any_type")], ...TYPES.map((type) => /** @type {[string, string]} */ ([type, type]))]),
      select("moves", text("puzzles.length"),
        [["0", text("puzzles.any_length")], ...LENGTHS.map((n) => /** @type {[string, string]} */ ([String(n), text("puzzles.in_moves", { n })]))])),
  ];
}
