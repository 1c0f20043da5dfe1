/** The review of a game in the page. */

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { test } from "node:test";
import { waitForPly } from "./support/browser.mjs";
import { PROGRAM } from "./support/engines.mjs";
import { LONG, addressOf, withEachEngine } from "./support/page.mjs";

withEachEngine(({ inPage }) => {
  test("a review is that of waggle review", { skip: PROGRAM ? false : "no program", timeout: 480_000 }, async () => {
    const game = LONG.split(";").slice(0, 23).join(";").replace(/InProgress;.*?;/, "InProgress;White[11];");
    await inPage(`#review/${addressOf(game)}`, async (page) => {
      await page.select("#review-limit", "nodes 2000");
      await page.evaluate(() => {
        /** @type {Set<string>} */
        const progress = new Set();
        Object.assign(globalThis, { progress });
        const bar = /** @type {HTMLProgressElement} */ (document.querySelector("#review-progress"));
        const done = /** @type {HTMLElement} */ (document.querySelector("#review-done"));
        new MutationObserver(() => bar.checkVisibility() && progress.add(`${bar.value} of ${bar.max} positions`) && progress.add(done.textContent ?? "")).observe(done, { childList: true, characterData: true, subtree: true });
      });
      await page.click("#review-start");
      await page.waitForSelector(".players", { timeout: 200_000 });
      const progress = /** @type {string[]} */ (await page.evaluate("[...globalThis.progress]"));
      assert.ok(progress.length > 5 && progress.every((line) => /^\d+ of 21 positions$/.test(line)), progress.join(", "));
      const told = JSON.parse(execFileSync(/** @type {string} */ (PROGRAM), ["review", game, "--nodes", "2000", "--threads", "1", "--json"], { encoding: "utf8" }));
      const wanted = told.moves.map((/** @type {any} */ { move, mark }) => [move, { inaccuracy: "?!", mistake: "?", blunder: "??" }[/** @type {"mistake"} */ (mark)] ?? ""]);
      const shown = await page.$$eval("#moves li > .move", (moves) => moves.map((move) => [move.firstChild?.textContent, move.querySelector("b")?.textContent ?? ""]));
      assert.deepEqual(shown, wanted);
      assert.ok(await page.$("#graph:not([hidden]) .white-area"));
      // Each reason is told, and its moves show it on the board until one goes back.
      // Of one that leaves the game: the move itself may be what shows a reason.
      const leaves = (/** @type {number} */ index) => (/** @type {any} */ { from, line }) => line.length && line[0] !== told.moves[from === "after" ? index + 1 : index]?.move;
      const ply = 1 + told.moves.findIndex((/** @type {any} */ { mark, reasons }, /** @type {number} */ index) => /inaccuracy|mistake|blunder/.test(mark) && reasons.some(leaves(index)));
      assert.ok(ply > 0, "some move is marked");
      const { reasons } = told.moves[ply - 1];
      const leaving = reasons.findIndex(leaves(ply - 1));
      const { from, line } = reasons[leaving];
      await page.click(`#moves li > .move[data-ply="${ply}"]`);
      await waitForPly(page, ply);
      const plain = (/** @type {string} */ text) => text.replace(/\u00a0/g, " ").trim();
      const sentences = await page.$$eval("#said .line > span", (spans) => spans.map((span) => span.textContent ?? ""));
      assert.deepEqual(sentences.slice(0, reasons.length).map(plain), reasons.map((/** @type {any} */ { text }) => text));
      await (await page.$$("#said .line"))[leaving].$eval(".move:last-child", (move) => /** @type {HTMLElement} */ (move).click());
      const start = from === "after" ? ply : ply - 1;
      await page.waitForFunction((wanted) => document.querySelector("#where")?.textContent?.startsWith(wanted), {}, String(start + Math.min(8, line.length)));
      await page.waitForSelector("#said .move[aria-current]");
      await page.keyboard.press("Escape");
      await page.waitForFunction((wanted) => document.querySelector("#where")?.textContent?.startsWith(wanted), {}, String(ply));
    });
  });
});
