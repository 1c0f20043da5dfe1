/**
 * The puzzles that come with the page: a file for each game type, loaded when it is wanted. docs/puzzles.md describes the lines.
 *
 * @typedef {object} Puzzle
 * @property {string} id
 * @property {string} start       The position as `newgame` takes it.
 * @property {string[]} solution  The main line as MoveStrings, the winner's first move first.
 * @property {string[]} themes
 * @property {number} moves       The winner's moves; 0 where one has to defend.
 * @property {number} rating
 * @property {string} type
 */

import { sideWords } from "../game/position.js";
import { text } from "../texts/text.js";

export const TYPES = ["Base", "Base+M", "Base+L", "Base+P", "Base+ML", "Base+MP", "Base+LP", "Base+MLP"];

/** @type {Map<string, Promise<Puzzle[]>>} */
const loaded = new Map();

/** The puzzles of a type, or of all for "". @param {string} type @returns {Promise<Puzzle[]>} */
export async function puzzlesOf(type) {
  return (await Promise.all((type ? [type] : TYPES).map(load))).flat();
}

/** @param {string} type */
function load(type) {
  const known = loaded.get(type);
  if (known) return known;
  const url = new URL(`puzzles/${type.toLowerCase().replace("+", "-")}.tsv`, document.baseURI);
  const puzzles = fetch(url).then(async (response) => {
    if (!response.ok) throw new Error(`${response.status} ${response.statusText}`);
    return read(await response.text());
  });
  loaded.set(type, puzzles);
  // A file that could not be loaded may be there later.
  puzzles.catch(() => loaded.delete(type));
  return puzzles;
}

/** Who is to find the solution. @param {Puzzle} puzzle @returns {import("../game/position.js").Player} */
export const solverOf = ({ start }) => (start.includes(";White[") ? "White" : "Black");

/** What is asked. @param {Puzzle} puzzle */
export const taskOf = (puzzle) => text(puzzle.moves ? "puzzles.task" : "puzzles.defend", { n: puzzle.moves, side: sideWords(solverOf(puzzle)) });

/** @param {string} content @returns {Puzzle[]} */
export function read(content) {
  const lines = content.split("\n").filter((line) => line && !line.startsWith("#"));
  return lines.map((line) => {
    const [id, start, solution, themes, moves, rating, type] = line.split("\t");
    return { id, start, solution: solution.split(";"), themes: themes.split(",").filter(Boolean), moves: Number(moves), rating: Number(rating), type };
  });
}
