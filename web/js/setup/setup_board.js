/**
 * A position being set up: pieces are placed, moved and removed freely; the rules only check the result.
 *
 * @import { Choices } from "../board/choices.js"
 * @import { Hex, Lying, Player, Position } from "../game/position.js"
 */

import { areBeside, placesFor } from "../board/geometry.js";
import { piecesOf } from "../game/pieces.js";
import { ownerOf, pieceWords, stacksOf, topsOf } from "../game/position.js";
import { text } from "../texts/text.js";

/** The most turns a player can have played with the Queen still in hand. */
const LAST_TURN_WITHOUT_QUEEN = 4;

/** The last turn that can be chosen. */
const MAX_TURN = 9999;

export class SetupBoard {
  /** @param {Position | null} position  What it begins with. @param {() => void} onChange */
  constructor(position, onChange) {
    this.onChange = onChange;
    this.type = position?.game_type ?? "Base+MLP";
    /** @type {Player} */
    this.toMove = position?.to_move ?? "White";
    /** @type {Lying[]} */
    this.pieces = (position?.pieces ?? []).map((lying) => ({ ...lying }));
    /** The requested turn. */
    this.wishedTurn = Number(/\[(\d+)\]/.exec(position?.turn ?? "")?.[1] ?? 1);
    /** The piece chosen as the one that moved on the previous ply. */
    this.moved = position?.resting ?? position?.last?.piece ?? "";
  }

  /** The turn of the player to move: the requested one, adjusted to the pieces. */
  get turn() {
    return Math.max(this.leastTurn, this.wishedTurn);
  }

  /** The resting piece: the one that moved on the previous ply, unless it is covered. */
  get resting() {
    return this.tops.includes(this.moved) ? this.moved : "";
  }

  /** The uncovered pieces. */
  get tops() {
    return topsOf(this.position());
  }

  /** The lowest turn that the pieces allow. */
  get leastTurn() {
    const count = (/** @type {Player} */ player) => this.pieces.filter(({ piece }) => ownerOf(piece) === player).length;
    const hasQueens = ["wQ", "bQ"].every((queen) => this.pieces.some(({ piece }) => piece === queen));
    const [white, black] = [count("White"), count("Black")];
    const turn = this.toMove === "White" ? Math.max(white, black) + 1 : Math.max(white, black + 1);
    return hasQueens ? Math.max(turn, LAST_TURN_WITHOUT_QUEEN + 1) : Math.max(1, turn);
  }

  /** Whether the player to move must place the Queen. */
  get mustPlaceQueen() {
    const queen = this.toMove === "White" ? "wQ" : "bQ";
    return this.turn >= LAST_TURN_WITHOUT_QUEEN && !this.pieces.some(({ piece }) => piece === queen);
  }

  /** The position for the board. @returns {Position} */
  position() {
    const lying = new Set(this.pieces.map(({ piece }) => piece));
    const hand = (/** @type {Player} */ player) => piecesOf(this.type, player).filter((piece) => !lying.has(piece));
    return {
      game_type: this.type, state: "InProgress", turn: `${this.toMove}[${this.turn}]`, to_move: this.toMove, ply: 0, game: "",
      pieces: this.pieces, hands: { White: hand("White"), Black: hand("Black") }, last: null, moves: [], pinned: [], repetitions: 1,
    };
  }

  /** @returns {Choices} */
  choices() {
    const position = this.position();
    return {
      pickable: new Set([...this.tops, ...position.hands.White, ...position.hands.Black]),
      targetsOf: (piece) => placesFor(this.pieces, piece),
      put: (piece, hex) => this.put(piece, hex),
      whyNot: () => "",
      describe: (piece, { q, r }) => text("setup.to_place", { piece: pieceWords(piece), q, r }),
      takeBack: (piece) => this.take(piece),
    };
  }

  /** @param {string} piece @param {Hex} hex */
  put(piece, { q, r }) {
    this.pieces = this.pieces.filter((lying) => lying.piece !== piece);
    const level = this.pieces.filter((lying) => lying.q === q && lying.r === r).length;
    this.pieces.push({ piece, q, r, level });
    this.onChange();
  }

  /** Returns a piece to the hand. @param {string} piece */
  take(piece) {
    const before = this.pieces.length;
    this.pieces = this.pieces.filter((lying) => lying.piece !== piece);
    if (this.pieces.length === before) return;
    this.renumber(piece.slice(0, 2));
    this.settle();
    this.onChange();
  }

  /** Renumbers a bug's pieces from 1, without gaps. @param {string} kind */
  renumber(kind) {
    const alike = this.pieces.filter(({ piece }) => piece.startsWith(kind) && piece.length > 2);
    alike.sort((one, other) => (one.piece < other.piece ? -1 : 1));
    alike.forEach((lying, index) => (lying.piece = `${kind}${index + 1}`));
  }

  /** Lowers the pieces above a removed piece. */
  settle() {
    for (const stack of stacksOf(this.position())) stack.forEach((lying, level) => (lying.level = level));
  }

  clear() {
    this.pieces = [];
    this.wishedTurn = 1;
    this.moved = "";
    this.onChange();
  }

  /** @param {string} type */
  setType(type) {
    this.type = type;
    const known = new Set([...piecesOf(type, "White"), ...piecesOf(type, "Black")]);
    this.pieces = this.pieces.filter(({ piece }) => known.has(piece));
    this.settle();
    this.onChange();
  }

  /** @param {Player} player */
  setToMove(player) {
    this.toMove = player;
    this.onChange();
  }

  /** @param {number} turn */
  setTurn(turn) {
    this.wishedTurn = Math.min(Math.max(1, Math.trunc(turn) || 1), MAX_TURN);
    this.onChange();
  }

  /** @param {string} piece  Empty if none is known. */
  setMoved(piece) {
    this.moved = piece;
    this.onChange();
  }

  /** An error that can be seen without the rules; empty if there is none. */
  get plainFault() {
    if (!this.pieces.length) return text("setup.empty");
    const [first, ...rest] = stacksOf(this.position()).map(([lowest]) => lowest);
    /** @type {Hex[]} */
    const reached = [first];
    let waiting = rest;
    for (const hex of reached) {
      const near = waiting.filter((other) => areBeside(hex, other));
      reached.push(...near);
      waiting = waiting.filter((other) => !near.includes(other));
    }
    return waiting.length ? text("setup.unconnected") : "";
  }
}
