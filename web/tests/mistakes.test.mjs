/** The marked moves of a review, repeated. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { putOn, waitForText, withEachEngine } from "./support/page.mjs";
import { isSound } from "./support/sound.mjs";

/** White can surround the black Queen, and does not; then Black moves anywhere. */
const START = "Base;White[8] bQ@0,0 wA1@1,0 bS1@0,1 wB1@-1,1 bG1@0,-1 wS1@1,-1 wQ@2,-1 wA2@2,0 bA1@-1,2";
const HASH = `#review/*${encodeURIComponent(START)};wS2.wA2/`;

withEachEngine(({ inPage }) => {
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
      await putOn(page, "wS2", 3, -1);
      await waitForText(page, "#mistake-message", /the move of the game/);
      assert.ok(await page.$(".arrow.threat"), "the answer is shown");
      await click(".refutation .move");
      await page.waitForSelector(".area.preview");
      await click("#mistake-again");
      await click("#mistake-hint");
      await waitForText(page, "#mistake-message", /^Look at this piece: the white Ant\.$/);
      await page.waitForSelector(".marks .cursor");
      await click("#mistake-hint");
      await waitForText(page, "#mistake-message", /: the white Ant beside the black [A-Z][a-z]+\.$/);
      await putOn(page, "wA2", -1, 0);
      await waitForText(page, "#mistake-message", /^Good/);
      await click("#mistake-next");
      await waitForText(page, "#mistakes-sum", /You found 0 of 1/);
      await click("#mistakes .acts button");
      await waitForText(page, "#mistakes", /Mistake 1 of 1/);
      await click("#mistakes-close");
      await page.waitForSelector("#review-summary .player");
      assert.equal(await page.$eval("#where", (where) => where.textContent), "1 / 1", "the game is as it was");
      await page.click("#mistakes [data-player=White]");
      await waitForText(page, "#mistakes", /Mistake 1 of 1/);
      await putOn(page, "wA2", -1, 0);
      await waitForText(page, "#mistake-message", /^Good/);
      await click("#mistake-next");
      await waitForText(page, "#mistakes-sum", /You found 1 of 1/);
    });
  });
});
