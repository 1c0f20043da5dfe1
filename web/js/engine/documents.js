/**
 * The engine's JSON documents, described in docs/json.md.
 *
 * @import { Player } from "../game/position.js"
 * @typedef {{ winner: Player, plies: number, moves: number }} Win
 * @typedef {{ liberties: number | null, win: Win | null, words: string, white_chance: number, proven?: boolean }} Score
 *   Scores of a review are marked here when it is attached: whether their win is proven, with its distance, or only seen.
 * @typedef {{ score: Score, moves: string[] }} Line
 * @typedef {{ extrapolated: boolean, moves: { move: string, probability: number }[] }} People  What people would play, the likeliest first.
 *
 * @typedef {object} Iteration
 * @property {Player} side_to_move
 * @property {number} depth
 * @property {number} deepest
 * @property {number} nodes
 * @property {number} seconds
 * @property {number} nodes_per_second
 * @property {Score} score
 * @property {Line[]} lines
 *
 * @typedef {{ liberties: number, filled_by: string[], covered_by: string | null, attackers: string[], fillable: number }} QueenSafety
 * @typedef {object} Evaluation
 * @property {Score} score
 * @property {{ name: string, white: number, black: number, liberties: number }[]} terms
 * @property {{ white: string[], black: string[] }} pinned
 * @property {{ white: QueenSafety | null, black: QueenSafety | null }} queens
 *
 * @typedef {object} Proof
 * @property {string} move
 * @property {{ moves: string[], answer: Proof | null }[]} replies
 * @typedef {object} Solution
 * @property {Player} side_to_move
 * @property {number} within
 * @property {number} no_win_within
 * @property {Score | null} score
 * @property {Proof | null} proof
 * @property {number} nodes
 * @property {number} seconds
 *
 * @typedef {"forced" | "best" | "good" | "inaccuracy" | "mistake" | "blunder"} Judgment
 * @typedef {{ text: string, kind?: string, facts?: Record<string, any>, proven?: boolean, from?: string, line?: string[] | null }} Reason
 * @typedef {object} ReviewedMove
 * @property {number} ply
 * @property {Player} player
 * @property {string} move
 * @property {Score} before
 * @property {boolean} [before_proven] whether a win in it is proven, or only seen
 * @property {boolean} [after_proven]
 * @property {Score} after
 * @property {number} loss
 * @property {Judgment} mark
 * @property {number | null} missed_win_plies
 * @property {number | null} allowed_win_plies
 * @property {Line | null} better
 * @property {boolean} repetition
 * @property {number} depth
 * @property {Reason[]} [reasons]
 * @typedef {object} Summary
 * @property {number} moves
 * @property {number} choices
 * @property {number} forced
 * @property {number} best
 * @property {number} good
 * @property {number} inaccuracies
 * @property {number} mistakes
 * @property {number} blunders
 * @property {number} missed_wins
 * @property {number} mean_loss
 * @property {number | null} [accuracy]  In percent; missing in reviews by earlier versions.
 * @property {{ better_than: number, games: number, from_ply: number, to_ply: number | null, nodes: number }} [among_people]
 * @typedef {{ winner: Player | null, by: "surrounding" | "repetition" | "agreement" | "else" }} Ending
 * @typedef {object} ReviewDocument
 * @property {{ type: string, white: string, black: string, occasion: string, result: string, ending: Ending | null, game_string: string }} game
 * @property {ReviewedMove[]} moves
 * @property {{ white: Summary, black: Summary }} players
 */

import { resultWords, sideWords } from "../game/position.js";
import { decimal, text } from "../texts/text.js";

/** The score of a finished game. @param {import("../game/position.js").Position} position @returns {Score} */
export function finalScore(position) {
  const words = resultWords(position);
  if (position.state === "Draw") return { liberties: 0, win: null, words, white_chance: 0.5 };
  const winner = position.state === "WhiteWins" ? "White" : "Black";
  return { liberties: null, win: { winner, plies: 0, moves: 0 }, words, white_chance: winner === "White" ? 1 : 0 };
}

/**
 * A short score from White's view: `+0.26`, `−1.40`, `+#3` for a proven win in 3 moves, `+#3?` for one that an analysis sees,
 * and `+#?` for one that a review sees.
 *
 * @param {Score} score
 */
export function shortScore(score) {
  if (score.win) {
    const isWhite = score.win.winner === "White";
    if (score.win.plies === 0) return isWhite ? "1–0" : "0–1";
    const distance = score.proven === false ? "" : score.win.moves;
    return `${isWhite ? "+" : "−"}#${distance}${score.proven ? "" : "?"}`;
  }
  const liberties = score.liberties ?? 0;
  const sign = liberties > 0.004 ? "+" : liberties < -0.004 ? "−" : "";
  return `${sign}${decimal(Math.abs(liberties), 2)}`;
}

/** The side that a score favours. @param {Score} score @returns {Player} */
const leaderOf = ({ win, liberties }) => win?.winner ?? ((liberties ?? 0) >= 0 ? "White" : "Black");

/** A score in words. @param {Score} score @param {boolean} [isProven]  Whether a win is, by the solver. */
export function scoreWords(score, isProven = score.proven ?? false) {
  const side = sideWords(leaderOf(score));
  const lead = Math.abs(score.liberties ?? 0);
  if (!score.win) return lead < 0.005 ? text("analyse.even") : text("analyse.leads", { lead: decimal(lead, 2), side });
  if (!score.win.plies) return text("analyse.surrounded", { side });
  return text(isProven || score.win.plies === 1 ? "analyse.surrounds" : "analyse.sees_win", { side, n: score.win.moves });
}

/** A score with the side it favours: `White +0.26`, `Black wins in 3`, `0.00`; a win that is not proven has no number. @param {Score} score */
export function sidedScore(score) {
  const side = sideWords(leaderOf(score));
  if (score.win?.plies === 0) return text("game.wins", { side });
  if (score.win) return score.proven ? text("game.wins_in", { side, n: score.win.moves }) : text("analyse.sees_win", { side });
  const liberties = score.liberties ?? 0;
  if (Math.abs(liberties) < 0.005) return decimal(0, 2);
  return `${side} +${decimal(Math.abs(liberties), 2)}`;
}

/** The winning chances of a player. @param {Score} score @param {Player} player */
export const chanceOf = ({ white_chance: chance }, player) => (player === "White" ? chance : 1 - chance);

/** Chances in percent: only what is certain is 0 or 100. @param {number} chance */
export const chancePercent = (chance) => (chance <= 0 ? 0 : chance >= 1 ? 100 : Math.min(99, Math.max(1, Math.round(chance * 100))));

/** Winning chances in words. @param {number} chance  White's. */
export function chanceWords(chance) {
  const white = chancePercent(chance);
  return text("game.chance_of_both", { white, black: 100 - white });
}

/** The longest defence of a proof. @param {Proof} proof @returns {string[]} */
export function longestLine(proof) {
  const lines = proof.replies.map(({ moves, answer }) => [moves[0], ...(answer ? longestLine(answer) : [])]);
  const longest = lines.reduce((one, other) => (other.length > one.length ? other : one), /** @type {string[]} */ ([]));
  return [proof.move, ...longest];
}
