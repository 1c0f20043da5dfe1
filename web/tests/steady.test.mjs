/** What changes stays in its place: lines, panels, the board on a phone. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { settle, waitForPly } from "./support/browser.mjs";
import { LONG, addressOf, press, speak, withEachEngine } from "./support/page.mjs";
import { ALL } from "./support/shared.mjs";

/** Adds up how far things move that nobody moved. @param {import("puppeteer-core").Page} page */
const watchShifts = (page) =>
  page.evaluateOnNewDocument(() => {
    Object.assign(globalThis, { shift: 0, shifted: [] });
    new PerformanceObserver((list) => {
      for (const entry of /** @type {any[]} */ (list.getEntries())) {
        /** @type {any} */ (globalThis).shift += entry.value;
        /** @type {any} */ (globalThis).shifted.push(...entry.sources.map((/** @type {any} */ { node }) => node?.id || node?.className || node?.nodeName));
      }
    }).observe({ type: "layout-shift", buffered: true });
  });

withEachEngine(({ inPage }) => {
  for (const look of [{ width: 360, height: 740, touch: true }, ...(ALL ? [{ width: 1280, height: 800 }] : [])]) {
    test(`nothing jumps while a page of ${look.width} px loads and steps through a game`, async () => {
      await inPage(
        `#analyse/${addressOf(LONG)}@12`,
        async (page) => {
          await watchShifts(page);
          await page.reload();
          await page.waitForSelector("body.ready");
          await page.select("#line-count", "5");
          await page.click(".switch");
          await page.waitForFunction(() => document.querySelectorAll("#lines li").length === 5);
          const moves = () => page.$eval("#moves", (list) => list.getBoundingClientRect().top + scrollY);
          const top = await moves();
          await page.evaluate(() => Object.assign(globalThis, { least: 5, isDimmed: false }));
          await page.evaluate(() => {
            const lines = /** @type {HTMLElement} */ (document.querySelector("#lines"));
            const look = () => {
              const kept = /** @type {any} */ (globalThis);
              kept.least = Math.min(kept.least, lines.children.length);
              kept.isDimmed ||= lines.classList.contains("old");
            };
            new MutationObserver(look).observe(lines, { childList: true, attributes: true });
          });
          for (const ply of [13, 14, 15]) {
            await page.keyboard.press("ArrowRight");
            await waitForPly(page, ply);
            assert.ok(Math.abs((await moves()) - top) < 1, "the list of moves stays in its place");
            await page.waitForFunction(() => document.querySelector("#lines:not(.old)"));
          }
          assert.deepEqual(await page.evaluate("[globalThis.least, globalThis.isDimmed]"), [5, true], "the old lines stay until there are new ones");
          const { shift, shifted } = /** @type {any} */ (await page.evaluate("({ shift: globalThis.shift, shifted: globalThis.shifted })"));
          assert.ok(shift < 0.1, `${shift}: ${shifted}`);
        },
        look,
      );
    });
  }

  test("five lines and an explanation fit into 1024 x 768", async () => {
    await inPage(
      `#analyse/${addressOf(LONG)}@30`,
      async (page) => {
        await page.select("#line-count", "5");
        await page.click(".switch");
        await page.click("#explain");
        await page.waitForSelector("#facts table td");
        await page.waitForFunction(() => document.querySelectorAll("#lines li").length === 5);
        const { all, facts, moves, controls } = await page.evaluate(() => {
          const box = (/** @type {string} */ selector) => /** @type {Element} */ (document.querySelector(selector)).getBoundingClientRect();
          return { all: document.documentElement.scrollHeight, facts: box("#facts").height, moves: box("#moves").height, controls: box("#controls").bottom };
        });
        assert.ok(all <= 768 && controls <= 768, `${all}, ${controls}`);
        assert.ok(facts >= 84 && moves >= 90, `${facts}, ${moves}`);
      },
      { width: 1024, height: 768 },
    );
  });

  test("on a phone the board stays while the text scrolls, upright and on its side", async () => {
    for (const look of [{ width: 360, height: 740, touch: true }, { width: 740, height: 360, touch: true }]) {
      await inPage(
        `#analyse/${addressOf(LONG)}`,
        async (page) => {
          await page.click("#explain");
          await page.waitForSelector("#facts table td");
          await page.evaluate(() => scrollTo(0, 10_000));
          await settle(page);
          const { area, hands, wide, scrolled } = await page.evaluate(() => ({
            area: /** @type {Element} */ (document.querySelector(".area")).getBoundingClientRect().toJSON(),
            hands: [...document.querySelectorAll(".hand, .pile")].map((hand) => hand.getBoundingClientRect().bottom),
            wide: document.documentElement.scrollWidth,
            scrolled: scrollY,
          }));
          assert.ok(scrolled > 0, "there is something to scroll");
          assert.ok(area.top >= 0 && area.bottom <= look.height && area.height > 180, JSON.stringify(area));
          assert.ok(hands.every((bottom) => bottom <= look.height), String(hands));
          assert.ok(wide <= look.width);
        },
        look,
      );
    }
  });

  test("on a phone on its side the whole board is seen at once, in both languages", async () => {
    const look = { width: 740, height: 360, touch: true };
    await inPage(
      `#analyse/${addressOf(LONG)}`,
      async (page) => {
        for (const language of ["en", "de"]) {
          await page.click("#open-settings");
          await speak(page, language);
          await press(page, "Escape");
          await settle(page);
          const { bottom, wide } = await page.evaluate(() => ({
            bottom: /** @type {Element} */ (document.querySelector("#table")).getBoundingClientRect().bottom + scrollY,
            wide: document.documentElement.scrollWidth,
          }));
          assert.ok(bottom <= look.height && wide <= look.width, `${language}: ${bottom}, ${wide}`);
        }
      },
      look,
    );
  });

  test("before the first move the hands fit the table of a phone, upright and on its side", async () => {
    for (const [hash, width, height] of /** @type {const} */ ([["#play/Base+MLP", 740, 360], ["#review", 360, 640]])) {
      await inPage(hash, async (page) => {
        const isInside = await page.evaluate(() => {
          const { left, right, top, bottom } = /** @type {Element} */ (document.querySelector("#table")).getBoundingClientRect();
          const [above, below] = [...document.querySelectorAll(".hand")].map((hand) => hand.getBoundingClientRect()).sort((one, other) => one.top - other.top);
          const piles = [...document.querySelectorAll(".pile, .whose")].map((pile) => pile.getBoundingClientRect());
          const tops = new Set(piles.map((pile) => Math.round(pile.top)));
          return (
            piles.length === 18 &&
            tops.size >= 4 &&
            tops.size <= 6 &&
            above.bottom <= below.top &&
            piles.every((pile) => pile.left >= left && pile.right <= right && pile.top >= top && pile.bottom <= bottom)
          );
        });
        assert.ok(isInside);
      }, { width, height, touch: true });
    }
  });

  test("the bar shows the number of the text", async () => {
    await inPage(`#analyse/${addressOf(LONG)}@30`, async (page) => {
      await page.click(".switch");
      await page.waitForFunction(() => /\d/.test(document.querySelector(".bar span")?.textContent ?? ""));
      await page.click(".switch");
      const [bar, score] = await page.evaluate(() => [".bar span", "#score"].map((selector) => document.querySelector(selector)?.textContent));
      assert.equal(bar, score?.replace(/^[+−]/, ""));
    });
  });
});
