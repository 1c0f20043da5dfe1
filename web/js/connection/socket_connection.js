/** The native engine of `waggle board`, through a WebSocket. */

/** @implements {Connection} */
export class SocketConnection {
  /** @param {URL} address */
  constructor(address) {
    this.onLine = (/** @type {string} */ _line) => {};
    this.onFail = (/** @type {string} */ _reason) => {};
    this.isClosed = false;
    /** Lines sent before the socket is open. @type {string[]} */
    this.waiting = [];
    this.socket = new WebSocket(address);
    this.socket.onopen = () => this.waiting.splice(0).forEach((line) => this.socket.send(line));
    this.socket.onmessage = ({ data }) => {
      for (const line of String(data).split("\n")) if (line) this.onLine(line);
    };
    this.socket.onclose = ({ reason }) => {
      if (!this.isClosed) this.onFail(reason || "lost the connection to waggle board; is it still running?");
    };
  }

  /** @param {string} line */
  send(line) {
    if (this.socket.readyState === WebSocket.CONNECTING) this.waiting.push(line);
    else this.socket.send(line);
  }

  /** The engine reads it during a search, and then answers as usual. */
  stop() {
    this.send("stop");
    return true;
  }

  close() {
    this.isClosed = true;
    this.socket.close();
  }
}

/** @typedef {import("./connection.js").Connection} Connection */
