/** The WebAssembly engine in a worker. */

import { text } from "../texts/text.js";

/** The size of the table in MiB until it is set: a session that only checks rules needs none. */
const TABLE = 1;

/** @implements {Connection} */
export class WasmConnection {
  /**
   * @param {URL} worker  The worker's script.
   * @param {Promise<WebAssembly.Module | null>} compiled  The compiled engine; `null` if the worker must compile it itself.
   */
  constructor(worker, compiled) {
    this.url = worker;
    this.onLine = (/** @type {string} */ _line) => {};
    this.onFail = (/** @type {string} */ _reason) => {};
    /** The compiled engine, for the next worker. @type {WebAssembly.Module | null} */
    this.module = null;
    /** `null` until the engine is compiled. @type {Worker | null} */
    this.worker = null;
    /** Lines sent before the worker exists. @type {string[]} */
    this.waiting = [];
    this.isClosed = false;
    this.compiled = compiled;
    this.isOpen = false;
  }

  async open() {
    if (this.isOpen) return;
    this.isOpen = true;
    // Its scripts are loaded while the engine is.
    const worker = this.start();
    this.module = await this.compiled;
    if (this.isClosed) return worker.terminate();
    this.use(worker);
    for (const line of this.waiting.splice(0)) worker.postMessage(line);
  }

  start() {
    const worker = new Worker(this.url, { type: "module", name: "given" });
    worker.onmessage = ({ data }) => {
      if (worker !== this.worker) return;
      if (typeof data === "string") this.onLine(data);
      else if (data?.module) this.module = data.module;
    };
    worker.onerror = (event) => {
      if (worker === this.worker || !this.worker) this.onFail(event.message || text("page.engine_unloaded"));
    };
    return worker;
  }

  /** @param {Worker} worker */
  use(worker) {
    this.worker = worker;
    worker.postMessage({ module: this.module, table: TABLE });
  }

  /** @param {string} line */
  send(line) {
    if (this.worker) this.worker.postMessage(line);
    else this.waiting.push(line);
  }

  /** A searching worker cannot receive messages, so it is replaced. */
  stop() {
    this.waiting = [];
    if (this.worker) {
      this.worker.terminate();
      this.use(this.start());
    }
    return false;
  }

  close() {
    this.isClosed = true;
    this.worker?.terminate();
  }
}

/** @import { Connection } from "./connection.js" */
