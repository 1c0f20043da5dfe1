/** A whole game without a mouse: from the first screen to the result. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { plyOf, waitForPly } from "./support/browser.mjs";
import { heard, press, withEachEngine } from "./support/page.mjs";

/** Plies until the players agree. */
const PLIES = 12;

withEachEngine(({ inPage }) => {
  test("two people play a game by keys alone, and agree to a draw", async () => {
    await inPage("", async (page) => {
      const isAt = (/** @type {string} */ selector) => page.evaluate((chosen) => document.activeElement?.matches(chosen) ?? false, selector);
      const tabTo = async (/** @type {string} */ selector) => {
        for (let tabs = 0; tabs < 80 && !(await isAt(selector)); tabs += 1) await press(page, "Tab");
        assert.ok(await isAt(selector), selector);
      };
      await tabTo("#home-play");
      await press(page, "Enter");
      assert.ok(await isAt(".area"), "the button that was pressed is gone");
      await tabTo("#play-terms [name=opponent]");
      // To the second choice.
      await press(page, "ArrowDown");
      await tabTo("#play-terms button.main");
      await press(page, "Enter");
      await page.waitForSelector("#play-game:not([hidden])");
      assert.ok(await isAt(".area"), "a game begins at the board");
      for (let ply = 0; ply < PLIES; ply += 1) {
        const piece = ["s", "q", "a", "b", "g", "a"][ply >> 1];
        await page.waitForFunction(() => document.querySelector(".pile.pickable, .marks .pickable"));
        // Chooses a piece, picks it up, goes to its second place, and puts it there.
        await press(page, "Enter", piece, "Enter", "ArrowRight", "Enter");
        await waitForPly(page, ply + 1);
        assert.ok(await isAt(".area, .area *"), "the focus stays on the board");
        assert.match(await heard(page), /(white|black) \w+|to move/);
      }
      assert.equal(await plyOf(page), PLIES);
      await tabTo("#play-game [data-act=offer_draw]");
      await press(page, "Enter");
      await page.waitForSelector("dialog[open]");
      for (let tabs = 0; tabs < 5 && !(await isAt("dialog[open] button[value=yes]")); tabs += 1) await press(page, "Tab");
      await press(page, "Enter");
      await page.waitForSelector("#play-game .state.over");
      assert.match(await page.$eval("#play-game .state", (state) => state.textContent ?? ""), /Draw by agreement/);
      await page.waitForFunction(() => document.activeElement?.matches("#play-game .main"));
    });
  });
});
