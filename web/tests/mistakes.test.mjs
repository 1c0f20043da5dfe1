/** The marked moves of a review, repeated. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { centerOf } from "../js/board/geometry.js";
import { placeOf, settle, waitForChoices } from "./support/browser.mjs";
import { waitForText, withEachEngine } from "./support/page.mjs";
import { isSound } from "./support/sound.mjs";

/** White can surround the black Queen, and does not; then Black moves anywhere. */
const START = "Base;White[8] bQ@0,0 wA1@1,0 bS1@0,1 wB1@-1,1 bG1@0,-1 wS1@1,-1 wQ@2,-1 wA2@2,0 bA1@-1,2";
const HASH = `#review/*${encodeURIComponent(START)};wS2.wA2/`;

/** Puts a piece on a hex. @param {import("puppeteer-core").Page} page @param {string} piece @param {number} q @param {number} r */
async function put(page, piece, q, r) {
  const from = await placeOf(page, piece);
  await page.mouse.click(from.x, from.y);
  await settle(page);
  const to = await page.evaluate(({ x, y }) => {
    const matrix = /** @type {SVGSVGElement} */ (document.querySelector(".area svg")).getScreenCTM();
    const point = new DOMPoint(x, y).matrixTransform(matrix ?? undefined);
    return { x: point.x, y: point.y };
  }, centerOf({ q, r }, false));
  await page.mouse.click(to.x, to.y);
}

withEachEngine(({ inPage }) => {
  test("a game lost on purpose is reviewed, and its mistake repeated", async () => {
    await inPage(HASH.replace("review", "play").replace(/;wS2.*/, ""), async (page) => {
      await page.click("#play-from [value=here]");
      await page.$eval("#play-terms input[name=level]", (level) => {
        /** @type {HTMLInputElement} */ (level).value = "1";
        level.dispatchEvent(new Event("input"));
      });
      await page.click("#play-terms button.main");
      await waitForChoices(page, 0);
      // The win is missed, and the game given up.
      await put(page, "wS2", 3, -1);
      await waitForChoices(page, 2);
      await page.click("#play-game button[data-act=resign]");
      await page.click("#resign button[value=yes]");
      await (await page.waitForSelector("#play-game [data-act=review]"))?.click();
      await page.waitForSelector("#mistakes:not([hidden]) [data-player=White]");
      await page.click("#mistakes [data-player=White]");
      await waitForText(page, "#mistakes", /Mistake 1 of 1.*Find a better move/);
      await put(page, "wA2", -1, 0);
      await waitForText(page, "#mistake-message", /^Good/);
      await page.$eval("#mistake-next", (button) => /** @type {HTMLElement} */ (button).click());
      await waitForText(page, "#mistakes-sum", /You found 1 of 1/);
    });
  });

  test("a mistake is repeated: answers are judged, a hint is given, and the score is kept", async () => {
    await inPage(HASH, async (page) => {
      const click = (/** @type {string} */ selector) => page.$eval(selector, (button) => /** @type {HTMLElement} */ (button).click());
      await page.select("#review-limit", "nodes 2000");
      await page.click("#review-start");
      await page.waitForSelector("#mistakes:not([hidden]) [data-player=White]");
      await page.click("#mistakes [data-player=White]");
      await waitForText(page, "#mistakes", /Mistake 1 of 1.*Find a better move/);
      assert.equal(await page.$(".arrow"), null, "nothing is given away");
      await isSound(page);
      // The move of the game.
      await put(page, "wS2", 3, -1);
      await waitForText(page, "#mistake-message", /the move of the game/);
      assert.ok(await page.$(".arrow.threat"), "the answer is shown");
      await click(".refutation .move");
      await page.waitForSelector(".area.preview");
      await click("#mistake-again");
      await click("#mistake-hint");
      await waitForText(page, "#mistake-message", /white Ant 2/);
      await put(page, "wA2", -1, 0);
      await waitForText(page, "#mistake-message", /^Good/);
      await click("#mistake-next");
      await waitForText(page, "#mistakes-sum", /You found 0 of 1/);
      await click("#mistakes .acts button");
      await waitForText(page, "#mistakes", /Mistake 1 of 1/);
      await click("#mistakes-close");
      await page.waitForSelector("#review-summary .player");
      assert.equal(await page.$eval("#where", (where) => where.textContent), "0 / 1", "the game is as it was");
      await page.click("#mistakes [data-player=White]");
      await put(page, "wA2", -1, 0);
      await waitForText(page, "#mistake-message", /^Good/);
      await click("#mistake-next");
      await waitForText(page, "#mistakes-sum", /You found 1 of 1/);
    });
  });
});
