/**
 * Which puzzle comes next.
 *
 * @import { Puzzle } from "./puzzle_set.js"
 * @import { Try } from "../library/puzzle_history.js"
 */

/** As many puzzles are solved in one move before there are longer ones or defenses, and in at most two and without expansions before those. */
const [ONE, TWO] = [3, 6];
/** Among so many of the nearest, chance decides. */
const NEAREST = 12;

/**
 * One of the puzzles nearest to a rating: new ones first, then those that were missed, then all.
 *
 * @param {Puzzle[]} puzzles
 * @param {{ theme: string, moves: number }} wanted  "" and 0 for any.
 * @param {Try[]} tries
 * @param {number} rating
 * @param {string} [but]  The one just shown.
 * @param {() => number} [random]
 * @returns {Puzzle | null}
 */
export function choose(puzzles, { theme, moves }, tries, rating, but = "", random = Math.random) {
  const solved = tries.filter((one) => one.solved);
  const most = moves || theme ? Infinity : solved.length < ONE ? 1 : solved.length < TWO ? 2 : Infinity;
  const isSimple = !theme && solved.length < TWO && puzzles.some(({ type }) => type === "Base");
  const fitting = puzzles.filter(
    (puzzle) => (!isSimple || puzzle.type === "Base") && puzzle.id !== but && (!theme || puzzle.themes.includes(theme)) &&
      (!moves || puzzle.moves === moves) && (puzzle.moves || Infinity) <= most,
  );
  const [tried, done] = [new Set(tries.map(({ id }) => id)), new Set(solved.map(({ id }) => id))];
  const fresh = fitting.filter(({ id }) => !tried.has(id));
  const missed = fitting.filter(({ id }) => !done.has(id));
  const from = [fresh, missed, fitting].find((list) => list.length) ?? [];
  const near = [...from].sort((one, other) => Math.abs(one.rating - rating) - Math.abs(other.rating - rating)).slice(0, NEAREST);
  return near[Math.floor(random() * near.length)] ?? null;
}

/** How many puzzles in a row were solved, up to the last. @param {Try[]} tries */
export function streakOf(tries) {
  const last = tries.map(({ solved }) => solved).lastIndexOf(false);
  return tries.length - 1 - last;
}
