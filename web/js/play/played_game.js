/**
 * A game between the user and the engine. Fires `change`.
 *
 * @typedef {import("../engine/thinking.js").Thinking} Thinking
 * @typedef {import("../game/position.js").Player} Player
 * @typedef {import("../game/study.js").Study} Study
 * @typedef {{ type: string, human: Player, level: number, seconds: number }} Terms
 */

import { isOver, mustPass, opponentOf, resultWords } from "../game/position.js";
import { GameTree } from "../game/tree.js";
import { Stopped } from "../engine/uhp_client.js";

/** The minimum time between moves, in milliseconds, so that the user sees each. */
const BREATH = 450;
/** The time to search for a hint, in seconds. */
const HINT = 1.5;

/** Seconds in UHP's time format. @param {number} seconds */
export function clock(seconds) {
  const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60), seconds % 60];
  const two = (/** @type {number} */ number) => String(number).padStart(2, "0");
  const fraction = rest % 1 ? `.${String(Math.round((rest % 1) * 10))}` : "";
  return `${two(hours)}:${two(minutes)}:${two(Math.floor(rest))}${fraction}`;
}

export class PlayedGame extends EventTarget {
  /**
   * @param {Study} study
   * @param {Thinking} thinking
   * @param {(text: string) => void} announce  Shows and announces what is not visible elsewhere.
   * @param {(text: string) => void} say  Announces to screen readers what is visible.
   */
  constructor(study, thinking, announce, say) {
    super();
    this.study = study;
    this.thinking = thinking;
    this.announce = announce;
    this.say = say;
    /** @type {Terms} */
    this.terms = { type: "Base+MLP", human: "White", level: 3, seconds: 2 };
    /** @type {"none" | "playing" | "over"} */
    this.phase = "none";
    this.isThinking = false;
    this.result = "";
    /** The suggested move. */
    this.hint = "";
    /** @type {GameTree | null} */
    this.tree = null;
    study.on(["position"], () => this.onPosition());
    study.on(["tree"], () => {
      // Another game was opened.
      if (this.phase === "playing" && study.tree !== this.tree) this.end("");
    });
  }

  /** @param {Terms} terms */
  async start(terms) {
    this.terms = terms;
    this.thinking.stop();
    this.result = "";
    this.hint = "";
    this.isThinking = false;
    this.phase = "none";
    const tree = new GameTree(terms.type);
    tree.headings = { White: this.nameOf("White"), Black: this.nameOf("Black") };
    await this.study.open(tree);
    this.tree = tree;
    this.phase = "playing";
    this.announce(`A new game of ${terms.type}: you play ${terms.human} against level ${terms.level}.`);
    this.onPosition();
    this.tell();
  }

  /** Resumes a kept game, whose moves have been loaded. @param {import("./kept_game.js").Kept} kept */
  resume({ terms, phase, result }) {
    this.terms = terms;
    this.tree = this.study.tree;
    this.tree.headings = { White: this.nameOf("White"), Black: this.nameOf("Black") };
    this.phase = phase;
    this.result = result;
    this.study.tell("tree");
    this.onPosition();
  }

  /** @param {Player} player */
  nameOf(player) {
    return player === this.terms.human ? "You" : `Waggle level ${this.terms.level}`;
  }

  /** Whether the user may move in the current position. */
  get mayMove() {
    const { study } = this;
    const { position } = study;
    return this.phase === "playing" && position !== null && !study.node.children.length && position.to_move === this.terms.human && !this.isThinking;
  }

  onPosition() {
    const { study } = this;
    const { node, position } = study;
    this.hint = "";
    if (this.phase !== "playing" || study.tree !== this.tree || node.children.length || !position) {
      this.tell();
      return;
    }
    if (isOver(position)) this.end(resultWords(position));
    else if (position.repetitions >= 3) this.end("Draw by threefold repetition");
    else if (position.to_move !== this.terms.human) this.answer();
    else if (mustPass(position)) this.announce("You have no legal move: pass.");
    this.tell();
  }

  async answer() {
    if (this.isThinking) return;
    const { study, terms } = this;
    const { tree, node } = study;
    this.isThinking = true;
    this.tell();
    try {
      const wait = new Promise((resolve) => setTimeout(resolve, BREATH));
      const command = `bestmove time ${clock(terms.seconds)}`;
      const lines = await this.thinking.about(tree, node, command, { level: terms.level });
      await wait;
      if (this.phase !== "playing" || this.tree !== tree || !this.isThinking) return;
      const move = lines[lines.length - 1].trim();
      this.isThinking = false;
      const next = tree.add(node, move);
      study.tell("tree");
      if (move === "pass") this.announce(`${opponentOf(terms.human)} has no legal move and passes.`);
      await study.go(next);
    } catch (error) {
      this.isThinking = false;
      if (error instanceof Stopped) return;
      this.end(error instanceof Error ? error.message : String(error));
    }
    this.tell();
  }

  async askHint() {
    if (!this.mayMove) return;
    const { tree, node } = this.study;
    this.isThinking = true;
    this.tell();
    try {
      const lines = await this.thinking.about(tree, node, `bestmove time ${clock(HINT)}`);
      if (node === this.study.node) {
        this.hint = lines[lines.length - 1].trim();
        this.announce(`Hint: ${this.hint}`);
      }
    } catch (error) {
      if (!(error instanceof Stopped)) throw error;
    } finally {
      this.isThinking = false;
      this.tell();
    }
  }

  /** Takes back everything from the user's last move on. */
  async takeBack() {
    const { study, tree } = this;
    if (!tree || !this.phase || this.phase === "none") return;
    this.thinking.stop();
    this.isThinking = false;
    let node = tree.root.end();
    const own = (/** @type {import("../game/tree.js").TreeNode} */ other) => other.parent?.position?.to_move === this.terms.human;
    while (node.parent && !own(node)) node = node.parent;
    if (!node.parent) return;
    this.phase = "playing";
    this.result = "";
    const before = tree.remove(node);
    study.tell("tree");
    await study.go(before);
    this.announce("Taken back.");
  }

  resign() {
    if (this.phase !== "playing") return;
    this.end(`You resign: ${opponentOf(this.terms.human)} wins`);
  }

  /** @param {string} result  Empty if it is given up for another. */
  end(result) {
    this.thinking.stop();
    this.isThinking = false;
    this.phase = result ? "over" : "none";
    this.result = result;
    if (result) this.say(`${result}.`);
    this.tell();
  }

  tell() {
    this.dispatchEvent(new Event("change"));
  }
}
