/**
 * Undoes and redoes changes of the game, among them that another one was opened.
 *
 * @import { Study } from "../game/study.js"
 * @import { PlayedGame } from "../play/played_game.js"
 * @import { Keeper } from "./keeper.js"
 * @import { KeptGame } from "./library.js"
 */

import { isTyping } from "../panels/element.js";

/** How many changes can be undone. */
const MOST = 100;

export class Undo {
  /**
   * @param {Study} study
   * @param {PlayedGame} game
   * @param {Keeper} keeper
   * @param {(what: "replaced" | "removed") => void} offer  Called after changes that drop moves from the screen.
   */
  constructor(study, game, keeper, offer) {
    this.keeper = keeper;
    this.offer = offer;
    /** @type {KeptGame[]} */
    this.before = [];
    /** @type {KeptGame[]} */
    this.after = [];
    this.now = keeper.current();
    this.isBusy = false;
    study.on(["tree"], () => this.note());
    study.on(["removed"], () => offer("removed"));
    study.on(["position", "use", "words"], () => this.place());
    game.addEventListener("change", () => game.tree === study.tree && this.place());
  }

  /** Notes a change. */
  note() {
    const { now } = this;
    const next = this.keeper.current();
    const isOther = next.facts.id !== now.facts.id;
    if (!this.isBusy && (isOther || changes(now, next).length)) {
      if (!this.goesOn(next)) this.before = [...this.before.slice(1 - MOST), now];
      this.after = [];
      if (isOther && now.tree.nodes.length) this.offer("replaced");
    }
    this.now = next;
  }

  /** Whether this change goes on with the last: another letter of the same comment. @param {KeptGame} next */
  goesOn(next) {
    const last = this.before[this.before.length - 1];
    if (!last || last.facts.id !== next.facts.id) return false;
    const all = [...changes(last, this.now), ...changes(this.now, next)];
    return all.length > 0 && all.every((change) => change === all[0] && change.startsWith("comment"));
  }

  /** Notes where the game is. */
  place() {
    this.now = this.keeper.current();
  }

  undo() {
    return this.step(this.before, this.after);
  }

  redo() {
    return this.step(this.after, this.before);
  }

  /** @param {KeptGame[]} from @param {KeptGame[]} to */
  async step(from, to) {
    const target = from.pop();
    if (!target || this.isBusy) return false;
    to.push(this.now);
    this.isBusy = true;
    try {
      await this.keeper.open(target);
    } finally {
      this.isBusy = false;
      this.place();
    }
    return true;
  }
}

/**
 * Ctrl-Z and Ctrl-Y. In a game against the engine Ctrl-Z takes a move back.
 *
 * @param {Undo} undo
 * @param {PlayedGame} game
 * @param {Study} study
 */
export function wireUndo(undo, game, study) {
  document.addEventListener("keydown", (event) => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey || isTyping(event, "dialog", "#setup")) return;
    const key = event.key.toLowerCase();
    const isRedo = key === "y" || (key === "z" && event.shiftKey);
    const isShown = study.showsGame && !document.body.classList.contains("setting-up");
    if ((key !== "z" && !isRedo) || !isShown) return;
    event.preventDefault();
    if (isRedo) undo.redo();
    else if (study.use === "play" && game.phase === "playing" && game.tree === study.tree) game.takeBack();
    else undo.undo();
  });
}

/** A node without what goes on changing. @param {import("./tree_record.js").NodeRecord} node */
const without = (node) => ({ ...node, comment: "", early: "" });

/** What differs between two states of a game. @param {KeptGame} one @param {KeptGame} other */
function changes({ tree: one }, { tree: other }) {
  const found = [];
  if (one.review !== other.review || JSON.stringify(one.headings) !== JSON.stringify(other.headings)) found.push("review");
  if (one.nodes.length !== other.nodes.length) return [...found, "moves"];
  one.nodes.forEach((node, index) => {
    const now = other.nodes[index];
    if (JSON.stringify(without(node)) !== JSON.stringify(without(now))) found.push("moves");
    else if (node.comment !== now.comment) found.push(`comment ${index}`);
  });
  return found;
}
