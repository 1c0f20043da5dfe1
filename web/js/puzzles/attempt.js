/**
 * Somebody's attempt at a puzzle: the position, the moves that can be tried, and what the opponent answers.
 *
 * @typedef {import("../game/position.js").LegalMove} LegalMove
 * @typedef {import("../game/position.js").Position} Position
 * @typedef {import("../game/tree.js").TreeNode} TreeNode
 *
 * @typedef {object} Step  What the winner has to do.
 * @property {string} move      The only move that wins.
 * @property {string[]} legal   All moves.
 * @property {string[]} pinned
 * @property {{ move: string, answer: Step | null }[]} replies  None if the move ends the game.
 *
 * @typedef {object} Puzzle
 * @property {string} id
 * @property {string} start      The position as `newgame` takes it.
 * @property {import("../game/position.js").Player} winner
 * @property {number} moves      How many the winner needs.
 * @property {number} difficulty
 * @property {string[]} themes   In words.
 * @property {string} source     From which game it is.
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
    /** What has to be found; `null` once everything is. @type {Step | null} */
    this.step = puzzle.solution;
    /** Whether a move was wrong, or help was asked for. */
    this.isSpoiled = false;
  }

  /** The position at a node, with the moves that can be tried if it is the present one. @param {TreeNode} [node] @returns {Position} */
  position(node = this.node) {
    const position = positions.known(this.tree, node);
    const { step } = this;
    if (node !== this.node || !step) return position;
    return { ...position, moves: step.legal.map((move) => legalMove(position, move)), pinned: step.pinned };
  }

  /** Whether a move is the one. @param {string} move */
  isRight(move) {
    return move === this.step?.move;
  }

  /** Plays the move that has to be found. */
  advance() {
    if (this.step) this.node = this.tree.add(this.node, this.step.move);
  }

  /** The opponent's reply, which is played; `null` if there is none, because everything has been found. @returns {string | null} */
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
