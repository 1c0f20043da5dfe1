/**
 * Beginners. Each plays in their own way; none may see an error, lose a game, or lose sight of what to do next.
 */

import assert from "node:assert/strict";
import { test } from "node:test";
import { plyOf, settle, waitForChoices } from "./support/browser.mjs";
import { PHONE, begin, click, listed, place, press, setLevel, withEachEngine } from "./support/page.mjs";

/** @typedef {import("puppeteer-core").Page} Page */

/** Numbers that are the same in each run. @param {number} seed */
const chance = (seed) => (/** @type {number} */ below) => (seed = (seed * 48271) % 2147483647) % below;

/** Starts a game against level 1. @param {Page} page */
async function start(page) {
  await page.click("#home-play");
  await setLevel(page, "1");
  await begin(page, 0);
}

/** Plays a move, and waits for the answer. @param {Page} page @param {string} piece */
async function move(page, piece) {
  const ply = await plyOf(page);
  await place(page, piece);
  await waitForChoices(page, ply + 2);
}

/** Whether the buttons of the modes are there to go on with, and no dialog is in their way. @param {Page} page */
async function canGoOn(page) {
  await page.evaluate(() => document.querySelectorAll("dialog[open]").forEach((dialog) => /** @type {HTMLDialogElement} */ (dialog).close()));
  await page.click("#use-play");
  const isReachable = await page.evaluate(() => {
    const shown = [...document.querySelectorAll("#play-terms button.main, #play-game button, .marks .pickable, .pile.pickable")];
    return shown.some((element) => element.checkVisibility());
  });
  assert.ok(isReachable, "there is something to do");
}

/** The kept games, as they are listed. @param {Page} page @returns {Promise<{ plies: number }[]>} */
const kept = (page) =>
  page.evaluate(async () => {
    const { Library } = await import(new URL("js/library/library.js", location.href).href);
    return (await Library.open()).list();
  });

withEachEngine(({ inPage, address }) => {
  test("one clicks anything", async () => {
    await inPage("", async (page) => {
      const random = chance(11);
      await start(page);
      await move(page, "wS1");
      for (let clicks = 0; clicks < 80; clicks += 1) {
        await page.mouse.click(random(1280), random(800));
        if (!page.url().startsWith(address().split("#")[0])) assert.fail(`it has left the page: ${page.url()}`);
      }
      await canGoOn(page);
      assert.ok((await kept(page)).some(({ plies }) => plies >= 2), "the game is kept");
    });
  });

  test("one presses Esc and Enter", async () => {
    await inPage("", async (page) => {
      await start(page);
      await move(page, "wS1");
      for (const opener of ["#open-open", "#open-save", "#open-settings", "#open-help"]) {
        await page.click(opener);
        await press(page, "Escape", "Escape", "Enter", "Escape");
      }
      await click(page, "wQ");
      await press(page, "Escape", "Enter", "Escape", "Enter", "Enter", "Escape");
      await canGoOn(page);
      assert.ok((await listed(page)).length >= 2);
    });
  });

  test("one types into every field", async () => {
    await inPage("", async (page) => {
      await start(page);
      await move(page, "wS1");
      for (const opener of ["#open-open", "#open-save"]) {
        await page.click(opener);
        for (const field of await page.$$("dialog[open] textarea, dialog[open] input:not([type=file]):not([readonly])")) {
          await field.type("<b>qaz</b> 1; wQ ?");
        }
        const read = await page.$("dialog[open] #open-read");
        if (read) {
          await read.click();
          await page.waitForFunction(() => document.querySelector("#open-fault")?.textContent);
        }
        await press(page, "Escape");
      }
      await page.click("#use-analyse");
      await page.click("#tab-moves");
      await page.type("#comment", "fncm+-0 ?");
      await page.evaluate(() => /** @type {HTMLElement} */ (document.activeElement)?.blur());
      await canGoOn(page);
      assert.equal((await listed(page)).length, 2, "the game is as it was");
    });
  });

  test("one turns and resizes the screen", async () => {
    await inPage("", async (page) => {
      await start(page);
      let ply = 0;
      const sizes = [[740, 360], [360, 740], [1024, 768], [320, 568]];
      for (const [index, piece] of ["wS1", "wQ", "wA1", "wB1"].entries()) {
        const [width, height] = sizes[index];
        await page.setViewport({ width, height, hasTouch: true, isMobile: true });
        await settle(page);
        await page.evaluate(() => document.querySelector("#table")?.scrollIntoView({ block: "center" }));
        await move(page, piece);
        ply += 2;
        assert.equal(await plyOf(page), ply, `${width} x ${height}`);
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        assert.ok(overflow <= 0, `${width} x ${height} is too wide by ${overflow}`);
      }
    }, PHONE);
  });
});
