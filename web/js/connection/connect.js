/**
 * Which engine there is: `waggle board` says so in `engine.json`, anywhere else it is the one in the page.
 *
 * @typedef {import("./connection.js").Connection} Connection
 * @typedef {{ isNative: boolean, threads: number, table: number, connect: () => Connection }} Engine
 */

import { SocketConnection } from "./socket_connection.js";
import { WasmConnection } from "./wasm_connection.js";

/** @returns {Promise<Engine>} */
export async function findEngine() {
  const page = new URL(".", location.href);
  const told = await tellOf(page);
  if (told.engine === "native") {
    const address = new URL(`session${location.search}`, page);
    address.protocol = location.protocol === "https:" ? "wss:" : "ws:";
    return { isNative: true, threads: told.threads ?? 1, table: told.table ?? 64, connect: () => new SocketConnection(address) };
  }
  const worker = new URL("engine/waggle-worker.js", page);
  const compiled = compile(new URL("engine/engine_bg.wasm", page));
  return { isNative: false, threads: 1, table: 32, connect: () => new WasmConnection(worker, compiled) };
}

/** The engine, compiled once: each of the workers would take as long again. @param {URL} address @returns {Promise<WebAssembly.Module | null>} */
async function compile(address) {
  try {
    return await WebAssembly.compile(await (await fetch(address)).arrayBuffer());
  } catch {
    // A worker tries again, and says what is wrong.
    return null;
  }
}

/** @param {URL} page @returns {Promise<{ engine?: string, threads?: number, table?: number }>} */
async function tellOf(page) {
  try {
    const answer = await fetch(new URL(`engine.json${location.search}`, page));
    return answer.ok ? await answer.json() : {};
  } catch {
    return {};
  }
}
