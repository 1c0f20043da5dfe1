/** No panel is cut: on each screen every control of a mode is inside the window and has its full height. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { settle } from "./support/browser.mjs";
import { LONG, addressOf, begin, press, withEachEngine } from "./support/page.mjs";
import { sizes } from "./support/shared.mjs";

const LOOKS = sizes(
  { width: 1366, height: 768 }, { width: 360, height: 640, touch: true },
  { width: 1280, height: 800 }, { width: 1280, height: 720 }, { width: 390, height: 844, touch: true },
);
/** What must be seen beside the board, by tab. */
const ALWAYS = ["#controls button:not([hidden])", "#side-tabs button"];
const BY_TAB = { engine: ["#moves", ".engine-head", "#lines li", ".questions button"], review: ["#moves", "#graph"], moves: ["#marks button"] };

/** What is cut or outside of the window. @param {import("puppeteer-core").Page} page @param {string[]} selectors */
const cut = (page, selectors) =>
  page.evaluate((all) =>
    all.flatMap((selector) => {
      const found = [...document.querySelectorAll(selector)];
      if (!found.length) return [`no ${selector}`];
      return found.flatMap((element) => {
        const { top, bottom, left, right, height } = element.getBoundingClientRect();
        // Whatever scrolls around it may hide it, too; sideways, questions may be swiped.
        const around = [...document.querySelectorAll(".side, .engine, #panel-review")].filter((one) => one.contains(element));
        const isHidden = around.map((one) => one.getBoundingClientRect()).some((box) => bottom > box.bottom + 1 || top < box.top - 1);
        const isSwiped = selector.startsWith(".questions");
        const covers = document.elementFromPoint(left + 6, bottom - 6);
        const isCovered = !isSwiped && !element.contains(covers);
        const isWhole = height >= 20 && top >= 0 && bottom <= innerHeight && (isSwiped ? left : right) <= innerWidth && !isHidden && !isCovered;
        return isWhole ? [] : [`${selector}: ${Math.round(top)} to ${Math.round(bottom)} of ${innerHeight}`];
      });
    }), selectors);

/** The first moves of a game. */
const GAME = LONG.split(";").slice(0, 19).join(";");

withEachEngine(({ inPage }) => {
  test("every control of a reviewed game is seen on each screen, on each tab", async () => {
    await inPage(`#review/${addressOf(GAME)}`, async (page) => {
      await page.select("#review-limit", "nodes 2000");
      await page.click("#review-start");
      await page.waitForSelector("#review-summary .players");
      await press(page, "m");
      await page.waitForSelector("#said h3");
      await page.$eval("#review-summary", (summary) => summary.append("More was to be said of this game. ".repeat(4)));
      await page.select("#line-count", "3");
      await page.click("#tab-engine");
      await page.click(".switch");
      await page.waitForFunction(() => document.querySelectorAll("#lines li").length === 3);
      await (await page.$("#people button:not(.move)"))?.click();
      await page.waitForFunction(() => document.querySelectorAll("#people .move").length === 3);
      await page.click(".switch");
      for (const look of LOOKS) {
        await page.setViewport({ width: look.width, height: look.height });
        // On a phone one line is seen at once.
        await page.select("#line-count", look.touch ? "1" : "3");
        await page.evaluate((count) => document.querySelectorAll("#lines li").forEach((line, index) => index >= count && line.remove()), look.touch ? 1 : 3);
        for (const [tab, own] of Object.entries(BY_TAB)) {
          await page.click(`#tab-${tab}`);
          await settle(page);
          const ofPeople = tab === "engine" && look.height > 700 ? ["#people > span:not(.soft)"] : [];
          assert.deepEqual(await cut(page, [...ALWAYS, ...own, ...ofPeople]), [], `${tab} at ${look.width} x ${look.height}`);
          if (!look.touch) assert.ok(await page.$eval("#moves", (list) => list.clientHeight >= 130), `five rows of moves at ${look.height}`);
        }
      }
    });
  });

  test("what answers a lesson is on the screen of a phone, in German, too", async () => {
    await inPage("#learn", async (page) => {
      await page.select("#settings [name=language]", "de");
      await page.$eval("[data-lesson=gate]", (lesson) => /** @type {HTMLElement} */ (lesson).click());
      await page.waitForSelector("[data-lesson=gate][aria-current]");
      await page.click("#lesson-check");
      await page.waitForSelector("#lesson-message:not(:empty)");
      await settle(page);
      assert.deepEqual(await cut(page, ["#lesson-check", ".lesson .task", "#lesson-message"]), []);
      // Nor is the level of a game from a position.
      await page.evaluate((hash) => (location.hash = hash), `#play/${addressOf(GAME)}`);
      await page.waitForSelector("#play-from:not([hidden])");
      await settle(page);
      assert.deepEqual(await cut(page, ["#level-words"]), []);
    }, { width: 360, height: 640, touch: true });
  });

  test("a game that is played has its buttons on the screen", async () => {
    await inPage("#play", async (page) => {
      await begin(page, 0);
      await page.click("#play-game [data-act=hint]");
      await page.waitForSelector(".arrow.hint");
      const controls = ["#controls button:not([hidden])", "#play-game .state", "#play-game .acts button"];
      for (const { width, height } of LOOKS) {
        await page.setViewport({ width, height });
        await settle(page);
        assert.deepEqual(await cut(page, controls), [], `${width} x ${height}`);
        const [coach, hint] = await Promise.all(["#coach", ".arrow.hint"].map((one) => page.$eval(one, (it) => it.getBoundingClientRect().toJSON())));
        assert.ok(hint.top >= coach.bottom && hint.height >= 16, `the hint is seen at ${width} x ${height}`);
      }
    });
  });
});
