/**
 * A server for tests: the folder of the page as any static host serves it, from a sub-path; and, if a program is named,
 * a WebSocket to `waggle uhp` as `waggle board` has it.
 */

import { spawn } from "node:child_process";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";
import { createInterface } from "node:readline";
import { gzipSync } from "node:zlib";
import { WebSocketServer } from "ws";

/** @type {Record<string, string>} */
const TYPES = {
  ".html": "text/html", ".js": "text/javascript", ".mjs": "text/javascript", ".css": "text/css", ".json": "application/json",
  ".wasm": "application/wasm", ".svg": "image/svg+xml", ".webmanifest": "application/manifest+json", ".png": "image/png",
};

/** The sub-path below which the page lies. */
const BASE = "/sub/path/";

/**
 * @param {string} folder
 * @param {{ program?: string, threads?: number, headers?: Record<string, string>, type?: (ending: string) => string,
 *   before?: (name: string) => Promise<void> }} [engine]
 *   `headers` of all files, their types if not the usual ones, and what each waits for; if that fails, the file is missing.
 */
export async function serve(folder, { program, threads = 1, headers = {}, type = (ending) => TYPES[ending], before = async () => {} } = {}) {
  const children = new Set();
  /** What has been sent: the file, with its size as gzip makes it. @type {{ name: string, size: number }[]} */
  const sent = [];
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://localhost");
    const name = pathname.startsWith(BASE) ? pathname.slice(BASE.length) || "index.html" : null;
    if (program && name === "engine.json") {
      response.writeHead(200, { "content-type": "application/json" });
      response.end(JSON.stringify({ engine: "native", threads, table: 64 }));
      return;
    }
    try {
      const path = normalize(join(folder, decodeURIComponent(name ?? "../missing")));
      if (!path.startsWith(folder)) throw new Error("outside");
      await before(name ?? "");
      const content = await readFile(path);
      sent.push({ name: name ?? "", get size() { return gzipSync(content).length; } });
      response.writeHead(200, { "content-type": type(extname(path)) ?? "application/octet-stream", ...headers });
      response.end(content);
    } catch {
      response.writeHead(404);
      response.end("not found");
    }
  });
  if (program) {
    const sockets = new WebSocketServer({ server, path: `${BASE}session` });
    sockets.on("connection", (socket) => {
      const child = spawn(program, ["uhp"], { stdio: ["pipe", "pipe", "ignore"] });
      children.add(child);
      createInterface({ input: child.stdout }).on("line", (line) => socket.send(line));
      socket.on("message", (data) => child.stdin.write(`${data}\n`));
      socket.on("close", () => child.kill());
      child.on("exit", () => {
        children.delete(child);
        socket.close();
      });
    });
  }
  await new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(undefined)));
  const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
  return {
    address: `http://127.0.0.1:${port}${BASE}`,
    sent,
    origin: `http://127.0.0.1:${port}`,
    close: () => {
      for (const child of children) child.kill();
      server.closeAllConnections();
      server.close();
    },
  };
}
