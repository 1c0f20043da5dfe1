/** The icons of the installed page, from the logo: `node web/pictures/icons.mjs FOLDER`. */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { launch } from "../tests/support/browser.mjs";

const folder = process.argv[2] ?? ".";
const logo = readFileSync(new URL("../site/icon.svg", import.meta.url), "utf8");

/** A system may cut a maskable icon down to a circle of four fifths of its width, so the logo stays within it. */
const ICONS = [
  { name: "icon-192.png", size: 192, share: 1, ground: "transparent" },
  { name: "icon-512.png", size: 512, share: 1, ground: "transparent" },
  { name: "icon-maskable-512.png", size: 512, share: 0.76, ground: "#f6f3ec" },
];

const browser = await launch();
const page = await browser.newPage();
for (const { name, size, share, ground } of ICONS) {
  await page.setViewport({ width: size, height: size });
  await page.setContent(
    `<body style="margin:0;height:100vh;display:grid;place-items:center;background:${ground}"><div style="width:${size * share}px">${logo}</div>`,
  );
  await page.screenshot({ path: /** @type {`${string}.png`} */ (join(folder, name)), omitBackground: true });
}
await browser.close();
