/** The main path with both engines: learn, solve, play, review and analyse, in one visit, wide and on a phone. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { plyOf, settle, waitForChoices, waitForPly } from "./support/browser.mjs";
import { ENGINES } from "./support/engines.mjs";
import { begin, keptGames, place, resign, setLevel, waitForText, withEachEngine } from "./support/page.mjs";
import { ALL, sizes } from "./support/shared.mjs";
import { isSound } from "./support/sound.mjs";

/** @typedef {import("puppeteer-core").Page} Page */

const LOOKS = sizes(
  { width: 1280, height: 800 },
  { width: 390, height: 844, touch: true, dark: true },
  { width: 1366, height: 768, dark: true },
  { width: 360, height: 640, touch: true },
);

/** Puts a piece on the first of its targets. @param {Page} page @param {string} piece */
async function put(page, piece) {
  await page.$eval("#table", (table) => table.scrollIntoView({ block: "center" }));
  await settle(page);
  await place(page, piece);
}

withEachEngine(({ inPage, engine }) => {
  /** What is seen is the same with each engine. @param {Page} page */
  const check = async (page) => {
    if (engine.isInPage || ALL) await isSound(page);
  };
  for (const look of LOOKS) {
    test(`one learns, solves, plays, reviews and analyses at ${look.width} x ${look.height}`, async () => {
      await inPage("", async (page) => {
        await check(page);
        await page.click("#home-learn");
        await page.$eval("[data-lesson=first]", (lesson) => /** @type {HTMLElement} */ (lesson).click());
        await page.waitForSelector("[data-lesson=first][aria-current]");
        await put(page, "wS1");
        await waitForText(page, "#lesson-message", /^Right!$/);
        await check(page);

        await page.click("#use-puzzles");
        await waitForText(page, "#puzzle-title", / in one move$/);
        await check(page);
        await page.click("#puzzle-solution");
        await waitForText(page, "#puzzle-message", /^That is the solution/);

        await page.click("#use-play");
        await setLevel(page, "1");
        await begin(page, 0);
        for (const [ply, piece] of ["wS1", "wQ"].entries()) {
          await put(page, piece);
          await waitForChoices(page, 2 * (ply + 1));
        }
        await check(page);
        await resign(page);
        await page.waitForSelector("#play-game .state.over");

        // The button in Play, whose review has a time for each position, is pressed in play.test.mjs.
        await page.click("#use-review");
        await page.select("#review-limit", "nodes 2000");
        await page.click("#review-start");
        await page.waitForSelector("#review-summary .players");
        await waitForPly(page, 4);
        await check(page);

        await page.click("#use-analyse");
        await page.click(".switch");
        await page.waitForSelector("#lines button");
        await page.click(".switch");
        await check(page);
        await page.click("#lines button");
        await page.waitForFunction(() => Number(document.querySelector("#where")?.textContent?.split("/")[0]) === 5);
        assert.equal(await plyOf(page), 5, "a move of the engine's line is played");
        assert.match((await keptGames(page)).join(), /You – Waggle level 1/);
      }, look);
    });
  }
}, ENGINES);
