/**
 * Queries about the rules, to an engine that never searches and so always answers at once.
 *
 * @typedef {import("../game/position.js").Position} Position
 * @typedef {import("../game/tree.js").GameTree} GameTree
 * @typedef {import("../game/tree.js").TreeNode} TreeNode
 * @typedef {import("./uhp_client.js").UhpClient} UhpClient
 * @typedef {{ format: string, games: { number: number, game: string, players?: string[], headings?: Record<string, string>, comments?: { ply: number, text: string }[] }[], errors: string[] }} ReadFile
 */

import { splitGameString } from "../game/game_string.js";
import { readBounds } from "./option.js";

export class Rules {
  /** @param {UhpClient} client */
  constructor(client) {
    this.client = client;
    /** The session's game. @type {{ start: string, moves: string[] } | null} */
    this.current = null;
    /** @type {Promise<unknown>} */
    this.last = Promise.resolve();
  }

  /** Queues a task after all others. @template T @param {() => Promise<T>} task @returns {Promise<T>} */
  inTurn(task) {
    const run = this.last.then(task, task);
    this.last = run.catch(() => {});
    return run;
  }

  /** The position of a node. @param {GameTree} tree @param {TreeNode} node @returns {Promise<Position>} */
  async positionOf(tree, node) {
    node.position ??= await this.positionAfter(tree.start, node.moves);
    return node.position;
  }

  /**
   * The position after a line of moves.
   *
   * @param {string} start
   * @param {string[]} moves
   * @returns {Promise<Position>}
   */
  positionAfter(start, moves) {
    return this.inTurn(async () => {
      await this.goTo(start, moves);
      return JSON.parse((await this.client.ask("position"))[0]);
    });
  }

  /** Runs a command on a position. @param {string} start @param {string[]} moves @param {string} command */
  askAbout(start, moves, command) {
    return this.inTurn(async () => {
      await this.goTo(start, moves);
      return this.client.ask(command);
    });
  }

  /** Brings the session to a position, keeping the moves it shares with the current one. @param {string} start @param {string[]} moves */
  async goTo(start, moves) {
    const { current } = this;
    this.current = null;
    let shared = 0;
    if (current && current.start === start) {
      while (shared < moves.length && moves[shared] === current.moves[shared]) shared += 1;
      const back = current.moves.length - shared;
      if (back) await this.client.ask(`undo ${back}`);
    } else {
      await this.client.ask(`newgame ${start}`);
    }
    for (const move of moves.slice(shared)) await this.client.ask(move === "pass" ? "pass" : `play ${move}`);
    this.current = { start, moves: [...moves] };
  }

  /** The bounds of an engine option. @param {string} name */
  boundsOf(name) {
    return this.inTurn(async () => readBounds((await this.client.ask(`options get ${name}`))[0]));
  }

  /** Parses a game file. @param {string} text @returns {Promise<ReadFile>} */
  read(text) {
    return this.inTurn(async () => {
      this.current = null;
      return JSON.parse((await this.client.ask(`read ${JSON.stringify(text)}`))[0]);
    });
  }

  /** The game up to a node as a file, with headings, comments and marks. @param {GameTree} tree @param {TreeNode} node @param {string} format @returns {Promise<string>} */
  async write(tree, node, format) {
    const comments = node
      .path()
      .map(({ ply, mark, comment }) => ({ ply, text: [mark, comment].filter(Boolean).join(" ") }))
      .filter(({ text }) => text);
    const more = JSON.stringify({ headings: tree.headings, comments });
    return JSON.parse((await this.askAbout(tree.start, node.moves, `write ${format} ${more}`))[0]);
  }

  /**
   * The start and the moves of a GameString or set-up position, with each move in the engine's notation.
   *
   * @param {string} text
   * @returns {Promise<{ start: string, moves: string[] }>}
   */
  async parseGame(text) {
    const line = text.trim();
    const written = await this.inTurn(async () => {
      this.current = null;
      const [answer] = await this.client.ask(`newgame ${line}`);
      return answer;
    });
    return splitGameString(written) ?? { start: line, moves: [] };
  }
}
