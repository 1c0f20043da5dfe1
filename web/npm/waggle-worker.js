/**
 * The engine in a worker: each message to it is a line of UHP, each message from it a line of the reply.
 *
 * The first lines are the greeting. The query `?table=16` sets the size of the table in MiB. Once the engine is compiled,
 * its module is posted as `{ module }`; a new worker that gets it as its first message need not compile it again. That
 * message may have the size of the table as well: `{ module, table: 16 }`. A worker named `given` waits for it, however late it
 * comes on a busy device, instead of loading the engine a second time.
 */

import { initSync, learnPeople, Engine } from "./engine.js";

/** How long to wait for a module that may come, in milliseconds. It is sent before this script runs. */
const PATIENCE = 10;
const TABLE_SIZE_MIB = 32;
/** What needs the model of people's moves, which is loaded then: low levels, reviews, and what people would play. */
const OF_PEOPLE = /^\s*(options\s+set\s+level\s+[1-8]\s*$|review\b|analyze\s+people\b)/i;

/** @type {Engine | undefined} */
let engine;
/** The lines not yet executed. @type {string[]} */
const waiting = [];
let isBusy = false;
let hasAskedForPeople = false;
/** @type {Promise<{ module?: WebAssembly.Module, table?: number }>} */
const given = new Promise((resolve) => {
  self.onmessage = ({ data }) => {
    if (typeof data !== "string") resolve(data);
    else if (waiting.push(data)) execute();
  };
  if (self.name !== "given") setTimeout(() => resolve({}), PATIENCE);
});

/** @param {string} line */
function say(line) {
  self.postMessage(line);
}

async function execute() {
  if (!engine || isBusy) return;
  isBusy = true;
  for (let line; (line = waiting.shift()) !== undefined; ) {
    if (!hasAskedForPeople && OF_PEOPLE.test(line)) await loadPeople();
    if (!engine.send(line, say)) return self.close();
  }
  isBusy = false;
}

/** Without the model the levels err in another way, and nothing is said of people. */
async function loadPeople() {
  hasAskedForPeople = true;
  try {
    const response = await fetch(new URL("own.people", import.meta.url));
    learnPeople(new Uint8Array(await response.arrayBuffer()));
  } catch (error) {
    console.warn(`no model of people's moves: ${error}`);
  }
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
await execute();
