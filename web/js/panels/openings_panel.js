/**
 * The line to a position of an opening tree, and the moves played in it.
 *
 * @import { Score } from "../engine/documents.js"
 * @import { OpeningSum } from "../openings/moves_table.js"
 * @typedef {import("../openings/moves_table.js").OpeningMove & { to: number }} NumberedMove
 * @typedef {{ id: number, parent: number | null, type: string, line: string[], others: number, score: Score | null }} OpeningPlace
 * @typedef {OpeningSum & OpeningPlace & { moves: NumberedMove[] }} OpeningPosition
 * @typedef {{ games: number, positions: OpeningPosition[] }} OpeningsDocument
 */

import { movesTable, sumWords } from "../openings/moves_table.js";
import { button, find, make } from "./element.js";

export class OpeningsPanel {
  /** @param {OpeningsDocument} told @param {{ go: (id: number) => void, point: (move: string | null) => void }} board */
  constructor(told, board) {
    this.told = told;
    this.board = board;
  }

  /** @param {OpeningPosition} position */
  show(position) {
    const path = [];
    for (let step = /** @type {OpeningPosition | null} */ (position); step; step = step.parent === null ? null : this.told.positions[step.parent])
      path.unshift(step);
    find("line").replaceChildren(
      ...path.map((step, index) => {
        const words = index ? `${index}. ${step.line[index - 1]}` : "Start";
        const entry = button(words, () => this.board.go(step.id), { class: "small" });
        if (step === position) entry.setAttribute("aria-current", "step");
        return make("li", {}, entry);
      }),
    );
    find("position").textContent = sumWords(position, position.score);
    find("played").replaceChildren(position.moves.length ? this.table(position) : make("p", { class: "soft" }, "No move was played often enough."));
  }

  /** @param {OpeningPosition} position */
  table({ moves, others }) {
    const hasScores = moves.some(({ to }) => this.told.positions[to].score);
    const scored = moves.map((move) => (hasScores ? { ...move, score: this.told.positions[move.to].score } : move));
    return movesTable(scored, others, {
      play: (move) => this.board.go(/** @type {NumberedMove} */ (move).to),
      point: (move) => this.board.point(move?.move ?? null),
    });
  }
}
