/**
 * A UHP session over a connection: runs commands one at a time, and collects each reply up to `ok`.
 *
 * @import { Connection } from "../connection/connection.js"
 * @typedef {object} Pending
 * @property {string} line
 * @property {(line: string) => void} onLine
 * @property {string[]} lines
 * @property {(lines: string[]) => void} resolve
 * @property {(error: Error) => void} reject
 * @property {boolean} [isGreeting]
 */

import { Refusal } from "../game/refusal.js";
import { text } from "../texts/text.js";

/** The maximum length of a line in bytes. */
const MAX_LINE_BYTES = 2_000_000;

/** The command was ended by `stop`, together with its engine. */
export class Stopped extends Error {}

export class UhpClient {
  /** @param {Connection} connection */
  constructor(connection) {
    this.connection = connection;
    connection.onLine = (line) => this.receive(line);
    connection.onFail = (reason) => this.fail(reason);
    /** The running command. @type {Pending | null} */
    this.running = null;
    /** @type {Pending[]} */
    this.queue = [];
    /** How often the engine was started; each start resets its options. */
    this.generation = 0;
    /** Why the engine ended. */
    this.failure = "";
    this.expectGreeting();
  }

  /** Expects the greeting, which arrives without a request. */
  expectGreeting() {
    const ignore = () => {};
    this.running = { line: "", onLine: ignore, lines: [], resolve: ignore, reject: ignore, isGreeting: true };
  }

  /**
   * Queues a command.
   *
   * @param {string} line
   * @param {(line: string) => void} [onLine]  Called with each line as it arrives.
   * @returns {Promise<string[]>}  All lines before `ok`.
   */
  ask(line, onLine = () => {}) {
    if (this.failure) return Promise.reject(new Error(this.failure));
    this.connection.open();
    const { length } = new TextEncoder().encode(line);
    if (length > MAX_LINE_BYTES) return Promise.reject(new Error(text("page.too_large", { bytes: length, most: MAX_LINE_BYTES })));
    return new Promise((resolve, reject) => {
      this.queue.push({ line, onLine, lines: [], resolve, reject });
      this.next();
    });
  }

  next() {
    if (this.running) return;
    this.running = this.queue.shift() ?? null;
    if (this.running) this.connection.send(this.running.line);
  }

  /** @param {string} line */
  receive(line) {
    const { running } = this;
    if (!running) return;
    if (line !== "ok") {
      running.lines.push(line);
      running.onLine(line);
      return;
    }
    this.running = null;
    const [first = ""] = running.lines;
    if (/^(err|invalidmove)\b/.test(first)) running.reject(new Refusal(refusalOf(running.lines)));
    else running.resolve(running.lines);
    this.next();
  }

  /** Stops the running command and drops the queued ones. */
  stop() {
    for (const { reject } of this.queue.splice(0)) reject(new Stopped("stopped"));
    if (!this.running || this.running.isGreeting) return;
    if (this.connection.stop()) return;
    const { reject } = this.running;
    this.generation += 1;
    this.expectGreeting();
    reject(new Stopped("stopped"));
  }

  /** @param {string} reason */
  fail(reason) {
    const all = [this.running, ...this.queue.splice(0)];
    this.running = null;
    this.failure = reason;
    for (const pending of all) pending?.reject(new Error(reason));
    this.onFail(reason);
  }

  /** @param {string} _reason */
  onFail(_reason) {}
}

/** The reason in an answer such as `err`, then a line of text, or `invalidmove it is pinned`. @param {string[]} lines */
function refusalOf(lines) {
  return lines.join(" ").replace(/^(err|invalidmove)\s*/, "") || text("page.rejected");
}
