/** A game clicked to its end, with moves at random. */

import { plyOf, settle, targets, waitForChoices } from "./browser.mjs";
import { resign } from "./page.mjs";

/** Numbers that are the same in each run. @param {number} seed */
const numbers = (seed) => (/** @type {number} */ below) => (seed = (seed * 48271) % 2147483647) % below;

/**
 * Clicks a game against the engine to its end; after so many turns it is given up, because moves at random can get into each
 * other's way for ever.
 *
 * @param {import("puppeteer-core").Page} page @param {number} turns
 */
export async function clickToTheEnd(page, turns) {
  const isOver = () => page.$("#play-game .state.over");
  const random = numbers(7);
  await waitForChoices(page, 0);
  for (let turn = 0; turn < turns && !(await isOver()); turn += 1) {
    const ply = await plyOf(page);
    await settle(page);
    const pieces = await page.$$eval(".pile.pickable, .marks .pickable", (all) =>
      all.map((one) => {
        const { left, top, width, height } = one.getBoundingClientRect();
        return { x: left + width / 2, y: top + height / 2 };
      }),
    );
    const piece = pieces[random(pieces.length)];
    await page.mouse.click(piece.x, piece.y);
    const places = await targets(page);
    const place = places[random(places.length)];
    await page.mouse.click(place.x, place.y);
    await page.waitForFunction(
      (played) => {
        const now = Number(document.querySelector("#where")?.textContent?.split("/")[0]);
        const mayMove = document.querySelector(".pile.pickable, .marks .pickable");
        return document.querySelector("#play-game .state.over") || (now > played + 1 && mayMove && !document.querySelector("#play-game .thinking"));
      },
      { polling: 50 },
      ply,
    );
  }
  if (await isOver()) return;
  await resign(page);
  await page.waitForSelector("#play-game .state.over");
}
