/** The board and its pieces: by mouse, fingers and keyboard. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { placeOf, plyOf, settle, targets, waitForChoices, waitForPly } from "./support/browser.mjs";
import { LONG, PHONE, addressOf, heard, listed, play, press, savedPgn, setUp, waitToHear, withEachEngine } from "./support/page.mjs";

/** A game in which White's Pillbug can throw a black Ant. */
const THROW = "Base+P;;;wP;bS1 wP-;wQ -wP;bQ bS1-;wA1 -wQ;bA1 bQ-;wG1 \\wA1;bA1 wP\\;wS1 -wA1;bG1 bQ-";

/** A game in which Black must pass. */
const PASS =
  "Base;;;wA1;bB1 wA1/;wQ wA1\\;bQ bB1-;wS1 wQ-;bA1 bQ/;wB1 -wA1;bA1 wQ\\;wS1 bQ-;bA1 \\bQ" +
  ";wS2 wS1-;bA1 wQ-;wS2 \\bQ;bA1 wS1/;wB2 wQ-;bA1 -bB1;wG1 wQ\\;bA1 bQ\\;wQ wB1\\";

/**
 * Drags a piece to one of its targets.
 *
 * @param {import("puppeteer-core").Page} page @param {string} piece @param {number} [which] @param {() => Promise<void>} [onTheWay]
 */
async function drag(page, piece, which = 0, onTheWay = async () => {}) {
  const from = await placeOf(page, piece);
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(from.x + 12, from.y + 4, { steps: 3 });
  await onTheWay();
  const target = (await targets(page))[which];
  await page.mouse.move(target.x, target.y, { steps: 6 });
  await page.mouse.up();
}

withEachEngine(({ inPage }) => {
  test("another move makes a variation, which can be promoted and deleted", async () => {
    await inPage("#analyse/Base;wS1;bS1.wS1-;wQ.-wS1", async (page) => {
      await page.keyboard.press("ArrowLeft");
      await waitForChoices(page, 2);
      await play(page, "wA1");
      assert.equal(await page.$$eval("#moves .variation .move", (moves) => moves.length), 1);
      for (const [key, move] of [["ArrowUp", "wQ -wS1"], ["ArrowDown", (await listed(page)).at(-1)]]) {
        await press(page, key ?? "");
        await page.waitForFunction((wanted) => document.querySelector("#moves [aria-current]")?.firstChild?.textContent === wanted, {}, move);
      }
      const played = (await listed(page)).at(-1);
      await page.click("#tab-moves");
      const choose = (/** @type {string} */ words) =>
        page.$$eval("#branch button", (all, wanted) => all.find((one) => one.textContent?.startsWith(wanted))?.click(), words);
      await choose("Promote");
      assert.equal((await listed(page))[2], played);
      await page.click("#marks button:nth-child(2)");
      await page.type("#comment", "better");
      const kept = await page.evaluate(() => location.hash);
      assert.match(kept, /\$1'better'\(wQ\.-wS1\)/);
      await choose("Delete");
      await page.waitForFunction(() => document.querySelectorAll("#moves .move").length === 3);
      assert.deepEqual(await listed(page), ["wS1", "bS1 wS1-", "wQ -wS1"]);
    });
  });

  test("pieces are dragged from the hand and over the table", async () => {
    await inPage("#analyse/Base;wS1;bS1.wS1-;wQ.-wS1;bQ.bS1-", async (page) => {
      await drag(page, "wQ");
      await waitForPly(page, 5);
      await drag(page, "bA1", 0, async () => {
        const isWhole = await page.evaluate(() => {
          const [ghost, area] = [".dragged .ghost", ".area"].map((one) => /** @type {Element} */ (document.querySelector(one)));
          const held = /** @type {SVGElement} */ (ghost.closest("svg"));
          return ghost.getBoundingClientRect().left < area.getBoundingClientRect().left && getComputedStyle(held).overflow === "visible";
        });
        assert.ok(isWhole, "above the hand, too");
      });
      await waitForPly(page, 6);
      assert.match((await listed(page)).at(-1) ?? "", /^bA1 /);
    });
  });

  test("fingers tap, drag and pinch on a phone, and nothing is too wide", async () => {
    await inPage(
      "#analyse/Base;wS1;bS1.wS1-;wQ.-wS1;bQ.bS1-",
      async (page) => {
        const queen = await placeOf(page, "wQ");
        await page.touchscreen.tap(queen.x, queen.y);
        const [target] = await targets(page);
        await page.touchscreen.tap(target.x, target.y);
        await waitForPly(page, 5);
        const pile = await placeOf(page, "bA1");
        const touch = await page.touchscreen.touchStart(pile.x, pile.y);
        await touch.move(pile.x + 15, pile.y + 8);
        const [place] = await targets(page);
        await touch.move((pile.x + place.x) / 2, (pile.y + place.y) / 2);
        await touch.move(place.x, place.y);
        await touch.end();
        await waitForPly(page, 6);
        const { x, y } = await page.$eval(".area", (area) => {
          const { left, top, width, height } = area.getBoundingClientRect();
          return { x: left + width / 2, y: top + height / 2 };
        });
        const [one, other] = [await page.touchscreen.touchStart(x - 30, y), await page.touchscreen.touchStart(x + 30, y)];
        await one.move(x - 60, y);
        await other.move(x + 60, y);
        await one.end();
        await other.end();
        await page.waitForSelector(".fit:not([hidden])");
        for (const use of ["analyse", "play", "review"]) {
          await page.$eval(`#use-${use}`, (tab) => /** @type {HTMLElement} */ (tab).click());
          assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= 360, use);
        }
      },
      PHONE,
    );
  });

  test("stacks are looked into, and the wheel zooms", async () => {
    await inPage(`#analyse/${addressOf(LONG)}@15`, async (page) => {
      await waitForChoices(page, 15);
      // What is clicked twice is put down, though another place lies there by then.
      const beetle = await placeOf(page, "bB1");
      for (const _ of [1, 2]) await page.mouse.click(beetle.x, beetle.y, { delay: 100 });
      await settle(page);
      assert.deepEqual([await plyOf(page), await page.$(".marks .picked")], [15, null]);
      await press(page, "End");
      await waitForPly(page, 78);
      const stack = await placeOf(page, "wB1");
      await page.mouse.move(stack.x, stack.y);
      await page.waitForSelector(".peek:not([hidden]) svg");
      const seen = () => page.$eval(".area svg", (svg) => svg.getAttribute("viewBox"));
      const before = await seen();
      await page.mouse.wheel({ deltaY: -300 });
      await page.waitForSelector(".fit:not([hidden])");
      assert.notEqual(await seen(), before);
      await page.click(".fit");
      await page.waitForSelector(".fit[hidden]");
      assert.equal(await seen(), before);
      const upright = await placeOf(page, "wQ");
      await page.keyboard.press("f");
      assert.notDeepEqual(await placeOf(page, "wQ"), upright);
    });
  });

  test("what a pillbug or a mosquito throws is picked up like any piece", async () => {
    await inPage(`#analyse/${addressOf(THROW)}`, async (page) => {
      await waitForChoices(page, 10);
      await play(page, "bA1");
      await page.keyboard.press("ArrowLeft");
      await waitForChoices(page, 10);
      await drag(page, "bA1", 1);
      await waitForPly(page, 11);
      const thrown = (await listed(page)).filter((move) => move?.startsWith("bA1 "));
      assert.equal(new Set(thrown).size, 4, "Black has placed and moved the Ant, and White throws it in two ways");
    });
    await inPage(`#analyse/${setUp("Base+MP;White[9] bQ@-1,0 wQ@0,0 wP@1,0 wM@2,0 bA1@3,0")}`, async (page) => {
      await waitForChoices(page, 0);
      await page.focus(".area");
      await page.keyboard.press("a");
      await page.keyboard.press("a");
      assert.match(await heard(page), /black Ant 1, \d+ moves/);
      await page.keyboard.press("Enter");
      assert.match(await heard(page), /^black Ant 1 .*, thrown by white Mosquito$/);
      await page.keyboard.press("Enter");
      await waitForPly(page, 1);
    });
  });

  test("a finger that rests on a stack looks into it and picks nothing up, and on a piece draws", async () => {
    await inPage(
      `#analyse/${addressOf(LONG)}`,
      async (page) => {
        const stack = await placeOf(page, "wB1");
        const touch = await page.touchscreen.touchStart(stack.x, stack.y);
        await page.waitForSelector(".peek:not([hidden]) svg");
        assert.match(await page.$eval(".peek", (peek) => peek.getAttribute("aria-label") ?? ""), /^From the bottom: .*, white Beetle 1$/);
        await touch.end();
        await page.waitForSelector(".peek[hidden]");
        assert.equal(await page.$(".marks .picked"), null);
        // Another one is circled where it lies, though its targets are out of sight.
        await page.evaluate((hash) => (location.hash = hash), `#analyse/${addressOf(LONG)}@9`);
        await waitForChoices(page, 9);
        const beetle = await placeOf(page, "bB1");
        const rest = await page.touchscreen.touchStart(beetle.x, beetle.y);
        await page.waitForSelector(".shapes > *");
        await rest.end();
        await page.waitForFunction(() => location.hash.includes("'%5B%25draw%20g-2%2C-1%5D'"));
      },
      PHONE,
    );
  });

  test("the table is panned, and names, coordinates and the last move are shown", async () => {
    await inPage(`#analyse/${addressOf(LONG)}@40`, async (page) => {
      await page.waitForSelector(".marks .last");
      const seen = () => page.$eval(".area svg", (svg) => svg.getAttribute("viewBox")?.split(" ").map(Number) ?? []);
      const before = await seen();
      const { x, y } = await page.$eval(".area", (area) => {
        const { left, top } = area.getBoundingClientRect();
        return { x: left + 8, y: top + 8 };
      });
      await page.mouse.move(x, y);
      await page.mouse.down();
      await page.mouse.move(x + 30, y + 20, { steps: 3 });
      await page.mouse.up();
      const after = await seen();
      assert.ok(after[0] < before[0] && after[1] < before[1] && after[2] === before[2], "what is seen moves against the pointer");
      const count = (/** @type {string} */ selector) => page.$$eval(selector, (all) => all.length);
      for (const [key, selector] of [["n", ".stacks .name"], ["c", ".stacks .coordinate"]]) {
        assert.equal(await count(selector), 0);
        await press(page, key);
        assert.ok((await count(selector)) > 5, selector);
        await press(page, key);
      }
    });
  });

  test("the right button draws, and link and file keep it", async () => {
    await inPage("#analyse/Base;wS1;bS1.wS1-", async (page) => {
      const [from, to] = [await placeOf(page, "wS1"), await placeOf(page, "bS1")];
      for (const end of [to, from]) {
        await page.mouse.move(from.x, from.y);
        await page.mouse.down({ button: "right" });
        await page.mouse.move(end.x, end.y, { steps: 3 });
        await page.mouse.up({ button: "right" });
      }
      await page.waitForFunction(() => location.hash.endsWith("'%5B%25draw%20g0%2C0%3E1%2C0%20g0%2C0%5D'"));
      assert.match(await savedPgn(page), /\{\[%draw g0,0>1,0 g0,0\]\}/);
      await page.reload();
      await page.waitForSelector(".shapes path.color-0 + circle.color-0");
    });
  });

  test("a pass is announced and played", async () => {
    await inPage(`#analyse/${addressOf(PASS)}`, async (page) => {
      await waitToHear(page, /Black has no legal move and must pass/);
      assert.match(await page.$eval("#state", (state) => state.textContent ?? ""), /Black has no legal move and must pass/);
      await page.click("#pass");
      await waitForChoices(page, 20);
      assert.equal((await listed(page)).at(-1), "pass");
      assert.match(await heard(page), /^10… pass\. White to move/);
    });
  });
});
