/**
 * The possible actions with the pieces on a board, for every kind of input.
 *
 * @import { Hex, Position } from "../game/position.js"
 *
 * @typedef {Hex & { kind: "goal" | "chosen" | "wrong" | "last" }} Mark
 *
 * @typedef {object} Choices
 * @property {Set<string>} pickable                          The pieces that can be picked up.
 * @property {(piece: string) => Hex[]} targetsOf            Where a piece can be put.
 * @property {(piece: string, hex: Hex) => void} put         Puts it there.
 * @property {(piece: string) => string} whyNot              The reason why a piece cannot be picked up.
 * @property {(piece: string, hex: Hex) => string} describe  Describes the move in words.
 * @property {(piece: string) => void} [takeBack]            Removes a piece, during set-up.
 * @property {(piece: string) => void} [begin]               Begins a game with a piece, instead of picking it up.
 * @property {(piece: string) => string} [choose]            Chooses a piece instead of picking it up; says what became of it.
 * @property {(then: () => void) => boolean} [prepare]       Offers moves before it is the user's turn, if it can; for the keyboard.
 * @property {boolean} [keeps]                               Whether the piece stays picked up.
 * @property {Mark[]} [marks]                                Hexes to be marked.
 */

import { piecePhrase, sentence } from "../game/phrases.js";
import { isOver, keyOf, movesOf, mustPass, ownerOf, pieceWords, sideWords } from "../game/position.js";
import { moveWords } from "../game/move_words.js";
import { text } from "../texts/text.js";

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
      const words = moveWords(move.move);
      return move.by ? text("game.thrown_by", { move: words, piece: (form) => pieceWords(move.by ?? "", form) }) : words;
    },
  };
}

/** Why a piece has no move. @param {Position} position @param {string} piece */
function whyNot(position, piece) {
  if (isOver(position)) return text("game.over");
  const side = sideWords(position.to_move);
  const name = sentence(piecePhrase(piece, null)(""));
  if (mustPass(position)) return text("game.must_pass", { side });
  if (ownerOf(piece) !== position.to_move) return text("game.not_their_turn", { side });
  if (position.hands[position.to_move].includes(piece)) {
    const hasQueen = !position.hands[position.to_move].some((other) => other[1] === "Q");
    const turn = Number(/\d+/.exec(position.turn)?.[0]);
    if (!hasQueen && turn === 4) return text("game.queen_now");
    if (!hasQueen && piece[1] === "Q") return text("game.queen_not_first");
    return text("game.no_entry", { piece: name, side });
  }
  if (position.hands[position.to_move].some((other) => other[1] === "Q")) return text("game.queen_before_moves");
  if (position.last?.piece === piece) return text("game.rests", { piece: name });
  if (position.pinned.includes(piece)) return text("game.pinned", { piece: name });
  return text("game.no_move", { piece: name });
}
