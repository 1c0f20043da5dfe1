/**
 * All kept games, the lessons solved and the puzzles tried as one file: JSON, with the number of its format.
 *
 * @import { KeptGame } from "./library.js"
 */

import { text } from "../texts/text.js";
import { isTry } from "./puzzle_history.js";

const NAME = "waggle games";
const VERSION = 1;

/** What the facts of a game hold, by example. */
const FACTS = {
  id: "",
  revision: 0,
  created: 0,
  changed: 0,
  type: "",
  address: "",
  white: "",
  black: "",
  plies: 0,
  result: "",
  isReviewed: false,
  level: 0,
  use: "",
  path: [],
};

/** @param {KeptGame[]} games @param {string[]} lessons  The lessons solved. @param {import("./puzzle_history.js").Try[]} puzzles  The tries. */
export const writeExport = (games, lessons, puzzles) => `${JSON.stringify({ format: NAME, version: VERSION, lessons, puzzles, games }, null, 1)}\n`;

/** Whether a text may be such a file. @param {string} content */
export const isExport = (content) => new RegExp(`^\\s*\\{\\s*"format"\\s*:\\s*"${NAME}"`).test(content);

/**
 * @param {string} content
 * @returns {{ games: KeptGame[], lessons: string[], puzzles: import("./puzzle_history.js").Try[] }}
 * @throws with the reason, if it is no such file; a game of it that is damaged is named with its number
 */
export function readExport(content) {
  const file = isExport(content) ? parse(content) : null;
  if (!file) throw new Error(text("library.no_export"));
  if (!(file.version <= VERSION) || !Array.isArray(file.games)) throw new Error(text("library.later_export", { version: String(file.version) }));
  file.games.forEach((/** @type {unknown} */ game, /** @type {number} */ index) => {
    if (!isGame(game)) throw new Error(text("library.damaged_game", { number: index + 1 }));
  });
  const lessons = Array.isArray(file.lessons) ? file.lessons.filter((/** @type {unknown} */ id) => typeof id === "string") : [];
  const puzzles = Array.isArray(file.puzzles) ? file.puzzles.filter(isTry) : [];
  return { games: file.games, lessons, puzzles };
}

/** @param {string} content */
function parse(content) {
  try {
    return JSON.parse(content);
  } catch {
    return null;
  }
}

/** @param {any} game @returns {game is KeptGame} */
function isGame(game) {
  const { facts, tree } = game ?? {};
  const isLike = (/** @type {string} */ name, /** @type {unknown} */ example) =>
    typeof facts?.[name] === typeof example && Array.isArray(facts[name]) === Array.isArray(example);
  if (!Object.entries(FACTS).every(([name, example]) => isLike(name, example))) return false;
  if (typeof tree?.start !== "string" || typeof tree.headings !== "object" || !Array.isArray(tree.nodes)) return false;
  return tree.nodes.every((/** @type {any} */ node, /** @type {number} */ index) => node?.parent >= 0 && node.parent <= index && typeof node.move === "string");
}
