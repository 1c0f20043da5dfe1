/**
 * The positions of a game known to be legal, computed from its MoveStrings, for pages without an engine.
 *
 * @import { Lying, Player, Position } from "./position.js"
 * @import { GameTree, TreeNode } from "./tree.js"
 */

import { freeSides } from "../board/geometry.js";
import { destinationOf } from "./destination.js";
import { parseSetup } from "../setup/setup_text.js";
import { piecesOf } from "./pieces.js";
import { keyOf, opponentOf } from "./position.js";

export class RecordedPositions {
  /** @param {GameTree} tree @param {TreeNode} node @returns {Promise<Position>} */
  async positionOf(tree, node) {
    return this.known(tree, node);
  }

  /** @param {string} start @param {string[]} moves @returns {Promise<Position>} */
  async positionAfter(start, moves) {
    return this.after(start, moves);
  }

  /** @param {string} start @param {string[]} moves @returns {Position} */
  after(start, moves) {
    return moves.reduce((position, move) => after(position, move), startOf(start));
  }

  /** @param {GameTree} tree @param {TreeNode} node @returns {Position} */
  known(tree, node) {
    if (!node.position) {
      node.position = node.parent && node.move !== null ? after(this.known(tree, node.parent), node.move) : startOf(tree.start);
    }
    return node.position;
  }
}

/** The position before the first move. @param {string} start @returns {Position} */
function startOf(start) {
  /** @type {{ type: string, toMove: Player, turn: number, pieces: Lying[] }} */
  const { type, toMove, turn, pieces } = parseSetup(start) ?? { type: start, toMove: "White", turn: 1, pieces: [] };
  const lying = new Set(pieces.map(({ piece }) => piece));
  const hand = (/** @type {Player} */ player) => piecesOf(type, player).filter((piece) => !lying.has(piece));
  return {
    game_type: type, state: pieces.length ? "InProgress" : "NotStarted", turn: `${toMove}[${turn}]`, to_move: toMove, ply: 0, game: start, pieces,
    hands: { White: hand("White"), Black: hand("Black") },
    last: null, moves: [], pinned: [], repetitions: 1,
  };
}

/** The position after a move. @param {Position} position @param {string} move @returns {Position} */
function after(position, move) {
  const to = destinationOf(position, move);
  const ply = position.ply + 1;
  const toMove = opponentOf(position.to_move);
  const turnNumber = Number(/\d+/.exec(position.turn)?.[0] ?? 1) + (toMove === "White" ? 1 : 0);
  const turn = `${toMove}[${turnNumber}]`;
  if (!to) return { ...position, ply, to_move: toMove, turn, last: { piece: null, from: null, to: null } };
  const [piece] = move.split(" ");
  const from = position.pieces.find((lying) => lying.piece === piece) ?? null;
  const others = position.pieces.filter((lying) => lying.piece !== piece);
  const level = others.filter((lying) => keyOf(lying) === keyOf(to)).length;
  const pieces = [...others, { piece, q: to.q, r: to.r, level }];
  const without = (/** @type {string[]} */ hand) => hand.filter((other) => other !== piece);
  return {
    ...position, ply, pieces, turn, to_move: toMove, state: stateOf(pieces), last: { piece, from, to },
    hands: { White: without(position.hands.White), Black: without(position.hands.Black) },
  };
}

/** The state of the game, by which Queens are surrounded. @param {Lying[]} pieces */
function stateOf(pieces) {
  const [white, black] = ["wQ", "bQ"].map((queen) => freeSides(pieces, queen) === 0);
  if (white && black) return "Draw";
  return white ? "BlackWins" : black ? "WhiteWins" : "InProgress";
}
