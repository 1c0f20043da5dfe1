/**
 * The engine in a worker: each message to it is a line of UHP, each message from it a line of the reply.
 *
 * The first lines are the greeting. The query `?table=16` sets the size of the table in MiB. Once the engine is compiled,
 * its module is posted as `{ module }`; a new worker that gets it as its first message need not compile it again. That
 * message may have the size of the table as well: `{ module, table: 16 }`.
 */

import { initSync, Engine } from "./engine.js";

/** How long to wait for a module, in milliseconds. It is sent before this script runs. */
const PATIENCE = 10;
const TABLE_SIZE_MIB = 32;

/** @type {Engine | undefined} */
let engine;
/** @type {string[]} */
const waiting = [];
/** @type {Promise<{ module?: WebAssembly.Module, table?: number }>} */
const given = new Promise((resolve) => {
  self.onmessage = ({ data }) => {
    if (typeof data !== "string") resolve(data);
    else if (engine) execute(data);
    else waiting.push(data);
  };
  setTimeout(() => resolve({}), PATIENCE);
});

/** @param {string} line */
function say(line) {
  self.postMessage(line);
}

/** @param {string} line */
function execute(line) {
  if (!engine?.send(line, say)) self.close();
}

async function compile() {
  const response = await fetch(new URL("engine_bg.wasm", import.meta.url));
  // Not every host names its type.
  const module = response.headers.get("content-type") === "application/wasm"
    ? await WebAssembly.compileStreaming(response)
    : await WebAssembly.compile(await response.arrayBuffer());
  self.postMessage({ module });
  return module;
}

const { module, table = Number(new URL(self.location.href).searchParams.get("table")) || TABLE_SIZE_MIB } = await given;
initSync({ module: module ?? (await compile()) });
const started = new Engine(table);
started.greet(say);
engine = started;
for (const line of waiting.splice(0)) execute(line);
