/**
 * An attempt at a lesson. The engine's rules say what is right, and why something is wrong.
 *
 * @import { Rules } from "../engine/rules.js"
 * @import { Hex, LegalMove, Position } from "../game/position.js"
 * @import { Lesson, MoveTask } from "./lessons.js"
 *
 * @typedef {object} Verdict
 * @property {"solved" | "further" | "wrong"} result  `further` if more moves are to follow.
 * @property {string} [reason]      The key of a text that says why it is wrong, or how it goes on.
 * @property {number} [n]           A count for the text.
 * @property {string} [refutation]  The opponent's move that shows it.
 */

import { openSides, placesFor } from "../board/geometry.js";
import { keyOf, movesOf, mustPass, opponentOf } from "../game/position.js";
import { setupText } from "../setup/setup_text.js";
import { moveStringTo } from "./move_string.js";

/** The rules that forbid some destinations of a piece but not all. */
const ABOUT_THE_GOAL = new Set([
  "first_elsewhere", "enters_onto", "enters_apart", "second_elsewhere", "enters_beside_opponent", "on_the_spot", "leaves_hive",
  "loses_touch", "gate", "no_climber", "not_its_way", "mosquito_on_top", "thrown_far", "throw_gate",
]);

export class LessonAttempt {
  /** @param {Rules} rules @param {Lesson} lesson */
  constructor(rules, lesson) {
    this.rules = rules;
    this.lesson = lesson;
    this.start = lesson.start;
    /** @type {Position} */
    this.position = /** @type {any} */ (null);
    this.moves = 0;
    /** The pieces or hexes chosen so far, by name or key. @type {Set<string>} */
    this.chosen = new Set();
    this.isSolved = false;
  }

  /** Goes to the beginning. */
  async begin() {
    const { task, start } = this.lesson;
    this.start = start;
    this.moves = 0;
    this.isSolved = false;
    this.chosen.clear();
    this.position = await this.rules.positionAfter(start, []);
    return task;
  }

  /** The hexes in and next to the hive where a piece could stand. @param {string} piece @returns {Hex[]} */
  hexesFor(piece) {
    const { pieces } = this.position;
    // Only what stands on the table can climb.
    const taken = new Set(pieces.some((lying) => lying.piece === piece) ? [] : pieces.map(keyOf));
    return placesFor(pieces, piece).filter((hex) => !taken.has(keyOf(hex)));
  }

  /** Judges a move of a piece to a hex, and plays it if it is right. @param {string} piece @param {Hex} hex @returns {Promise<Verdict>} */
  async put(piece, hex) {
    const legal = movesOf(this.position, piece).find(({ to }) => to && keyOf(to) === keyOf(hex));
    if (legal) return this.play(legal);
    return { result: "wrong", reason: await this.objection(piece, hex) };
  }

  /** The key of the text that says why a move is not legal. @param {string} piece @param {Hex} hex */
  async objection(piece, hex) {
    const move = moveStringTo(this.position, piece, hex);
    const { rule } = await this.rules.documentOf(this.start, [], `objection ${move}`);
    return rule === "not_its_way" ? `lessons.way_${piece[1]}` : `lessons.why_${rule}`;
  }

  /** Judges and plays a legal move. @param {LegalMove} legal @returns {Promise<Verdict>} */
  async play({ move }) {
    const task = /** @type {MoveTask} */ (this.lesson.task);
    const after = await this.rules.positionAfter(this.start, [move]);
    const fault = await this.faultOf(after, move);
    if (!fault) {
      this.position = after;
      this.isSolved = true;
      return { result: "solved" };
    }
    if (this.moves + 1 >= task.moves) return { result: "wrong", ...fault };
    this.moves += 1;
    await this.wait(after);
    return { result: "further", reason: "lessons.further", n: task.moves - this.moves };
  }

  /** Lets the opponent wait: the same player is to move again. @param {Position} after */
  async wait({ game_type, turn, to_move, pieces, last }) {
    const mover = opponentOf(to_move);
    const number = Number(/\d+/.exec(turn)?.[0]) + (to_move === "White" ? 0 : 1);
    this.start = setupText(game_type, mover, number, pieces);
    this.position = { ...(await this.rules.positionAfter(this.start, [])), last };
  }

  /** What a legal move does not bring about; `null` if it solves the task. @param {Position} after @param {string} move */
  async faultOf(after, move) {
    const { reach, place, state, safe } = /** @type {MoveTask} */ (this.lesson.task);
    const { to_move } = this.position;
    if (reach && !after.pieces.some((lying) => lying.piece.startsWith(reach.piece) && keyOf(lying) === keyOf(reach))) return { reason: "lessons.not_there" };
    if (place && !after.pieces.some(({ piece }) => piece === place)) return { reason: "lessons.not_placed" };
    if (state === "Draw" && after.state !== state) return { reason: "lessons.not_draw" };
    if (state && after.state !== state) return { reason: "lessons.still_open", n: openSides(after, opponentOf(to_move)) };
    if (!safe) return null;
    const { proof } = await this.rules.documentOf(this.start, [move], "solve plies 1");
    return proof ? { reason: "lessons.still_in_danger", refutation: proof.move } : null;
  }

  /** Chooses a piece or hex, or no longer. @param {string} key */
  toggle(key) {
    if (!this.chosen.delete(key)) this.chosen.add(key);
  }

  /** What is to be chosen: the pieces that can move, or the hexes that the piece can reach. @returns {Set<string>} */
  get answer() {
    const { task } = this.lesson;
    if (task.kind === "pieces") return new Set(task.among.filter((piece) => movesOf(this.position, piece).length));
    if (task.kind === "hexes") return new Set(movesOf(this.position, task.piece).flatMap(({ to }) => (to ? [keyOf(to)] : [])));
    return new Set();
  }

  /** Judges what has been chosen. @returns {Promise<Verdict & { about?: string }>} */
  async check() {
    const { answer, chosen } = this;
    if (!chosen.size) return { result: "wrong", reason: "lessons.nothing_chosen" };
    const wrong = [...chosen].find((key) => !answer.has(key));
    if (wrong) return { result: "wrong", about: wrong, reason: await this.whyNot(wrong) };
    const n = [...answer].filter((key) => !chosen.has(key)).length;
    if (n) return { result: "wrong", reason: this.lesson.task.kind === "pieces" ? "lessons.pieces_missing" : "lessons.hexes_missing", n };
    this.isSolved = true;
    return { result: "solved" };
  }

  /** The key of the text that says why something was not to be chosen. @param {string} key @returns {Promise<string>} */
  async whyNot(key) {
    const { task } = this.lesson;
    if (task.kind === "hexes") {
      const [q, r] = key.split(",").map(Number);
      return this.objection(task.piece, { q, r });
    }
    for (const hex of this.hexesFor(key)) {
      const reason = await this.objection(key, hex);
      if (!ABOUT_THE_GOAL.has(reason.replace(/^lessons\.why_/, "")) && !/^lessons\.way_/.test(reason)) return reason;
    }
    return "lessons.why_nowhere";
  }

  /** Judges a pass. @returns {Verdict} */
  pass() {
    this.isSolved = mustPass(this.position);
    return this.isSolved ? { result: "solved" } : { result: "wrong", reason: "lessons.why_needless_pass" };
  }
}
