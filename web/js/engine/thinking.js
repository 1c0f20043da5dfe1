/**
 * An engine that runs one search at a time: a new request stops the previous one.
 *
 * @import { GameTree, TreeNode } from "../game/tree.js"
 * @typedef {{ level?: number, onLine?: (line: string) => void }} How  `level` overrides the option.
 */

import { Stopped, UhpClient } from "./uhp_client.js";

export class Thinking {
  /** @param {UhpClient} client @param {Record<string, number>} options  What is set in each session. */
  constructor(client, options) {
    this.client = client;
    this.options = options;
    /** The options set in the session. @type {Map<string, string>} */
    this.set = new Map();
    this.generation = client.generation;
    this.task = 0;
  }

  /**
   * Runs a search command on a position. Rejects with `Stopped` if another request interrupts it.
   *
   * @param {GameTree} tree
   * @param {TreeNode} node
   * @param {string} command
   * @param {How} [how]
   * @returns {Promise<string[]>}
   */
  async about(tree, node, command, { level, onLine = () => {} } = {}) {
    this.stop();
    const { task } = this;
    const ask = async (/** @type {string} */ line, /** @type {(line: string) => void} */ hear = () => {}) => {
      if (task !== this.task) throw new Stopped("stopped");
      try {
        return await this.client.ask(line, (heard) => task === this.task && hear(heard));
      } catch (error) {
        // A stopped command may reject.
        throw task === this.task ? error : new Stopped("stopped");
      }
    };
    const wanted = level === undefined ? this.options : { ...this.options, Level: level };
    if (this.client.generation !== this.generation) this.set.clear();
    this.generation = this.client.generation;
    for (const [name, value] of Object.entries(wanted)) {
      if (this.set.get(name) === String(value)) continue;
      await ask(`options set ${name} ${value}`);
      this.set.set(name, String(value));
    }
    if (node.position) {
      await ask(`newgame ${node.position.game}`);
    } else {
      await ask(`newgame ${tree.start}`);
      for (const move of node.moves) await ask(move === "pass" ? "pass" : `play ${move}`);
    }
    const lines = await ask(command, onLine);
    if (task !== this.task) throw new Stopped("stopped");
    return lines;
  }

  /** Stops the running command. */
  stop() {
    this.task += 1;
    this.client.stop();
  }
}
