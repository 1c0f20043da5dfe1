/** Games against the engine. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { plyOf, targets, waitForChoices } from "./support/browser.mjs";
import { addressOf, click, heard, listed, press, waitForText, withEachEngine } from "./support/page.mjs";

/** A game in which Black can bring about a position for the third time. */
const REPEATED = String.raw`Base;;;wA1;bA1 wA1-;wQ -wA1;bQ bA1-;wQ \wA1;bQ bA1/;wQ -wA1;bQ bA1-;wQ \wA1;bQ bA1/;wQ -wA1`;

/** How often something is shown at the moment, and how often those hear it who hear the page. @param {import("puppeteer-core").Page} page @param {RegExp} pattern */
const told = (page, pattern) =>
  page.evaluate((source) => {
    const count = { shown: 0, said: 0 };
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      const around = text.parentElement;
      if (!around || !new RegExp(source).test(text.textContent ?? "")) continue;
      if (around.closest("[aria-live=polite], [role=status], [role=alert]")) count.said += 1;
      if (!around.closest("#heard") && around.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true })) count.shown += 1;
    }
    return count;
  }, pattern.source);

withEachEngine(({ inPage }) => {
  test("a whole game is clicked against level 1", { timeout: 480_000 }, async () => {
    await inPage("#play", async (page) => {
      await page.select("#play-terms select[name=type]", "Base");
      await page.$eval("#play-terms input[name=level]", (level) => {
        /** @type {HTMLInputElement} */ (level).value = "1";
        level.dispatchEvent(new Event("input"));
      });
      await page.click("#play-terms button.main");
      const isOver = () => page.$("#play-game .state.over");
      await waitForChoices(page, 0);
      let seed = 7;
      const random = (/** @type {number} */ below) => (seed = (seed * 48271) % 2147483647) % below;
      for (let turn = 0; turn < 120 && !(await isOver()); turn += 1) {
        const ply = await plyOf(page);
        if (await page.$("#pass:not([hidden])")) {
          await page.click("#pass");
        } else {
          const pieces = await page.$$eval(".pile.pickable, .marks .pickable", (all) =>
            all.map((one) => {
              const { left, top, width, height } = one.getBoundingClientRect();
              return { x: left + width / 2, y: top + height / 2 };
            }),
          );
          const piece = pieces[random(pieces.length)];
          await page.mouse.click(piece.x, piece.y);
          const places = await targets(page);
          const place = places[random(places.length)];
          await page.mouse.click(place.x, place.y);
        }
        await page.waitForFunction(
          (played) => {
            const now = Number(document.querySelector("#where")?.textContent?.split("/")[0]);
            const mayMove = document.querySelector(".pile.pickable, .marks .pickable, #pass:not([hidden])");
            return document.querySelector("#play-game .state.over") || (now > played + 1 && mayMove && !document.querySelector("#play-game .thinking"));
          },
          { timeout: 30_000, polling: 50 },
          ply,
        );
      }
      if (!(await isOver())) {
        // Moves at random can get into each other's way for ever, and level 1 does not always see how to win then.
        await page.click("#play-game button[data-act=Resign]");
        await page.click("#resign button[value=yes]");
        await page.waitForSelector("#play-game .state.over");
      }
      assert.match((await page.$eval("#play-game .state", (state) => state.textContent)) ?? "", /wins|Draw/);
      assert.deepEqual(await told(page, /wins|Draw/), { shown: 1, said: 1 });
      await page.waitForSelector("#play-game button.main");
    });
  });

  test("a game goes on after the page has been loaded again", async () => {
    await inPage("#play", async (page) => {
      await page.$eval("#play-terms input[name=level]", (level) => {
        /** @type {HTMLInputElement} */ (level).value = "2";
        level.dispatchEvent(new Event("input"));
      });
      await page.click("#play-terms button.main");
      await waitForChoices(page, 0);
      await click(page, "wS1");
      const [place] = await targets(page);
      await page.mouse.click(place.x, place.y);
      await waitForChoices(page, 2);
      await page.reload();
      await waitForChoices(page, 2);
      assert.match((await page.$eval("#play-game", (box) => box.textContent)) ?? "", /You: White.*level 2.*Your turn/);
      await page.click("#play-game button[data-act=Resign]");
      await page.click("#resign button[value=yes]");
      await page.waitForSelector("#play-game .state.over");
      await page.reload();
      await page.waitForSelector("#play-game .state.over");
    });
  });

  test("Black is played with a hint, and a move is taken back", async () => {
    await inPage("#play", async (page) => {
      await page.evaluate(() => {
        /** @type {string[]} */
        const sent = [];
        Object.assign(globalThis, { sent });
        for (const [kind, name] of /** @type {[any, string][]} */ ([[Worker, "postMessage"], [WebSocket, "send"]])) {
          const { [name]: original } = kind.prototype;
          kind.prototype[name] = function (/** @type {unknown[]} */ ...told) {
            sent.push(String(told[0]));
            return original.apply(this, told);
          };
        }
      });
      await page.click("#play-terms input[value=Black]");
      await page.select("#play-terms select[name=type]", "Base+P");
      await page.select("#play-terms select[name=seconds]", "0.5");
      await page.click("#play-terms button.main");
      await waitForChoices(page, 1);
      const sent = /** @type {string[]} */ (await page.evaluate("globalThis.sent"));
      for (const line of ["options set Level 3", "newgame Base+P", "bestmove time 00:00:00.5"]) {
        assert.ok(sent.some((one) => one.startsWith(line)), `${line} among ${sent.join(", ")}`);
      }
      assert.equal(await page.$eval(".hand[data-side=bottom]", (hand) => /** @type {HTMLElement} */ (hand).dataset.player), "Black");
      await page.click("#play-game [data-act=Hint]");
      await page.waitForSelector("#play-game .hint b");
      assert.ok(await page.$(".arrow.hint"));
      await waitForChoices(page, 1);
      await click(page, "bG1");
      const [place] = await targets(page);
      await page.mouse.click(place.x, place.y);
      await waitForChoices(page, 3);
      await page.click("#play-game [data-act='Take back']");
      await waitForChoices(page, 1);
      assert.equal((await listed(page)).length, 1);
    });
  });

  test("a result is shown once and said once", async () => {
    await inPage("#play", async (page) => {
      await page.click("#play-terms button.main");
      await waitForChoices(page, 0);
      await page.click("#play-game [data-act=Resign]");
      await page.click("#resign button[value=yes]");
      await page.waitForSelector("#play-game .state.over");
      assert.deepEqual(await told(page, /wins/), { shown: 1, said: 1 });
    });
  });

  test("the third time of a position ends the game, and its review follows", async () => {
    const moves = REPEATED.split(";").slice(3);
    await inPage(`#play/${addressOf(REPEATED)}`, async (page) => {
      // The game is that of a page that has been loaded again.
      await page.evaluate(
        (game) => sessionStorage.setItem("waggle-game", JSON.stringify({ terms: { type: "Base", human: "Black", level: 1, seconds: 0.5 }, phase: "playing", result: "", game })),
        ["Base", ...moves].join(";"),
      );
      await page.reload();
      await waitForChoices(page, moves.length);
      await page.focus(".area");
      await press(page, "q", "Enter");
      for (let tries = 0; tries < 6 && !/east of black Ant 1$/.test(await heard(page)); tries += 1) await page.keyboard.press("ArrowRight");
      await page.keyboard.press("Enter");
      await waitForText(page, "#play-game .state.over", /^Draw by threefold repetition$/);
      assert.deepEqual(await told(page, /threefold repetition|third occurrence/), { shown: 1, said: 1 });
      await page.click("#play-game [data-act='Review this game']");
      await page.waitForSelector("#review-running:not([hidden])");
      await page.click("#review-stop");
      await page.waitForSelector("#review-running[hidden]");
      await page.click("#use-analyse");
      assert.match(await page.$eval("#state", (state) => state.textContent ?? ""), /^Draw by repetition/);
    });
  });
});
