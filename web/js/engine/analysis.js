/**
 * Infinite analysis of the current position. Fires `update`.
 *
 * @import { Study } from "../game/study.js"
 * @import { TreeNode } from "../game/tree.js"
 * @import { Iteration, People } from "./documents.js"
 * @import { Rules } from "./rules.js"
 * @import { Thinking } from "./thinking.js"
 */

import { isOver } from "../game/position.js";
import { reasonOf } from "../game/refusal.js";
import { Stopped } from "./uhp_client.js";

/** How long a position must be shown, in milliseconds, before it is searched, so that stepping through a game starts no search. */
const PATIENCE = 120;

export class Analysis extends EventTarget {
  /**
   * @param {Study} study
   * @param {Thinking} thinking
   * @param {Rules} rules  Its engine is asked what people would play.
   * @param {boolean} knowsPeople  Whether it need not load their model, which a page does not do unasked.
   */
  constructor(study, thinking, rules, knowsPeople) {
    super();
    this.study = study;
    this.thinking = thinking;
    this.rules = rules;
    this.asksForPeople = knowsPeople;
    this.isOn = false;
    this.lines = 1;
    /** The latest iteration for each node. @type {WeakMap<TreeNode, Iteration>} */
    this.known = new WeakMap();
    /** The opinion of a model, for each node. @type {WeakMap<TreeNode, People>} */
    this.people = new WeakMap();
    /** Why the analysis failed. */
    this.failure = "";
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    study.on(["leaving"], () => this.isOn && this.halt());
    study.on(["position", "staying"], () => this.restart());
    study.on(["use"], () => {
      if (study.use === "play") this.switch(false);
    });
  }

  /** The latest iteration for the current position. @returns {Iteration | null} */
  get latest() {
    return this.known.get(this.study.node) ?? null;
  }

  /** @param {boolean} isOn */
  switch(isOn) {
    if (isOn === this.isOn) return;
    this.isOn = isOn;
    this.failure = "";
    if (isOn) this.restart();
    else this.halt();
    this.tell();
  }

  /** @param {number} lines */
  setLines(lines) {
    this.lines = lines;
    if (this.isOn) this.restart();
  }

  halt() {
    clearTimeout(this.timer);
    this.thinking.stop();
  }

  restart() {
    if (!this.isOn) {
      this.tell();
      return;
    }
    this.halt();
    this.tell();
    const { node, position } = this.study;
    if (!position || isOver(position)) return;
    this.timer = setTimeout(() => this.run(node), PATIENCE);
  }

  /** @param {TreeNode} node */
  async askForPeople(node) {
    if (!this.asksForPeople || this.people.has(node)) return;
    const people = await this.rules.peopleAt(this.study.tree.start, node.moves).catch(() => null);
    if (!people) return;
    this.people.set(node, people);
    if (node === this.study.node) this.tell();
  }

  /** @param {TreeNode} node */
  async run(node) {
    void this.askForPeople(node);
    const hear = (/** @type {string} */ line) => {
      if (!line.startsWith("{")) return;
      const iteration = /** @type {Iteration} */ (JSON.parse(line));
      if (!iteration.lines?.length) return;
      // A restarted search does not replace deeper results.
      const known = this.known.get(node);
      if (known && known.lines.length >= this.lines && known.depth > iteration.depth) return;
      this.known.set(node, iteration);
      if (node === this.study.node) this.tell();
    };
    try {
      this.failure = "";
      await this.thinking.about(this.study.tree, node, `analyze lines ${this.lines}`, { onLine: hear });
    } catch (error) {
      if (error instanceof Stopped) return;
      this.failure = reasonOf(error);
      this.isOn = false;
      this.tell();
    }
  }

  tell() {
    this.dispatchEvent(new Event("update"));
  }
}
