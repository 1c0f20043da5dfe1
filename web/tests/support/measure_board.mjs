/**
 * Figures of docs/board.md about `waggle board`: its memory while pages come, analyse and go.
 *
 * usage: node web/tests/support/measure_board.mjs [PAGES]      240 if missing; half of them go without a farewell
 */

import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import WebSocket from "ws";
import { PROGRAM } from "./engines.mjs";

const PAGES = Number(process.argv[2] ?? 240);
/** After how many pages the memory is told. */
const EVERY = 40;
/** How long a page analyses, and how long it takes until it is gone, in milliseconds. */
const [STAY, FAREWELL, REST] = [120, 60, 500];

const wait = (/** @type {number} */ time) => new Promise((resolve) => setTimeout(resolve, time));

const board = spawn(/** @type {string} */ (PROGRAM), ["board", "--no-open", "--port", "0", "--threads", "2", "--table", "64"], {
  stdio: ["ignore", "pipe", "inherit"],
});
const page = new URL(String(await new Promise((resolve) => createInterface({ input: board.stdout }).once("line", resolve))));

function tell(/** @type {number} */ pages) {
  const status = readFileSync(`/proc/${board.pid}/status`, "utf8");
  const [memory, threads] = [/VmRSS:\s+(\d+)/, /Threads:\s+(\d+)/].map((field) => Number(field.exec(status)?.[1]));
  console.log(`${pages} pages: ${(memory / 1024).toFixed(1)} MiB, ${threads} threads`);
}

tell(0);
for (let count = 1; count <= PAGES; count += 1) {
  const [rules, thinking] = await Promise.all(
    [0, 1].map(async () => {
      const socket = new WebSocket(`ws://${page.host}/session${page.search}`, { origin: page.origin });
      await new Promise((resolve) => socket.once("open", resolve));
      return socket;
    }),
  );
  rules.send("position");
  thinking.send("newgame Base+MLP");
  thinking.send("analyze lines 3");
  await wait(STAY);
  for (const socket of [rules, thinking]) count % 2 ? socket.terminate() : socket.close();
  await wait(FAREWELL);
  if (count % EVERY) continue;
  await wait(REST);
  tell(count);
}
board.kill("SIGINT");
