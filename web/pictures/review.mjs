/** A picture of the page that `waggle review --html` writes, at its first blunder: `node web/pictures/review.mjs PAGE PICTURE`. */

import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { launch, open, settle } from "../tests/support/browser.mjs";

const [source = "", picture = ""] = process.argv.slice(2);
const browser = await launch();
const { page } = await open(browser, pathToFileURL(resolve(source)).href, { width: 1280, height: 780 }, ".players");
for (let marks = 0; marks < 60 && !(await page.$("#said .blunder")); marks += 1) await page.keyboard.press("m");
await settle(page);
await page.screenshot({ path: /** @type {`${string}.png`} */ (picture) });
await browser.close();
