/** Somebody learns, loses on purpose, understands why, repeats the mistake, closes the browser, and finds everything again. */

import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { launch, patient } from "./support/browser.mjs";
import { begin, keptGames, place, putOn, setLevel, setUp, waitForText, withEachEngine } from "./support/page.mjs";

/** White can win soon, or fill the last gap around the own Queen. */
const START = "Base;White[14] wQ@0,0 bS1@1,0 wS1@0,1 wB1@-1,1 wG1@0,-1 wS2@1,-1 bQ@2,0 wA1@-1,2 bG1@3,0 wA2@2,-1 wG2@1,1";

withEachEngine(({ address }) => {
  test("what a beginner has done is found again after the browser was closed", async () => {
    const profile = mkdtempSync(join(tmpdir(), "waggle-profile-"));
    /** @param {(page: import("puppeteer-core").Page) => Promise<void>} act */
    const visit = async (act) => {
      const browser = await launch(profile);
      try {
        const page = patient(await browser.newPage());
        await page.setViewport({ width: 1280, height: 800 });
        await page.goto(address());
        await page.waitForSelector("body.ready");
        await act(page);
      } finally {
        await browser.close();
      }
    };
    try {
      await visit(async (page) => {
        await page.click("#home-go-on button.main");
        await page.click("#lessons-begin");
        await page.waitForSelector("[data-lesson=first][aria-current]");
        await place(page, "wS1");
        await waitForText(page, "#lesson-message", /^Right!$/);

        await page.evaluate((hash) => (location.hash = hash), `#play/${setUp(START)}`);
        await page.click("#play-from [value=here]");
        await setLevel(page, "1");
        await begin(page, 0);
        await putOn(page, "wA1", -1, 0);
        await waitForText(page, "#play-game .state.over", /^You lose: your Queen is surrounded$/);

        await page.click("#play-game [data-act=review]");
        await page.waitForSelector("#review-summary .players");
        await page.click("#moves .move[data-ply='1']");
        await waitForText(page, "#said", /This surrounds your Queen and loses the game/);
        await page.click("#mistakes [data-player=White]");
        await waitForText(page, "#mistakes", /Mistake 1 of 1.*Find a better move/);
        await putOn(page, "wA1", 4, -1);
        await waitForText(page, "#mistake-message", /^Good/);
        await page.click("#mistake-next");
        await waitForText(page, "#mistakes-sum", /You found 1 of 1/);
        await page.click("#mistakes-close");
        await keptGames(page);
      });
      await visit(async (page) => {
        await waitForText(page, "#home-go-on", /Go on.*The next lesson/);
        await waitForText(page, "#home-done", /Level 1.*1 lost.*Your accuracy.*as White/);
        await page.click("#home-done .chart button");
        await waitForText(page, "#review-summary .player", /%/);
        await waitForText(page, "#moves .move[data-ply='1']", /\?\?/);
        await page.click("#use-learn");
        await waitForText(page, "#lessons-count", /^1 of /);
        const [game] = await keptGames(page);
        assert.match(game, /You – Waggle level 1.*1 move/);
      });
    } finally {
      rmSync(profile, { recursive: true, force: true });
    }
  });
});
