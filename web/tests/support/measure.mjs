/**
 * Figures of docs/board.md about the page with its own engine: how soon it shows a move, and how its memory grows.
 *
 * usage: node web/tests/support/measure.mjs [MINUTES [SECONDS]]
 *
 * 20 minutes of analysis if missing; a step to another position every so many seconds, or none. The page must be built.
 */

import { readFileSync, readdirSync } from "node:fs";
import { launch } from "./browser.mjs";
import { BUILT } from "./engines.mjs";
import { serve } from "./server.mjs";

const MINUTES = Number(process.argv[2] ?? 20);
const SECONDS = Number(process.argv[3] ?? Infinity);
const GAME = "#analyse/Base+MLP;wL;bL.wL-;wQ.-wL;bQ.bL/;wA1.!wQ;bA1.bQ-;wM./wQ;bM.bL!;wP.-wQ;bS1.bM-";

/** How many times the page is opened. */
const OPENINGS = 9;

/** Clock ticks a second, as Linux counts the time of processes. */
const TICKS = 100;

/**
 * The browser's processes: of the largest that holds a page, the memory, and the part that is its own (the rest is code of
 * the browser, which all of them share), in MiB; and the processor time of all, in milliseconds.
 *
 * @param {number} root
 */
function processes(root) {
  /** @type {Map<number, number>} */
  const parents = new Map();
  /** @type {Map<number, { memory: number, own: number, time: number }>} */
  const told = new Map();
  for (const name of readdirSync("/proc").filter((entry) => /^\d+$/.test(entry))) {
    try {
      const status = readFileSync(`/proc/${name}/status`, "utf8");
      parents.set(Number(name), Number(/PPid:\s+(\d+)/.exec(status)?.[1]));
      const isPage = readFileSync(`/proc/${name}/cmdline`, "utf8").includes("--type=renderer");
      const [user, system] = readFileSync(`/proc/${name}/stat`, "utf8").replace(/^.*\) /, "").split(" ").slice(11, 13).map(Number);
      const maps = isPage ? readFileSync(`/proc/${name}/smaps_rollup`, "utf8") : "";
      const mebibytes = (/** @type {RegExp} */ kind) => [...maps.matchAll(kind)].reduce((sum, [, size]) => sum + Number(size) / 1024, 0);
      const [memory, own] = [mebibytes(/^Rss:\s+(\d+)/gm), mebibytes(/^Private_\w+:\s+(\d+)/gm)];
      told.set(Number(name), { memory, own, time: ((user + system) * 1000) / TICKS });
    } catch {
      // It has ended meanwhile.
    }
  }
  const isOurs = (/** @type {number} */ id) => {
    for (let step = id; step; step = parents.get(step) ?? 0) if (step === root) return true;
    return false;
  };
  const ours = [...told].filter(([id]) => isOurs(id)).map(([, process]) => process);
  const largest = ours.reduce((one, other) => (other.own > one.own ? other : one));
  return { ...largest, time: ours.reduce((sum, { time }) => sum + time, 0) };
}

/**
 * Milliseconds from the request of the page until the first move of the engine is shown.
 *
 * @param {import("puppeteer-core").Page} page
 * @param {string} address
 */
async function opening(page, address) {
  await page.goto("about:blank");
  await page.evaluateOnNewDocument(() => {
    const watch = new MutationObserver(() => {
      if (document.body?.classList.contains("ready") && !Object.hasOwn(window, "ready")) {
        Object.assign(window, { ready: performance.now() });
        /** @type {HTMLElement} */ (document.querySelector(".switch")).click();
      }
      if (document.querySelector("#lines button") && !Object.hasOwn(window, "shown")) Object.assign(window, { shown: performance.now() });
    });
    watch.observe(document, { childList: true, subtree: true, attributes: true });
  });
  await page.goto(address, { timeout: 120_000 });
  await page.waitForFunction(() => Object.hasOwn(window, "shown"), { timeout: 60_000, polling: 20 });
  return page.evaluate(() => {
    const { ready, shown } = /** @type {any} */ (window);
    return { ready, shown };
  });
}

const middle = (/** @type {number[]} */ values) => Math.round([...values].sort((one, other) => one - other)[values.length >> 1]);

const server = await serve(BUILT);
const browser = await launch();
const root = browser.process()?.pid ?? 0;
try {
  /** @type {{ ready: number, shown: number }[]} */
  const openings = [];
  /** @type {number[]} */
  const busy = [];
  for (let run = 0; run < OPENINGS; run += 1) {
    const context = await browser.createBrowserContext();
    const fresh = await context.newPage();
    const before = processes(root).time;
    openings.push(await opening(fresh, server.address + GAME));
    busy.push(processes(root).time - before);
    await context.close();
  }
  const times = openings.map(({ shown }) => shown);
  console.log(
    `page ready after ${middle(openings.map(({ ready }) => ready))} ms, a move of the engine after ${middle(times)} ms ` +
      `(${Math.round(Math.min(...times))} to ${Math.round(Math.max(...times))}); ${middle(busy)} ms of ` +
      `processor time, all processes of the browser together (${Math.min(...busy)} to ${Math.max(...busy)})`,
  );
  const page = await browser.newPage();
  await opening(page, server.address + GAME);
  const begun = performance.now();
  let steps = 0;
  for (let minute = 0; minute <= MINUTES; minute += 1) {
    const { JSHeapUsedSize = 0, Nodes, JSEventListeners } = await page.metrics();
    const { memory, own, time } = processes(root);
    const figures = await page.$eval("#figures", (line) => line.textContent);
    console.log(
      `minute ${minute}: ${memory.toFixed(0)} MiB, of which its own ${own.toFixed(0)}, objects of the page ${(JSHeapUsedSize / 2 ** 20).toFixed(1)} MiB, ` +
        `${Nodes} nodes, ${JSEventListeners} listeners; ${steps} steps; ${Math.round(time / 1000)} s of processor time; ${figures}`,
    );
    if (minute === MINUTES) break;
    for (let left = begun + (minute + 1) * 60_000 - performance.now(); left > 0; left = begun + (minute + 1) * 60_000 - performance.now()) {
      await new Promise((resolve) => setTimeout(resolve, Math.min(left, SECONDS * 1000)));
      if (SECONDS === Infinity) continue;
      // Through the game and back.
      await page.keyboard.press((steps += 1) % 20 < 10 ? "ArrowLeft" : "ArrowRight");
    }
  }
} finally {
  await browser.close();
  server.close();
}
