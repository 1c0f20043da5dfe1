/** Games from any position, with a clock, for two people, drawn by agreement, and once more. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { plyOf, waitForChoices, waitForPly } from "./support/browser.mjs";
import {
  addressOf, begin, exportOf, listed, place, play, recordSent, resign, savedPgn, setLevel, setUp, waitForText, withEachEngine,
} from "./support/page.mjs";
import { ALL } from "./support/shared.mjs";

/** @typedef {import("puppeteer-core").Page} Page */

const OPENING = "Base;wS1;bS1.wS1-;wQ.-wS1";
/** A game in which Black must pass. */
const SHUT_OUT =
  "Base;;;wA1;bB1 wA1/;wQ wA1\\;bQ bB1-;wS1 wQ-;bA1 bQ/;wB1 -wA1;bA1 wQ\\;wS1 bQ-;bA1 \\bQ" +
  ";wS2 wS1-;bA1 wQ-;wS2 \\bQ;bA1 wS1/;wB2 wQ-;bA1 -bB1;wG1 wQ\\;bA1 bQ\\;wQ wB1\\";
/** White has all but surrounded the queen. */
const LOST_FOR_BLACK = "Base;White[9] bQ@0,0 wA1@1,0 wA2@0,1 wG1@-1,1 wG2@-1,0 wB1@0,-1 wQ@2,0 bA1@-2,0 wA3@3,0";

const state = (/** @type {Page} */ page) => page.$eval("#play-game .state", (line) => line.textContent ?? "");
const bottom = (/** @type {Page} */ page) => page.$eval(".hand[data-side=bottom]", (hand) => /** @type {HTMLElement} */ (hand).dataset.player);

/** Whether it is the user's turn after the engine has declined a draw: it is asked once. */
const hasAnswered = () =>
  /Your turn/.test(document.querySelector("#play-game .state")?.textContent ?? "") && document.querySelector("#play-game [data-act=offer_draw][disabled]");

withEachEngine(({ inPage }) => {
  test("an analysed position is played on, taken back to and played again with the other side", async () => {
    await inPage(`#analyse/${OPENING}`, async (page) => {
      await page.click("#play-here");
      await setLevel(page, "1");
      await begin(page, 3);
      assert.equal(await bottom(page), "Black");
      assert.ok(
        await page.$eval("#play-game [data-act=take_back]", (button) => /** @type {HTMLButtonElement} */ (button).disabled),
        "what was there before is not taken back",
      );
      await play(page, "bQ");
      await waitForChoices(page, 5);
      await page.click("#play-game [data-act=take_back]");
      await waitForChoices(page, 3);
      assert.deepEqual(await listed(page), ["wS1", "bS1 wS1-", "wQ -wS1"]);
      await resign(page);
      await page.click("#play-game [data-act=rematch]");
      // White this time: the engine moves first.
      await waitForChoices(page, 4);
      assert.equal(await bottom(page), "White");
      assert.match(await page.$eval("#play-game .sides", (line) => line.textContent ?? ""), /You: White.*Black, level 1/);
    });
  });

  test("a look at the analysis stops neither the engine nor the game", async () => {
    await inPage(`#analyse/${OPENING}`, async (page) => {
      await page.click("#play-here");
      await setLevel(page, "1");
      await begin(page, 3);
      // However short that is.
      const thinking = waitForText(page, "#play-game .state", /thinking/);
      await place(page, "bQ");
      await thinking;
      await page.click("#use-analyse");
      await page.$eval("#engine-on", (box) => /** @type {HTMLElement} */ (box).click());
      await page.click("#use-play");
      await waitForChoices(page, 5);
      // A variation is nobody's move in the game.
      await page.click("#use-analyse");
      await page.click("#first");
      await waitForPly(page, 0);
      await recordSent(page);
      await play(page, "wA1");
      const sent = /** @type {string[]} */ (await page.evaluate("globalThis.sent"));
      assert.ok(sent.length && !sent.some((line) => line.startsWith("bestmove")), "the engine is not asked");
      await page.click("#use-play");
      await waitForText(page, "#play-game .state", /Earlier position/);
    });
  });

  test("a game that is left for another keeps how it was played", async () => {
    await inPage("#play", async (page) => {
      await setLevel(page, "2");
      await begin(page, 0);
      await play(page, "wS1");
      await waitForChoices(page, 2);
      await resign(page);
      await page.waitForSelector("#play-game [data-act=rematch]");
      assert.match(await savedPgn(page), /\[Result "BlackWins"\]/);
      await page.click("#play-game [data-act=rematch]");
      await waitForChoices(page, 1);
      assert.match(await exportOf(page), /"phase":\s*"over"/);
    });
  });

  test("two people play, and the board turns if they want it", async () => {
    await inPage("#play", async (page) => {
      await page.select("#play-terms [name=opponent]", "person");
      await page.select("#play-terms [name=type]", "Base");
      await page.click("#play-terms summary");
      await page.click("#play-terms [name=turns]");
      await begin(page, 0);
      await play(page, "wA1");
      await waitForText(page, "#play-game .state", /^Black to move$/);
      assert.equal(await bottom(page), "Black");
      await play(page, "bA1");
      assert.equal(await bottom(page), "White");
      assert.equal(await plyOf(page), 2, "nobody else moves");
      await page.reload();
      await waitForChoices(page, 2);
      assert.equal(await state(page), "White to move");
      await page.click("#play-game [data-act=offer_draw]");
      await page.click("#agree-draw button[value=no]");
      assert.equal(await state(page), "White to move");
      await page.click("#play-game [data-act=offer_draw]");
      await page.click("#agree-draw button[value=yes]");
      await waitForText(page, "#play-game .state.over", /^Draw by agreement$/);
    });
  });

  test("who is shut out passes without a click, and hears it", async () => {
    await inPage(`#analyse/${addressOf(SHUT_OUT)}`, async (page) => {
      const plies = await plyOf(page);
      await page.click("#play-here");
      await page.select("#play-terms [name=opponent]", "person");
      await begin(page);
      await waitForText(page, "#told", /^Black has no legal move and passes\.$/);
      await waitForChoices(page, plies + 1);
      assert.equal((await listed(page)).at(-1), "pass");
    });
  });

  test("the engine takes a draw from move 20 on, when it stands no better than even", async () => {
    for (const [turn, answer] of /** @type {const} */ ([["White[20]", /Draw by agreement/], ["Black[20]", /Your turn/], ["White[9]", /Your turn/]])) {
      const text = LOST_FOR_BLACK.replace("White[9]", turn);
      await inPage(`#analyse/${setUp(text)}`, async (page) => {
        await page.click("#play-here");
        await begin(page);
        await page.waitForSelector("#play-game [data-act=offer_draw]:not([disabled])");
        await page.click("#play-game [data-act=offer_draw]");
        await page.click("#offer-draw button[value=no]");
        await waitForText(page, "#play-game .state", /Your turn/);
        await page.click("#play-game [data-act=offer_draw]");
        await page.click("#offer-draw button[value=yes]");
        if (turn !== "White[20]") await page.waitForFunction(hasAnswered);
        await waitForText(page, "#play-game .state", answer);
      });
    }
  });

  test("a clock runs for the one to move, goes on after a reload, and ends the game", { skip: !ALL }, async () => {
    await inPage("#play", async (page) => {
      await page.$eval("#play-terms [name=clock]", (list) => {
        const { options } = /** @type {HTMLSelectElement} */ (list);
        options[1].value = "0.1+1";
        options[1].selected = true;
      });
      await setLevel(page, "1");
      await begin(page, 0);
      await place(page, "wA1");
      await waitForChoices(page, 2);
      const left = () => page.$eval("#play-game [data-clock=White]", (clock) => Number(clock.textContent?.split(":")[1]));
      const before = await left();
      assert.ok(before > 3 && before <= 7, String(before));
      await page.reload();
      await waitForChoices(page, 2);
      assert.ok((await left()) <= before + 0.3, "a reload gives no time back");
      await waitForText(page, "#play-game .state.over", /White is out of time: Black wins/);
    });
  });
});
