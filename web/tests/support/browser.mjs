/** A headless Chromium, and what tests of the page do with it. */

import puppeteer from "puppeteer-core";

const CHROMIUM = process.env.CHROMIUM ?? "/usr/bin/chromium";

export function launch() {
  return puppeteer.launch({
    executablePath: CHROMIUM,
    headless: true,
    args: ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run", "--disable-background-networking", "--disable-component-update"],
  });
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
 */
export async function open(browser, address, look = {}, ready = "body.ready") {
  const { width = 1280, height = 800, dark = false, touch = false, mobile = touch, moving = false } = look;
  const context = await browser.createBrowserContext();
  const page = await context.newPage();
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
  await page.goto(address);
  await page.waitForSelector(ready);
  return { page, errors, requests, close: () => context.close() };
}

/** The middle of the tile of a piece on the board, or of its pile in a hand. @param {import("puppeteer-core").Page} page @param {string} piece */
export async function placeOf(page, piece) {
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
export const targets = (page) =>
  page.$$eval(".ground .target, .marks .target", (shown) =>
    shown.map((target) => {
      const { left, top, width, height } = target.getBoundingClientRect();
      return { x: left + width / 2, y: top + height / 2 };
    }),
  );

/** How many moves have been played before the position shown. @param {import("puppeteer-core").Page} page */
export const plyOf = (page) => page.$eval("#where", (where) => Number(where.textContent?.split("/")[0]));

/** Waits for a ply. @param {import("puppeteer-core").Page} page @param {number} ply @param {number} [timeout] */
export const waitForPly = (page, ply, timeout = 30_000) =>
  page.waitForFunction((wanted) => Number(document.querySelector("#where")?.textContent?.split("/")[0]) >= wanted, { timeout, polling: 50 }, ply);

/** Waits until a position is shown after so many moves, and pieces can be moved in it. @param {import("puppeteer-core").Page} page @param {number} ply */
export const waitForChoices = (page, ply) =>
  page.waitForFunction(
    (wanted) => Number(document.querySelector("#where")?.textContent?.split("/")[0]) === wanted && document.querySelector(".pile.pickable, .marks .pickable"),
    { timeout: 30_000, polling: 50 },
    ply,
  );
