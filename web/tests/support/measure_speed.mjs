/**
 * The figure of docs/board.md about speed: nodes per second of processor time of the WebAssembly engine under Node, once Node
 * has compiled it in full, against the executable with one thread. Both run in turn, on the positions of `waggle bench`.
 *
 * usage: node web/tests/support/measure_speed.mjs [PAIRS [DEPTH]]
 *
 * 9 pairs at depth 12 if missing. The page must be built, and the program for release.
 */

import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { initSync, bench } from "../../npm/engine.js";
import { PROGRAM } from "./engines.mjs";

const PAIRS = Number(process.argv[2] ?? 9);
const DEPTH = Number(process.argv[3] ?? 12);
/** A search of this depth makes Node compile what is used often. */
const WARM = 9;
/** Clock ticks a second, as Linux counts the time of processes. */
const TICKS = 100;

/** The processor time of the processes started from here that have ended, in seconds. */
function timeOfChildren() {
  const fields = readFileSync("/proc/self/stat", "utf8").replace(/^.*\) /, "").split(" ");
  return (Number(fields[13]) + Number(fields[14])) / TICKS;
}

function ofTheProgram() {
  const begun = timeOfChildren();
  const told = execFileSync(/** @type {string} */ (PROGRAM), ["bench", "--depth", String(DEPTH), "--threads", "1"], { encoding: "utf8" });
  return { nodes: Number(/^Bench: (\d+)$/m.exec(told)?.[1]), seconds: timeOfChildren() - begun };
}

function inNode() {
  const begun = process.cpuUsage();
  const nodes = bench(DEPTH);
  const { user, system } = process.cpuUsage(begun);
  return { nodes, seconds: (user + system) / 1e6 };
}

initSync({ module: readFileSync(new URL("../../npm/engine_bg.wasm", import.meta.url)) });
bench(WARM);
const ratios = Array.from({ length: PAIRS }, () => {
  const [ours, theirs] = [inNode(), ofTheProgram()];
  if (ours.nodes !== theirs.nodes) throw new Error(`different searches: ${ours.nodes} and ${theirs.nodes} nodes`);
  const speeds = [ours, theirs].map(({ nodes, seconds }) => nodes / seconds);
  console.log(`${speeds.map((speed) => Math.round(speed / 1000)).join(" of ")} thousand nodes per second: ${(speeds[0] / speeds[1]).toFixed(2)}`);
  return speeds[0] / speeds[1];
}).sort((one, other) => one - other);
console.log(`median ${ratios[PAIRS >> 1].toFixed(2)}, from ${ratios[0].toFixed(2)} to ${ratios[PAIRS - 1].toFixed(2)}`);
