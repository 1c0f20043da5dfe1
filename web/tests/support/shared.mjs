/**
 * What the tests of a file share: one browser, and which engines and sizes they are run with.
 *
 * `npm test` runs what a change is likely to break; `npm run test:all`, which sets `WAGGLE_TESTS`, runs everything with every
 * engine and at every size.
 */

import { after } from "node:test";
import { launch } from "./browser.mjs";
import { BEHIND_BUILT, ENGINES } from "./engines.mjs";

/** Whether everything is tested. */
export const ALL = process.env.WAGGLE_TESTS === "all";

/** The engines of tests that look at one part of the page; the main path has both anyway. The native one starts sooner. */
export const ENGINES_OF_PARTS = ALL ? ENGINES : [...ENGINES, ...BEHIND_BUILT].filter(({ missing }) => !missing).slice(-1);

/** The sizes of tests that look at one part of the page: the first two, unless everything is tested. @template T @param {T[]} all */
export const sizes = (...all) => (ALL ? all : all.slice(0, 2));

/**
 * Ways to look at what is the same in all of them: each size and each theme once, unless everything is tested.
 *
 * @template {import("./browser.mjs").Look} Size @param {Size[]} all
 */
export const looks = (...all) =>
  all.flatMap((size, index) => (ALL ? [false, true] : [index % 2 === 1]).map((dark) => ({ ...size, dark })));

/** @type {Promise<import("puppeteer-core").Browser> | undefined} */
let browser;

/** The browser, whose pages have contexts of their own. @param {boolean} [isWhole]  As `launch` takes it. */
export const sharedBrowser = (isWhole) => (browser ??= launch(undefined, isWhole));

after(async () => (await browser)?.close());
