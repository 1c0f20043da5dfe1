/** A headless Firefox, driven by WebDriver BiDi. */

import { existsSync } from "node:fs";
import puppeteer from "puppeteer-core";
import { unless } from "./engines.mjs";

const FIREFOX = process.env.FIREFOX || "/usr/bin/firefox-esr";

/** Says that there is no Firefox, if there is none. */
export const NO_FIREFOX = unless(existsSync(FIREFOX), "Firefox is not installed");

export const launchFirefox = () => puppeteer.launch({ browser: "firefox", executablePath: FIREFOX, headless: true });
