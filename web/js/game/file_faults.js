/**
 * What is wrong with games of a file, in the reader's words, from kinds and facts (docs/uhp-extensions.md).
 *
 * @typedef {object} Fault  A game that cannot be read.
 * @property {number} game
 * @property {number} line
 * @property {string} kind
 * @property {Record<string, any>} facts
 * @property {string} text  In the engine's words.
 *
 * @typedef {{ game: number, kind: string, facts: { said: string, given: string }, text: string }} Warning  Where a game contradicts itself.
 */

import { hasText, text } from "../texts/text.js";
import { pieceWords, sideWords } from "./position.js";

/** Why a rule forbids a move; empty if it is unknown. @param {string} rule @param {string} move */
export function ruleWords(rule, move) {
  const key = rule === "not_its_way" ? `lessons.way_${move[1]}` : `lessons.why_${rule}`;
  return hasText(key) ? text(key) : "";
}

/** Why a game cannot be read. @param {Fault} fault */
export function faultWords({ kind, facts, text: told }) {
  if (kind === "setup") return setupWords(facts) || told;
  const reason = kind === "illegal_move" ? ruleWords(facts.rule, facts.text) : "";
  const key = `files.fault_${kind}`;
  return hasText(key) && (reason || kind !== "illegal_move") ? text(key, { ...facts, reason }) : told;
}

/** Why a position cannot be set up. @param {Record<string, any>} facts */
function setupWords({ rule, piece, player, count }) {
  const key = `files.setup_${rule === "hurry" && count === 0 ? "nothing" : rule}`;
  if (!hasText(key)) return "";
  return text(key, { piece: piece ? pieceWords(piece) : "", side: player ? sideWords(player) : "", n: count ?? 0 });
}

/** The same of one of several games of a file. @param {Fault} fault */
export const faultOfGame = (fault) => text("files.game_line", { game: fault.game, line: fault.line, reason: faultWords(fault) });

/** Where a game contradicts itself. @param {Warning} warning */
export function warningWords({ game, kind, facts, text: told }) {
  const key = `files.wrong_${kind.replaceAll(" ", "_")}`;
  return hasText(key) ? text("files.of_game", { game, reason: text(key, facts) }) : told;
}
