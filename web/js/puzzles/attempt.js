/**
 * An attempt at a puzzle: the position, the moves to choose from, and the opponent's replies.
 *
 * @import { LegalMove, Position } from "../game/position.js"
 * @import { TreeNode } from "../game/tree.js"
 *
 * @typedef {object} Step  A move that the solver must find.
 * @property {string} move      The only move that wins.
 * @property {string[]} legal   All moves.
 * @property {string[]} pinned
 * @property {{ move: string, answer: Step | null }[]} replies  None if the move ends the game.
 *
 * @typedef {object} Puzzle
 * @property {string} id
 * @property {string} start      The position as `newgame` takes it.
 * @property {import("../game/position.js").Player} winner
 * @property {number} moves      How many moves the win takes.
 * @property {number} difficulty
 * @property {string[]} themes   In words.
 * @property {string} source     The game that it is from.
 * @property {Step} solution
 */

import { destinationOf } from "../game/destination.js";
import { keyOf } from "../game/position.js";
import { RecordedPositions } from "../game/recorded_positions.js";
import { GameTree } from "../game/tree.js";

const positions = new RecordedPositions();

export class Attempt {
  /** @param {Puzzle} puzzle @param {number} round  Chooses among the opponent's replies. */
  constructor(puzzle, round) {
    this.puzzle = puzzle;
    this.round = round;
    this.tree = new GameTree(puzzle.start);
    /** @type {TreeNode} */
    this.node = this.tree.root;
    /** The next step; `null` once solved. @type {Step | null} */
    this.step = puzzle.solution;
    /** Whether a move was wrong or a hint was used. */
    this.isSpoiled = false;
  }

  /** The position at a node, with the moves to choose from if it is the current node. @param {TreeNode} [node] @returns {Position} */
  position(node = this.node) {
    const position = positions.known(this.tree, node);
    const { step } = this;
    if (node !== this.node || !step) return position;
    return { ...position, moves: step.legal.map((move) => legalMove(position, move)), pinned: step.pinned };
  }

  /** Whether a move is the solution. @param {string} move */
  isRight(move) {
    return move === this.step?.move;
  }

  /** Plays the solution's move. */
  advance() {
    if (this.step) this.node = this.tree.add(this.node, this.step.move);
  }

  /** Plays and returns the opponent's reply; `null` if the puzzle is solved. @returns {string | null} */
  reply() {
    const replies = this.step?.replies ?? [];
    const reply = replies[this.round % Math.max(1, replies.length)];
    this.step = reply?.answer ?? null;
    if (!reply) return null;
    this.node = this.tree.add(this.node, reply.move);
    return reply.move;
  }
}

/** @param {Position} position @param {string} move @returns {LegalMove} */
function legalMove(position, move) {
  const hex = destinationOf(position, move);
  const piece = hex ? move.split(" ")[0] : null;
  const from = position.pieces.find((lying) => lying.piece === piece) ?? null;
  const level = position.pieces.filter((lying) => hex && lying.piece !== piece && keyOf(lying) === keyOf(hex)).length;
  const to = hex ? { ...hex, level } : null;
  return { move, piece, from: from && { q: from.q, r: from.r }, to, by: null };
}
