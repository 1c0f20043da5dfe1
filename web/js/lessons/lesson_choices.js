/**
 * What can be done with the pieces of a lesson: any move can be tried, legal or not.
 *
 * @import { Choices, Mark } from "../board/choices.js"
 * @import { Hex } from "../game/position.js"
 * @import { LessonAttempt } from "./lesson_attempt.js"
 */

import { NO_CHOICES } from "../board/choices.js";
import { moveWords } from "../game/move_words.js";
import { keyOf, pieceWords, pilesOf, topsOf } from "../game/position.js";
import { text } from "../texts/text.js";
import { moveStringTo } from "./move_string.js";

/**
 * @param {LessonAttempt} attempt
 * @param {string} wrong  The piece or hex that was wrongly chosen.
 * @param {{ put: (piece: string, hex: Hex) => void, toggle: (key: string) => void, say: (text: string) => void }} acts
 * @returns {Choices}
 */
export function lessonChoices(attempt, wrong, { put, toggle, say }) {
  const { task } = attempt.lesson;
  const marks = marksOf(attempt, wrong);
  if (attempt.isSolved || task.kind === "pass") return { ...NO_CHOICES, marks };
  const describe = (/** @type {string} */ piece, /** @type {Hex} */ hex) => {
    const words = moveWords(moveStringTo(attempt.position, piece, hex));
    const mark = marks.find(({ q, r }) => q === hex.q && r === hex.r);
    return mark ? text("lessons.marked", { words }) : words;
  };
  const chosenWords = (/** @type {string} */ key, /** @type {string} */ words) =>
    text(attempt.chosen.has(key) ? "lessons.chosen" : "lessons.not_chosen", { words });
  if (task.kind === "pieces") {
    const choose = (/** @type {string} */ piece) => {
      toggle(piece);
      return chosenWords(piece, pieceWords(piece));
    };
    return { ...NO_CHOICES, pickable: new Set(task.among), choose, marks };
  }
  if (task.kind === "hexes") {
    const targetsOf = () => attempt.hexesFor(task.piece);
    const choose = (/** @type {string} */ piece, /** @type {Hex} */ hex) => {
      toggle(keyOf(hex));
      say(chosenWords(keyOf(hex), moveWords(moveStringTo(attempt.position, piece, hex))));
    };
    return { ...NO_CHOICES, pickable: new Set([task.piece]), targetsOf, put: choose, describe, keeps: true, marks };
  }
  return { ...NO_CHOICES, pickable: new Set(movable(attempt)), targetsOf: (piece) => attempt.hexesFor(piece), put, describe, marks };
}

/** The pieces that a person may try to move: what lies on top, of either color if there is a thrower, and the own hand. @param {LessonAttempt} attempt */
function movable({ position }) {
  const own = position.to_move === "White" ? "w" : "b";
  const canThrow = position.game_type.includes("P");
  return [...topsOf(position).filter((piece) => canThrow || piece.startsWith(own)), ...pilesOf(position, position.to_move).map(({ piece }) => piece)];
}

/** @param {LessonAttempt} attempt @param {string} wrong @returns {Mark[]} */
function marksOf({ lesson, position, chosen, isSolved }, wrong) {
  const { task } = lesson;
  if (task.kind === "move") return task.reach && !isSolved ? [{ q: task.reach.q, r: task.reach.r, kind: "goal" }] : [];
  const hexOf = (/** @type {string} */ key) => {
    const lying = position.pieces.find(({ piece }) => piece === key);
    const [q, r] = lying ? [lying.q, lying.r] : key.split(",").map(Number);
    return { q, r };
  };
  /** @type {Mark[]} */
  const resting = position.resting ? [{ ...hexOf(position.resting), kind: "last" }] : [];
  return [...resting, ...[...chosen].map((key) => /** @type {Mark} */ ({ ...hexOf(key), kind: key === wrong ? "wrong" : "chosen" }))];
}
