/** How little a visit loads. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, test } from "node:test";
import { pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";
import { open, patient, waitForPly } from "./support/browser.mjs";
import { BUILT, NOT_IN_PAGE, NO_PROGRAM, startBoard } from "./support/engines.mjs";
import { inServed, play } from "./support/page.mjs";
import { serve } from "./support/server.mjs";
import { ALL, sharedBrowser } from "./support/shared.mjs";

/** The sizes with gzip, in bytes; that of the visit with all that is kept for going offline. */
const [ENGINE_SIZE, VISIT_SIZE] = [450_000, 600_000];
/** The most files that a visit asks for. */
const REQUESTS = 25;

/** Counts in the page how often the engine is compiled, and whether while it is loading. */
function countCompiling() {
  const compiled = { whole: 0, streaming: 0 };
  Object.assign(globalThis, { compiled });
  const { compile, compileStreaming } = WebAssembly;
  WebAssembly.compile = (bytes) => (compiled.whole++, compile(bytes));
  WebAssembly.compileStreaming = (response) => (compiled.streaming++, compileStreaming(response));
}

/** The files that a page has asked for more than once. @param {string[]} names */
const twice = (names) => names.filter((name, at) => names.indexOf(name) !== at);

/** Hosts with and without headers for the browser's cache, and one that does not know the type of WebAssembly. */
const HOSTS = {
  "a host that names no time to live": {},
  "a host such as GitHub Pages": { headers: { "cache-control": "max-age=600" } },
  "a host that does not know WebAssembly": {
    type: (/** @type {string} */ ending) =>
      /** @type {Record<string, string>} */ ({ ".html": "text/html", ".js": "text/javascript", ".css": "text/css" })[ending] ?? "application/octet-stream",
  },
};

describe("a first visit", { skip: NOT_IN_PAGE }, () => {
  test("the engine is small", () => {
    const size = gzipSync(readFileSync(join(BUILT, "engine/engine_bg.wasm")), { level: 9, memLevel: 9 }).length;
    assert.ok(size < ENGINE_SIZE, `${size} bytes with gzip`);
  });

  for (const [host, how] of Object.entries(HOSTS).slice(0, ALL ? undefined : 1)) {
    test(`loads each file once from ${host}`, async () => {
      const served = await serve(BUILT, how);
      const browser = await sharedBrowser(true);
      const { page, errors, requests, close } = await open(browser, served.address, {}, "body.ready", countCompiling);
      try {
        const asked = (/** @type {string} */ name) => requests.findIndex((address) => address.endsWith(name));
        assert.ok(asked("engine_bg.wasm") >= 0 && asked("engine_bg.wasm") < asked("engine.json"), "the engine is asked for before the page runs");
        const compiled = await page.evaluate(() => /** @type {any} */ (globalThis).compiled);
        const isKnown = !("type" in how);
        assert.deepEqual(compiled, { whole: isKnown ? 0 : 1, streaming: isKnown ? 1 : 0 });
        await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
        await page.goto(`${served.address}#analyse/Base`);
        await play(page, "wA1");
        await waitForPly(page, 1);
        await page.click(".switch");
        await page.waitForSelector("#lines button");
        const names = served.sent.map(({ name }) => name);
        assert.deepEqual(twice(names), [], `${names.length} requests`);
        assert.ok(names.length <= REQUESTS, `${names.length} requests`);
        const size = served.sent.reduce((sum, { size }) => sum + size, 0);
        assert.ok(size < VISIT_SIZE, `${size} bytes`);
        // The model of people's moves is loaded once somebody asks.
        assert.ok(!names.some((name) => name.endsWith(".people")), names.join(" "));
        await page.click("#people button");
        await page.waitForFunction(() => document.querySelectorAll("#people button.move").length === 3);
        assert.deepEqual(errors, []);
      } finally {
        await close();
        served.close();
      }
    });
  }

  test("loads each file once from `waggle board`, too", { skip: NO_PROGRAM || false }, async () => {
    await inServed(startBoard("--threads", "1"), "#analyse/Base", async (page, _, requests) => {
      await play(page, "wA1");
      await waitForPly(page, 1);
      assert.deepEqual(twice(requests), [], `${requests.length} requests`);
      assert.ok(!requests.some((address) => address.endsWith(".wasm")), "the native engine alone");
    }, "body.ready", true);
  });

  test("the page shows itself before the engine is there, and whoever chooses something meanwhile stays there", async () => {
    /** @type {() => void} */
    let release = () => {};
    const loaded = new Promise((resolve) => (release = () => resolve(undefined)));
    const served = await serve(BUILT, { before: async (name) => void (name.endsWith(".wasm") && (await loaded)) });
    const { page, errors, close } = await open(await sharedBrowser(true), served.address, { moving: true }, "body.loading #home-learn");
    try {
      const isSeen = (/** @type {string} */ selector) => page.$eval(selector, (element) => element.checkVisibility());
      await page.waitForFunction(() => document.querySelector("#home-hive")?.shadowRoot?.querySelector(".stacks > g:nth-child(3)"), { polling: 100 });
      await page.waitForSelector("#loading:not([hidden])");
      assert.equal(await isSeen("#unserved"), false, "it does start");
      await page.click("#home-play");
      await page.waitForSelector("body.loading[data-use=play]");
      assert.ok(await isSeen(".pile"), "the pieces are there");
      release();
      await page.waitForSelector("body.ready[data-use=play]");
      assert.equal(await isSeen("#loading"), false);
      assert.deepEqual(twice(served.sent.map(({ name }) => name)), [], "a worker waits for the engine that it is given");
      assert.deepEqual(errors, []);
    } finally {
      release();
      await close();
      served.close();
    }
  });

  test("a part that cannot be loaded is told of", async () => {
    const lacking = async (/** @type {string} */ name) => {
      if (name === "js/main.js") throw new Error("missing");
    };
    const served = await serve(BUILT, { before: lacking });
    const { page, close } = await open(await sharedBrowser(true), served.address, {}, "html[data-trouble=part]");
    try {
      assert.match(await page.$eval("#unserved .of-part", (words) => (words.checkVisibility() ? words.textContent ?? "" : "")), /could not be loaded/);
    } finally {
      await close();
      served.close();
    }
  });

  test("opened as a file, the page says how to serve it", async () => {
    const page = patient(await (await sharedBrowser(true)).newPage());
    await page.goto(pathToFileURL(join(BUILT, "index.html")).href);
    const told = await page.waitForSelector("#unserved .of-file", { visible: true });
    assert.match((await told?.evaluate((text) => text.textContent)) ?? "", /python3 -m http.server/);
    assert.equal(await page.$eval("#unserved .of-part", (other) => other.checkVisibility()), false);
    await page.close();
  });
});
