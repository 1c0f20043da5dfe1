/**
 * A run against the clock: as many puzzles as possible, each harder than the one before, until the time is up or too many
 * were missed.
 *
 * @import { Puzzle } from "./puzzle_set.js"
 * @import { Try } from "../library/puzzle_history.js"
 */

import { choose } from "./puzzle_choice.js";

/** The time in milliseconds. */
export const TIME = 180_000;
export const MISSES = 3;
/** The rating of the first puzzle, and how much each next one has more. */
const [FIRST, STEP] = [300, 40];

export class PuzzleRun {
  /** @param {Puzzle[]} puzzles @param {Try[]} tries  Those before. */
  constructor(puzzles, tries) {
    this.puzzles = puzzles;
    this.tries = [...tries];
    this.began = Date.now();
    this.solved = 0;
    /** @type {Puzzle[]} */
    this.missed = [];
    this.isStopped = false;
  }

  /** The time left, in milliseconds. */
  get left() {
    return Math.max(0, this.began + TIME - Date.now());
  }

  get isOver() {
    return this.isStopped || this.left === 0 || this.missed.length >= MISSES;
  }

  /** The puzzle after so many. */
  next() {
    const count = this.solved + this.missed.length;
    return choose(this.puzzles, { theme: "", moves: 0 }, this.tries, FIRST + STEP * count);
  }

  /** @param {Puzzle} puzzle @param {Try} one */
  add(puzzle, one) {
    this.tries.push(one);
    if (one.solved) this.solved += 1;
    else this.missed.push(puzzle);
  }
}

/** The most puzzles solved in a run. @param {Try[]} tries */
export function bestRun(tries) {
  /** @type {Map<number, number>} */
  const runs = new Map();
  for (const { run, solved } of tries) if (run && solved) runs.set(run, (runs.get(run) ?? 0) + 1);
  return Math.max(0, ...runs.values());
}
