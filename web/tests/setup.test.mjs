/** Positions that are set up. */

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { test } from "node:test";
import { targets, waitForChoices } from "./support/browser.mjs";
import { PROGRAM } from "./support/engines.mjs";
import { click, fill, heard, place, press, setUp, waitForText, withEachEngine } from "./support/page.mjs";

withEachEngine(({ inPage }) => {
  test("a position is set up, and an impossible one is refused with the reason", async () => {
    await inPage("#analyse/Base;wS1;bS1.wS1-", async (page) => {
      await page.click("#open-setup");
      await page.click("#setup-clear");
      for (const piece of ["wQ", "bQ", "wA1"]) {
        await place(page, piece);
        await page.waitForSelector(`.stacks [data-piece="${piece}"]`);
      }
      await page.waitForSelector("#setup-done:not(:disabled)");
      await fill(page, "#setup-turn", "9");
      await page.select("#setup-moved", "wA1");
      assert.equal(await page.$eval("#setup-moved :checked", (it) => it.textContent), "white Ant 1");
      await page.waitForSelector("#setup-done:not(:disabled)");
      await click(page, "bQ");
      assert.ok((await targets(page)).length > 4);
      await page.keyboard.press("Escape");
      await page.click("#setup-done");
      await page.waitForFunction(() => document.querySelectorAll(".stacks .top").length === 3 && location.hash.includes("*"));
      const address = await page.evaluate(() => location.hash);
      assert.match(decodeURIComponent(address), /White\[9\].*wA1@-?\d,-?\d!/);
      // The verbs read what the page writes.
      await page.click("#open-save");
      const text = await page.$eval("#save-text", (field) => /** @type {HTMLInputElement} */ (field).value);
      for (const verb of PROGRAM ? [["show"], ["analyze", "--depth", "1"], ["solve", "--within", "1"]] : []) {
        const { status, stdout, stderr } = spawnSync(/** @type {string} */ (PROGRAM), [...verb, text], { encoding: "utf8" });
        // No win is what `solve` tells by its status 1.
        assert.equal(status, verb[0] === "solve" ? 1 : 0, stderr);
        if (verb[0] === "show") assert.match(stdout, /White to move, turn 9/);
      }
      await inPage(address, async (again) => assert.equal(await again.$$eval(".stacks .top", (tops) => tops.length), 3));
    });
  });

  test("what is impossible is refused with the reason, by the keyboard alone", async () => {
    await inPage("#analyse/Base", async (page) => {
      await page.focus("#open-setup");
      await page.keyboard.press("Enter");
      const fault = (/** @type {RegExp} */ reason) => waitForText(page, "#setup-fault", reason);
      /** Puts a piece onto the target whose words say so. @param {string} kind @param {RegExp} words */
      const put = async (kind, words) => {
        await press(page, kind, "Enter");
        for (let tries = 0; tries < 40 && !words.test(await heard(page)); tries += 1) await press(page, "ArrowRight");
        assert.match(await heard(page), words);
        await press(page, "Enter");
      };
      await waitForText(page, "#setup-fault:not(.failure)", /^Place some pieces/);
      await page.focus(".area");
      await put("q", /column 0, row 0$/);
      await put("a", /column 1, row 0$/);
      await fault(/^Black has no piece on the table yet/);
      await put("q", /^black Queen to column 2, row 0$/);
      await fault(/^This position is legal\.$/);
      await put("a", /column 2, row 0$/);
      await fault(/^white Ant 2 cannot stand on another piece/);
      assert.ok(await page.$("#setup-done:disabled"));
      // Goes through the pieces to the one that is meant.
      const take = async (/** @type {string} */ kind, /** @type {RegExp} */ words) => {
        await press(page, kind);
        for (let tries = 0; tries < 20 && !words.test(await heard(page)); tries += 1) await press(page, kind);
        await press(page, "Delete");
      };
      await take("a", /^white Ant 2,/);
      assert.match(await heard(page), /^white Ant 2 is in hand/);
      await fault(/^This position is legal\.$/);
      await take("a", /^white Ant 1,/);
      await fault(/^The hive is not connected/);
    });
  });

  test("it is said when the Queen must be placed", async () => {
    await inPage(`#analyse/${setUp("Base;White[4] wS1@0,0 bS1@1,0 wA1@-1,0 bA1@2,0 wG1@-2,0 bG1@3,0")}`, async (page) => {
      await page.click("#open-setup");
      await waitForText(page, "#setup-fault", /legal; White must place the Queen now/);
      await fill(page, "#setup-turn", "6");
      await waitForText(page, "#setup-fault", /legal; White must place the Queen now/);
      await page.click("#setup-done");
      await waitForChoices(page, 0);
      assert.deepEqual(await page.$$eval(".pile.pickable", (piles) => piles.map((pile) => /** @type {HTMLElement} */ (pile).dataset.piece)), ["wQ"]);
    });
  });
});
