/** `<waggle-board>` on other people's pages: the example of the package. */

import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { unless } from "./support/engines.mjs";
import { inServed } from "./support/page.mjs";
import { complaints } from "./support/sound.mjs";

const PACKAGE = fileURLToPath(new URL("../npm", import.meta.url));
const ELEMENT = `${PACKAGE}/waggle-board.js`;

const skip = unless(existsSync(ELEMENT), "not built") || false;

test("a board on another page replays, and loads the engine only for what it cannot read", { skip }, async () => {
  assert.ok(gzipSync(readFileSync(ELEMENT), { level: 9 }).length < 60_000);
  await inServed(PACKAGE, "board.html", async (page, _, requests) => {
    /** @param {string} id @param {string} selector */
    const count = (id, selector) => page.$eval(id, (board, inner) => board.shadowRoot?.querySelectorAll(inner).length, selector);
    const words = (/** @type {string} */ id, /** @type {RegExp} */ pattern) =>
      page.waitForFunction(
        (board, source) => new RegExp(source).test(document.querySelector(board)?.shadowRoot?.querySelector("p")?.textContent ?? ""),
        {}, id, pattern.source,
      );
    await words("#game", /^3\. white Ant 1 north-west of white Queen!\?$/);
    assert.equal(await count("#position", ".stacks > g"), 8);
    assert.deepEqual(await complaints(page), []);
    assert.equal(requests.length, 2, "the page and one script");
    // One that speaks German and has a height of its own, and one without a game.
    const low = '<waggle-board lang="de" style="height: 260px" id="low" game="Base;InProgress;Black[1];wS1"></waggle-board>';
    await page.$eval("main", (main, html) => main.insertAdjacentHTML("beforeend", `${html}<waggle-board id="empty"></waggle-board>`), low);
    await words("#low", /^1\. weiße Spinne 1/);
    await words("#empty", /^This cannot be opened: it is neither a game/);
    assert.equal(requests.length, 2);
    const bottom = (/** @type {string} */ part) => page.$eval(part, (one) => one.getBoundingClientRect().bottom);
    assert.ok((await bottom("#low >>> p")) <= (await bottom("#low")), "its words are within it");
    await page.$eval("#game", (board) => /** @type {HTMLElement} */ (board.shadowRoot?.querySelector(".area")).focus());
    await page.keyboard.press("End");
    await words("#game", /It pins the black Ant/);
    await page.keyboard.press("ArrowLeft");
    assert.equal(await count("#game", ".shapes circle.color-1"), 1);
    await page.$eval("#game", (board) => board.setAttribute("game", "Base;;;wS1;bS1 wS1-;wQ -wS1"));
    await words("#game", /^2\. white Queen west of white Spider 1/);
    await page.$eval("#engine", (board) => /** @type {HTMLElement} */ (board.shadowRoot?.querySelector("[data-step=best]")).click());
    await words("#engine", /^Hint: white /);
  }, "#engine");
});
