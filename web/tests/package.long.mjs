/** The package of npm as somebody gets it: packed, installed elsewhere, run, put into a page, and its types. */

import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { fileURLToPath } from "node:url";
import { open } from "./support/browser.mjs";
import { unless } from "./support/engines.mjs";
import { waitForText } from "./support/page.mjs";
import { serve } from "./support/server.mjs";
import { sharedBrowser } from "./support/shared.mjs";

const PACKAGE = fileURLToPath(new URL("../npm/", import.meta.url));
const MODULES = fileURLToPath(new URL("../node_modules/", import.meta.url));
const MISSING = unless(existsSync(`${PACKAGE}engine.js`), "the package has not been built") || false;

/** What somebody writes who has read the README. */
const USER = `import { Waggle } from "waggle-hive";
import { Engine, bench, initSync } from "waggle-hive/engine";

const engine: Waggle = new Waggle({ tableSizeMiB: 16, onError: (message: string) => console.error(message) });
const moves: string[] = await engine.ask("bestmove depth 3", (line: string) => console.log(line.length));
engine.stop();
engine.close();
initSync({ module: new Uint8Array() });
const goesOn: boolean = new Engine(1).send("newgame Base", (line: string) => console.log(line));
console.log(moves, goesOn, bench(4));
// @ts-expect-error: lines are text.
engine.ask(3);
`;

const OPTIONS = { strict: true, noEmit: true, target: "ES2022", lib: ["ES2022", "DOM"], types: [] };

describe("the package of npm", { skip: MISSING }, () => {
  /** Somebody's folder. @type {string} */
  let folder;
  const npm = (/** @type {string[]} */ ...words) =>
    execFileSync("npm", [...words, "--silent", "--offline", "--no-audit", "--no-fund"], { cwd: folder, encoding: "utf8" });
  before(() => {
    folder = mkdtempSync(join(tmpdir(), "waggle-package-"));
    const [{ filename }] = JSON.parse(npm("pack", PACKAGE, "--json"));
    writeFileSync(join(folder, "package.json"), '{ "private": true, "type": "module" }');
    npm("install", `./${filename}`);
  });
  after(() => rmSync(folder, { recursive: true }));

  const installed = () => join(folder, "node_modules/waggle-hive/");
  /** What it answers, and how it ends, when these lines and no more are sent. @param {string[]} words @param {string[]} lines */
  const run = (words, ...lines) => {
    const { status, stdout, stderr } = spawnSync("npx", ["--offline", "waggle-hive", ...words], {
      cwd: folder,
      input: lines.map((line) => `${line}\n`).join(""),
      encoding: "utf8",
    });
    return { status, stdout, stderr };
  };

  test("has its license, and runs as an engine under Node until its input ends", () => {
    assert.match(readFileSync(`${installed()}LICENSE`, "utf8"), /^MIT License/);
    const asked = /** @type {[string, RegExp][]} */ ([
      ["info", /^id Waggle/],
      ["newgame Base+MLP", /^Base\+MLP;NotStarted;White\[1\]$/],
      ["play wP", /^Base\+MLP;InProgress;Black\[1\];wP$/],
      ["bestmove depth 2", /^b\w+ \S+$/],
      ["bestmove", /^err expected a limit /],
      ["analyze lines 2", /^err expected a limit /],
      ["threat", /^err nothing is threatened/],
      ["options get Level", /^Level;int;/],
      ["play wP9", /^invalidmove /],
      ["nonsense", /^err .*`nonsense`/],
      ["options set TableSizeMiB 16", /^TableSizeMiB;int;16;/],
    ]);
    const { status, stdout } = run([], ...asked.map(([line]) => line));
    const [greeting, ...answers] = stdout.split("ok\n").map((answer) => answer.trim());
    assert.deepEqual([status, greeting, answers.length], [0, answers[0], asked.length + 1]);
    asked.forEach(([, answer], index) => assert.match(answers[index], answer));
  });

  test("refuses arguments that it does not know", () => {
    for (const [words, reason] of /** @type {[string[], RegExp][]} */ ([
      [["--table-size-mib", "0"], /expected a number of MiB from 1 to 2048, found `0`/],
      [["bench", "deep"], /expected a depth from 1 to 125, found `deep`/],
      [["play"], /unexpected argument `play`/],
    ])) {
      const { status, stdout, stderr } = run(words);
      assert.deepEqual([status, stdout], [2, ""]);
      assert.match(stderr, reason);
    }
  });

  test("has types that fit what its users write", () => {
    symlinkSync(join(MODULES, "@types"), join(folder, "node_modules/@types"));
    writeFileSync(join(folder, "user.ts"), USER);
    for (const module of [{ module: "NodeNext", moduleResolution: "NodeNext" }, { module: "ESNext", moduleResolution: "bundler" }]) {
      writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions: { ...OPTIONS, ...module }, files: ["user.ts"] }));
      const { status, stdout } = spawnSync(join(MODULES, ".bin/tsc"), ["--project", folder], { encoding: "utf8" });
      assert.deepEqual([status, stdout], [0, ""]);
    }
  });

  test("shows a move in a page of ten lines, and its engine begins anew, ends and fails as it says", async () => {
    assert.ok(readFileSync(`${installed()}example.html`, "utf8").trim().split("\n").length <= 10);
    const served = await serve(installed());
    const { page, errors, close } = await open(await sharedBrowser(), `${served.address}example.html`, {}, "#reply");
    try {
      await waitForText(page, "#reply", /^White plays w/);
      const told = await page.evaluate(async () => {
        const { Waggle } = await import(new URL("index.js", location.href).href);
        const reason = (/** @type {Error} */ error) => error.message;
        /** @type {string[]} */
        const heard = [];
        const onError = (/** @type {string} */ message) => heard.push(message);
        const engine = new Waggle({ onError });
        await engine.ask("options set Level 3");
        await engine.ask("newgame Base;;;wS1");
        const running = engine.ask("analyze").catch(reason);
        await new Promise((resolve) => setTimeout(resolve, 200));
        engine.stop();
        engine.stop();
        const refused = await engine.ask("play wS1").catch(reason);
        const level = await engine.ask("options get Level");
        const game = await engine.ask("play bS1 wS1-");
        engine.close();
        const late = await engine.ask("info").catch(reason);
        const failing = new Waggle({ tableSizeMiB: 5000, onError });
        const failed = [await failing.ask("info").catch(reason), await failing.ask("info").catch(reason)];
        return { running: await running, refused, level, game, late, failed, heard };
      });
      assert.equal(told.running, "stopped");
      assert.match(String(told.refused), /wS1/);
      assert.match(told.level[0], /^Level;int;3;/, "options are kept");
      assert.deepEqual(told.game, ["Base;InProgress;White[2];wS1;bS1 wS1-"], "and the game");
      assert.equal(told.late, "closed");
      for (const reason of told.failed) assert.match(String(reason), /a transposition table of 5000 MiB does not fit/);
      assert.equal(told.heard.length, 1, "nobody hears of an end that was asked for");
      assert.deepEqual(errors.filter((error) => !/transposition table/.test(error)), []);
    } finally {
      await close();
      served.close();
    }
  });
});
