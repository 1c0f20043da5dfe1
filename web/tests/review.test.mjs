/** The page of `waggle review --html`, clicked through from a file, as its readers open it. */

import assert from "node:assert/strict";
import { mkdirSync } from "node:fs";
import { before, describe, test } from "node:test";
import { fileURLToPath } from "node:url";
import { plyOf, settle } from "./support/browser.mjs";
import { NO_PROGRAM } from "./support/engines.mjs";
import { BLUNDER, COVERED, MOVES, writeReview } from "./support/review_file.mjs";
import { inFile } from "./support/page.mjs";
import { looks, sizes } from "./support/shared.mjs";

/** Where the page is left. */
const FOLDER = fileURLToPath(new URL("../../target/tmp/", import.meta.url));
const FILE = `${FOLDER}review.html`;

const PHONE = { width: 360, height: 800, mobile: true };
const TABLET = { width: 900, height: 900, mobile: true };
const SMALL = { width: 1280, height: 720 };
const WIDE = { width: 1600, height: 1000 };
const SCREENS = sizes(PHONE, SMALL, TABLET, WIDE);

/** @typedef {import("puppeteer-core").Page} Page */
/** @typedef {import("./support/browser.mjs").Look} Look */

/** What an element says, with blanks that are all alike. @param {Page} page @param {string} selector */
const text = async (page, selector) => (await page.$eval(selector, (element) => /** @type {HTMLElement} */ (element).innerText)).replace(/\u00a0/g, " ").trim();

/** How many elements there are. @param {Page} page @param {string} selector */
const count = (page, selector) => page.$$eval(selector, (elements) => elements.length);

/** The names of the pieces that are seen on the board, in the order of the alphabet. @param {Page} page */
const tops = async (page) => (await page.$$eval(".stacks .top", (seen) => seen.map((top) => /** @type {HTMLElement} */ (top).dataset.piece ?? ""))).sort();

/** The pieces that lie on the table at the end of the game and are not covered. */
const SEEN_AT_THE_END = [...new Set(MOVES.map((move) => move.split(" ")[0]))].filter((piece) => !COVERED.includes(piece)).sort();

/** The ply that is shown, must be, wherever the page tells it. @param {Page} page @param {number} ply @param {string} [message] */
async function shows(page, ply, message = `ply ${ply}`) {
  const told = await page.evaluate(() => [location.hash.slice(1), document.querySelector("#graph")?.getAttribute("aria-valuenow")]);
  assert.deepEqual([await plyOf(page), ...told], [ply, String(ply), String(ply)], message);
}

/** Goes to a ply by the address. @param {Page} page @param {number} ply */
const goTo = (page, ply) =>
  page.evaluate((hash) => {
    if (location.hash === hash) return;
    const changed = new Promise((resolve) => addEventListener("hashchange", () => resolve(null), { once: true }));
    location.hash = hash;
    return changed;
  }, `#${ply}`);

describe("the page of a review", { skip: NO_PROGRAM || false }, () => {
  before(() => {
    mkdirSync(FOLDER, { recursive: true });
    writeReview(FILE);
  });

  /** @param {Look} look @param {(page: Page) => Promise<void>} act */
  const inPage = (look, act) => inFile(FILE, "#moves .move", act, look);

  test("keys step through the game", async () => {
    await inPage(WIDE, async (page) => {
      await shows(page, 0);
      assert.deepEqual(await tops(page), []);
      await page.keyboard.press("ArrowRight");
      await shows(page, 1);
      assert.equal((await tops(page)).length, 1);
      assert.equal(await text(page, ".move[aria-current]"), MOVES[0]);
      await page.keyboard.press("End");
      await shows(page, MOVES.length);
      assert.deepEqual(await tops(page), SEEN_AT_THE_END);
      await page.keyboard.press("ArrowRight");
      await shows(page, MOVES.length, "there is nothing behind the end");
      await page.keyboard.press("ArrowLeft");
      await shows(page, MOVES.length - 1);
      await page.keyboard.press("Home");
      await shows(page, 0);
      await page.keyboard.press("m");
      await shows(page, BLUNDER);
      assert.ok(await count(page, ".stacks text"));
      await page.keyboard.press("n");
      assert.equal(await count(page, ".stacks text"), 0);
    });
  });

  test("everything that can be clicked leads there, with movements", async () => {
    await inPage({ ...WIDE, dark: true, moving: true }, async (page) => {
      await page.click("#forth");
      await page.click("#forth");
      await page.click("#back");
      await shows(page, 1);
      await page.click("#last");
      await shows(page, MOVES.length);
      await page.click("#first");
      await shows(page, 0);
      await page.click(".worst button");
      await shows(page, BLUNDER, "the start names the worst move");
      await page.click("#moves li > .move[data-ply='12']");
      await shows(page, 12);
      await page.click("#graph");
      const middle = await plyOf(page);
      await shows(page, middle);
      assert.ok(Math.abs(middle - MOVES.length / 2) <= 1, `the middle of the graph: ${middle}`);
      await page.click("#next-mark");
      const said = await text(page, "#said");
      assert.ok(said.includes(MOVES[BLUNDER - 1]) && said.includes("?? blunder"), said);
      assert.ok(said.includes("White's chances fall from 53 % to 7 %."), said);
    });
  });

  test("a better line is shown on the board and left again", async () => {
    await inPage(WIDE, async (page) => {
      await goTo(page, BLUNDER);
      const played = await tops(page);
      assert.equal(await count(page, ".arrow.missed"), 1, "what would have been better");
      await page.click("#moves .line button");
      await shows(page, BLUNDER);
      assert.equal(await count(page, ".arrow.missed"), 0);
      assert.equal(await count(page, ".area.preview"), 1);
      assert.equal(await text(page, "#said button[aria-current=true]"), await text(page, "#moves .line button"));
      await page.keyboard.press("Escape");
      assert.deepEqual(await tops(page), played);
      assert.equal(await count(page, ".area.preview"), 0);
      await page.click("#said .line button");
      await page.keyboard.press("ArrowLeft");
      await shows(page, BLUNDER - 1, "back to the game");
    });
  });

  test("it fits every screen in light and dark and loads nothing", async () => {
    for (const look of looks(...SCREENS)) {
      const { width, height, dark } = look;
      await inPage(look, async (page) => {
        await page.keyboard.press("m");
        const told = await page.evaluate(() => [
          innerWidth,
          document.documentElement.scrollWidth <= innerWidth,
          matchMedia("(prefers-color-scheme: dark)").matches,
          performance.getEntriesByType("resource").length,
        ]);
        assert.deepEqual(told, [width, true, dark, 0]);
        const [isInSight, color] = await page.$eval("#table", (table) => {
          const box = table.getBoundingClientRect();
          return [box.top >= 0 && box.bottom <= innerHeight && box.width > innerWidth / 2, getComputedStyle(table).backgroundColor];
        });
        assert.ok(isInSight, `the board is in sight at ${width} by ${height}`);
        assert.equal(color, dark ? "rgb(58, 71, 80)" : "rgb(204, 216, 220)");
      });
    }
  });

  test("either the page scrolls or the list but never both, and the board fits the hive", async () => {
    for (const look of SCREENS) {
      await inPage(look, async (page) => {
        for (const key of /** @type {const} */ (["Home", "End"])) {
          await page.keyboard.press(key);
          const scrolls = await page.evaluate(() =>
            [document.documentElement, document.querySelector("#moves")].map((one) => one && one.scrollHeight > one.clientHeight),
          );
          const isNarrow = look.width < 860;
          assert.deepEqual(scrolls, [isNarrow, !isNarrow], `${look.width} wide, ${key}`);
        }
        // With what would have been better, too.
        for (const ply of [1, 20, BLUNDER, MOVES.length]) {
          await goTo(page, ply);
          await settle(page);
          await shows(page, ply);
          // How much of the board's width and height the pieces take up, whichever is more.
          const { share, allAreSeen } = await page.$eval(".area", (area) => {
            const outer = area.getBoundingClientRect();
            const boxes = [...document.querySelectorAll(".stacks > *, .marks > *, .arrows > *")].map((child) => child.getBoundingClientRect());
            const [left, right] = [Math.min(...boxes.map((box) => box.left)), Math.max(...boxes.map((box) => box.right))];
            const [top, bottom] = [Math.min(...boxes.map((box) => box.top)), Math.max(...boxes.map((box) => box.bottom))];
            return {
              share: Math.max((right - left) / outer.width, (bottom - top) / outer.height),
              allAreSeen: left >= outer.left && right <= outer.right && top >= outer.top && bottom <= outer.bottom,
            };
          });
          // A single piece does not grow without limit.
          const least = ply === 1 ? 0.15 : 0.7;
          assert.ok(share > least && allAreSeen, `ply ${ply} at ${look.width} by ${look.height}: ${share}, ${allAreSeen}`);
        }
        await page.keyboard.press("Home");
        assert.equal(await count(page, '.hand use[href="#wQ"], .hand use[href="#bQ"]'), 2, "before the first move all pieces are seen");
      });
    }
  });

  test("the outline of a tile does not touch its name", async () => {
    await inPage(WIDE, async (page) => {
      await page.keyboard.press("End");
      // The outline's lower edges fall towards the middle, 30 degrees steep.
      const room = await page.$$eval(".stacks text", (names) => {
        const edge = /** @type {SVGPolygonElement} */ (/** @type {unknown} */ (document.getElementById("edge")));
        const radius = Math.max(...[...edge.points].map((point) => point.y));
        return names.map((name) => {
          const half = /** @type {SVGTextElement} */ (/** @type {unknown} */ (name)).getComputedTextLength() / 2;
          return radius - half / Math.sqrt(3) - 5 / Math.cos(Math.PI / 6) - Number(name.getAttribute("y"));
        });
      });
      assert.equal(room.length, SEEN_AT_THE_END.length);
      assert.ok(room.every((rest) => rest > 0), String(room));
      assert.ok(COVERED.length, "there is a stack");
    });
  });

  test("a score names the side that it is good for", async () => {
    await inPage(WIDE, async (page) => {
      await page.keyboard.press("m");
      await page.click("#said summary");
      const said = await text(page, "#said");
      assert.ok(said.includes("Better (White +0.10):"), said);
      assert.ok(said.includes("Black is ahead by 2.00 · White 7 %, Black 93 %"), said);
      const title = await page.$eval(".bar", (bar) => /** @type {HTMLElement} */ (bar).title);
      assert.equal(title, "Black +2.00: White 7\u00a0%, Black 93\u00a0%");
    });
  });
});
