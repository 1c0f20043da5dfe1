/**
 * Keyboard input on the board: Enter starts, the arrow keys cycle through the pieces that can move, Enter picks one up, the
 * arrow keys cycle through its targets, Enter plays; Escape cancels. A letter jumps to the next piece of that bug, `x` draws a
 * circle, and Delete removes a piece during set-up.
 *
 * @import { Board } from "./board.js"
 * @import { Hex } from "../game/position.js"
 */

import { pieceWords } from "../game/position.js";
import { text } from "../texts/text.js";

export class KeyboardInput {
  /** @param {Board} board */
  constructor(board) {
    this.board = board;
    /** What the arrow keys cycle through. @type {"nothing" | "pieces" | "targets"} */
    this.chooses = "nothing";
    this.index = 0;
    board.area.addEventListener("keydown", (event) => this.press(event));
    board.area.addEventListener("blur", () => this.end());
    board.table.addEventListener("focusin", ({ target }) => {
      if (target instanceof HTMLElement && target.matches(".pile:focus-visible")) board.name(target.dataset.piece ?? null);
    });
  }

  /** The pieces in cycling order: the hand, then the board in reading order. */
  pieces() {
    const { choices } = this.board;
    const lying = [...this.board.stacks].sort(([one], [other]) => one.r - other.r || one.q - other.q);
    const onTable = lying.map((stack) => stack[stack.length - 1].piece).filter((piece) => choices.pickable.has(piece));
    return [...choices.pickable].filter((piece) => !onTable.includes(piece)).concat(onTable);
  }

  /** @returns {Hex[]} */
  targets() {
    const { board } = this;
    if (!board.picked) return [];
    return [...board.choices.targetsOf(board.picked)].sort((one, other) => one.r - other.r || one.q - other.q);
  }

  /** @param {KeyboardEvent} event */
  press(event) {
    // Buttons on the table have keys of their own.
    if (event.target !== this.board.area || event.ctrlKey || event.altKey || event.metaKey) return;
    if (!this.act(event.key)) return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** Whether the key has a meaning here. @param {string} key */
  act(key) {
    const isEnter = key === "Enter" || key === " ";
    if (this.chooses === "nothing" && !isEnter && !/^[qsbgamlp]$/i.test(key)) return false;
    if (!this.pieces().length && this.board.choices.prepare?.(() => this.act(key))) return true;
    if (isEnter) return this.enter();
    if (key === "Escape") return this.back();
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[key];
    if (step) return this.step(step);
    if (/^[qsbgamlp]$/i.test(key)) return this.toKind(key.toUpperCase());
    if (key === "x") return this.circle();
    if (key === "Delete" || key === "Backspace") return this.takeBack();
    return false;
  }

  enter() {
    const { board } = this;
    if (this.chooses === "targets") {
      const target = this.targets()[this.index];
      const { picked } = board;
      if (!board.choices.keeps) this.end();
      if (picked && target) board.choices.put(picked, target);
    } else if (this.chooses === "pieces" && board.choices.choose) {
      board.pick(this.pieces()[this.index] ?? null);
    } else if (this.chooses === "pieces") {
      board.pick(this.pieces()[this.index] ?? null);
      this.chooses = "targets";
      this.go(0);
    } else {
      if (!this.pieces().length) {
        board.say(text("game.nothing_moves"));
        return true;
      }
      this.chooses = "pieces";
      this.go(0);
    }
    return true;
  }

  back() {
    if (this.chooses === "targets") {
      const { picked } = this.board;
      this.board.pick(null);
      this.chooses = "pieces";
      this.go(Math.max(0, this.pieces().indexOf(picked ?? "")));
    } else {
      this.end();
      this.board.say(text("game.move_cancelled"));
    }
    return true;
  }

  /** Circles what the cursor is on. */
  circle() {
    const { board } = this;
    const hex = board.cursor?.hex ?? board.position?.pieces.find(({ piece }) => piece === board.cursor?.piece);
    if (!hex || !board.onShape) return false;
    board.onShape(hex, hex, null);
    return true;
  }

  takeBack() {
    const { board } = this;
    const piece = this.chooses === "targets" ? board.picked : this.pieces()[this.index];
    if (!piece || !board.choices.takeBack) return false;
    this.end();
    board.choices.takeBack(piece);
    board.say(text("game.back_in_hand", { piece: pieceWords(piece) }));
    return true;
  }

  /** @param {number} step */
  step(step) {
    const count = (this.chooses === "pieces" ? this.pieces() : this.targets()).length;
    if (count) this.go((this.index + step + count) % count);
    return true;
  }

  /** @param {string} kind */
  toKind(kind) {
    const pieces = this.pieces();
    if (this.chooses === "targets") this.board.pick(null);
    const from = this.chooses === "pieces" ? this.index : -1;
    const order = pieces.map((_, index) => (from + 1 + index) % pieces.length);
    const found = order.find((index) => pieces[index][1] === kind);
    if (found === undefined) return this.chooses !== "nothing";
    this.chooses = "pieces";
    this.go(found);
    return true;
  }

  /** @param {number} index */
  go(index) {
    const { board } = this;
    this.index = index;
    if (this.chooses === "pieces") {
      const piece = this.pieces()[index];
      const count = board.choices.targetsOf(piece).length;
      board.setCursor({ piece });
      // In an exercise the moves are what is asked.
      board.say(board.choices.marks ? pieceWords(piece) : text("game.piece_moves", { piece: pieceWords(piece), n: count }));
    } else {
      const target = this.targets()[index];
      if (!target || !board.picked) return;
      board.setCursor({ hex: target });
      board.say(board.choices.describe(board.picked, target));
    }
  }

  end() {
    if (this.chooses === "nothing") return;
    this.chooses = "nothing";
    this.board.pick(null);
    this.board.setCursor(null);
  }
}
