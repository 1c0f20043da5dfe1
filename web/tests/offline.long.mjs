/** The built folder as an app: installed, offline, and replaced by a newer version. */

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { appendFileSync, cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { launch, open, patient, waitForPly } from "./support/browser.mjs";
import { BUILT, NOT_IN_PAGE } from "./support/engines.mjs";
import { play, press } from "./support/page.mjs";
import { serve } from "./support/server.mjs";

/** @typedef {import("puppeteer-core").Page} Page */

/** Which versions of a file of each kind the page has. @param {Page} page */
const versions = (page) =>
  page.evaluate(async () => [
    document.querySelector("meta[name=version]")?.getAttribute("content") ?? "old",
    getComputedStyle(document.documentElement).getPropertyValue("--version") || "old",
    (await (await fetch("engine.json")).json()).version ?? "old",
  ]);

/** The hash of a file as the service worker checks it. @param {string} file */
const integrityOf = (file) => `sha256-${createHash("sha256").update(readFileSync(file)).digest("base64")}`;

describe("the built folder", { skip: NOT_IN_PAGE }, () => {
  /** @type {import("puppeteer-core").Browser} */
  let browser;
  before(async () => {
    browser = await launch(undefined, true);
  });
  after(() => browser?.close());

  test("can be installed from a sub-path", async () => {
    const served = await serve(BUILT);
    // Not in a context of its own, which is one that keeps nothing and installs nothing.
    const page = patient(await browser.newPage());
    try {
      await page.goto(served.address);
      await page.waitForSelector("body.ready");
      const protocol = await page.createCDPSession();
      const told = /** @type {any} */ (await protocol.send("Page.getAppManifest"));
      assert.deepEqual(told.errors, []);
      assert.equal(told.manifest.startUrl, served.address);
      assert.equal(told.manifest.scope, served.address);
      // Chromium takes another app of the same host for this one if it has the same name.
      assert.equal((await protocol.send("Page.getAppId")).appId, served.address);
      assert.deepEqual((await protocol.send("Page.getInstallabilityErrors")).installabilityErrors, []);
      const icons = /** @type {{ sizes: string, type: string, src: string }[]} */ (JSON.parse(told.data).icons);
      const pixels = await page.evaluate(
        (names) =>
          Promise.all(names.map(async (name) => (({ width, height }) => `${width}x${height}`)(await createImageBitmap(await (await fetch(name)).blob())))),
        icons.filter(({ type }) => type === "image/png").map(({ src }) => src),
      );
      assert.deepEqual(pixels, icons.filter(({ type }) => type === "image/png").map(({ sizes }) => sizes));
      assert.ok(pixels.includes("192x192") && pixels.includes("512x512"), "the sizes that Chromium asks for");
    } finally {
      await page.close();
      served.close();
    }
  });

  test("needs no connection after the first visit, nor at its end", async () => {
    const served = await serve(BUILT);
    const { page, errors, close } = await open(browser, `${served.address}#analyse/Base;wS1;bS1.wS1-`);
    try {
      await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
      served.close();
      // Another position needs another worker.
      for (const key of ["ArrowLeft", "ArrowRight"]) {
        if (key === "ArrowLeft") await page.click(".switch");
        await page.waitForSelector("#lines button");
        await press(page, key);
      }
      await waitForPly(page, 2);
      await page.waitForSelector("#lines button");
      await page.reload();
      await page.waitForSelector("body.ready");
      await play(page, "wA1");
      await page.click(".switch");
      await page.waitForSelector("#lines button");
      assert.deepEqual(errors, []);
    } finally {
      await close();
      served.close();
    }
  });

  test("gives way to a newer version as a whole, and only when its pages are closed", async () => {
    const folder = mkdtempSync(join(tmpdir(), "waggle-page-"));
    cpSync(BUILT, folder, { recursive: true });
    // The browser keeps what it has loaded, and must not take it for the newer version.
    const served = await serve(folder, { headers: { "cache-control": "max-age=3600" } });
    const { page, close } = await open(browser, served.address);
    try {
      await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
      const older = await page.evaluate(() => caches.keys());
      const change = (/** @type {string} */ name, /** @type {(text: string) => string} */ edit) =>
        writeFileSync(join(folder, name), edit(readFileSync(join(folder, name), "utf8")));
      change("index.html", (text) => text.replace("<title>", '<meta name="version" content="new"><title>'));
      change("engine.json", (text) => text.replace("{", '{"version":"new",'));
      appendFileSync(join(folder, "css/page.css"), ":root { --version: new; }\n");
      change("service-worker.js", (text) =>
        text
          .replace(/VERSION = "\w+"/, 'VERSION = "newer"')
          .replace(/"([^"]+)": "sha256-[^"]+"/g, (_, name) => `"${name}": "${integrityOf(join(folder, name === "." ? "index.html" : name))}"`),
      );
      await page.reload();
      await page.waitForFunction(() => /^A new version of this page is ready/.test(document.querySelector("#told.shown")?.textContent ?? ""));
      await page.reload();
      await page.waitForSelector("body.ready");
      assert.deepEqual(await versions(page), ["old", "old", "old"]);
      const other = patient(await page.browserContext().newPage());
      await page.close();
      // The browser takes a moment to see that the last of them has been closed.
      for (let tries = 0; tries < 300 && !(await other.$("meta[name=version]")); tries += 1) {
        await other.goto("about:blank");
        await new Promise((resolve) => setTimeout(resolve, 200));
        await other.goto(served.address);
      }
      assert.deepEqual(await versions(other), ["new", "new", "new"]);
      await other.waitForFunction(async (old) => (await caches.keys()).every((name) => !old.includes(name)), {}, older);
    } finally {
      await close();
      served.close();
      rmSync(folder, { recursive: true });
    }
  });
});
