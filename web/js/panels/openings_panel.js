/**
 * The moves played in the current position, and their results.
 *
 * @typedef {import("../engine/documents.js").Score} Score
 * @typedef {object} OpeningSum
 * @property {number} games
 * @property {number} decided  Games with a result.
 * @property {number} white_points
 * @property {[number, number] | null} years
 * @typedef {OpeningSum & { move: string, to: number, players: { name: string, games: number }[] }} OpeningMove
 * @typedef {{ id: number, parent: number | null, type: string, line: string[], others: number, score: Score | null }} OpeningPlace
 * @typedef {OpeningSum & OpeningPlace & { moves: OpeningMove[] }} OpeningPosition
 * @typedef {{ games: number, positions: OpeningPosition[] }} OpeningsDocument
 */

import { shortScore } from "../engine/documents.js";
import { button, find, make } from "./element.js";

const gamesWords = (/** @type {number} */ games) => (games === 1 ? "1 game" : `${games} games`);

/** The years of games, such as `2019–2024`. @param {OpeningSum} sum */
const yearsOf = ({ years }) => (!years ? "" : years[0] === years[1] ? String(years[0]) : `${years[0]}–${years[1]}`);

/** White's share of the points, as a bar and as a percentage. @param {OpeningSum} sum */
function pointsOf({ decided, white_points: points }) {
  if (!decided) return make("span", { class: "soft" }, "–");
  const share = Math.round((100 * points) / decided);
  const bar = make("i");
  bar.style.width = `${share}%`;
  return make("span", { class: "points" }, make("span", { class: "share", "aria-hidden": "true" }, bar), make("span", {}, `${share}\u00a0%`));
}

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
        const text = index ? `${index}. ${step.line[index - 1]}` : "Start";
        const entry = button(text, () => this.board.go(step.id), { class: "small" });
        if (step === position) entry.setAttribute("aria-current", "step");
        return make("li", {}, entry);
      }),
    );
    const parts = [gamesWords(position.games), yearsOf(position)];
    if (position.decided) parts.push(`White ${Math.round((100 * position.white_points) / position.decided)}\u00a0%`);
    if (position.score) parts.push(`engine ${shortScore(position.score)}`);
    find("position").textContent = parts.filter((part) => part).join(" · ");
    find("played").replaceChildren(position.moves.length ? this.table(position) : make("p", { class: "soft" }, "No move was played often enough."));
  }

  /** @param {OpeningPosition} position */
  table(position) {
    const hasScores = position.moves.some(({ to }) => this.told.positions[to].score);
    const hasYears = position.moves.some(({ years }) => years);
    const headings = [["Move", ""], ["Games", ""], ["White", ""], ...(hasScores ? [["Engine", ""]] : []), ...(hasYears ? [["Years", "years"]] : [])];
    const rows = position.moves.map((move) => {
      const { score } = this.told.positions[move.to];
      const cells = [
        make("td", {}, button(move.move, () => this.board.go(move.to), { class: "small" })),
        make("td", {}, String(move.games)),
        make("td", {}, pointsOf(move)),
      ];
      if (hasScores) cells.push(make("td", {}, score ? shortScore(score) : ""));
      if (hasYears) cells.push(make("td", { class: "years" }, yearsOf(move)));
      const names = move.players.map(({ name, games }) => `${name} ${games}`).join(", ");
      const players = names ? [make("tr", {}, make("td", { class: "by", colspan: String(headings.length) }, `by ${names}`))] : [];
      const point = () => this.board.point(move.move);
      const leave = () => this.board.point(null);
      return make("tbody", { onmouseenter: point, onmouseleave: leave, onfocusin: point, onfocusout: leave }, make("tr", {}, ...cells), ...players);
    });
    const others = position.others
      ? [
          make(
            "tbody",
            {},
            make(
              "tr",
              {},
              make("td", {}, make("span", { class: "soft" }, "other")),
              make("td", {}, String(position.others)),
              make("td", { colspan: String(headings.length - 2) }),
            ),
          ),
        ]
      : [];
    return make(
      "table", {},
      make("caption", { class: "heard" }, "Moves played, most frequent first"),
      make("thead", {}, make("tr", {}, ...headings.map(([title, kind]) => make("th", { scope: "col", class: kind }, title)))),
      ...rows, ...others,
    );
  }
}
