/**
 * Pieces, sides and moves as parts of a sentence: each tells its words in the case that the sentence asks for. A move is
 * told by what it comes beside, which holds on a turned board, too.
 *
 * @import { Player } from "./position.js"
 * @typedef {(form: string) => string} Phrase
 */

import { listOf, text } from "../texts/text.js";
import { bugWords, ownerOf, sideWords } from "./position.js";

/** The key of a phrase in a case. @param {string} key @param {string} form */
const inCase = (key, form) => (form ? `${key}_${form}` : key);

/** With a capital letter at its beginning. @param {string} words */
export const sentence = (words) => words[0].toUpperCase() + words.slice(1);

/** `your Ant`, or `the black Ant` of somebody else. @param {string} piece @param {Player | null} you @returns {Phrase} */
export const piecePhrase = (piece, you) => (form) => {
  const owner = ownerOf(piece);
  const key = owner === you ? "game.your" : owner === "White" ? "game.the_white" : "game.the_black";
  return text(inCase(key, form), bugWords(piece));
};

/** @param {string[]} pieces @param {Player | null} you @returns {Phrase} */
export const piecesPhrase = (pieces, you) => (form) => listOf(pieces.map((piece) => piecePhrase(piece, you)(form)));

/** `you`, or the name of a side. @param {Player} player @param {Player | null} you @returns {Phrase} */
export const sidePhrase = (player, you) => (form) => (player === you ? text(inCase("game.you", form)) : sideWords(player));

/** `your Ant beside the black Queen`. @param {string} move @param {Player | null} you @returns {Phrase} */
export const movePhrase = (move, you) => (form) => {
  if (move === "pass") return text("game.a_pass");
  const [name, target] = move.split(" ");
  const piece = () => piecePhrase(name, you)(form);
  if (!target || target === ".") return piece();
  const beside = target.replace(/[-/\\]/, "");
  return text(beside === target ? "game.onto" : "game.beside", { piece, other: piecePhrase(beside, you) });
};
