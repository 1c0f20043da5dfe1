/**
 * The possible actions with the pieces on a board, for every kind of input.
 *
 * @typedef {import("../game/position.js").Hex} Hex
 * @typedef {import("../game/position.js").Position} Position
 *
 * @typedef {object} Choices
 * @property {Set<string>} pickable                          The pieces that can be picked up.
 * @property {(piece: string) => Hex[]} targetsOf            Where a piece can be put.
 * @property {(piece: string, hex: Hex) => void} put         Puts it there.
 * @property {(piece: string) => string} whyNot              The reason why a piece cannot be picked up.
 * @property {(piece: string, hex: Hex) => string} describe  Describes the move in words.
 * @property {(piece: string) => void} [takeBack]            Removes a piece, during set-up.
 */

import { isOver, keyOf, movesOf, mustPass, ownerOf, pieceWords } from "../game/position.js";
import { moveWords } from "../game/move_words.js";

/** No actions. @type {Choices} */
export const NO_CHOICES = {
  pickable: new Set(),
  targetsOf: () => [],
  put: () => {},
  whyNot: () => "",
  describe: () => "",
};

/**
 * The legal moves of a position.
 *
 * @param {Position} position
 * @param {(move: string) => void} play
 * @returns {Choices}
 */
export function legalChoices(position, play) {
  const find = (/** @type {string} */ piece, /** @type {Hex} */ hex) =>
    movesOf(position, piece).find(({ to }) => to && keyOf(to) === keyOf(hex));
  return {
    pickable: new Set(position.moves.flatMap(({ piece }) => (piece ? [piece] : []))),
    targetsOf: (piece) => movesOf(position, piece).flatMap(({ to }) => (to ? [to] : [])),
    put: (piece, hex) => {
      const move = find(piece, hex);
      if (move) play(move.move);
    },
    whyNot: (piece) => whyNot(position, piece),
    describe: (piece, hex) => {
      const move = find(piece, hex);
      if (!move) return "";
      const thrown = move.by ? `, thrown by ${pieceWords(move.by)}` : "";
      return `${moveWords(move.move)}${thrown}`;
    },
  };
}

/** Why a piece has no move. @param {Position} position @param {string} piece */
function whyNot(position, piece) {
  if (isOver(position)) return "The game is over.";
  if (mustPass(position)) return `${position.to_move} has no legal move and must pass.`;
  if (ownerOf(piece) !== position.to_move) return `It is ${position.to_move}'s turn.`;
  const isInHand = position.hands[position.to_move].includes(piece);
  if (isInHand) {
    const hasQueen = !position.hands[position.to_move].some((other) => other[1] === "Q");
    const turn = Number(/\d+/.exec(position.turn)?.[0]);
    if (!hasQueen && turn === 4) return "The Queen must be placed now, on the fourth turn.";
    if (!hasQueen && piece[1] === "Q") return "The Queen may not be placed on the first turn.";
    return `${piece} cannot be placed: no empty hex touches only ${position.to_move}'s pieces.`;
  }
  if (position.hands[position.to_move].some((other) => other[1] === "Q")) return "Pieces move only after their Queen is placed.";
  if (position.last?.piece === piece) return `${piece} moved last turn and must rest.`;
  if (position.pinned.includes(piece)) return `${piece} is pinned: moving it would split the hive.`;
  return `${piece} has no legal move.`;
}
