/**
 * The engines that the page is tested with: the one in the page, as the built folder serves it, and the native one of
 * `waggle board`. `WAGGLE_BUILT` names the folder, `WAGGLE_PROGRAM` the program.
 */

import { spawn } from "node:child_process";
import { existsSync, readdirSync, statSync } from "node:fs";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { serve } from "./server.mjs";

const path = (/** @type {string} */ name) => fileURLToPath(new URL(name, import.meta.url));

/** The program, as it was built last. */
export const PROGRAM = [process.env.WAGGLE_PROGRAM, path("../../../target/release/waggle"), path("../../../target/debug/waggle")].find(
  (name) => name && existsSync(name),
);

/** Why tests are left out, if what they need is missing; CI must have it. @param {unknown} found @param {string} reason */
export function unless(found, reason) {
  if (!found && process.env.CI) throw new Error(`CI must have it: ${reason}`);
  return found ? "" : reason;
}

/** Says that there is no program, if there is none. */
export const NO_PROGRAM = unless(PROGRAM, "the program has not been built");

/** The built folder of the page. */
export const BUILT = process.env.WAGGLE_BUILT ?? path("../../dist");

/** The modules of the built page whose names begin so. @param {string} name */
export const partsOf = (name) => readdirSync(`${BUILT}/js`).filter((file) => file.startsWith(name)).map((file) => `${BUILT}/js/${file}`);

/** A program that is reached through the server of the tests instead of its own. */
const BRIDGED = process.env.WAGGLE_BRIDGED;

/**
 * @typedef {{ address: string, origin: string, close: () => void }} Served
 * @typedef {{ name: string, isInPage?: boolean, missing: string, start: () => Promise<Served> }} Engine
 * @type {Engine[]}
 */
export const ENGINES = BRIDGED ? [{ name: "a bridged engine", missing: "", start: () => serve(path("../.."), { program: BRIDGED }) }] : [
  {
    name: "the engine in the page",
    isInPage: true,
    missing: unless(existsSync(`${BUILT}/index.html`), "the page has not been built"),
    start: () => serve(BUILT),
  },
  {
    name: "the native engine",
    missing: NO_PROGRAM,
    start: () => startBoard("--threads", "1"),
  },
];

const inPage = ENGINES.find(({ isInPage }) => isInPage);
/** Why tests of the built page alone are left out, if they are. */
export const NOT_IN_PAGE = inPage ? inPage.missing || false : "another engine is tested";

/** Whether the built page is as new as what it is built from. */
const isBuiltAnew = () => {
  const changed = (/** @type {string} */ file) => statSync(path(`../../${file}`)).mtimeMs;
  const files = ["js", "css"].flatMap((folder) => readdirSync(path(`../../${folder}`), { recursive: true }).map((file) => `${folder}/${file}`));
  return Math.max(...[...files, "index.html"].map(changed)) <= statSync(`${BUILT}/index.html`).mtimeMs;
};

/** The native engine behind the built page, which loads sooner than the many files of `waggle board`; it knows no openings. @type {Engine[]} */
export const BEHIND_BUILT = !BRIDGED && PROGRAM && existsSync(`${BUILT}/index.html`) && isBuiltAnew()
  ? [{ name: "the native engine behind the built page", missing: "", start: () => serve(BUILT, { program: PROGRAM }) }]
  : [];

/** `waggle board`, which says where its page is. @param {string[]} settings @returns {Promise<Served>} */
export async function startBoard(...settings) {
  const child = spawn(/** @type {string} */ (PROGRAM), ["board", "--no-open", "--port", "0", ...settings], { stdio: ["ignore", "pipe", "pipe"] });
  const address = await new Promise((resolve, reject) => {
    const hear = (/** @type {string} */ line) => {
      const found = /https?:\/\/127\.0\.0\.1:\d+\/\S*/.exec(line);
      if (found) resolve(found[0]);
    };
    createInterface({ input: child.stdout }).on("line", hear);
    createInterface({ input: child.stderr }).on("line", hear);
    child.on("exit", (code) => reject(new Error(`waggle board has ended with ${code}`)));
  });
  return { address: String(address), origin: new URL(String(address)).origin, close: () => child.kill("SIGINT") };
}
