/** The review of a game in the page. */

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { test } from "node:test";
import { reasonWords } from "../js/panels/reason_words.js";
import { placeOf, waitForChoices, waitForPly } from "./support/browser.mjs";
import { PROGRAM } from "./support/engines.mjs";
import { LONG, addressOf, click, keptGames, play, resign, savedPgn, waitForText, withEachEngine } from "./support/page.mjs";
import { ALL } from "./support/shared.mjs";

withEachEngine(({ inPage }) => {
  test("a review is that of waggle review", { skip: PROGRAM ? false : "no program" }, async () => {
    const plies = ALL ? 20 : 14;
    const game = LONG.split(";").slice(0, plies + 3).join(";").replace(/InProgress;.*?;/, `InProgress;White[${plies / 2 + 1}];`);
    await inPage(`#review/${addressOf(game)}`, async (page) => {
      await page.select("#review-limit", "nodes 2000");
      await page.evaluate(() => {
        /** @type {Set<string>} */
        const progress = new Set();
        Object.assign(globalThis, { progress });
        const bar = /** @type {HTMLProgressElement} */ (document.querySelector("#review-progress"));
        const done = /** @type {HTMLElement} */ (document.querySelector("#review-done"));
        new MutationObserver(() => bar.checkVisibility() && progress.add(done.textContent ?? "")).observe(done, {
          childList: true,
          characterData: true,
          subtree: true,
        });
      });
      assert.match(
        await page.$eval("#review-empty", (words) => words.textContent ?? ""),
        new RegExp(`^${plies} moves to review. It takes about \\d+ seconds?, second looks at moves in doubt included.$`),
      );
      await page.click("#review-start");
      await page.waitForSelector(".players");
      const progress = /** @type {string[]} */ (await page.evaluate("[...globalThis.progress]"));
      assert.ok(
        progress.length > 5 &&
          progress.some((line) => line.includes(` of ${plies + 1} positions`)) &&
          progress.every((line) =>
            /^(\d+ of \d+ positions|second look at \d+ of \d+ moves in doubt) · (about \d+ (second|minute)s? left|nearly done)$/.test(line),
          ),
        progress.join(", "),
      );
      const told = JSON.parse(
        execFileSync(/** @type {string} */ (PROGRAM), ["review", game, "--nodes", "2000", "--threads", "1", "--json"], { encoding: "utf8" }),
      );
      const wanted = told.moves.map((/** @type {any} */ { move, mark }) => [
        move,
        { inaccuracy: "?!", mistake: "?", blunder: "??" }[/** @type {"mistake"} */ (mark)] ?? "",
      ]);
      const shown = await page.$$eval("#moves li > .move", (moves) =>
        moves.map((move) => [move.firstChild?.textContent, move.querySelector("b")?.textContent ?? ""]),
      );
      assert.deepEqual(shown, wanted);
      assert.ok(await page.$("#graph:not([hidden]) .white-area"));
      // It is kept with the game, and goes into files.
      await keptGames(page);
      await page.reload();
      await page.waitForSelector(".players");
      const again = await page.$$eval("#moves li > .move", (moves) =>
        moves.map((move) => [move.firstChild?.textContent, move.querySelector("b")?.textContent ?? ""]),
      );
      assert.deepEqual(again, wanted);
      await page.keyboard.press("End");
      await waitForPly(page, plies);
      const file = await savedPgn(page);
      const read = JSON.parse(
        execFileSync(/** @type {string} */ (PROGRAM), ["uhp"], { encoding: "utf8", input: `read ${JSON.stringify(file)}\n` })
          .split("\n")
          .find((line) => line.startsWith("{")) ?? "",
      );
      const marks = read.games[0].comments
        .filter((/** @type {any} */ { text }) => ["?!", "?", "??"].includes(text))
        .map((/** @type {any} */ { ply, text }) => [ply, text]);
      assert.deepEqual(marks, wanted.flatMap((/** @type {string[]} */ [, sign], /** @type {number} */ index) => (sign ? [[index + 1, sign]] : [])));
      assert.ok(read.games[0].variations.length > 0, "the better lines are variations");
      await page.keyboard.press("Home");
      await page.waitForFunction(() => document.querySelector("#where")?.textContent?.startsWith("0 "));
      // Each reason is told, and its moves show it on the board until one goes back.
      // Of one that leaves the game: the move itself may be what shows a reason.
      const leaves =
        (/** @type {number} */ index) =>
        (/** @type {any} */ { from, line }) =>
          line.length && line[0] !== told.moves[from === "after" ? index + 1 : index]?.move;
      const ply =
        1 +
        told.moves.findIndex(
          (/** @type {any} */ { mark, reasons }, /** @type {number} */ index) => /inaccuracy|mistake|blunder/.test(mark) && reasons.some(leaves(index)),
        );
      assert.ok(ply > 0, "some move is marked");
      // What people would play is shown at once, below the first reason.
      const isOfPeople = (/** @type {any} */ { kind }) => ["hard_to_find", "most_play_it"].includes(kind);
      const [main, ...further] = told.moves[ply - 1].reasons;
      const reasons = [main, ...further.filter(isOfPeople), ...further.filter((/** @type {any} */ reason) => !isOfPeople(reason))];
      const leaving = reasons.findIndex(leaves(ply - 1));
      const { from, line } = reasons[leaving];
      await page.click(`#moves li > .move[data-ply="${ply}"]`);
      await waitForPly(page, ply);
      const plain = (/** @type {string} */ text) => text.replace(/\u00a0/g, " ").trim();
      const sentences = await page.$$eval("#said .line > span", (spans) => spans.map((span) => span.textContent ?? ""));
      assert.deepEqual(
        sentences.slice(0, reasons.length).map(plain),
        reasons.map((/** @type {any} */ reason) => plain(reasonWords(reason, told.moves[ply - 1], null))),
      );
      await (await page.$$("#said .line"))[leaving].$eval(".move:last-child", (move) => /** @type {HTMLElement} */ (move).click());
      const start = from === "after" ? ply : ply - 1;
      await page.waitForFunction((wanted) => document.querySelector("#where")?.textContent?.startsWith(wanted), {}, String(start + Math.min(8, line.length)));
      await page.waitForSelector("#said .move[aria-current]");
      await page.keyboard.press("Escape");
      await page.waitForFunction((wanted) => document.querySelector("#where")?.textContent?.startsWith(wanted), {}, String(ply));
    });
  });

  test("a review that was stopped goes on after a reload, without searching twice", async () => {
    await inPage(`#review/${addressOf(LONG)}`, async (page) => {
      await page.select("#review-limit", "time 00:00:00.1");
      await page.click("#review-start");
      await page.waitForFunction(() => Number(/** @type {HTMLProgressElement} */ (document.querySelector("#review-progress")).value) >= 5);
      await page.click("#review-stop");
      await page.waitForFunction(() => document.querySelector("#review-start")?.textContent === "Go on");
      await keptGames(page);
      await page.reload();
      await waitForText(page, "#review-start", /^Go on$/);
      assert.equal(await page.$eval("#review-limit", (limit) => /** @type {HTMLSelectElement} */ (limit).value), "time 00:00:00.1");
      await page.click("#review-start");
      await waitForText(page, "#review-done", /\d+ of/);
      const first = await page.$eval("#review-done", (done) => Number(/\d+/.exec(done.textContent ?? "")?.[0]));
      assert.ok(first === 0 || first > 5, `it begins with ${first}`);
      await page.waitForFunction(() => Number(/^[1-9]\d*/.exec(document.querySelector("#review-done")?.textContent ?? "")?.[0]) > 5);
      await page.click("#review-stop");
      await waitForText(page, "#review-start", /^Go on$/);
    });
  });

  test("a link that spells a move in another way gets its review with marks", async () => {
    const hash = "#review/Base;wS1;bS1.wS1-;wQ.-wS1;bQ.bS1-;wA1.!wQ;bA1.bQ/;wA1.wS1/";
    await inPage(hash, async (page) => {
      await page.select("#review-limit", "nodes 2000");
      await page.click("#review-start");
      await page.waitForSelector(".players");
      const marks = () => page.$$eval("#moves li > .move", (moves) => moves.map((move) => move.querySelector("b")?.textContent ?? "").join());
      const known = await marks();
      const address = await page.evaluate(() => location.hash);
      assert.notEqual(address, hash, "the engine has its own spelling");
      await page.evaluate((other) => (location.hash = other), "#analyse/Base");
      await waitForText(page, "#where", /^0 /);
      await page.waitForFunction(() => !document.querySelector(".players"));
      await page.evaluate((other) => (location.hash = other), hash);
      await page.waitForFunction(
        (wanted) => [...document.querySelectorAll("#moves li > .move")].map((move) => move.querySelector("b")?.textContent ?? "").join() === wanted,
        {},
        known,
      );
      await page.waitForSelector(".players");
      assert.match(await page.$eval("#review-summary", (box) => box.textContent ?? ""), /%/);
    });
  });

  test("who played Black reads about their own pieces, and directions as the turned board shows them", async () => {
    await inPage("#play", async (page) => {
      await click(page, "bA1");
      await waitForPly(page, 1);
      await waitForChoices(page, 1);
      await play(page, "bA1");
      await resign(page);
      await page.click("#play-game [data-act=review]");
      await page.waitForSelector(".players");
      await page.click("#moves li > .move[data-ply='2']");
      await page.waitForFunction(() => /Your Ant beside the white/.test(document.querySelector("#said")?.textContent ?? ""));
      assert.doesNotMatch(await page.$eval("#said", (said) => said.textContent ?? ""), /\b(north|south|east|west)/);
      const label = await page.$eval("#moves li > .move[data-ply='2']", (move) => move.getAttribute("aria-label") ?? "");
      const [white, black] = await Promise.all([placeOf(page, String(/w[A-Z]\d?/.exec(label)?.[0])), placeOf(page, "bA1")]);
      assert.equal(/(east|west) of/.exec(label)?.[1], black.x > white.x ? "east" : "west", label);
    });
  });
});
