/** The index of `waggle review --all --html`: players, games with links to their reviews, and forced wins. */

import { find, make } from "./panels/element.js";
import { SortableTable } from "./panels/sortable.js";

/**
 * @typedef {object} ReportedPlayer
 * @property {string} name
 * @property {number} games
 * @property {number} decided
 * @property {number} points
 * @property {number | null} accuracy
 * @property {number} mean_loss
 * @property {number} inaccuracies
 * @property {number} mistakes
 * @property {number} blunders
 * @property {number} missed_wins
 * @typedef {object} ReportedGame
 * @property {string} page
 * @property {string} file
 * @property {number} number
 * @property {string} white
 * @property {string} black
 * @property {string} result
 * @property {string} occasion
 * @property {string} type
 * @property {number} plies
 * @property {[number | null, number | null]} accuracy
 * @property {[number[], number[]]} errors  Inaccuracies, mistakes and blunders of both.
 * @typedef {{ page: string, title: string, winner: string, moves: number, ply: number, won: boolean }} ReportedWin
 */

/** How many games are shown at first, and added by each click. */
const GAMES = 200;

/** @type {{ players: ReportedPlayer[], games: ReportedGame[], wins: ReportedWin[] }} */
const told = JSON.parse(find("data").textContent ?? "");

const percents = (/** @type {number | null} */ value) => (value === null ? "–" : `${value.toFixed(1)}\u00a0%`);
const points = (/** @type {number} */ value) => `${Math.floor(value) || value === 0 ? Math.floor(value) : ""}${value % 1 ? "½" : ""}`;

new SortableTable(find("players"), "Players", /** @type {import("./panels/sortable.js").Column<ReportedPlayer>[]} */ ([
  { title: "Player", words: true, show: ({ name }) => name, by: ({ name }) => name },
  { title: "Games", show: ({ games }) => String(games), by: ({ games }) => games },
  { title: "Points", wide: true, show: (player) => `${points(player.points)} of ${player.decided}`, by: (player) => player.points },
  { title: "Accuracy", show: ({ accuracy }) => percents(accuracy), by: ({ accuracy }) => accuracy ?? -1 },
  { title: "Mean loss", wide: true, show: (player) => percents(player.mean_loss * 100), by: (player) => player.mean_loss },
  { title: "Inaccuracies", wide: true, show: ({ inaccuracies }) => String(inaccuracies), by: ({ inaccuracies }) => inaccuracies },
  { title: "Mistakes", wide: true, show: ({ mistakes }) => String(mistakes), by: ({ mistakes }) => mistakes },
  { title: "Blunders", show: ({ blunders }) => String(blunders), by: ({ blunders }) => blunders },
  { title: "Missed wins", wide: true, show: (player) => String(player.missed_wins), by: (player) => player.missed_wins },
]), told.players);

const blunders = (/** @type {ReportedGame} */ { errors }) => errors[0][2] + errors[1][2];
const accuracy = (/** @type {ReportedGame} */ game) => Math.min(...game.accuracy.map((value) => value ?? 100));

const games = new SortableTable(
  find("games"),
  "Games",
  /** @type {import("./panels/sortable.js").Column<ReportedGame>[]} */ ([
    {
      title: "Game",
      words: true,
      show: (game) => make("a", { href: game.page }, `${game.white} – ${game.black}`),
      by: ({ white, black }) => `${white} ${black}`,
    },
    { title: "Result", show: ({ result }) => result, by: ({ result }) => result },
    { title: "Type", wide: true, words: true, show: ({ type }) => type, by: ({ type }) => type },
    { title: "Event", wide: true, words: true, show: ({ occasion }) => occasion, by: ({ occasion }) => occasion },
    { title: "Plies", wide: true, show: ({ plies }) => String(plies), by: ({ plies }) => plies },
    { title: "Accuracy", show: ({ accuracy }) => accuracy.map((value) => (value === null ? "–" : Math.round(value))).join(" : ") + "\u00a0%", by: accuracy },
    { title: "Blunders", show: ({ errors }) => `${errors[0][2]} : ${errors[1][2]}`, by: blunders },
    {
      title: "Source",
      wide: true,
      words: true,
      show: ({ file, number }) => `${file.split(/[\\/]/).at(-1)}, ${number}`,
      by: ({ file, number }) => `${file} ${String(number).padStart(9, "0")}`,
    },
  ]),
  told.games,
  GAMES,
);

const filter = /** @type {HTMLInputElement} */ (find("filter"));

function filtered() {
  const wanted = filter.value.trim().toLowerCase();
  return told.games.filter((game) => [game.white, game.black, game.occasion, game.file].some((text) => text.toLowerCase().includes(wanted)));
}

function showGames() {
  const { rows, most } = games;
  find("more").hidden = rows.length <= most;
  find("shown").textContent = rows.length > most ? `${most} of ${rows.length} games` : rows.length === 1 ? "1 game" : `${rows.length} games`;
}

filter.oninput = () => {
  games.most = GAMES;
  games.setRows(filtered());
  showGames();
};
find("more").onclick = () => {
  games.most += GAMES;
  games.draw();
  showGames();
};
showGames();

find("wins-section").hidden = told.wins.length === 0;
new SortableTable(find("wins"), "Longest forced wins", /** @type {import("./panels/sortable.js").Column<ReportedWin>[]} */ ([
  { title: "Game", words: true, show: ({ page, title, ply }) => make("a", { href: `${page}#${ply}` }, title), by: ({ title }) => title },
  { title: "Wins", words: true, show: ({ winner }) => winner, by: ({ winner }) => winner },
  { title: "Moves", show: ({ moves }) => String(moves), by: ({ moves }) => moves },
  { title: "After ply", wide: true, show: ({ ply }) => String(ply), by: ({ ply }) => ply },
  { title: "Won the game", show: ({ won }) => (won ? "yes" : "no"), by: ({ won }) => Number(won) },
]), told.wins);
