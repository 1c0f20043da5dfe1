/** The engine compiled to WebAssembly, in a worker of its own. */

/** @implements {Connection} */
export class WasmConnection {
  /** @param {URL} worker  The worker's script. */
  constructor(worker) {
    this.url = worker;
    this.onLine = (/** @type {string} */ _line) => {};
    this.onFail = (/** @type {string} */ _reason) => {};
    /** The compiled engine, for the next worker. @type {WebAssembly.Module | null} */
    this.module = null;
    this.worker = this.start();
  }

  start() {
    const worker = new Worker(this.url, { type: "module", name: "waggle" });
    worker.onmessage = ({ data }) => {
      if (worker !== this.worker) return;
      if (typeof data === "string") this.onLine(data);
      else if (data?.module) this.module = data.module;
    };
    worker.onerror = (event) => {
      if (worker === this.worker) this.onFail(event.message || "the engine could not be loaded");
    };
    if (this.module) worker.postMessage({ module: this.module });
    return worker;
  }

  /** @param {string} line */
  send(line) {
    this.worker.postMessage(line);
  }

  /** A search in a worker hears nothing: only a new worker is free. */
  stop() {
    this.worker.terminate();
    this.worker = this.start();
    return false;
  }

  close() {
    this.worker.terminate();
  }
}

/** @typedef {import("./connection.js").Connection} Connection */
