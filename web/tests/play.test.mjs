/** Games against the engine. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { open, placeOf, targets, waitForChoices } from "./support/browser.mjs";
import {
  addressOf, begin, click, heard, keptGames, listed, place, play, press, recordSent, resign, setLevel, setUp, waitForText, waitToHear,
  withEachEngine,
} from "./support/page.mjs";
import { ALL } from "./support/shared.mjs";
import { clickToTheEnd } from "./support/whole_game.mjs";

/** A game in which Black can bring about a position for the third time. */
const REPEATED = String.raw`Base;;;wA1;bA1 wA1-;wQ -wA1;bQ bA1-;wQ \wA1;bQ bA1/;wQ -wA1;bQ bA1-;wQ \wA1;bQ bA1/;wQ -wA1`;

/** A position in which Black wins in one move. */
const WON =
  "Base;Black[13] wQ@0,-1 wS1@1,1 wB1@2,-1+ wG1@1,-1 wA1@1,-2 wA2@3,-1 wA3@2,-2! bQ@2,-1 bS1@3,-2 bS2@-1,0 bB1@1,0 bB2@0,0 bA1@1,-3 bA2@-1,-1";

/**
 * How often something is shown at the moment, and how often those hear it who hear the page.
 *
 * @param {import("puppeteer-core").Page} page
 * @param {RegExp} pattern
 */
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

withEachEngine(({ inPage, engine, browser, address }) => {
  test("a whole game is clicked against level 1", { skip: !ALL }, async () => {
    await inPage("#play", async (page) => {
      await page.select("#play-terms select[name=type]", "Base");
      await setLevel(page, "1");
      await begin(page);
      await clickToTheEnd(page, 120);
      const result = /^You (win|lose): |wins|Draw/;
      assert.match((await page.$eval("#play-game .state", (state) => state.textContent)) ?? "", result);
      assert.deepEqual(await told(page, result), { shown: 1, said: 1 });
      await page.waitForSelector("#play-game button.main");
    });
  });

  test("a click right after the beginning of a game picks the piece up", async () => {
    await inPage("#play", async (page) => {
      await page.waitForSelector(".pile.pickable");
      await page.evaluate(() => {
        /** @type {HTMLElement} */ (document.querySelector("#play-terms button.main")).click();
        const pile = /** @type {HTMLElement} */ (document.querySelector('.pile[data-piece="wS1"]'));
        const { left, top, width, height } = pile.getBoundingClientRect();
        const at = { clientX: left + width / 2, clientY: top + height / 2, bubbles: true, pointerId: 1, button: 0, pointerType: "mouse" };
        pile.dispatchEvent(new PointerEvent("pointerdown", at));
        pile.dispatchEvent(new PointerEvent("pointerup", at));
      });
      await waitForChoices(page, 0);
      assert.ok((await targets(page)).length > 0, "it has been picked up");
      // It stays so when the game's panel changes.
      await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 300)));
      assert.ok((await targets(page)).length > 0);
    });
  });

  test("a move is asked about if wanted, and who wins is told and hears so", async () => {
    await inPage(`#play/${setUp(WON)}`, async (page) => {
      await page.evaluate(() => {
        /** @type {any} */ (document.querySelector("#settings-form [name=confirm]")).click();
        const ramp = { setValueAtTime() {}, exponentialRampToValueAtTime() {} };
        const sound = { tones: 0, frequency: ramp, gain: ramp, connect: () => sound, start: () => (sound.tones += 1), stop() {} };
        const Made = /** @type {any} */ (function () { return sound; });
        Object.assign(globalThis, { sound, AudioContext: class { async resume() {} }, OscillatorNode: Made, GainNode: Made });
      });
      await page.click("#play-from [value=here]");
      await page.click("#play-terms [value=Black]");
      await begin(page, 0);
      for (const keys of [["Escape"], ["Tab", "Enter"], []]) {
        await click(page, "bA1");
        const last = await placeOf(page, "wQ");
        const [near] = (await targets(page)).sort((one, other) => Math.hypot(one.x - last.x, one.y - last.y) - Math.hypot(other.x - last.x, other.y - last.y));
        await page.mouse.click(near.x, near.y);
        assert.equal(await page.$eval("#where", (where) => where.textContent), "0 / 0");
        await (keys.length ? press(page, ...keys) : page.click("#confirm-yes"));
        await page.waitForSelector("#confirm[hidden]");
      }
      await waitForText(page, "#moment:not([hidden])", /^You win!$/);
      assert.ok((await page.evaluate(() => /** @type {any} */ (globalThis).sound.tones)) > 3, "the last side closes, and a fanfare");
    });
  });

  test("a move that was planned follows the engine's", async () => {
    await inPage("#play/Base;wS1;bS1.wS1-;wQ.-wS1;bQ.bS1-", async (page) => {
      await page.click("#play-from [value=here]");
      await page.click("#play-terms [value=Black]");
      await page.select("#play-terms [name=seconds]", "10");
      await setLevel(page, "12");
      await begin(page);
      await page.waitForSelector("#play-game .thinking");
      await place(page, "bG1");
      await waitForText(page, "#where", /^[67] \//);
      assert.match((await listed(page))[5] ?? "", /^bG1 /);
      // The next one by keys.
      await page.waitForSelector("#play-game .thinking");
      await page.focus(".area");
      await press(page, "a");
      await waitToHear(page, /^black Ant 1, \d+ moves/);
      await press(page, "Enter", "Enter");
      await waitForText(page, "#where", /^[89] \//);
      assert.match((await listed(page))[7] ?? "", /^bA1 /);
    });
  });

  test("two play by link, and each keeps one game", { skip: !engine.isInPage }, async () => {
    const prepare = () => {
      Object.defineProperty(navigator, "clipboard", { value: { writeText: async (/** @type {string} */ words) => Object.assign(globalThis, { words }) } });
    };
    const [ada, ben] = [await open(browser(), `${address()}#play`, {}, "body.ready", prepare), await open(browser(), address(), {}, "body.ready", prepare)];
    const send = async (/** @type {typeof ada} */ from, /** @type {typeof ada} */ to) => {
      await from.page.click("[data-act=copy_link]");
      const link = /** @type {string} */ (await from.page.evaluate(() => /** @type {any} */ (globalThis).words));
      await to.page.goto(link);
      return link;
    };
    try {
      await ada.page.select("#play-terms [name=opponent]", "friend");
      await begin(ada.page);
      await waitForChoices(ada.page, 0);
      await play(ada.page, "wS1");
      const first = await send(ada, ben);
      await waitForChoices(ben.page, 1);
      await waitForText(ben.page, "#play-game", /You: Black.*Your turn, as Black: this game is new/);
      await play(ben.page, "bS1");
      await send(ben, ada);
      await waitForChoices(ada.page, 2);
      await waitForText(ada.page, "#play-game", /You: White.*Your turn/);
      await ben.page.goto(first);
      await waitForText(ben.page, "#told", /^This link is an earlier one/);
      await waitForText(ben.page, "#where", /^2/);
      await resign(ada.page);
      await send(ada, ben);
      await waitForText(ben.page, "#play-game", /White resigns: Black wins/);
      for (const { page } of [ada, ben]) assert.equal((await keptGames(page)).length, 1);
      await ben.page.click("[data-act=rematch]");
      await waitForText(ben.page, "#where", /^0 \/ 0/);
      await ada.page.click("[data-act=rematch]");
      await send(ada, ben);
      await waitForText(ben.page, "#play-game", /You: White.*Your turn/);
      assert.deepEqual([...ada.errors, ...ben.errors], []);
    } finally {
      await Promise.all([ada.close(), ben.close()]);
    }
  });

  test("a game goes on after the page has been loaded again, and its result is told once, in the language that is shown", async () => {
    await inPage("#play", async (page) => {
      await setLevel(page, "2");
      await begin(page, 0);
      await play(page, "wS1");
      await waitForChoices(page, 2);
      await page.reload();
      await waitForChoices(page, 2);
      assert.match((await page.$eval("#play-game", (box) => box.textContent)) ?? "", /You: White.*level 2.*Your turn/);
      await resign(page);
      await waitForText(page, "#play-game .state.over", /^You resign: Black wins$/);
      assert.deepEqual(await told(page, /wins/), { shown: 1, said: 1 });
      await waitForText(page, "#who", /You – Waggle level 2/);
      await page.select("#settings [name=language]", "de");
      await waitForText(page, "#play-game .state.over", /Schwarz gewinnt/);
      await waitForText(page, "#who", /Du – Waggle/);
      await waitForText(page, "#use-play", /^Spielen$/);
      assert.match((await keptGames(page)).join(), /Du – Waggle/);
      await page.reload();
      await waitForText(page, "#play-game .state.over", /Schwarz gewinnt/);
      await page.select("#settings [name=language]", "en");
      await waitForText(page, "#play-game .state.over", /^You resign: Black wins$/);
    });
  });

  test("Black is played with a hint, and a move is taken back", async () => {
    await inPage("#play", async (page) => {
      await recordSent(page);
      await page.click("#play-terms input[value=Black]");
      await page.select("#play-terms select[name=type]", "Base+P");
      await page.select("#play-terms select[name=seconds]", "0.5");
      await begin(page, 1);
      const sent = /** @type {string[]} */ (await page.evaluate("globalThis.sent"));
      for (const line of ["options set Level 1", "newgame Base+P", "bestmove time 00:00:00.5"]) {
        assert.ok(sent.some((one) => one.startsWith(line)), `${line} among ${sent.join(", ")}`);
      }
      assert.equal(await page.$eval(".hand[data-side=bottom]", (hand) => /** @type {HTMLElement} */ (hand).dataset.player), "Black");
      await page.click("#play-game [data-act=hint]");
      await page.waitForSelector("#play-game .hint b");
      assert.match(await page.$eval("#play-game .hint b", (hint) => hint.textContent ?? ""), /^Hint: your [A-Z][a-z]+( (beside|onto) .*)?$/);
      assert.ok(await page.$(".arrow.hint"));
      await waitForChoices(page, 1);
      await play(page, "bG1");
      await waitForChoices(page, 3);
      await page.click("#play-game [data-act=take_back]");
      await waitForChoices(page, 1);
      assert.equal((await listed(page)).length, 1);
    });
  });

  test("the third time of a position ends the game, and its review follows", async () => {
    const moves = REPEATED.split(";").slice(3);
    await inPage(`#play/${addressOf(REPEATED)}`, async (page) => {
      await page.waitForFunction(() => history.state?.id);
      await keptGames(page);
      // The game is that of a page that has been loaded again.
      await page.evaluate(async (played) => {
        const { Library } = await import(new URL("js/library/library.js", location.href).href);
        const library = await Library.open();
        const { facts } = await library.read(history.state.id);
        await library.store({ ...facts, played }, null);
      }, { terms: { type: "Base", human: "Black", level: 1, seconds: 0.5 }, phase: "playing", result: "", winner: "" });
      await page.reload();
      await waitForChoices(page, moves.length);
      await page.focus(".area");
      await press(page, "q", "Enter");
      for (let tries = 0; tries < 6 && !/east of black Ant 1$/.test(await heard(page)); tries += 1) await page.keyboard.press("ArrowRight");
      await page.keyboard.press("Enter");
      await waitForText(page, "#play-game .state.over", /^Draw by threefold repetition$/);
      assert.deepEqual(await told(page, /threefold repetition|has occurred/), { shown: 1, said: 1 });
      await page.click("#play-game [data-act=review]");
      await page.waitForSelector("#review-running:not([hidden])");
      // At once, or it may have ended by then.
      await page.$eval("#review-stop", (button) => /** @type {HTMLElement} */ (button).click());
      await page.waitForSelector("#review-running[hidden]");
      await page.click("#use-analyse");
      assert.match(await page.$eval("#state", (state) => state.textContent ?? ""), /^Draw by repetition/);
    });
  });
});
