/** The main path in Firefox, with each engine. */

import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { readFileSync } from "node:fs";
import { after, before, describe, test } from "node:test";
import { patient, waitForChoices } from "./support/browser.mjs";
import { BUILT, ENGINES } from "./support/engines.mjs";
import { NO_FIREFOX, launchFirefox } from "./support/firefox.mjs";
import { LONG, addressOf, place, press, setLevel } from "./support/page.mjs";
import { serve } from "./support/server.mjs";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** @typedef {import("puppeteer-core").Page} Page */

/** @param {Page} page */
async function startAgainstLevelOne(page) {
  await setLevel(page, "1");
  await page.$eval("#play-terms button.main", (button) => /** @type {HTMLButtonElement} */ (button).click());
  await waitForChoices(page, 0);
}

for (const engine of ENGINES) {
  describe(`Firefox with ${engine.name}`, { skip: NO_FIREFOX || engine.missing || false }, () => {
    /** @type {import("./support/engines.mjs").Served} */
    let served;
    /** @type {import("puppeteer-core").Browser} */
    let browser;
    before(async () => {
      served = await engine.start();
      browser = await launchFirefox();
    });
    after(async () => {
      await browser?.close();
      served?.close();
    });

    /** @param {string} address @param {(page: Page) => Promise<void>} act */
    async function inPage(address, act) {
      const page = patient(await browser.newPage());
      /** @type {string[]} */
      const errors = [];
      page.on("pageerror", (error) => errors.push(String(error)));
      await page.setViewport({ width: 1280, height: 800 });
      try {
        await page.goto(address);
        await page.waitForSelector("body.ready");
        await act(page);
        assert.deepEqual(errors, []);
      } finally {
        await page.close();
      }
    }

    test("a move is played by mouse, the next by keyboard, and a reload resumes the game", async () => {
      await inPage(`${served.address}#play`, async (page) => {
        await startAgainstLevelOne(page);
        await place(page, "wS1");
        await waitForChoices(page, 2);
        await page.focus(".area");
        await press(page, "Enter", "q", "Enter", "ArrowRight", "Enter");
        await waitForChoices(page, 4);
        await page.reload();
        await waitForChoices(page, 4);
      });
    });

    test("a game is reviewed", async () => {
      const game = LONG.split(";").slice(0, 11).join(";");
      await inPage(`${served.address}#review/${addressOf(game)}`, async (page) => {
        await page.select("#review-limit", "nodes 2000");
        await page.click("#review-start");
        await page.waitForSelector("#review-summary > *");
        await page.waitForSelector("#graph:not([hidden]) svg");
      });
    });

    test("axe finds nothing in any mode", async () => {
      await inPage(`${served.address}#analyse/Base;wS1;bS1.wS1-`, async (page) => {
        for (const use of await page.$$eval(".uses button", (buttons) => buttons.map(({ id }) => id))) {
          await page.click(`#${use}`);
          const found = await page.evaluate(`${AXE}; axe.run({ resultTypes: ["violations"] }).then(({ violations }) =>
            violations.map(({ id, nodes }) => id + ": " + nodes.map(({ html }) => html.slice(0, 120)).join(", ")))`);
          assert.deepEqual(found, [], use);
        }
      });
    });

    test("the page works with the server stopped", { skip: engine.isInPage ? false : "the engine is the server" }, async () => {
      const own = await serve(BUILT);
      try {
        await inPage(own.address, async (page) => {
          await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
          own.close();
          await page.goto(`${own.address}#play`);
          await page.reload();
          await page.waitForSelector("body.ready");
          await startAgainstLevelOne(page);
        });
      } finally {
        own.close();
      }
    });
  });
}
