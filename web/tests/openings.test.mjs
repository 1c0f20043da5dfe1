/** The openings beside the board: the book, the engine's scores, and what the games of an archive played. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { gzipSync } from "node:zlib";
import { waitForPly } from "./support/browser.mjs";
import { BUILT, ENGINES, NOT_IN_PAGE, partsOf } from "./support/engines.mjs";
import { drop, inServed, press, waitForText, withEachEngine } from "./support/page.mjs";
import { ALL } from "./support/shared.mjs";
import { isSound } from "./support/sound.mjs";

/** @typedef {import("puppeteer-core").Page} Page */

/** @param {string} white @param {string} black @param {string} result @param {string} date @param {string[]} moves */
const game = (white, black, result, date, moves) =>
  `[GameType "Base"]\n[Date "${date}"]\n[White "${white}"]\n[Black "${black}"]\n[Result "${result}"]\n\n${moves.join("\n")}\n\n`;
/** Three games, two of which begin alike but for a reflection, and one that is broken. */
const ARCHIVE = [
  game("Ann", "Bob", "WhiteWins", "2019.01.02", ["wS1", "bS1 wS1-", "wA1 -wS1", "bA1 bS1-"]),
  game("Ann", "Cleo", "BlackWins", "2024.03.04", ["wS1", "bS1 wS1/", "wA1 /wS1", "bA1 bS1/"]),
  game("Bob", "Ann", "Draw", "2021.05.06", ["wG1", "bG1 wG1-"]),
  game("Bob", "Ann", "Draw", "2021.05.06", ["wG1", "bG1 wA9-"]),
].join("");

/** The rows of the table: a list of cells each. @param {Page} page */
const rows = (page) =>
  page.$$eval("#openings-moves tbody tr:first-child", (all) =>
    all.map((row) => [...row.children].map((cell) => (cell.textContent ?? "").replaceAll("\u00a0", " "))),
  );

/** Opens the openings of a game of the type Base. @param {Page} page */
async function unfold(page) {
  await page.click("#tab-openings");
  await page.waitForSelector("#openings-file");
  await page.waitForSelector("#openings-moves tbody");
}

/** Adds the archive. @param {Page} page */
async function addArchive(page) {
  await drop(page, "club.pgn", ARCHIVE);
  await waitForText(page, "#openings-sum", /^3 (games|Partien) · 2019–2024 · /);
}

test("what openings need is small, and loaded only once they are opened", { skip: NOT_IN_PAGE }, () => {
  const size = (/** @type {string[]} */ ...files) => files.reduce((sum, file) => sum + gzipSync(readFileSync(file)).length, 0);
  const scripts = size(...partsOf("openings_tab"), ...["js/openings/worker.js", "engine/openings.js", "css/openings.css"].map((name) => join(BUILT, name)));
  const module = size(join(BUILT, "engine/openings_bg.wasm"));
  assert.ok(scripts < 20_000 && module < 300_000, `${scripts} and ${module} bytes`);
});

test("openings need no connection once they were opened", { skip: NOT_IN_PAGE }, async () => {
  await inServed(BUILT, "#analyse/Base", async (page, served) => {
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
    await unfold(page);
    served.close();
    await page.reload();
    await page.waitForSelector("body.ready");
    await unfold(page);
    await addArchive(page);
  });
});

withEachEngine(({ inPage }) => {
  test("without an archive the book's moves are shown with the engine's score, and a click plays one", async () => {
    await inPage("#analyse/Base", async (page) => {
      await unfold(page);
      await page.waitForSelector("#openings-moves .book");
      await waitForText(page, "#openings-sum", /^The engine's book plays here:$/);
      await waitForText(page, "#openings-moves tbody td:nth-child(2)", /^[+−]?\d+\.\d\d$/);
      await page.click("#openings-moves tbody button");
      await waitForPly(page, 1);
      await page.waitForFunction(() => document.querySelector("#openings-moves tbody button")?.textContent?.startsWith("b"));
      await page.focus("#openings-moves tbody button");
      await press(page, "Enter");
      await waitForPly(page, 2);
      await page.click("#openings-elsewhere button");
      await waitForText(page, "#openings-sum", /^5096 games/);
    });
  });

  test("without an archive the games of people are counted and their source is named, and the opening has its name", async () => {
    await inPage("#analyse/Base+MLP;wL;bL.wL-@2", async (page) => {
      await unfold(page);
      await waitForText(page, "#openings-sum", /^1543 games · White 57\u00a0%$/);
      await waitForText(page, "#openings-moves > p", /^How people began: 5096 finished games of Base\+MLP .* rhstephens\/alpha-hive\.$/);
      assert.match((await rows(page))[0].join("|"), /^wQ [^|]*\|541\|54 %\|/);
      await waitForText(page, "#who", /Ladybug Opening/);
    });
  });

  test("an archive adds games, points, years and players, for any orientation, and what is wrong with it is said", async () => {
    await inPage("#analyse/Base", async (page) => {
      await unfold(page);
      const sums = await page.evaluateHandle(() => {
        const sum = /** @type {HTMLElement} */ (document.querySelector("#openings-sum"));
        /** @type {string[]} */
        const told = [];
        new MutationObserver(() => told.push(sum.textContent ?? "")).observe(sum, { childList: true });
        return told;
      });
      await addArchive(page);
      assert.ok(!(await sums.jsonValue()).includes("No game came here."), "it says so before it has asked");
      await waitForText(page, "#openings-notes", /club\.pgn: game 4, line \d+: /);
      const [spider, grasshopper] = await rows(page);
      assert.match(spider.join("|"), /^wS1(book)?\|2\|50 %\|[^|]*\|2019–2024$/);
      assert.match(grasshopper.join("|"), /^wG1(book)?\|1\|50 %\|[^|]*\|2021$/);
      assert.match(await page.$eval("#openings-moves .by", (cell) => cell.textContent ?? ""), /^by Ann 2$/);
      await page.click("#openings-moves tbody button");
      await page.waitForFunction(() => document.querySelector("#openings-moves tbody button")?.textContent === "bS1 wS1-");
      await page.click("#openings-filter summary");
      await page.type("#openings-filter [name=player]", "cleo");
      await press(page, "Tab");
      await waitForText(page, "#openings-sum", /^1 game · 2024 · White 0\u00a0%$/);
      await page.$eval("#openings-filter [name=player]", (field) => {
        /** @type {HTMLInputElement} */ (field).value = "";
        field.dispatchEvent(new Event("change", { bubbles: true }));
      });
      await waitForText(page, "#openings-sum", /^2 games/);
      await page.select("#openings-filter [name=result]", "draw");
      await waitForText(page, "#openings-sum", /^No game came here/);
      await drop(page, "letter.txt", "Dear Ann,\n");
      await waitForText(page, "#openings-notes", /^letter\.txt: it holds no games/);
      await drop(page, "more.txt", "Base+MLP;Draw;;wL;bL wL-\n");
      await waitForText(page, "#openings-archive", /^4 games in the archive, until the page is closed or reloaded$/);
      await page.click("#openings-files [role=group] button:nth-child(2)");
      await waitForPly(page, 0);
      await page.select("#openings-filter [name=result]", "");
      await page.waitForFunction(() => document.querySelector("#openings-moves tbody button")?.textContent === "wL");
      await page.click("#openings-files .acts:last-child button");
      await waitForText(page, "#openings-archive", /^Add files of games/);
    });
  });

  test("openings are sound on every screen, in both languages", { skip: !ALL }, async () => {
    for (const look of [{ width: 360, height: 800, mobile: true }, { width: 1280, height: 800, dark: true }]) {
      await inPage(
        "#analyse/Base",
        async (page) => {
          await unfold(page);
          await addArchive(page);
          await page.click("#openings-filter summary");
          await isSound(page);
          if (look.mobile) {
            const share = await page.$eval("#table", (table) => table.getBoundingClientRect().height / innerHeight);
            assert.ok(share < 0.36, `the board leaves the table of openings ${1 - share} of the screen`);
          }
          await page.evaluate(() => document.querySelector("#open-settings")?.dispatchEvent(new MouseEvent("click")));
          await page.select("#settings [name=language]", "de");
          await waitForText(page, "#openings-sum", /^3 Partien · 2019–2024 · Weiß 50\u00a0%$/);
          await waitForText(page, "#openings-notes", /Partie 4, Zeile \d+: /);
          await press(page, "Escape");
          await isSound(page);
        },
        look,
      );
    }
  });
}, ALL ? ENGINES : ENGINES.slice(-1));
