/**
 * The game against the engine: its settings before, commands during, and result after it.
 *
 * @typedef {import("../play/played_game.js").PlayedGame} PlayedGame
 * @typedef {import("../game/study.js").Study} Study
 */

import { opponentOf } from "../game/position.js";
import { button, find, make } from "./element.js";

/** Descriptions of the levels below full strength. */
const BELOW = [
  "a first game", "a beginner", "knows the pieces", "a casual player", "a club player", "a good club player",
  "a strong player", "a very strong player", "an expert", "a master", "a strong engine", "a very strong engine",
];

export class PlayPanel {
  /**
   * @param {Study} study
   * @param {PlayedGame} game
   * @param {{ begin: (terms: import("../play/played_game.js").Terms) => void, review: () => void }} around  Starts a game, and reviews it.
   */
  constructor(study, game, { begin, review }) {
    this.study = study;
    this.game = game;
    this.begin = begin;
    this.review = review;
    this.form = /** @type {HTMLFormElement} */ (find("play-terms"));
    this.box = find("play-game");
    this.field("level").oninput = () => this.describeLevel();
    this.form.onsubmit = (event) => {
      event.preventDefault();
      this.start();
    };
    game.addEventListener("change", () => this.draw());
    study.on(["use"], () => this.draw());
    this.draw();
  }

  /** Offers the engine's levels. @param {import("../engine/option.js").Bounds} levels  The last is full strength. */
  offerLevels({ least, most }) {
    const field = this.field("level");
    Object.assign(field, { min: String(least), max: String(most) });
    field.value = String(this.game.terms.level);
    this.describeLevel();
  }

  /** @param {string} name */
  field(name) {
    return /** @type {HTMLInputElement} */ (this.form.elements.namedItem(name));
  }

  describeLevel() {
    const field = this.field("level");
    const level = Number(field.value);
    const words = level === Number(field.max) ? "full strength" : (BELOW[level - Number(field.min)] ?? "");
    find("level-words").textContent = `${level}: ${words}`;
    field.setAttribute("aria-valuetext", `level ${level}, ${words}`);
  }

  start() {
    const side = new FormData(this.form).get("side");
    const isWhite = side === "random" ? Math.random() < 0.5 : side === "White";
    /** @type {import("../play/played_game.js").Terms} */
    const terms = {
      type: this.field("type").value,
      human: isWhite ? "White" : "Black",
      level: Number(this.field("level").value),
      seconds: Number(this.field("seconds").value),
    };
    this.begin(terms);
    this.game.start(terms);
  }

  draw() {
    const { game } = this;
    const { terms, phase } = game;
    this.form.hidden = phase !== "none";
    this.box.hidden = phase === "none";
    if (phase === "none") return;
    const focused = document.activeElement instanceof HTMLElement && this.box.contains(document.activeElement) ? document.activeElement.dataset.act : "";
    const opponent = opponentOf(terms.human);
    const line = phase === "over" ? game.result
      : game.isThinking && this.study.position?.to_move === opponent ? "Waggle is thinking…"
      : game.isThinking ? "Looking for a hint…"
      : this.study.node.children.length ? "Earlier position: press → to return to the game"
      : "Your turn";
    const act = (/** @type {string} */ text, /** @type {() => void} */ run, /** @type {boolean} */ isOff, main = false) => {
      const made = button(text, run, { class: main ? "main" : "", "data-act": text });
      made.disabled = isOff;
      return made;
    };
    const buttons = phase === "over"
      ? [
          act("Review this game", () => this.review(), false, true),
          act("New game", () => this.again(), false),
          act("Take back", () => game.takeBack(), false),
        ]
      : [
          act("Hint", () => game.askHint(), !game.mayMove),
          act("Take back", () => game.takeBack(), this.study.tree.root.end().ply === 0),
          act("Resign", () => this.confirmResign(), false),
        ];
    this.box.replaceChildren(
      make("p", { class: "sides" }, make("b", {}, `You: ${terms.human}`), ` · Waggle: ${opponent}, level ${terms.level}`),
      make("p", { class: `state ${phase} ${game.isThinking ? "thinking" : ""}` }, line),
      ...(game.hint ? [make("p", { class: "hint" }, "Hint: ", make("b", {}, game.hint))] : []),
      make("div", { class: "acts" }, ...buttons),
    );
    if (focused) /** @type {HTMLElement | null} */ (this.box.querySelector(`[data-act="${focused}"]`))?.focus();
  }

  again() {
    this.game.phase = "none";
    this.draw();
    this.field("level").focus();
  }

  confirmResign() {
    const dialog = /** @type {HTMLDialogElement} */ (find("resign"));
    dialog.returnValue = "";
    dialog.onclose = () => {
      if (dialog.returnValue === "yes") this.game.resign();
    };
    dialog.showModal();
  }
}
