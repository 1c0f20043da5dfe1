/** The page of `waggle puzzles --html`, solved from a file, as its readers open it. */

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { before, describe, test } from "node:test";
import { fileURLToPath } from "node:url";
import { NO_PROGRAM, PROGRAM } from "./support/engines.mjs";
import { inFile, playByKeys, texts } from "./support/page.mjs";
import { ALL, looks } from "./support/shared.mjs";
import { isSound } from "./support/sound.mjs";

/** Where the page is left. */
const FOLDER = fileURLToPath(new URL("../../target/tmp/", import.meta.url));
const FILE = `${FOLDER}puzzles.html`;

const PHONE = { width: 360, height: 800, mobile: true };
const WIDE = { width: 1600, height: 1000 };

/** @typedef {import("puppeteer-core").Page} Page */
/** @typedef {import("./support/browser.mjs").Look} Look */

/** What an element says. @param {Page} page @param {string} selector */
const text = async (page, selector) => (await texts(page, selector))[0];

/** Waits until the page says this about the attempt. @param {Page} page @param {string} message */
const until = (page, message) =>
  page.waitForFunction((wanted) => document.querySelector("#message")?.textContent?.includes(wanted), { polling: 50 }, message);

/** A puzzle of two moves. */
const GAME = readFileSync(new URL("../../tests/data/puzzles.txt", import.meta.url), "utf8").split("\n").find((line) => line.startsWith("win 3 "));
const LINE = ["wA3 /wG1", "bS2 -bS1", "wB1 bA3\\"];

describe("the page of puzzles", { skip: NO_PROGRAM || false }, () => {
  before(() => {
    mkdirSync(FOLDER, { recursive: true });
    const game = `${FOLDER}puzzles.txt`;
    writeFileSync(game, GAME?.split(" ").slice(2).join(" ") ?? "");
    execFileSync(/** @type {string} */ (PROGRAM), ["puzzles", game, "--within", "3", "--duals", "--threads", "1", "--html", FILE, "--force"], {
      stdio: ["ignore", "ignore", "inherit"],
    });
  });

  /** Runs a test with the puzzle of two moves. @param {Look} look @param {(page: Page) => Promise<void>} act */
  const inPage = (look, act) =>
    inFile(FILE, "#list button", async (page) => {
      const index = await page.evaluate(
        (first) => JSON.parse(document.querySelector("#data")?.textContent ?? "[]").findIndex((/** @type {any} */ puzzle) => puzzle.solution.move === first),
        LINE[0],
      );
      await page.click(`#list li:nth-child(${index + 1}) button`);
      await act(page);
    }, look);

  test("a puzzle is solved with the keyboard and remembered", async () => {
    await inPage(WIDE, async (page) => {
      assert.equal(await text(page, "#task"), "White to move wins in 2 moves");
      assert.match(await text(page, "#count"), /^0 of /);
      await playByKeys(page, "white Ant 3", "white Ant 3 south-west of white Grasshopper 1");
      await until(page, `The best reply is ${LINE[1]}`);
      await playByKeys(page, "white Beetle 1", "white Beetle 1 south-east of black Ant 3");
      await until(page, "Solved!");
      assert.match(await text(page, "#count"), /^1 of /);
      assert.match(await text(page, "#about"), /beetle drop/);
      assert.deepEqual(await page.$$eval("#line button", (moves) => moves.map((move) => move.textContent)), LINE);
      await page.reload();
      await page.waitForSelector("#list .solved");
    });
  });

  test("a wrong move is taken back, and help is given", async () => {
    await inPage({ ...WIDE, dark: true }, async (page) => {
      const tops = () => page.$$eval(".stacks .top", (seen) => seen.map((top) => /** @type {HTMLElement} */ (top).dataset.piece));
      const before = await tops();
      await page.focus(".area");
      for (const key of /** @type {const} */ (["q", "Enter", "Enter"])) await page.keyboard.press(key);
      await until(page, "does not win in time. Try again.");
      assert.deepEqual(await tops(), before);
      await page.click("#hint");
      await until(page, "Move the white Ant.");
      await page.click("#hint");
      await until(page, `The move is ${LINE[0]}.`);
      assert.equal(await page.$$eval(".arrow.hint", (arrows) => arrows.length), 1);
      await page.click("#solution");
      await until(page, "That is the solution.");
      assert.match(await text(page, "#count"), /^0 of /, "not without help");
      await page.click("#again");
      await until(page, "Find the only move");
      assert.deepEqual(await tops(), before);
    });
  });

  test("filters leave the puzzles that are like that", async () => {
    await inPage(WIDE, async (page) => {
      const shown = () => page.$$eval("#list li", (entries) => entries.length);
      const all = await shown();
      await page.select("#theme", "beetle drop");
      assert.ok((await shown()) >= 1 && (await shown()) <= all);
      await page.select("#length", "2");
      assert.ok((await shown()) >= 1);
      await page.keyboard.press("n");
      assert.match(await text(page, "#task"), /wins in 2 moves/);
    });
  });

  test("it is sound on every screen, in light and dark", { skip: !ALL }, async () => {
    for (const look of looks(WIDE, PHONE, { width: 1000, height: 700 })) await inPage(look, isSound);
  });
});
