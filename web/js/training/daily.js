/**
 * The puzzles of the day, the same for everybody: they follow from the date in UTC. They become harder from Monday to Sunday.
 *
 * @import { Puzzle } from "./puzzle_set.js"
 * @import { Try } from "../library/puzzle_history.js"
 */

/** For each of these types there is one. */
export const DAILY_TYPES = ["Base", "Base+MLP"];

/** The number of a day since 1970. */
export const dayOf = (when = Date.now()) => Math.floor(when / 86_400_000);

/** @param {Puzzle[]} puzzles  Those of a type. @param {number} day @returns {Puzzle} */
export function dailyOf(puzzles, day) {
  const byId = (/** @type {Puzzle} */ one, /** @type {Puzzle} */ other) => (one.id < other.id ? -1 : 1);
  const byRating = [...puzzles].sort((one, other) => one.rating - other.rating || byId(one, other));
  // Day 0 was a Thursday.
  const [week, weekday] = [Math.floor((day + 3) / 7), (day + 3) % 7];
  const [from, to] = [weekday, weekday + 1].map((end) => Math.floor((end * puzzles.length) / 7));
  // Among those of a weekday, the ids are as good as chance.
  return byRating.slice(from, to).sort(byId)[week % (to - from)];
}

/** On how many days in a row a puzzle of the day was solved, up to today or yesterday. @param {Try[]} tries @param {number} today */
export function daysInARow(tries, today) {
  const days = new Set(tries.map(({ day }) => day));
  let day = days.has(today) ? today : today - 1;
  let count = 0;
  for (; days.has(day); day -= 1) count += 1;
  return count;
}
