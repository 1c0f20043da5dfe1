/**
 * The analysis of whatever position is shown: lines that become better until somebody stops it. Tells `update`.
 *
 * @typedef {import("../game/study.js").Study} Study
 * @typedef {import("../game/tree.js").TreeNode} TreeNode
 * @typedef {import("./documents.js").Iteration} Iteration
 * @typedef {import("./thinking.js").Thinking} Thinking
 */

import { isOver } from "../game/position.js";
import { Stopped } from "./uhp_client.js";

/** How long a position must stay, in milliseconds, before it is searched: stepping through a game searches nothing. */
const PATIENCE = 120;

export class Analysis extends EventTarget {
  /** @param {Study} study @param {Thinking} thinking */
  constructor(study, thinking) {
    super();
    this.study = study;
    this.thinking = thinking;
    this.isOn = false;
    this.lines = 1;
    /** The last iteration of each node. @type {WeakMap<TreeNode, Iteration>} */
    this.known = new WeakMap();
    /** Why there is no analysis. */
    this.failure = "";
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    study.on(["leaving"], () => this.isOn && this.halt());
    study.on(["position", "staying"], () => this.restart());
    study.on(["use"], () => {
      if (study.use === "play") this.switch(false);
    });
  }

  /** What is known about the position shown. @returns {Iteration | null} */
  get latest() {
    return this.known.get(this.study.node) ?? null;
  }

  /** @param {boolean} isOn */
  switch(isOn) {
    if (isOn === this.isOn) return;
    this.isOn = isOn;
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
  async run(node) {
    const hear = (/** @type {string} */ line) => {
      if (!line.startsWith("{")) return;
      const iteration = /** @type {Iteration} */ (JSON.parse(line));
      if (!iteration.lines?.length) return;
      // A search that begins anew does not hide what a deeper one has found.
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
      this.failure = error instanceof Error ? error.message : String(error);
      this.isOn = false;
      this.tell();
    }
  }

  tell() {
    this.dispatchEvent(new Event("update"));
  }
}
