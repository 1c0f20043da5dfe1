/**
 * Chooses the engine: the native one if `waggle board` offers it in `engine.json`, otherwise WebAssembly.
 *
 * @import { Connection } from "./connection.js"
 * @typedef {object} Engine
 * @property {boolean} isNative
 * @property {string} [publicAddress]  Where links lead, if `waggle board` was told so.
 * @property {number} threads   The maximum number of threads.
 * @property {number} table     The default size of the transposition table in MiB.
 * @property {number[]} tables  The sizes to choose from.
 * @property {() => Connection} connect
 */

import { SocketConnection } from "./socket_connection.js";
import { WasmConnection } from "./wasm_connection.js";

/** The HTTP status of a refusal. */
const FORBIDDEN = 403;
/** Table sizes offered for WebAssembly, in MiB, which suit a phone too. */
const [PAGE_TABLES, NATIVE_TABLES] = [[16, 32, 64], [16, 64, 256, 1024, 4096]];

/** @returns {Promise<Engine>} */
export async function findEngine() {
  const page = new URL(".", location.href);
  const told = await tellOf(page);
  if (told.refusal) throw new Error(told.refusal);
  if (told.engine === "native") {
    const address = socketAddress("session");
    const { threads = 1, table = 64, public_address: publicAddress } = told;
    const tables = [...new Set([...NATIVE_TABLES, table])].sort((one, other) => one - other);
    return { isNative: true, publicAddress, threads, table, tables, connect: () => new SocketConnection(address) };
  }
  const worker = new URL("engine/waggle-worker.js", page);
  const compiled = compile(new URL("engine/engine_bg.wasm", page));
  return { isNative: false, threads: 1, table: 32, tables: PAGE_TABLES, connect: () => new WasmConnection(worker, compiled) };
}

/** The address of a WebSocket of `waggle board`. @param {string} name */
export function socketAddress(name) {
  const address = new URL(`${name}${location.search}`, new URL(".", location.href));
  address.protocol = location.protocol === "https:" ? "wss:" : "ws:";
  return address;
}

/**
 * Compiles the engine once for all workers, while it is loading if the host names its type.
 *
 * @param {URL} address
 * @returns {Promise<WebAssembly.Module | null>}
 */
async function compile(address) {
  try {
    const response = await fetch(address);
    if (response.headers.get("content-type") === "application/wasm") return await WebAssembly.compileStreaming(response);
    return await WebAssembly.compile(await response.arrayBuffer());
  } catch {
    // A worker will try again and report the error.
    return null;
  }
}

/**
 * Reads `engine.json`. Static hosts have none; `waggle board` refuses it to an address without its token.
 *
 * @param {URL} page
 * @returns {Promise<{ engine?: string, threads?: number, table?: number, public_address?: string, refusal?: string }>}
 */
async function tellOf(page) {
  try {
    const answer = await fetch(new URL(`engine.json${location.search}`, page));
    if (answer.status === FORBIDDEN) return { refusal: (await answer.text()).trim() };
    return answer.ok ? await answer.json() : {};
  } catch {
    return {};
  }
}
