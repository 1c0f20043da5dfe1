/**
 * The moves played in a position and their results, as a table.
 *
 * @import { Score } from "../engine/documents.js"
 * @typedef {object} OpeningSum
 * @property {number} games
 * @property {number} decided  Games with a result.
 * @property {number} white_points
 * @property {[number, number] | null} years
 * @typedef {{ move: string, players: { name: string, games: number }[], score?: Score | null, book?: number | null }} MovePlayed
 * @typedef {OpeningSum & MovePlayed} OpeningMove  `book`: how often the book plays it, from 0 to 1.
 */

import { shortScore } from "../engine/documents.js";
import { make } from "../panels/element.js";
import { moveButton } from "../panels/move_icons.js";
import { percentOf, text, whole } from "../texts/text.js";

/** The years of games, such as `2019–2024`. @param {OpeningSum} sum */
const yearsOf = ({ years }) => (!years ? "" : years[0] === years[1] ? String(years[0]) : `${years[0]}–${years[1]}`);

/** White's share of the points, as a bar and as a percentage. @param {OpeningSum} sum */
function pointsOf({ decided, white_points: points }) {
  if (!decided) return make("span", { class: "soft" }, "–");
  const bar = make("i");
  bar.style.width = `${Math.round((100 * points) / decided)}%`;
  return make("span", { class: "points" }, make("span", { class: "share", "aria-hidden": "true" }, bar), make("span", {}, percentOf(points / decided)));
}

/** The games of a position in words, with the engine's score if it is known. @param {OpeningSum} sum @param {Score | null} [score] */
export function sumWords(sum, score) {
  const parts = [text("openings.games", { n: sum.games }), yearsOf(sum)];
  if (sum.decided) parts.push(text("openings.white_share", { share: percentOf(sum.white_points / sum.decided) }));
  if (score) parts.push(text("openings.engine_says", { score: shortScore(score) }));
  return parts.filter((part) => part).join(" · ");
}

/**
 * @param {OpeningMove[]} moves  The most frequent first.
 * @param {number} others  Games that went on with none of them.
 * @param {{ play: (move: OpeningMove) => void, point: (move: OpeningMove | null) => void }} act
 */
export function movesTable(moves, others, { play, point }) {
  const hasGames = others > 0 || moves.some(({ games }) => games);
  const columns = [
    {
      title: text("openings.move"),
      cell: (/** @type {OpeningMove} */ move) => [moveButton(move.move, () => play(move), { class: "move small" }), bookMark(move)],
    },
    ...(hasGames
      ? [
          { title: text("openings.number"), cell: (/** @type {OpeningMove} */ { games }) => [whole(games)] },
          { title: text("game.white"), cell: (/** @type {OpeningMove} */ move) => [pointsOf(move)] },
        ]
      : []),
    ...(moves.some(({ score }) => score !== undefined)
      ? [{ title: text("openings.engine"), kind: "score", cell: (/** @type {OpeningMove} */ { score }) => [score ? shortScore(score) : ""] }]
      : []),
    ...(moves.some(({ years }) => years) ? [{ title: text("openings.years"), kind: "years", cell: (/** @type {OpeningMove} */ move) => [yearsOf(move)] }] : []),
  ];
  const rows = moves.map((move) => {
    const names = move.players.map(({ name, games }) => `${name} ${whole(games)}`).join(", ");
    const players = names ? [make("tr", {}, make("td", { class: "by", colspan: String(columns.length) }, text("openings.by", { players: names })))] : [];
    const enter = (/** @type {Event} */ event) => !(event instanceof PointerEvent && event.pointerType === "touch") && point(move);
    const leave = () => point(null);
    return make(
      "tbody",
      { onpointerenter: enter, onpointerleave: leave, onfocusin: enter, onfocusout: leave },
      make("tr", {}, ...columns.map(({ kind = "", cell }) => make("td", { class: kind }, ...cell(move)))),
      ...players,
    );
  });
  const other = make(
    "tr",
    {},
    make("td", {}, make("span", { class: "soft" }, text("openings.other"))),
    make("td", {}, whole(others)),
    make("td", { colspan: String(columns.length - 2) }),
  );
  return make(
    "table",
    {},
    make("caption", { class: "heard" }, text("openings.caption")),
    make("thead", {}, make("tr", {}, ...columns.map(({ title, kind = "" }) => make("th", { scope: "col", class: kind }, title)))),
    ...rows,
    ...(others ? [make("tbody", {}, other)] : []),
  );
}

/** Fills in the score of a move. @param {HTMLElement} table @param {number} row @param {Score | null} score */
export function showScore(table, row, score) {
  table.querySelectorAll("td.score")[row].textContent = score ? shortScore(score) : "–";
}

/** That the book plays a move, and how often if it has others. @param {OpeningMove} move */
function bookMark({ book }) {
  if (!book) return "";
  const words = book < 0.995 ? `${text("openings.book")} ${percentOf(book)}` : text("openings.book");
  return make("span", { class: "book", title: text("openings.book_title") }, words);
}
