/**
 * Waggle in a web page: a UHP session in a worker.
 *
 *     const engine = new Waggle();
 *     await engine.ask("newgame Base+MLP");
 *     const [move] = await engine.ask("bestmove time 00:00:01");
 */

export class Waggle {
  #options;
  #worker;
  #module;
  /** The requests without a reply yet. The first has been sent. */
  #asked = [];
  #settings = new Map();
  #game = "";
  /** Why the engine ended. */
  #failure = "";

  /** @param {{ tableSizeMiB?: number, onError?: (message: string) => void }} [options] */
  constructor(options = {}) {
    this.#options = options;
    this.#start();
  }

  #start() {
    const address = new URL("./waggle-worker.js", import.meta.url);
    if (this.#options.tableSizeMiB) address.searchParams.set("table", String(this.#options.tableSizeMiB));
    const worker = new Worker(address, { type: "module", name: this.#module ? "given" : "waggle" });
    worker.onmessage = ({ data }) => {
      if (worker !== this.#worker) return;
      if (typeof data === "string") this.#hear(data);
      else this.#module = data.module;
    };
    worker.onerror = (event) => this.#fail(event.message || "the engine could not be loaded");
    if (this.#module) worker.postMessage({ module: this.#module });
    this.#worker = worker;
    // The greeting arrives without a request.
    this.#asked.unshift({ line: "", lines: [], onLine() {}, resolve() {}, reject() {} });
  }

  /**
   * Sends a line of UHP after all earlier requests, and resolves with the lines of the reply without `ok`. `onLine` is called
   * with each line as it arrives. Rejects if the engine replies with an error.
   *
   * @param {string} line
   * @param {(line: string) => void} [onLine]
   * @returns {Promise<string[]>}
   */
  ask(line, onLine = () => {}) {
    if (this.#failure) return Promise.reject(new Error(this.#failure));
    return new Promise((resolve, reject) => {
      this.#asked.push({ line, lines: [], onLine, resolve, reject });
      if (this.#asked.length === 1) this.#worker.postMessage(line);
    });
  }

  #hear(line) {
    const asked = this.#asked[0];
    if (!asked) return;
    if (line !== "ok") {
      asked.lines.push(line);
      asked.onLine(line);
      return;
    }
    this.#asked.shift();
    if (this.#asked[0]) this.#worker.postMessage(this.#asked[0].line);
    const [first = ""] = asked.lines;
    if (/^(err|invalidmove)\b/.test(first)) {
      asked.reject(new Error(asked.lines.join(" ")));
      return;
    }
    const [keyword, verb, name, value] = asked.line.trim().split(/\s+/);
    if (/^(newgame|play|pass|undo)$/i.test(keyword)) this.#game = first;
    if (/^options$/i.test(keyword) && /^set$/i.test(verb)) this.#settings.set(name.toLowerCase(), `${name} ${value}`);
    asked.resolve(asked.lines);
  }

  /**
   * Stops all requests, which then reject. Since a searching worker cannot receive messages, the engine is restarted with the
   * same options and game, which takes a few milliseconds.
   */
  stop() {
    if (this.#failure) return;
    this.#worker.terminate();
    const asked = this.#asked.splice(0);
    this.#start();
    const again = [...this.#settings.values()].map((setting) => `options set ${setting}`);
    if (this.#game) again.push(`newgame ${this.#game}`);
    // Another stop also ends these, and sends them again.
    for (const line of again) this.ask(line).catch(() => {});
    for (const { reject } of asked) reject(new Error("stopped"));
  }

  /** Ends the engine. */
  close() {
    this.#worker.terminate();
    this.#end("closed");
  }

  #fail(message) {
    this.#end(message);
    this.#options.onError?.(message);
  }

  #end(reason) {
    this.#failure ||= reason;
    for (const { reject } of this.#asked.splice(0)) reject(new Error(reason));
  }
}
