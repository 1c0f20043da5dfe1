/** The pages of archives, clicked through from files: the report of `waggle review --all` and the explorer of `waggle openings`. */

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdirSync, rmSync } from "node:fs";
import { before, describe, test } from "node:test";
import { fileURLToPath } from "node:url";
import { plyOf } from "./support/browser.mjs";
import { NO_PROGRAM, PROGRAM } from "./support/engines.mjs";
import { inFile, texts } from "./support/page.mjs";
import { ALL, looks } from "./support/shared.mjs";
import { isSound } from "./support/sound.mjs";

const FOLDER = fileURLToPath(new URL("../../target/tmp/", import.meta.url));
const GAMES = fileURLToPath(new URL("../../tests/data/games", import.meta.url));
const REPORT = `${FOLDER}archive-pages`;
const OPENINGS = `${FOLDER}openings.html`;

const PHONE = { width: 360, height: 800, mobile: true };
const WIDE = { width: 1280, height: 800 };

/** Exit code 1: one of the files has a broken game, which is left out. @param {string[]} args */
const waggle = (args) => assert.equal(spawnSync(/** @type {string} */ (PROGRAM), args, { stdio: "ignore" }).status, 1);

describe("the pages of archives", { skip: NO_PROGRAM || false }, () => {
  before(() => {
    mkdirSync(FOLDER, { recursive: true });
    rmSync(REPORT, { recursive: true, force: true });
    waggle(["review", GAMES, "--all", "--depth", "1", "--table", "1", "--html", REPORT]);
    waggle(["openings", GAMES, "--min-games", "1", "--nodes", "50", "--html", OPENINGS, "--force"]);
  });

  test("the index sorts, finds, and leads to the games", async () => {
    await inFile(`${REPORT}/index.html`, "#games tbody tr", async (page) => {
      const names = await texts(page, "#players tbody td:first-child");
      assert.ok(names.includes("ann") && names.includes("joanna"), String(names));
      await page.click("#players th:nth-child(1) button");
      assert.deepEqual(await texts(page, "#players tbody td:first-child"), [...names].sort((one, other) => one.localeCompare(other)));
      await page.click("#players th:nth-child(2) button");
      const counts = (await texts(page, "#players tbody td:nth-child(2)")).map(Number);
      assert.deepEqual(counts, [...counts].sort((one, other) => other - one));
      assert.equal(await page.$eval("#players th:nth-child(2)", (heading) => heading.getAttribute("aria-sort")), "descending");
      await page.type("#filter", "JOANNA");
      const found = await texts(page, "#games tbody td:first-child");
      assert.ok(found.length > 1 && found.every((title) => title.includes("joanna")), String(found));
      await Promise.all([page.waitForNavigation(), page.click("#games tbody a")]);
      await page.waitForSelector("#moves .move");
      await page.keyboard.press("End");
      assert.ok((await plyOf(page)) > 0);
      await Promise.all([page.waitForNavigation(), page.click(".index")]);
      await page.waitForSelector("#games tbody tr");
    });
  });

  test("the explorer plays what was played", async () => {
    await inFile(OPENINGS, "#played button", async (page) => {
      const [move] = await texts(page, "#played tbody button");
      await page.click("#played tbody button");
      assert.equal(await plyOf(page), 1);
      assert.deepEqual(await texts(page, "#line button"), ["Start", `1. ${move}`]);
      assert.equal((await page.$$(".stacks .top")).length, 1);
      await page.keyboard.press("ArrowRight");
      assert.equal(await plyOf(page), 2);
      await page.click("#line button");
      assert.equal(await plyOf(page), 0);
      const types = await page.$$eval("#type option", (options) => options.map((option) => /** @type {HTMLOptionElement} */ (option).value));
      await page.select("#type", types[types.length - 1]);
      assert.equal(await page.evaluate(() => location.hash), `#${types[types.length - 1]}`);
    });
  });

  test("both are sound on a phone and wide, light and dark", { skip: !ALL }, async () => {
    for (const look of looks(WIDE, PHONE)) {
      await inFile(`${REPORT}/index.html`, "#games tbody tr", isSound, look);
      await inFile(OPENINGS, "#played button", async (page) => {
        await page.keyboard.press("ArrowRight");
        await isSound(page);
        assert.ok(await page.$eval("#played", (box) => box.scrollWidth <= box.clientWidth), "the whole table is seen");
      }, look);
    }
  });
});
