/**
 * What answers about openings: WebAssembly in a worker, or `waggle board` through a WebSocket. An answer for each message, in turn.
 *
 * @import { OpeningSum, OpeningMove } from "./moves_table.js"
 * @typedef {OpeningSum & { counted: number, others: number, moves: OpeningMove[] }} Played
 * @typedef {object} Read  How far a file has been read.
 * @property {boolean} is_done
 * @property {number} bytes
 * @property {number} all_bytes
 * @property {number} games
 * @property {number} set_up
 * @property {number} repeated
 * @property {number} unreadable
 * @property {(import("../game/file_faults.js").Fault & { file: string })[]} faults
 * @property {boolean} is_full
 * @property {[string, number][]} types  All games by type.
 */

import { socketAddress } from "../connection/connect.js";
import { text } from "../texts/text.js";

export class Desk {
  /** @param {boolean} isNative */
  constructor(isNative) {
    /** The questions without an answer. @type {{ resolve: (answer: any) => void, reject: (reason: Error) => void }[]} */
    this.asked = [];
    /** Why there will be no more answers. */
    this.failure = "";
    const { post } = isNative ? this.socket() : this.worker();
    this.post = post;
  }

  /** @returns {{ post: (message: Blob | string) => void }} */
  worker() {
    const worker = new Worker(new URL("js/openings/worker.js", document.baseURI), { type: "module", name: "openings" });
    worker.onmessage = ({ data }) => this.hear(data);
    worker.onerror = ({ message }) => this.fail(message || text("page.engine_unloaded"));
    return { post: (message) => worker.postMessage(message) };
  }

  /** @returns {{ post: (message: Blob | string) => void }} */
  socket() {
    const socket = new WebSocket(socketAddress("openings"));
    const opened = new Promise((resolve) => (socket.onopen = resolve));
    socket.onmessage = ({ data }) => this.hear(String(data));
    socket.onclose = ({ reason }) => this.fail(reason || text("page.connection_lost"));
    return { post: (message) => void opened.then(() => socket.send(message)) };
  }

  /** @param {string} line */
  hear(line) {
    const answer = JSON.parse(line);
    const question = this.asked.shift();
    if (answer.error === undefined) question?.resolve(answer);
    else question?.reject(new Error(answer.error));
  }

  /** @param {string} reason */
  fail(reason) {
    this.failure = reason;
    for (const { reject } of this.asked.splice(0)) reject(new Error(reason));
  }

  /** @param {Blob | object | string} question @returns {Promise<any>} */
  ask(question) {
    return new Promise((resolve, reject) => {
      if (this.failure) {
        reject(new Error(this.failure));
        return;
      }
      this.asked.push({ resolve, reject });
      this.post(question instanceof Blob ? question : JSON.stringify(question));
    });
  }

  /** What was played in the position of a game. @param {string} game @param {object} wanted @returns {Promise<Played>} */
  async played(game, wanted) {
    return (await this.ask({ played: { game, wanted } })).played;
  }

  /**
   * Adds the games of a file.
   *
   * @param {File} file
   * @param {(read: Read) => boolean} goOn  Hears how far it is; false stops.
   * @returns {Promise<Read>}
   */
  async add(file, goOn) {
    let { read } = await this.ask(new Blob([file.name.replaceAll("\n", " "), "\n", file]));
    while (!read.is_done) ({ read } = await this.ask(goOn(read) ? "read" : "stop"));
    return read;
  }

  /** Forgets all files. */
  forget() {
    return this.ask("forget");
  }
}
