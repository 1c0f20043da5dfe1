/** What holds for every page, on every screen. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";

const AXE = new URL("../../node_modules/axe-core/axe.min.js", import.meta.url);

/** What axe has to complain of in a part of the page, each with some of the elements. @param {import("puppeteer-core").Page} page */
export async function complaints(page, part = "html") {
  if (!(await page.evaluate(() => "axe" in globalThis))) await page.evaluate(readFileSync(AXE, "utf8"));
  return page.evaluate(async (selector) => {
    // @ts-ignore: axe has just been brought along.
    const { violations } = await globalThis.axe.run(selector, { resultTypes: ["violations"] });
    /** @param {{ id: string, nodes: { html: string }[] }} violation */
    const words = ({ id, nodes }) => [`${id}:`, ...nodes.slice(0, 3).map(({ html }) => html)].join(" ");
    return violations.map(words);
  }, part);
}

/** Nothing may stick out at the side, and axe may find nothing. @param {import("puppeteer-core").Page} page */
export async function isSound(page) {
  const width = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  assert.ok(width <= 0, `${width} points stick out`);
  assert.deepEqual(await complaints(page), []);
}
