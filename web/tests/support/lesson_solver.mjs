/**
 * Right and wrong answers to lessons, found by trying.
 *
 * @typedef {import("../../js/game/position.js").Hex} Hex
 * @typedef {import("../../js/lessons/lessons.js").Lesson} Lesson
 * @typedef {{ piece: string, hex: Hex }} Step
 * @typedef {{ steps?: Step[], chosen?: string[], reason: string }} Wrong
 */

import { keyOf, ownerOf, pilesOf, topsOf } from "../../js/game/position.js";
import { LessonAttempt } from "../../js/lessons/lesson_attempt.js";

/** The pieces that can move. @param {LessonAttempt} attempt */
const pieces = ({ position }) => [...new Set(position.moves.flatMap(({ piece }) => (piece ? [piece] : [])))];

/**
 * The moves that solve a lesson; `null` if none do.
 *
 * @param {import("../../js/engine/rules.js").Rules} rules
 * @param {Lesson} lesson
 * @returns {Promise<Step[] | null>}
 */
export async function solution(rules, lesson) {
  /** @type {Step[][]} */
  const waiting = [[]];
  for (const steps of waiting) {
    const attempt = await after(rules, lesson, steps);
    for (const piece of preferred(attempt)) {
      for (const { to } of attempt.position.moves.filter((move) => move.piece === piece)) {
        if (!to || !mayBeLast(lesson, steps.length, piece, to)) continue;
        const hex = { q: to.q, r: to.r };
        const next = await after(rules, lesson, steps);
        const { result } = await next.put(piece, hex);
        if (result === "solved") return [...steps, { piece, hex }];
        if (result === "further") waiting.push([...steps, { piece, hex }]);
      }
    }
  }
  return null;
}

/**
 * Whether a move can be the one of these that is looked for: the last brings the piece to its goal.
 *
 * @param {Lesson} lesson @param {number} before @param {string} piece @param {Hex} to
 */
function mayBeLast({ task }, before, piece, to) {
  if (task.kind !== "move" || !task.reach || before < task.moves - 1) return true;
  return piece.startsWith(task.reach.piece) && keyOf(to) === keyOf(task.reach);
}

/** The pieces that can move, those first that the lesson is about. @param {LessonAttempt} attempt */
function preferred(attempt) {
  const { task } = attempt.lesson;
  const about = task.kind === "move" ? (task.reach?.piece ?? task.place ?? "") : "";
  return pieces(attempt).sort((one, other) => Number(other === about) - Number(one === about));
}

/** The attempt after some steps. @param {import("../../js/engine/rules.js").Rules} rules @param {Lesson} lesson @param {Step[]} steps */
async function after(rules, lesson, steps) {
  const attempt = new LessonAttempt(rules, lesson);
  await attempt.begin();
  for (const { piece, hex } of steps) await attempt.put(piece, hex);
  return attempt;
}

/**
 * An answer that the rules forbid, with the reason.
 *
 * @param {import("../../js/engine/rules.js").Rules} rules
 * @param {Lesson} lesson
 * @returns {Promise<Wrong | null>}
 */
export async function mistake(rules, lesson) {
  const attempt = await after(rules, lesson, []);
  const { task } = lesson;
  if (task.kind === "pass") return null;
  if (task.kind !== "move") {
    const all = task.kind === "pieces" ? task.among : attempt.hexesFor(task.piece).map(keyOf);
    const wrong = all.find((key) => !attempt.answer.has(key)) ?? "";
    return { chosen: [wrong], reason: await attempt.whyNot(wrong) };
  }
  const able = [...tops(attempt), ...pilesOf(attempt.position, attempt.position.to_move).map(({ piece }) => piece)];
  const { reach, place } = task;
  for (const piece of able.sort((one, other) => Number(other === reach?.piece) - Number(one === reach?.piece))) {
    if (piece === place) continue;
    for (const hex of attempt.hexesFor(piece)) {
      const { result, reason = "" } = await attempt.put(piece, hex);
      if (result === "wrong" && /\.(why|way|still)_/.test(reason) && !reason.endsWith("no_climber")) return { steps: [{ piece, hex }], reason };
      await attempt.begin();
    }
  }
  return null;
}

/** The pieces on top that a person can pick up: the own ones, or all if there is a thrower. @param {LessonAttempt} attempt */
const tops = ({ position }) =>
  topsOf(position).filter((piece) => position.game_type.includes("P") || ownerOf(piece) === position.to_move);
