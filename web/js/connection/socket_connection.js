/** The native engine of `waggle board`, through a WebSocket. */

import { text } from "../texts/text.js";

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
      if (!this.isClosed) this.onFail(reason || text("page.connection_lost"));
    };
  }

  /** A page has its sessions from the start: they are limited, and another page could take the last one. */
  open() {}

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

/** @import { Connection } from "./connection.js" */
