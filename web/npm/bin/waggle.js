#!/usr/bin/env node
// Waggle as a UHP engine under Node: lines in, lines out.

import { readFileSync, writeSync } from "node:fs";
import { createInterface } from "node:readline";
import { parseArgs } from "node:util";

import { Engine, bench, initSync, learnPeople } from "../engine.js";

const USAGE = `usage: waggle [--table-size-mib N]   a UHP session on the standard streams
       waggle bench [DEPTH]          the nodes of fixed searches, and the speed
`;

let arguments_;
try {
  arguments_ = parseArgs({
    allowPositionals: true,
    options: { "table-size-mib": { type: "string", default: "64" }, help: { type: "boolean", short: "h" } },
  });
} catch (error) {
  process.stderr.write(`error: ${error.message}\n`);
  process.exit(2);
}
const { values, positionals } = arguments_;
const table = Number(values["table-size-mib"]);
if (!Number.isInteger(table) || table < 1 || table > 2048) {
  process.stderr.write(`error: expected a number of MiB from 1 to 2048, found \`${values["table-size-mib"]}\`\n`);
  process.exit(2);
}

if (values.help) {
  process.stdout.write(USAGE);
} else if (positionals[0] === "bench") {
  const depth = positionals[1] === undefined ? undefined : Number(positionals[1]);
  if (depth !== undefined && !(Number.isInteger(depth) && depth >= 1 && depth <= 125)) {
    process.stderr.write(`error: expected a depth from 1 to 125, found \`${positionals[1]}\`\n`);
    process.exit(2);
  }
  start();
  const begun = performance.now();
  const nodes = bench(depth);
  const seconds = (performance.now() - begun) / 1000;
  process.stdout.write(`Bench: ${nodes}\n${Math.round(nodes / seconds)} nodes per second\n`);
} else if (positionals.length > 0) {
  process.stderr.write(`error: unexpected argument \`${positionals[0]}\`\n${USAGE}`);
  process.exit(2);
} else {
  start();
  await serve(new Engine(table));
}

function start() {
  initSync({ module: readFileSync(new URL("../engine_bg.wasm", import.meta.url)) });
  learnPeople(readFileSync(new URL("../own.people", import.meta.url)));
}

/** @param {Engine} engine */
async function serve(engine) {
  engine.greet(print);
  for await (const line of createInterface({ input: process.stdin, crlfDelay: Infinity })) {
    const refused = refusal(engine, line);
    refused.forEach(print);
    if (!refused.length && !engine.send(line, print)) break;
  }
  process.exit(0);
}

/**
 * The reply to a line that asks for a search without an end, which nothing could stop; nothing to any other.
 *
 * @param {Engine} engine @param {string} line
 */
function refusal(engine, line) {
  const [, word] = /^\s*(bestmove|analyze|threat)(?:\s+lines\s+\S+)*\s*$/i.exec(line) ?? [];
  if (!word) return [];
  const said = (/** @type {string} */ asked) => {
    /** @type {string[]} */
    const lines = [];
    engine.send(asked, (it) => lines.push(it));
    return lines;
  };
  // Below full strength a level says how much is searched.
  const [, , level, , , most] = said("options get Level")[0]?.split(";") ?? [];
  if (/^bestmove$/i.test(word) && level !== most) return [];
  const tried = said(`${line} depth 0`);
  return tried[0]?.startsWith("err") ? tried : ["err expected a limit such as `depth 8`: nothing stops a search here", "ok"];
}

/** Writes synchronously, since a search that follows blocks everything else. @param {string} line */
function print(line) {
  let rest = Buffer.from(`${line}\n`);
  while (rest.length > 0) {
    try {
      rest = rest.subarray(writeSync(1, rest));
    } catch (error) {
      if (error.code === "EPIPE") process.exit(0);
      if (error.code !== "EAGAIN") throw error;
    }
  }
}
