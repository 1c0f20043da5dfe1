/** The rules of the program, without a page. */

import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { Rules } from "../../js/engine/rules.js";
import { UhpClient } from "../../js/engine/uhp_client.js";
import { PROGRAM } from "./engines.mjs";

/** A client of the program, and what ends it. */
export function startProgram() {
  const child = spawn(/** @type {string} */ (PROGRAM), ["uhp", "--num-threads", "1"], { stdio: ["pipe", "pipe", "ignore"] });
  /** @type {import("../../js/connection/connection.js").Connection} */
  const connection = {
    open: () => {},
    send: (line) => child.stdin.write(`${line}\n`),
    stop: () => {
      child.stdin.write("stop\n");
      return true;
    },
    close: () => child.kill(),
    onLine: () => {},
    onFail: () => {},
  };
  createInterface({ input: child.stdout }).on("line", (line) => connection.onLine(line));
  const client = new UhpClient(connection);
  return { client, rules: new Rules(client), close: () => child.kill() };
}
