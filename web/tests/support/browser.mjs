/** A headless Chromium, and what tests of the page do with it. */

import { existsSync } from "node:fs";
import puppeteer from "puppeteer-core";

const CHROMIUM = process.env.CHROMIUM ?? "/usr/bin/chromium";
/** The same without windows, where it is installed: it takes less time. */
const SHELL = `${CHROMIUM}-headless-shell`;

/**
 * @param {string} [userDataDir]  The folder of a profile that outlives the browser; otherwise there is a new one.
 * @param {boolean} [isWhole]  Whether all of Chromium is needed, which can install apps.
 */
export function launch(userDataDir, isWhole = !existsSync(SHELL)) {
  return puppeteer.launch({
    userDataDir,
    executablePath: isWhole ? CHROMIUM : SHELL,
    headless: isWhole || "shell",
    args: ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run", "--disable-background-networking", "--disable-component-update"],
  });
}

/** How long a page may take for anything, in milliseconds: the machine may have other work. */
const PATIENCE = 180_000;

/**
 * Lets tests act on what a page draws later, still moves, or allows later: an action waits until its element is there, a
 * click also until it can be clicked and stays in its place.
 *
 * @template {import("puppeteer-core").Page} P
 * @param {P} page
 */
export function patient(page) {
  page.setDefaultTimeout(PATIENCE);
  const acts = /** @type {Record<string, any>} */ (page);
  acts.click = (/** @type {string} */ selector) => page.locator(selector).click();
  for (const name of ["$eval", "focus", "select"]) {
    const act = acts[name].bind(page);
    acts[name] = async (/** @type {string} */ selector, /** @type {unknown[]} */ ...how) => {
      await page.waitForSelector(selector);
      return act(selector, ...how);
    };
  }
  return page;
}

/**
 * How a page is looked at: the size of the window, the theme, with fingers, laid out as on a phone (as with fingers, if it
 * is not said), with movements.
 *
 * @typedef {{ width?: number, height?: number, dark?: boolean, touch?: boolean, mobile?: boolean, moving?: boolean }} Look
 */

/**
 * A page in a context of its own, as soon as it has a certain element; what goes wrong in it, and what it asks of whom, is kept.
 *
 * @param {import("puppeteer-core").Browser} browser
 * @param {string} address
 * @param {Look} [look]
 * @param {string} [ready]
 * @param {() => void} [prepare]  Runs in the page before its scripts.
 */
export async function open(browser, address, look = {}, ready = "body.ready", prepare) {
  const { width = 1280, height = 800, dark = false, touch = false, mobile = touch, moving = false } = look;
  const context = await browser.createBrowserContext();
  const page = patient(await context.newPage());
  /** @type {string[]} */
  const errors = [];
  /** @type {string[]} */
  const requests = [];
  page.on("pageerror", (error) => errors.push(String((error instanceof Error && error.stack) || error)));
  page.on("console", (message) => {
    if (message.type() === "error" && !/404/.test(message.text())) errors.push(`${message.text()} ${message.location().url ?? ""}`);
  });
  page.on("request", (request) => requests.push(request.url()));
  await page.setViewport({ width, height, hasTouch: touch, isMobile: mobile });
  await page.emulateMediaFeatures([
    { name: "prefers-color-scheme", value: dark ? "dark" : "light" },
    { name: "prefers-reduced-motion", value: moving ? "no-preference" : "reduce" },
  ]);
  if (prepare) await page.evaluateOnNewDocument(prepare);
  await page.goto(address);
  await page.waitForSelector(ready);
  return { page, errors, requests, close: () => context.close() };
}

/**
 * Waits until the board and the hands stay where they are for some frames: hands that shrink move the board a frame later.
 *
 * @param {import("puppeteer-core").Page} page
 */
export const settle = (page) =>
  page.evaluate(async () => {
    // A page that is hidden draws no frames.
    const frame = () => Promise.race([new Promise((resolve) => requestAnimationFrame(resolve)), new Promise((resolve) => setTimeout(resolve, 200))]);
    const layout = () =>
      [...document.querySelectorAll("#table, #table svg, .hand, .pile, .stacks use, .target")]
        .map((element) => Object.values(element.getBoundingClientRect().toJSON()).join())
        .join(" ");
    const end = performance.now() + 60_000;
    for (let before = "", same = 0; same < 3 && performance.now() < end; ) {
      await frame();
      const now = layout();
      same = now === before ? same + 1 : 0;
      before = now;
    }
  });

/** The middle of the tile of a piece on the board, or of its pile in a hand. @param {import("puppeteer-core").Page} page @param {string} piece */
export async function placeOf(page, piece) {
  await settle(page);
  const at = await page.evaluate((name) => {
    const lying = document.querySelector(`.stacks [data-piece="${name}"] use`) ?? document.querySelector(`.pile[data-piece="${name}"]`);
    if (!lying) return null;
    const { left, top, width, height } = lying.getBoundingClientRect();
    return { x: left + width / 2, y: top + height / 2 };
  }, piece);
  if (!at) throw new Error(`${piece} is not to be seen`);
  return at;
}

/** The middles of the targets that are shown. @param {import("puppeteer-core").Page} page @returns {Promise<{ x: number, y: number }[]>} */
export async function targets(page) {
  await settle(page);
  return page.$$eval(".ground .target, .marks .target", (shown) =>
    shown.map((target) => {
      const { left, top, width, height } = target.getBoundingClientRect();
      return { x: left + width / 2, y: top + height / 2 };
    }),
  );
}

/** How many moves have been played before the position shown. @param {import("puppeteer-core").Page} page */
export const plyOf = (page) => page.$eval("#where", (where) => Number(where.textContent?.split("/")[0]));

/** Waits until the position after so many moves is shown. @param {import("puppeteer-core").Page} page @param {number} ply */
export const waitForPly = (page, ply) =>
  page.waitForFunction((wanted) => Number(document.querySelector("#where")?.textContent?.split("/")[0]) === wanted, { polling: 50 }, ply);

/** Waits until so many moves are played; the engine may have answered by then. @param {import("puppeteer-core").Page} page @param {number} ply */
export const waitUntilPlayed = (page, ply) =>
  page.waitForFunction((wanted) => Number(document.querySelector("#where")?.textContent?.split("/")[0]) >= wanted, { polling: 50 }, ply);

/**
 * Waits until a position is shown after so many moves, and pieces can be moved in it. In Play, a game must have begun: before,
 * a click on a piece would begin it.
 *
 * @param {import("puppeteer-core").Page} page
 * @param {number} ply
 */
export const waitForChoices = (page, ply) =>
  page.waitForFunction(
    (wanted) =>
      Number(document.querySelector("#where")?.textContent?.split("/")[0]) === wanted &&
      (document.body.dataset.use !== "play" || document.querySelector("#play-terms[hidden]")) &&
      document.querySelector(".pile.pickable, .marks .pickable"),
    { polling: 50 },
    ply,
  );
