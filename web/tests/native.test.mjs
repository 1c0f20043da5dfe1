/** What only `waggle board` has: an address with a token, a few sessions, an end, and settings of the machine. */

import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { open, waitForPly } from "./support/browser.mjs";
import { NO_PROGRAM, startBoard } from "./support/engines.mjs";
import { listed, recordSent, waitForText } from "./support/page.mjs";
import { sharedBrowser } from "./support/shared.mjs";

const GAME = "#analyse/Base;wS1;bS1.wS1-;wQ.-wS1;bQ.bS1-";

describe("waggle board", { skip: NO_PROGRAM || false }, () => {
  /** @type {import("puppeteer-core").Browser} */
  let browser;
  before(async () => {
    browser = await sharedBrowser();
  });

  /** Runs a test with a board of its own. @param {string[]} settings @param {(board: import("./support/engines.mjs").Served) => Promise<void>} act */
  async function withBoard(settings, act) {
    const board = await startBoard(...settings);
    try {
      await act(board);
    } finally {
      board.close();
    }
  }

  test("its threads and its table are those of the engine, and the page lets one choose", async () => {
    await withBoard(["--threads", "3", "--table", "48"], async (board) => {
      const { page, errors, close } = await open(browser, board.address + GAME);
      try {
        const chosen = () =>
          page.$$eval("#settings-form select:not([name=theme], [name=language], [name=pieces], [name=cloth])", (fields) =>
            fields.map((field) => [field.value, ...[...field.options].map(({ value }) => value)]),
          );
        assert.deepEqual(await chosen(), [["48", "16", "48", "64", "256", "1024", "4096"], ["3", "1", "2", "3"]]);
        await recordSent(page);
        const options = () =>
          page.evaluate(() => /** @type {any} */ (globalThis).sent.splice(0).filter((/** @type {string} */ line) => /^options set (Table|NumT)/.test(line)));
        await page.click(".switch");
        await page.waitForSelector("#lines button");
        assert.deepEqual(await options(), ["options set TableSizeMiB 48", "options set NumThreads 3"]);
        // What runs begins anew with what is chosen.
        await page.click("#open-settings");
        await page.select("#settings [name=threads]", "2");
        await page.select("#settings [name=table]", "16");
        await page.keyboard.press("Escape");
        await page.waitForFunction(() =>
          ["options set NumThreads 2", "options set TableSizeMiB 16"].every((line) => /** @type {any} */ (globalThis).sent.includes(line)),
        );
        await page.reload();
        await page.waitForSelector("body.ready");
        assert.deepEqual((await chosen()).map(([value]) => value), ["16", "2"], "kept for this engine");
        await page.evaluate(() => localStorage.setItem("waggle", (localStorage.getItem("waggle") ?? "").replace("48 MiB", "64 MiB")));
        await page.reload();
        await page.waitForSelector("body.ready");
        assert.deepEqual((await chosen()).map(([value]) => value), ["48", "3"], "what was chosen for another run is not what this one was started with");
        assert.deepEqual(errors, []);
      } finally {
        await close();
      }
    });
  });

  test("a page without the token, or without a place, says what is wrong", async () => {
    await withBoard(["--threads", "1"], async (board) => {
      const told = async (/** @type {string} */ address) => {
        const { page, close } = await open(browser, address, {}, "#loading");
        return { page, fails: (/** @type {RegExp} */ words) => waitForText(page, "#loading.failure", words), close };
      };
      const stranger = await told(board.address.replace(/\?.*/, ""));
      await stranger.fails(/^No engine: expected the address that `waggle board` has printed, with its token\.$/);
      await stranger.close();
      const pages = await Promise.all([1, 2, 3, 4].map(() => told(board.address)));
      for (const { page } of pages) await page.waitForSelector("body.ready");
      const fifth = await told(board.address);
      await fifth.fails(/^No engine: too many sessions: close another page of this board\.$/);
      await fifth.close();
      await pages[0].close();
      // The session ends as soon as the board hears of it.
      for (let tries = 1; ; tries += 1) {
        const next = await told(board.address);
        try {
          await next.page.waitForSelector("body.ready, #loading.failure");
          await next.page.waitForSelector("body.ready", { timeout: 1000 });
          break;
        } catch (error) {
          if (tries === 3) throw error;
        } finally {
          await next.close();
        }
      }
      for (const { close } of pages.slice(1)) await close();
    });
  });

  test("links lead to the public address, if one was given", async () => {
    await withBoard(["--threads", "1", "--public-address", "https://example.org/hive/"], async (board) => {
      const { page, close } = await open(browser, board.address + GAME);
      try {
        await page.click("#open-save");
        assert.equal(await page.$eval("#save-link", (field) => /** @type {HTMLInputElement} */ (field).value), `https://example.org/hive/${GAME}`);
      } finally {
        await close();
      }
    });
    await assert.rejects(startBoard("--public-address", "javascript:alert(1)/"), /ended with 2/);
  });

  test("when it ends, the page says so and keeps its moves", async () => {
    await withBoard(["--threads", "1"], async (board) => {
      const { page, close } = await open(browser, board.address + GAME);
      try {
        await page.click(".switch");
        await page.waitForSelector("#lines button");
        board.close();
        await waitForText(page, "#told.failure", /^The engine stopped: lost the connection to waggle board/);
        const moves = await listed(page);
        await page.keyboard.press("ArrowLeft");
        await waitForText(page, "#told.failure", /^lost the connection to waggle board/i);
        assert.deepEqual(await listed(page), moves);
        await waitForPly(page, 4);
      } finally {
        await close();
      }
    });
  });
});
