/** What Hive is about, before the first lesson: the goal, the bugs by name and picture, and a game that plays itself. */

import { button, make } from "../panels/element.js";
import { tileIcon } from "../panels/move_icons.js";
import { text } from "../texts/text.js";

/** The bugs of every game, and those of the expansions. */
const [BASE, EXPANSIONS] = ["QABGS", "MLP"];

/** @param {() => void} begin  Begins the lessons. */
export function aboutHive(begin) {
  const bugs = (/** @type {string} */ letters) =>
    make("ul", { class: "bugs" }, ...[...letters].map((bug) =>
      make("li", {}, tileIcon(`w${bug}`), make("b", {}, text(`game.bug_${bug}`)), make("span", {}, text(`lessons.about_${bug}`)))));
  return [
    make("h2", { id: "lesson-title", tabindex: "-1" }, text("lessons.about_title")),
    make("p", { class: "task" }, text("lessons.about_goal")),
    make("p", {}, text("lessons.about_turn")),
    bugs(BASE),
    make("p", { class: "soft" }, text("lessons.about_expansions")),
    bugs(EXPANSIONS),
    make("div", { class: "acts" }, button(text("lessons.begin"), begin, { class: "main", id: "lessons-begin" })),
  ];
}
