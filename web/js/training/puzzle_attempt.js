/**
 * An attempt at a puzzle: where it stands, and what is wrong with another move.
 *
 * @import { Rules } from "../engine/rules.js"
 * @import { Position } from "../game/position.js"
 * @import { Puzzle } from "./puzzle_set.js"
 */

import { longestLine } from "../engine/documents.js";
import { movePhrase } from "../game/phrases.js";
import { isOver, opponentOf } from "../game/position.js";
import { solverOf } from "./puzzle_set.js";

/** The work on the proof that a reply refutes a move. */
const NODES = 400_000;
/** The plies within which the opponent wins after any move but the one that defends. */
const DEFENDED = 5;
/** How many replies are tried. */
const REPLIES = 12;

export class PuzzleAttempt {
  /** @param {Rules} rules @param {Puzzle} puzzle */
  constructor(rules, puzzle) {
    this.rules = rules;
    this.puzzle = puzzle;
    this.player = solverOf(puzzle);
    /** How many plies of the solution were played. */
    this.ply = 0;
    /** @type {Position} */
    this.position = /** @type {any} */ (null);
    /** What the history has of it. @type {import("../library/puzzle_history.js").Try | null} */
    this.kept = null;
    /** Whether a move was wrong, or a hint was taken. */
    this.isSpoiled = false;
    /** Whether a hint or the solution was asked for. */
    this.isHelped = false;
    this.hints = 0;
    /** The moves tried, as a row of squares. */
    this.squares = "";
    /** What people would play at the start, once somebody has asked. @type {import("../engine/documents.js").People | null} */
    this.people = null;
  }

  /** The moves played. */
  get moves() {
    return this.puzzle.solution.slice(0, this.ply);
  }

  /** The next move of the solution; undefined at its end. @returns {string | undefined} */
  get next() {
    return this.puzzle.solution[this.ply];
  }

  /** A move in the words of whom solves the puzzle. @param {string} move */
  phrase(move) {
    return movePhrase(move, this.player)("");
  }

  async begin() {
    this.position = await this.rules.positionAfter(this.puzzle.start, []);
  }

  async askForPeople() {
    this.people = await this.rules.peopleAt(this.puzzle.start, []);
  }

  /** Plays the next move of the solution. */
  async advance() {
    this.ply += 1;
    this.hints = 0;
    this.position = await this.rules.positionAfter(this.puzzle.start, this.moves);
  }

  /**
   * The position after a move that is not the solution, and the reply after which the win takes too long, or the line that
   * surrounds the Queen who was to be defended: proven by the solver, or none if none was proven.
   *
   * @param {string} move
   * @returns {Promise<{ position: Position, line: string[], replies: string[], after?: Position }>}  `after` the reply.
   */
  async refute(move) {
    const { rules, puzzle } = this;
    const line = [...this.moves, move];
    const position = await rules.positionAfter(puzzle.start, line);
    const left = puzzle.solution.length - this.ply - 2;
    if (!puzzle.moves && !isOver(position)) {
      const { proof } = await rules.documentOf(puzzle.start, line, `solve plies ${DEFENDED}`);
      return { position, line, replies: longestLine(proof) };
    }
    for (const reply of isOver(position) || left < 1 ? [] : await this.replies(line, position)) {
      const after = await rules.positionAfter(puzzle.start, [...line, reply]);
      const isRefuted = isOver(after)
        ? after.state !== `${opponentOf(position.to_move)}Wins`
        : (await rules.documentOf(puzzle.start, [...line, reply], `solve plies ${left} nodes ${NODES}`)).no_win_within >= left;
      if (isRefuted) return { position, line, replies: [reply], after };
    }
    return { position, line, replies: [] };
  }

  /** The replies to try: one that wins, if there is any, and those near the queens first. @param {string[]} line @param {Position} position */
  async replies(line, position) {
    const { proof } = await this.rules.documentOf(this.puzzle.start, line, "solve plies 1");
    if (proof) return [proof.move];
    const [best] = (await this.rules.askAbout(this.puzzle.start, line, "bestmove depth 3")) ?? [];
    const others = position.moves.map(({ move }) => move).filter((move) => move !== best);
    return [best, ...others].slice(0, REPLIES);
  }
}
