/**
 * Queries about the rules, to an engine that never searches and so always answers at once.
 *
 * @import { Position } from "../game/position.js"
 * @import { GameTree, TreeNode } from "../game/tree.js"
 * @import { UhpClient } from "./uhp_client.js"
 * @typedef {object} ReadGame
 * @property {number} number
 * @property {string} game
 * @property {string[]} [players]
 * @property {Record<string, string>} [headings]
 * @property {{ ply: number, text: string }[]} [comments]
 * @property {import("../game/tree.js").Variation[]} [variations]
 *
 * @typedef {object} ReadFile
 * @property {string} format
 * @property {ReadGame[]} games
 * @property {import("../game/file_faults.js").Fault[]} errors
 * @property {import("../game/file_faults.js").Warning[]} warnings
 */

import { faultWords, ruleWords } from "../game/file_faults.js";
import { Refusal } from "../game/refusal.js";
import { notesOf } from "../game/tree.js";
import { headingsOf } from "../library/result.js";
import { reviewedTexts } from "../panels/judgments.js";

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

  /** The position after a line of moves. @param {string} start @param {string[]} moves @returns {Promise<Position>} */
  positionAfter(start, moves) {
    return this.documentOf(start, moves, "position");
  }

  /** What people would play there. @param {string} start @param {string[]} moves @returns {Promise<import("./documents.js").People>} */
  peopleAt(start, moves) {
    return this.documentOf(start, moves, "analyze people");
  }

  /** The document that a command answers with. @param {string} start @param {string[]} moves @param {string} command @returns {Promise<any>} */
  async documentOf(start, moves, command) {
    return JSON.parse((await this.askAbout(start, moves, command))[0]);
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
      await this.client.ask(`newgame ${start}`).catch(async (error) => {
        throw error instanceof Refusal ? await this.whyNotFrom(start, error) : error;
      });
    }
    for (const move of moves.slice(shared)) {
      await this.client.ask(move === "pass" ? "pass" : `play ${move}`).catch(async (error) => {
        throw error instanceof Refusal ? await this.inWords(move, error) : error;
      });
    }
    this.current = { start, moves: [...moves] };
  }

  /** A refusal of a move in the session's position, in the reader's words. @param {string} move @param {Refusal} refusal */
  async inWords(move, refusal) {
    const [line = "{}"] = await this.client.ask(`objection ${move}`).catch(() => []);
    const { rule } = JSON.parse(line);
    return new Refusal(ruleWords(rule, move) || refusal.message);
  }

  /** The same of a position that cannot be set up. @param {string} start @param {Refusal} refusal */
  async whyNotFrom(start, refusal) {
    const [line = "{}"] = await this.client.ask(`read ${JSON.stringify(start)}`).catch(() => []);
    const { errors = [] } = JSON.parse(line);
    return new Refusal(errors.length ? faultWords(errors[0]) : refusal.message);
  }

  /** The bounds of an engine option, which UHP tells as `Level;int;3;13;1;13`. @param {string} name */
  boundsOf(name) {
    return this.inTurn(async () => {
      const [least, most] = (await this.client.ask(`options get ${name}`))[0].split(";").slice(4).map(Number);
      return { least, most };
    });
  }

  /** Parses a game file. @param {string} content @returns {Promise<ReadFile>} */
  read(content) {
    return this.inTurn(async () => {
      this.current = null;
      return JSON.parse((await this.client.ask(`read ${JSON.stringify(content)}`))[0]);
    });
  }

  /**
   * The game up to a node as a file, with headings, marks, comments and variations.
   *
   * @param {GameTree} tree
   * @param {TreeNode} node
   * @param {string} format
   * @param {import("../game/position.js").Player | "Draw" | ""} [winner]  If the board does not show it.
   * @returns {Promise<string>}
   */
  async write(tree, node, format, winner = "") {
    const annotator = tree.review && { Annotator: "Waggle" };
    const notes = JSON.stringify({ headings: { ...headingsOf(tree, winner), ...annotator }, ...notesOf(node.path(), reviewedTexts) });
    return this.documentOf(tree.start, node.moves, `write ${format} ${notes}`);
  }
}
