/** The first minute: the first screen, a game begun with a piece, and both languages. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { targets, waitForPly } from "./support/browser.mjs";
import { DIALOGS, PHONE, begin, click, press, speak, waitForText, withEachEngine } from "./support/page.mjs";
import { ALL } from "./support/shared.mjs";

/** @typedef {import("puppeteer-core").Page} Page */

/** Whether the whole of an element is on the screen. @param {Page} page @param {string} selector */
const isOnScreen = (page, selector) =>
  page.$eval(selector, (element) => {
    const { left, top, right, bottom } = element.getBoundingClientRect();
    return right > left && left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight;
  });

/** The texts that do not fit into their buttons, tabs, headings and labels; a pile has its number beside it. @param {Page} page */
const clipped = (page) =>
  page.evaluate(() => {
    const all = /** @type {HTMLElement[]} */ ([...document.querySelectorAll("button, label, legend, summary, h2, h3, p, option, .choice span, [data-text]")]);
    const shown = all.filter((element) => element.checkVisibility() && !element.closest(".heard, svg, .pile"));
    const wide = shown.filter((element) => element.scrollWidth > element.clientWidth + 1 && getComputedStyle(element).display !== "inline");
    // Not the inner width, which grows with what is too wide.
    const { clientWidth } = document.documentElement;
    const outside = shown.filter((element) => element.getBoundingClientRect().right > clientWidth + 1 && !element.closest("#lines, #people, .questions"));
    return [...new Set([...wide, ...outside])].map((element) => `${element.id || element.className || element.tagName}: ${element.textContent?.trim()}`);
  });

withEachEngine(({ inPage }) => {
  test("a game that is opened on the first screen is shown", async () => {
    await inPage("", async (page) => {
      await page.click("#home-open");
      await page.type("#open-text", "Base;;;wS1;bS1 wS1-");
      await page.click("#open-read");
      await waitForPly(page, 2);
      await page.waitForSelector("body[data-use=analyse]");
    });
  });

  test("a piece in a hand begins the game as its side, and the first screen leads back to it", async () => {
    await inPage("#play", async (page) => {
      await page.select("#play-terms select[name=type]", "Base+M");
      await page.waitForFunction(() => document.querySelector(".pile[data-piece=wM]") && !document.querySelector(".pile[data-piece=wP]"));
      await click(page, "wA1");
      await page.waitForSelector(".ground .target");
      assert.match(await page.$eval(".hand[data-side=bottom] .whose", (whose) => whose.textContent ?? ""), /Your pieces/);
      const [target] = await targets(page);
      await page.mouse.click(target.x, target.y);
      await waitForPly(page, 2);
      await page.click("#use-home");
      await waitForText(page, "#home-go-on button", /You – Waggle level 1/);
      await page.click("#home-go-on button");
      await page.waitForSelector("body[data-use=play] #play-game:not([hidden])");
    });
    await inPage("#play", async (page) => {
      await click(page, "bA1");
      await waitForPly(page, 1);
      await waitForText(page, "#play-game", /You: Black/);
      assert.equal(await page.$eval(".hand[data-side=bottom]", (hand) => hand.getAttribute("data-player")), "Black");
    });
  });

  test("what begins is on the screen of a phone", async () => {
    await inPage("", async (page) => {
      for (const tile of ["learn", "play", "puzzles", "analyse", "open"]) assert.ok(await isOnScreen(page, `#home-${tile}`), tile);
      assert.ok(await isOnScreen(page, "#home-go-on button.main"), "where somebody new begins");
      await page.click("#menu");
      assert.ok(await isOnScreen(page, "#open-library"), "the kept games are reached from everywhere");
      await page.click("#menu");
      await page.click("#home-play");
      assert.equal(await page.$eval("#use-play", (tab) => tab.getAttribute("aria-current")), "page");
      assert.ok(await isOnScreen(page, "#play-terms button.main"));
    }, PHONE);
  });

  for (const language of ["en", "de"]) {
    // German words are longer.
    test(`no words are clipped on a phone in ${language}`, { skip: !ALL && language === "en" }, async () => {
      await inPage("", async (page) => {
        await speak(page, language);
        assert.deepEqual(await clipped(page), [], "home");
        for (const opener of ["home-play", "use-analyse", "use-review", "use-learn"]) {
          await page.click(`#${opener}`);
          assert.deepEqual(await clipped(page), [], opener);
        }
        await page.click("#use-play");
        await begin(page, 0);
        assert.deepEqual(await clipped(page), [], "a game");
        await page.click("#use-analyse");
        for (const [opener, dialog] of DIALOGS) {
          await page.click("#menu");
          assert.deepEqual(await clipped(page), [], "the menu");
          await page.click(`#${opener}`);
          assert.deepEqual(await clipped(page), [], dialog);
          await press(page, "Escape");
        }
        await page.click("#menu");
        await page.click("#open-setup");
        assert.deepEqual(await clipped(page), [], "setting up");
      }, PHONE);
    });
  }
});
