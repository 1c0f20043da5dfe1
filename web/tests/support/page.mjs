/** The page with each engine, and what its tests do with it. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, describe } from "node:test";
import { pathToFileURL } from "node:url";
import { centerOf } from "../../js/board/geometry.js";
import { open, placeOf, plyOf, settle, targets, waitForChoices, waitUntilPlayed } from "./browser.mjs";
import { serve } from "./server.mjs";
import { ENGINES_OF_PARTS, sharedBrowser } from "./shared.mjs";

/**
 * @typedef {import("puppeteer-core").Page} Page
 * @typedef {import("./browser.mjs").Look} Look
 * @typedef {(hash: string, act: (page: Page) => Promise<void>, look?: Look) => Promise<void>} InPage
 * @typedef {{ engine: import("./engines.mjs").Engine, inPage: InPage, browser: () => import("puppeteer-core").Browser, address: () => string }} Around
 */

/** The games and files of the tests. */
export const DATA = new URL("../../../tests/data/", import.meta.url);

/** A game of 78 plies, with stacks. */
export const LONG =
  readFileSync(new URL("puzzles.txt", DATA), "utf8")
    .split("\n")
    .find((line) => line.startsWith("win 3 "))
    ?.split(" ")
    .slice(2)
    .join(" ") ?? "";

export const PHONE = { width: 360, height: 740, touch: true };

/** The dialogs, behind what opens them. */
export const DIALOGS = [
  ["open-new", "new-game"], ["open-open", "open-dialog"], ["open-save", "save-dialog"], ["open-settings", "settings"], ["open-help", "help"],
];

/** The part of an address that holds a game. @param {string} game A GameString. */
export const addressOf = (game) => {
  const [type, , , ...moves] = game.split(";");
  return [type, ...moves].join(";").replace(/ /g, ".").replace(/\\/g, "!");
};

/** The part of an address that holds a position set up. @param {string} text */
export const setUp = (text) => `*${encodeURIComponent(text)}`;

/** Chooses a language in the settings. @param {Page} page @param {string} language */
export async function speak(page, language) {
  await page.select("#settings [name=language]", language);
  await page.waitForSelector(`html[lang=${language}]`);
}

/** Clicks as long as people do. @param {Page} page @param {string} piece */
export async function click(page, piece) {
  const { x, y } = await placeOf(page, piece);
  await page.mouse.click(x, y, { delay: 100 });
}

/** Presses keys, one after the other. @param {Page} page @param {string[]} keys */
export async function press(page, ...keys) {
  for (const key of keys) await page.keyboard.press(/** @type {import("puppeteer-core").KeyInput} */ (key));
}

/** Picks up a piece. @param {Page} page @param {string} piece */
export async function pickUp(page, piece) {
  await click(page, piece);
  await page.waitForSelector(".ground .target, .marks .target");
}

/** Puts a piece on the first of its targets. @param {Page} page @param {string} piece */
export async function place(page, piece) {
  await pickUp(page, piece);
  const [target] = await targets(page);
  await page.mouse.click(target.x, target.y);
}

/** Plays by clicks. @param {Page} page @param {string} piece */
export async function play(page, piece) {
  const ply = await plyOf(page);
  await place(page, piece);
  await waitUntilPlayed(page, ply + 1);
}

/** Gives a field of a form a value. @param {Page} page @param {string} selector @param {string} value */
export const fill = (page, selector, value) =>
  page.$eval(selector, (field, wanted) => {
    Object.assign(field, { value: wanted });
    for (const kind of ["input", "change"]) field.dispatchEvent(new Event(kind));
  }, value);

/** Chooses the level of a game. @param {Page} page @param {string} level */
export const setLevel = (page, level) => fill(page, "#play-terms input[name=level]", level);

/** Begins the game that is chosen; with a number of plies, until the user may move after them. @param {Page} page @param {number} [ply] */
export async function begin(page, ply) {
  await page.click("#play-terms button.main");
  if (ply !== undefined) await waitForChoices(page, ply);
}

/** Gives up a game. @param {Page} page */
export async function resign(page) {
  await page.click("#play-game [data-act=resign]");
  await page.click("#resign button[value=yes]");
}

/** Keeps in the page what is sent to the engine from now on, as `globalThis.sent`. @param {Page} page */
export const recordSent = (page) =>
  page.evaluate(() => {
    /** @type {string[]} */
    const sent = [];
    Object.assign(globalThis, { sent });
    for (const [kind, name] of /** @type {[any, string][]} */ ([[Worker, "postMessage"], [WebSocket, "send"]])) {
      const { [name]: original } = kind.prototype;
      kind.prototype[name] = function (/** @type {unknown[]} */ ...told) {
        sent.push(String(told[0]));
        return original.apply(this, told);
      };
    }
  });

/** Presses a key until something that begins like this is heard. @param {Page} page @param {string} key @param {string} words */
async function pressUntil(page, key, words) {
  for (let presses = 0; presses < 80; presses += 1) {
    if ((await heard(page)).startsWith(words)) return;
    await press(page, key);
  }
  assert.fail(`${words} is not to be chosen`);
}

/** Plays a move with the keyboard, both in words. @param {Page} page @param {string} piece @param {string} move */
export async function playByKeys(page, piece, move) {
  await page.focus(".area");
  await pressUntil(page, piece.split(" ")[1][0].toLowerCase(), `${piece}, `);
  await press(page, "Enter");
  await pressUntil(page, "ArrowRight", move);
  await press(page, "Enter");
}

/** The middle of a hex in the window. @param {Page} page @param {import("../../js/game/position.js").Hex} hex */
export async function middleOf(page, hex) {
  await settle(page);
  return page.evaluate(({ x, y }) => {
    const matrix = /** @type {SVGSVGElement} */ (document.querySelector(".area svg")).getScreenCTM();
    const point = new DOMPoint(x, y).matrixTransform(matrix ?? undefined);
    return { x: point.x, y: point.y };
  }, centerOf(hex, false));
}

/** Puts a piece on a hex. @param {Page} page @param {string} piece @param {number} q @param {number} r */
export async function putOn(page, piece, q, r) {
  await click(page, piece);
  const { x, y } = await middleOf(page, { q, r });
  await page.mouse.click(x, y);
}

/** The moves of the list, with all variations. @param {Page} page */
export const listed = (page) => page.$$eval("#moves .move", (moves) => moves.map((move) => move.firstChild?.textContent));

/** What those hear who hear the page. @param {Page} page */
export const heard = (page) => page.$eval("#heard", (line) => line.textContent ?? "");

/** Waits until something is heard. @param {Page} page @param {RegExp} pattern */
export const waitToHear = (page, pattern) =>
  page.waitForFunction((source) => new RegExp(source).test(document.querySelector("#heard")?.textContent ?? ""), { polling: 50 }, pattern.source);

/** Waits until an element has a text. @param {Page} page @param {string} selector @param {RegExp} pattern */
export const waitForText = (page, selector, pattern) =>
  page.waitForFunction(
    (chosen, source) => new RegExp(source).test(document.querySelector(chosen)?.textContent ?? ""),
    { polling: 50 },
    selector,
    pattern.source,
  );

/** The texts of the list of kept games, once nothing is left to be stored. @param {Page} page */
export async function keptGames(page) {
  await page.$eval("#library-count", (count) => count.replaceChildren());
  // On a phone it is in a menu.
  await page.$eval("#open-library", (opener) => /** @type {HTMLElement} */ (opener).click());
  await waitForText(page, "#library-count", /\d/);
  const entries = await page.$$eval("#library-games .kept", (all) => all.map((entry) => entry.textContent ?? ""));
  await press(page, "Escape");
  return entries;
}

/** All that is kept, as one file. @param {Page} page @returns {Promise<string>} */
export function exportOf(page) {
  return page.evaluate(async () => {
    const { Library } = await import(new URL("js/library/library.js", location.href).href);
    return (await Library.open()).export();
  });
}

/** Imports such a file by the dialog; what the page says of it. @param {Page} page @param {string} content */
export async function importInto(page, content) {
  await page.$eval("#library-count", (count) => count.replaceChildren());
  // On a phone it is in a menu.
  await page.$eval("#open-library", (opener) => /** @type {HTMLElement} */ (opener).click());
  await waitForText(page, "#library-count", /./);
  await page.evaluate((text) => {
    const field = /** @type {HTMLInputElement} */ (document.querySelector("#library-file"));
    const data = new DataTransfer();
    data.items.add(new File([text], "games.json"));
    field.files = data.files;
    field.dispatchEvent(new Event("change"));
  }, content);
  await waitForText(page, "#library-count", /added|cannot/);
  const told = await page.$eval("#library-count", (count) => count.textContent ?? "");
  await page.keyboard.press("Escape");
  return told;
}

/** Lets a file fall onto the page. @param {Page} page @param {string} name @param {string} content */
export const drop = (page, name, content) =>
  page.evaluate(
    (fileName, text) => {
      const data = new DataTransfer();
      data.items.add(new File([text], fileName));
      document.body.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
    },
    name,
    content,
  );

/** The open game as the page saves it. @param {Page} page @returns {Promise<string>} */
export const savedPgn = (page) =>
  page.evaluate(async () => {
    const make = URL.createObjectURL;
    /** @type {Promise<string>} */
    const content = new Promise((resolve) => (URL.createObjectURL = (/** @type {any} */ blob) => (resolve(blob.text()), make(blob))));
    /** @type {HTMLElement} */ (document.querySelector('[data-format="pgn"]')).click();
    return content;
  });

/** What elements say, with blanks that are all alike. @param {Page} page @param {string} selector */
export const texts = (page, selector) => page.$$eval(selector, (found) => found.map((element) => (element.textContent ?? "").replace(/\u00a0/g, " ").trim()));

/**
 * Runs a test in a page that is opened as a file, which must neither fail nor load anything but what lies beside it.
 *
 * @param {string} file @param {string} ready  What it has as soon as it is there. @param {(page: Page) => Promise<void>} act @param {Look} [look]
 */
export async function inFile(file, ready, act, look = {}) {
  const { page, errors, requests, close } = await open(await sharedBrowser(), pathToFileURL(file).href, look, ready);
  try {
    await act(page);
    assert.deepEqual(errors, []);
    assert.deepEqual(requests.filter((url) => !/^file:.*\.(html|js|css)(#.*)?$|^data:/.test(url)), [], "it loads nothing");
  } finally {
    await close();
  }
}

/**
 * Runs a test in a page of a folder or of another server, which it may close; the page must not fail.
 *
 * @param {string | Promise<import("./engines.mjs").Served>} from @param {string} path
 * @param {(page: Page, served: import("./engines.mjs").Served, requests: string[]) => Promise<void>} act @param {string} [ready] @param {boolean} [isWhole]
 */
export async function inServed(from, path, act, ready, isWhole) {
  const served = await (typeof from === "string" ? serve(from) : from);
  const { page, errors, requests, close } = await open(await sharedBrowser(isWhole), `${served.address}${path}`, {}, ready);
  try {
    await act(page, served, requests);
    assert.deepEqual(errors, []);
  } finally {
    await close();
    served.close();
  }
}

/**
 * Describes the page with each engine.
 *
 * @param {(around: Around) => void} tests
 * @param {import("./engines.mjs").Engine[]} [engines]  Those of tests that look at one part of the page, if not said.
 */
export function withEachEngine(tests, engines = ENGINES_OF_PARTS) {
  for (const engine of engines) {
    describe(engine.name, { skip: engine.missing || false }, () => {
      /** @type {import("./engines.mjs").Served} */
      let served;
      /** @type {import("puppeteer-core").Browser} */
      let browser;
      before(async () => {
        served = await engine.start();
        browser = await sharedBrowser();
      });
      after(() => served?.close());

      /** Runs a test in a page, which must neither fail nor ask anybody else for anything. @type {InPage} */
      async function inPage(hash, act, look = {}) {
        const { page, errors, requests, close } = await open(browser, `${served.address}${hash}`, look);
        try {
          await act(page).catch((error) => {
            error.message += `\n${page.url()}\n${errors.join("\n")}`;
            throw error;
          });
          assert.deepEqual(errors, []);
          const foreign = requests.filter((url) => !url.startsWith(served.origin) && !/^(data|blob):/.test(url));
          assert.deepEqual(foreign, [], "no request leaves the origin");
        } finally {
          await close();
        }
      }

      tests({ engine, inPage, browser: () => browser, address: () => served.address });
    });
  }
}
