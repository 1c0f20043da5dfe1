/**
 * Setting up a position: pieces are placed freely until the set-up is done or cancelled.
 *
 * @import { Rules } from "../engine/rules.js"
 * @import { Player } from "../game/position.js"
 * @import { Study } from "../game/study.js"
 */

import { pieceWords, sideWords } from "../game/position.js";
import { reasonOf } from "../game/refusal.js";
import { GameTree } from "../game/tree.js";
import { SetupBoard } from "../setup/setup_board.js";
import { setupText } from "../setup/setup_text.js";
import { text } from "../texts/text.js";
import { find, make } from "./element.js";

export class SetupPanel {
  /** @param {Study} study @param {Rules} rules @param {() => void} redraw  Shows the set-up, or hides it. */
  constructor(study, rules, redraw) {
    this.study = study;
    this.rules = rules;
    this.redraw = redraw;
    this.form = /** @type {HTMLFormElement} */ (find("setup"));
    this.done = /** @type {HTMLButtonElement} */ (find("setup-done"));
    this.fault = find("setup-fault");
    /** The current set-up. @type {SetupBoard | null} */
    this.board = null;
    this.checked = 0;
    find("setup-clear").onclick = () => this.board?.clear();
    find("setup-cancel").onclick = () => this.close();
    this.type = /** @type {HTMLSelectElement} */ (find("setup-type"));
    this.type.onchange = () => this.board?.setType(this.type.value);
    this.form.addEventListener("change", () => {
      const side = /** @type {Player | null} */ (new FormData(this.form).get("setup-side"));
      if (side && this.board && side !== this.board.toMove) this.board.setToMove(side);
    });
    this.turn = /** @type {HTMLInputElement} */ (find("setup-turn"));
    this.turn.onchange = () => this.board?.setTurn(this.turn.valueAsNumber);
    this.moved = /** @type {HTMLSelectElement} */ (find("setup-moved"));
    this.moved.onchange = () => this.board?.setMoved(this.moved.value);
    this.form.onsubmit = (event) => {
      event.preventDefault();
      this.finish();
    };
    study.on(["use"], () => this.close());
    study.on(["words"], () => this.board && this.changed());
  }

  get isOpen() {
    return this.board !== null;
  }

  open() {
    this.board = new SetupBoard(this.study.position, () => this.changed());
    this.type.value = this.board.type;
    const side = this.form.querySelector(`input[name=setup-side][value=${this.board.toMove}]`);
    if (side instanceof HTMLInputElement) side.checked = true;
    document.body.classList.add("setting-up");
    this.form.hidden = false;
    this.changed();
  }

  close() {
    if (!this.board) return;
    this.board = null;
    document.body.classList.remove("setting-up");
    this.form.hidden = true;
    this.redraw();
  }

  get setUp() {
    const { board } = this;
    return board ? setupText(board.type, board.toMove, board.turn, board.pieces, board.resting) : "";
  }

  /** The message for a legal position. */
  get possible() {
    const { board } = this;
    if (!board?.mustPlaceQueen) return text("setup.legal");
    return text("setup.legal_queen", { side: sideWords(board.toMove) });
  }

  /** Checks whether the position is legal. */
  async changed() {
    this.redraw();
    this.showTurn();
    this.checked += 1;
    const { checked } = this;
    const fault = this.board?.plainFault || (await this.faultOf(this.setUp));
    if (checked !== this.checked || !this.board) return;
    this.fault.textContent = fault || this.possible;
    // An empty table is no fault yet.
    this.fault.classList.toggle("failure", fault !== "" && this.board.pieces.length > 0);
    this.done.disabled = fault !== "";
  }

  /** Updates the turn, at least the lowest that the pieces allow, and the choice of pieces that may have moved last. */
  showTurn() {
    const { board } = this;
    if (!board) return;
    this.turn.min = String(board.leastTurn);
    this.turn.value = String(board.turn);
    const choices = board.tops.sort().map((piece) => make("option", { value: piece }, pieceWords(piece)));
    this.moved.replaceChildren(make("option", { value: "" }, text("setup.none")), ...choices);
    this.moved.value = board.resting;
  }

  /** @param {string} setUp */
  async faultOf(setUp) {
    try {
      await this.rules.positionAfter(setUp, []);
      return "";
    } catch (error) {
      return reasonOf(error);
    }
  }

  async finish() {
    if (!this.board || this.done.disabled) return;
    const tree = new GameTree(this.setUp);
    this.close();
    await this.study.open(tree);
  }
}
