/**
 * The pictures of the documents: the three uses of the page in both themes, wide and narrow.
 *
 *     node web/pictures/views.mjs docs/board [USE]
 */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { launch, open } from "../tests/support/browser.mjs";
import { ENGINES } from "../tests/support/engines.mjs";

const [folder = ".", only] = process.argv.slice(2);
const puzzles = readFileSync(new URL("../../tests/data/puzzles.txt", import.meta.url), "utf8").split("\n");
const game = puzzles.find((line) => /^loss 2 Base\+MLP;/.test(line))?.split(" ").slice(2).join(" ") ?? "";
const [type, , , ...moves] = game.split(";");
const address = [type, ...moves].join(";").replace(/ /g, ".").replace(/\\/g, "!");

const LOOKS = { wide: { width: 1280, height: 800 }, narrow: { width: 390, height: 844, touch: true } };

/** @type {Record<string, { hash: string, prepare: (page: import("puppeteer-core").Page) => Promise<void> }>} */
const USES = {
  analyse: {
    hash: `#analyse/${address}@24`,
    prepare: async (page) => {
      await page.select("#line-count", "3");
      await page.click(".switch");
      // The engine in the page is asked for what people would play.
      await (await page.$("#people button:not(.move)"))?.click();
      await page.waitForFunction(() => document.querySelectorAll("#people .move").length === 3);
      await page.waitForFunction(() => Number(/depth (\d+)/.exec(document.querySelector("#figures")?.textContent ?? "")?.[1]) >= 7, { timeout: 120_000 });
    },
  },
  play: {
    hash: "#play/Base+MLP",
    prepare: async (page) => {
      await page.click("#play-terms button.main");
      for (const [index, piece] of ["wL", "wQ", "wM", "wA1", "wG1"].entries()) {
        await page.waitForFunction(
          (ply) => Number(document.querySelector("#where")?.textContent?.split("/")[0]) >= ply && !document.querySelector(".thinking"),
          { timeout: 30_000 },
          2 * index,
        );
        await page.$eval(`.pile[data-piece="${piece}"]`, (pile) => /** @type {HTMLElement} */ (pile).focus());
        await page.keyboard.press("Enter");
        if (index < 4) await page.keyboard.press("Enter");
      }
    },
  },
  review: {
    hash: `#review/${address}`,
    prepare: async (page) => {
      await page.select("#review-limit", "nodes 2000");
      await page.click("#review-start");
      await page.waitForSelector(".players", { timeout: 300_000 });
      // A move with two facts besides the engine's opinion and the better line.
      for (let count = 0; count < 30 && (await page.$$("#said .line:not(.opinion)")).length < 3; count += 1) {
        await page.click("#next-mark");
        await new Promise((resolve) => setTimeout(resolve, 300));
      }
      await new Promise((resolve) => setTimeout(resolve, 500));
    },
  },
};

const engine = ENGINES.find(({ missing }) => !missing);
if (!engine) throw new Error("neither the page nor the program has been built");
const served = await engine.start();
const browser = await launch();
for (const [use, { hash, prepare }] of Object.entries(USES).filter(([use]) => !only || use === only)) {
  for (const [size, look] of Object.entries(LOOKS)) {
    for (const dark of [false, true]) {
      const { page, close } = await open(browser, `${served.address}${hash}`, { ...look, dark });
      await prepare(page);
      await page.evaluate(() => {
        scrollTo(0, 0);
        document.querySelector("#told")?.classList.remove("shown");
      });
      await new Promise((resolve) => setTimeout(resolve, 300));
      await page.screenshot({ path: /** @type {`${string}.png`} */ (join(folder, `${use}-${size}-${dark ? "dark" : "light"}.png`)) });
      await close();
    }
  }
}
await browser.close();
served.close();
