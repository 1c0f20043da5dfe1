/**
 * What was done so far: lessons, puzzles, games by level, and how exact the reviewed games were. Nothing that was not begun.
 *
 * @import { Facts, Library } from "../library/library.js"
 * @import { Reviewed } from "../library/progress.js"
 * @import { Try } from "../library/puzzle_history.js"
 */

import { sideWords } from "../game/position.js";
import { LESSONS } from "../lessons/lessons.js";
import { SolvedLessons } from "../lessons/solved_lessons.js";
import { factsOf, titleOf } from "../library/library_dialog.js";
import { accuraciesOf, byLevel, groupsOf, meanOf } from "../library/progress.js";
import { solvedIn } from "../library/puzzle_history.js";
import { decimal, text } from "../texts/text.js";
import { button, make } from "./element.js";

/** @param {Library | null} library @param {Facts[]} games @param {Try[]} tries @param {(facts: Facts) => void} open */
export async function progressCards(library, games, tries, open) {
  const { ids } = new SolvedLessons();
  const n = LESSONS.filter(({ id }) => ids.has(id)).length;
  const levels = byLevel(games);
  const reviewed = library ? await accuraciesOf(library, games) : [];
  const card = (/** @type {string} */ title, /** @type {(Node | string)[]} */ ...parts) => make("section", { class: "card" }, make("h3", {}, title), ...parts);
  return [
    ...(n ? [card(text("page.learn"), make("progress", { max: String(LESSONS.length), value: String(n), "aria-hidden": "true" }),
      make("p", {}, text("lessons.solved", { n, count: LESSONS.length })))] : []),
    ...(tries.length ? [card(text("page.puzzles"), ...(await puzzleLines(tries)))] : []),
    ...(levels.length ? [card(text("home.games"), make("table", {}, ...levels.map(({ level, won, lost, drawn }) =>
      make("tr", {}, make("th", { scope: "row" }, text("home.level", { level })),
        make("td", {}, resultsOf({ won, lost, drawn }))))))] : []),
    ...(reviewed.length ? [card(text("home.accuracy"), ...accuracyParts(reviewed, open))] : []),
  ];
}

/** How often which of them happened. @param {Record<string, number>} counts */
const resultsOf = (counts) => Object.entries(counts).filter(([, n]) => n).map(([result, n]) => text(`home.result_${result}`, { n })).join(", ");

/** The rating and what was solved. @param {Try[]} tries */
async function puzzleLines(tries) {
  const { dayOf, daysInARow } = await import("../training/daily.js");
  const rated = tries[tries.length - 1].player;
  const days = daysInARow(tries, dayOf());
  return [
    make("p", { class: "large" }, String(Math.round(rated.rating))),
    make("p", {}, text("home.solved", { n: solvedIn(tries) })),
    ...(days ? [make("p", {}, text("home.days", { n: days }))] : []),
  ];
}

/** The accuracy by game over time: of all games, or of those of a side or an opening. @param {Reviewed[]} reviewed @param {(facts: Facts) => void} open */
function accuracyParts(reviewed, open) {
  const percent = (/** @type {number} */ accuracy) => `${decimal(accuracy, 0)}\u00a0%`;
  const chart = make("div", { class: "chart" });
  const draw = (/** @type {Reviewed[]} */ games) => {
    const place = (/** @type {number} */ at) => (games.length > 1 ? at / (games.length - 1) : 0.5);
    const line = games.map(({ accuracy }, at) => `${(100 * place(at)).toFixed(1)} ${(100 - accuracy).toFixed(1)}`).join("L");
    chart.innerHTML = `<svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true"><path d="M${line}"/></svg>`;
    const points = games.map(({ facts, accuracy }, at) => {
      const words = `${percent(accuracy)} · ${titleOf(facts)} · ${factsOf(facts)}`;
      return button("", () => open(facts), { title: words, "aria-label": words, style: `left:${100 * place(at)}%;top:${100 - accuracy}%` });
    });
    chart.append(...points);
  };
  draw(reviewed);
  /** @type {HTMLButtonElement[]} */
  const choices = [{ side: "", bugs: "", games: reviewed }, ...groupsOf(reviewed)].map(({ side, bugs, games }) => {
    const [first, then] = [...bugs].map((bug) => text(`game.bug_${bug}`));
    const ofBugs = text(bugs ? "home.begun_with" : "home.all", { first, then });
    const words = side ? text("home.as_side", { side: sideWords(/** @type {"White"} */ (side)) }) : ofBugs;
    const choice = button(`${words} `, () => {
      for (const other of choices) other.setAttribute("aria-pressed", String(other === choice));
      draw(games);
    }, { class: "small", "aria-pressed": String(games === reviewed) });
    choice.append(make("b", {}, percent(meanOf(games))), make("span", { class: "soft" }, ` ${text("library.games", { n: games.length })}`));
    return choice;
  });
  return [chart, make("div", { class: "means", role: "group", "aria-label": text("home.accuracy") }, ...choices)];
}
