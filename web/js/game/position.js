/**
 * A position as the engine describes it in reply to `position`, and queries about it.
 *
 * @typedef {{ q: number, r: number }} Hex  Axial coordinates: q grows to the east, r to the south-east.
 * @typedef {"White" | "Black"} Player
 * @typedef {{ piece: string, q: number, r: number, level: number }} Lying  A piece in play.
 * @typedef {{ move: string, piece: string | null, from: Hex | null, to: Hex | null, by: string | null }} LegalMove
 * @typedef {{ piece: string | null, from: Hex | null, to: Hex | null }} LastMove
 *
 * @typedef {object} Position
 * @property {string} game_type
 * @property {string} state        `NotStarted`, `InProgress`, `WhiteWins`, `BlackWins` or `Draw`.
 * @property {string} turn         Such as `White[3]`.
 * @property {Player} to_move
 * @property {number} ply
 * @property {string} game         The game as a GameString.
 * @property {string} [hop]        The position as HOP.
 * @property {string | null} [opening]  The names of the opening.
 * @property {Lying[]} pieces      Bottom first within a hex.
 * @property {{ White: string[], Black: string[] }} hands
 * @property {LastMove | null} last
 * @property {string | null} [resting]  The piece that moved on the previous ply.
 * @property {LegalMove[]} moves
 * @property {string[]} pinned
 * @property {number} repetitions
 */

import { text } from "../texts/text.js";

/** A hex as the key of a map. @param {Hex} hex */
export const keyOf = ({ q, r }) => `${q},${r}`;

/** The player who owns a piece. @param {string} piece @returns {Player} */
export const ownerOf = (piece) => (piece[0] === "w" ? "White" : "Black");

/** The other player. @param {Player} player @returns {Player} */
export const opponentOf = (player) => (player === "White" ? "Black" : "White");

/** Whether the game has ended on the board. @param {Position} position */
export const isOver = (position) => ["WhiteWins", "BlackWins", "Draw"].includes(position.state);

/** Whether the only legal move is to pass, and the game goes on. @param {Position} position */
export const mustPass = (position) => position.repetitions < 3 && position.moves.length === 1 && position.moves[0].piece === null;

/** What a side is called. @param {Player} player */
export const sideWords = (player) => text(player === "White" ? "game.white" : "game.black");

/** The name of a piece's bug, and its gender. @param {string} piece */
export function bugWords(piece) {
  const [, gender = ""] = new RegExp(`${piece[1]}:(\\w)`).exec(text("game.genders")) ?? [];
  return { bug: text(`game.bug_${piece[1]}`), gender };
}

/** A piece in words, such as `white Ant 1`. @param {string} piece @param {string} [form]  A case. */
export function pieceWords(piece, form = "") {
  const { bug, gender } = bugWords(piece);
  const key = piece[0] === "w" ? "game.a_white" : "game.a_black";
  return text(form ? `${key}_${form}` : key, { bug: `${bug}${piece[2] ? ` ${piece[2]}` : ""}`, gender });
}

/**
 * The stacks in play in drawing order, each with the pieces of a hex, bottom first.
 *
 * @param {Position} position
 * @returns {Lying[][]}
 */
export function stacksOf(position) {
  /** @type {Map<string, Lying[]>} */
  const stacks = new Map();
  for (const lying of position.pieces) {
    const stack = stacks.get(keyOf(lying));
    if (stack) stack.push(lying);
    else stacks.set(keyOf(lying), [lying]);
  }
  const all = [...stacks.values()];
  for (const stack of all) stack.sort((one, other) => one.level - other.level);
  return all;
}

/** The pieces that nothing covers. @param {Position} position */
export const topsOf = (position) => stacksOf(position).map((stack) => stack[stack.length - 1].piece);

/** The moves of a piece. @param {Position} position @param {string} piece */
export const movesOf = (position, piece) => position.moves.filter((move) => move.piece === piece);

/**
 * The pieces in hand by bug: the next one to place, and the number left.
 *
 * @param {Position} position
 * @param {Player} player
 * @returns {{ piece: string, count: number }[]}
 */
export function pilesOf(position, player) {
  /** @type {Map<string, { piece: string, count: number }>} */
  const piles = new Map();
  for (const piece of position.hands[player]) {
    const pile = piles.get(piece[1]);
    if (pile) pile.count += 1;
    else piles.set(piece[1], { piece, count: 1 });
  }
  return [...piles.values()];
}

/** The texts of results. @type {Record<string, string>} */
const RESULTS = { WhiteWins: "game.white_wins", BlackWins: "game.black_wins", Draw: "game.draw" };

/** The key of the text of the result; empty during the game. @param {Position} position */
export const resultKey = ({ state }) => RESULTS[state] ?? "";

/** Who has won on the board, or `Draw`; empty during the game. @param {Position} position @returns {Player | "Draw" | ""} */
export const winnerOf = ({ state }) => /** @type {Record<string, Player | "Draw">} */ ({ WhiteWins: "White", BlackWins: "Black", Draw: "Draw" })[state] ?? "";

/** The result in words; empty during the game. @param {Position} position */
export function resultWords(position) {
  const key = resultKey(position);
  return key && text(key);
}
