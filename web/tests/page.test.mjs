/** The page in a browser, with each engine. */

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { launch, open, placeOf, plyOf, targets, waitForChoices, waitForPly } from "./support/browser.mjs";
import { complaints } from "./support/sound.mjs";
import { ENGINES, PROGRAM } from "./support/engines.mjs";

const DATA = new URL("../../tests/data/", import.meta.url);

/** A game of 78 plies, with stacks. */
const LONG = readFileSync(new URL("puzzles.txt", DATA), "utf8").split("\n").find((line) => line.startsWith("win 3 "))?.split(" ").slice(2).join(" ") ?? "";

/** The part of an address that holds a game. @param {string} game A GameString. */
const addressOf = (game) => {
  const [type, , , ...moves] = game.split(";");
  return [type, ...moves].join(";").replace(/ /g, ".").replace(/\\/g, "!");
};

/** The depth at which analyses are compared: it does not take long in any build. */
const DEPTH = 4;

/** @typedef {import("puppeteer-core").Page} Page */

/** @param {Page} page @param {string} piece */
async function click(page, piece) {
  const { x, y } = await placeOf(page, piece);
  await page.mouse.click(x, y);
}

/** Plays by clicks: the piece, and one of its targets. @param {Page} page @param {string} piece @param {number} [index] */
async function play(page, piece, index = 0) {
  const ply = await plyOf(page);
  await click(page, piece);
  const target = (await targets(page))[index];
  await page.mouse.click(target.x, target.y);
  await waitForPly(page, ply + 1);
}

/** The moves of the list, with all variations. @param {Page} page */
const listed = (page) => page.$$eval("#moves .move", (moves) => moves.map((move) => move.firstChild?.textContent));

/** Lets a file fall onto the page. @param {Page} page @param {string} name @param {string} content */
const drop = (page, name, content) =>
  page.evaluate(
    (fileName, text) => {
      const data = new DataTransfer();
      data.items.add(new File([text], fileName));
      document.body.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
    },
    name,
    content,
  );

for (const engine of ENGINES) {
  describe(engine.name, { skip: engine.missing || false }, () => {
    /** @type {import("./support/engines.mjs").Served} */
    let served;
    /** @type {import("puppeteer-core").Browser} */
    let browser;
    before(async () => {
      served = await engine.start();
      browser = await launch();
    });
    after(async () => {
      await browser?.close();
      served?.close();
    });

    /** Runs a test in a page, which must neither fail nor ask anybody else for anything. @param {string} hash @param {(page: Page) => Promise<void>} act @param {object} [look] */
    async function inPage(hash, act, look = {}) {
      const { page, errors, requests, close } = await open(browser, `${served.address}${hash}`, look);
      try {
        await act(page);
        assert.deepEqual(errors, []);
        const foreign = requests.filter((url) => !url.startsWith(served.origin) && !/^(data|blob):/.test(url));
        assert.deepEqual(foreign, [], "no request leaves the origin");
      } finally {
        await close();
      }
    }

    test("a whole game is clicked against level 1", { timeout: 480_000 }, async () => {
      await inPage("#play", async (page) => {
        await page.select("#play-terms select[name=type]", "Base");
        await page.$eval("#play-terms input[name=level]", (level) => {
          /** @type {HTMLInputElement} */ (level).value = "1";
          level.dispatchEvent(new Event("input"));
        });
        await page.click("#play-terms button.main");
        const isOver = () => page.$("#play-game .state.over");
        await waitForChoices(page, 0);
        let seed = 7;
        const random = (/** @type {number} */ below) => (seed = (seed * 48271) % 2147483647) % below;
        for (let turn = 0; turn < 250 && !(await isOver()); turn += 1) {
          const ply = await plyOf(page);
          if (await page.$("#pass:not([hidden])")) {
            await page.click("#pass");
          } else {
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
          }
          await page.waitForFunction(
            (played) => {
              const now = Number(document.querySelector("#where")?.textContent?.split("/")[0]);
              const mayMove = document.querySelector(".pile.pickable, .marks .pickable, #pass:not([hidden])");
              return document.querySelector("#play-game .state.over") || (now > played + 1 && mayMove && !document.querySelector("#play-game .thinking"));
            },
            { timeout: 30_000, polling: 50 },
            ply,
          );
        }
        assert.match((await page.$eval("#play-game .state", (state) => state.textContent)) ?? "", /wins|Draw/);
        await page.waitForSelector("#play-game button.main");
      });
    });

    test("a game goes on after the page has been loaded again", async () => {
      await inPage("#play", async (page) => {
        await page.$eval("#play-terms input[name=level]", (level) => {
          /** @type {HTMLInputElement} */ (level).value = "2";
          level.dispatchEvent(new Event("input"));
        });
        await page.click("#play-terms button.main");
        await waitForChoices(page, 0);
        await click(page, "wS1");
        const [place] = await targets(page);
        await page.mouse.click(place.x, place.y);
        await waitForChoices(page, 2);
        await page.reload();
        await waitForChoices(page, 2);
        assert.match((await page.$eval("#play-game", (box) => box.textContent)) ?? "", /You: White.*level 2.*Your turn/);
        await page.click("#play-game button[data-act=Resign]");
        await page.click("#resign button[value=yes]");
        await page.waitForSelector("#play-game .state.over");
        await page.reload();
        await page.waitForSelector("#play-game .state.over");
      });
    });

    test("analysis with three lines agrees with waggle analyze", { skip: PROGRAM ? false : "no program" }, async () => {
      await inPage(`#analyse/${addressOf(LONG)}@30`, async (page) => {
        await page.select("#line-count", "3");
        // Keeps what is shown at the depth that is compared, however soon a deeper one follows.
        await page.evaluate((wanted) => {
          const keep = () => {
            const depth = Number(/depth (\d+)/.exec(document.querySelector("#figures")?.textContent ?? "")?.[1]);
            const lines = [...document.querySelectorAll("#lines li")].map((line) => ({
              score: line.querySelector(".chip")?.getAttribute("title"),
              moves: [...line.querySelectorAll("button")].map((move) => move.textContent),
            }));
            if (depth === wanted && lines.length === 3) Object.assign(globalThis, { kept: lines });
          };
          new MutationObserver(keep).observe(/** @type {Node} */ (document.querySelector(".engine")), { subtree: true, childList: true, characterData: true });
        }, DEPTH);
        await page.click(".switch");
        await page.waitForFunction("globalThis.kept", { timeout: 60_000 });
        await page.click(".switch");
        const lines = /** @type {{ score: string, moves: string[] }[]} */ (await page.evaluate("globalThis.kept"));
        await page.click("#open-save");
        const shown = await page.$eval("#save-text", (field) => /** @type {HTMLInputElement} */ (field).value);
        const told = execFileSync(/** @type {string} */ (PROGRAM), ["analyze", shown, "--depth", String(DEPTH), "--lines", "3", "--threads", "1", "--json"], { encoding: "utf8" });
        const result = JSON.parse(told.trim().split("\n").at(-1) ?? "");
        assert.deepEqual(lines[0].moves, result.lines[0].moves.slice(0, 10));
        assert.equal(lines[0].score, result.lines[0].score.words);
      });
    });

    test("another move makes a variation, which can be promoted and deleted", async () => {
      await inPage("#analyse/Base;wS1;bS1.wS1-;wQ.-wS1", async (page) => {
        await page.keyboard.press("ArrowLeft");
        await waitForChoices(page, 2);
        await play(page, "wA1");
        assert.equal(await page.$$eval("#moves .variation .move", (moves) => moves.length), 1);
        const played = (await listed(page)).at(-1);
        await page.click(".annotate summary");
        await page.evaluate(() => [.../** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("#branch button"))].find((one) => one.textContent === "Promote")?.click());
        assert.equal((await listed(page))[2], played);
        await page.click("#marks button:nth-child(2)");
        await page.type("#comment", "better");
        const kept = await page.evaluate(() => location.hash);
        assert.match(kept, /\$1'better'\(wQ\.-wS1\)/);
        await page.evaluate(() => [.../** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("#branch button"))].find((one) => one.textContent?.startsWith("Delete"))?.click());
        await page.waitForFunction(() => document.querySelectorAll("#moves .move").length === 3);
        assert.deepEqual(await listed(page), ["wS1", "bS1 wS1-", "wQ -wS1"]);
      });
    });

    test("pieces are dragged from the hand and over the table", async () => {
      await inPage("#analyse/Base;wS1;bS1.wS1-;wQ.-wS1;bQ.bS1-", async (page) => {
        const from = await placeOf(page, "wQ");
        await page.mouse.move(from.x, from.y);
        await page.mouse.down();
        await page.mouse.move(from.x + 12, from.y + 4, { steps: 3 });
        const [target] = await targets(page);
        await page.mouse.move(target.x, target.y, { steps: 6 });
        await page.mouse.up();
        await waitForPly(page, 5);
        const pile = await placeOf(page, "bA1");
        await page.mouse.move(pile.x, pile.y);
        await page.mouse.down();
        await page.mouse.move(pile.x + 12, pile.y + 4, { steps: 3 });
        const [place] = await targets(page);
        await page.mouse.move(place.x, place.y, { steps: 6 });
        await page.mouse.up();
        await waitForPly(page, 6);
        assert.match((await listed(page)).at(-1) ?? "", /^bA1 /);
      });
    });

    test("fingers tap, drag and pinch on a phone, and nothing is too wide", async () => {
      await inPage(
        "#analyse/Base;wS1;bS1.wS1-;wQ.-wS1;bQ.bS1-",
        async (page) => {
          const queen = await placeOf(page, "wQ");
          await page.touchscreen.tap(queen.x, queen.y);
          const [target] = await targets(page);
          await page.touchscreen.tap(target.x, target.y);
          await waitForPly(page, 5);
          const pile = await placeOf(page, "bA1");
          const touch = await page.touchscreen.touchStart(pile.x, pile.y);
          await touch.move(pile.x + 15, pile.y + 8);
          const [place] = await targets(page);
          await touch.move((pile.x + place.x) / 2, (pile.y + place.y) / 2);
          await touch.move(place.x, place.y);
          await touch.end();
          await waitForPly(page, 6);
          const { x, y } = await page.$eval(".area", (area) => {
            const { left, top, width, height } = area.getBoundingClientRect();
            return { x: left + width / 2, y: top + height / 2 };
          });
          const [one, other] = [await page.touchscreen.touchStart(x - 30, y), await page.touchscreen.touchStart(x + 30, y)];
          await one.move(x - 60, y);
          await other.move(x + 60, y);
          await one.end();
          await other.end();
          await page.waitForSelector(".fit:not([hidden])");
          for (const use of ["analyse", "play", "review"]) {
            await page.$eval(`#use-${use}`, (tab) => /** @type {HTMLElement} */ (tab).click());
            assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= 360, use);
          }
        },
        { width: 360, height: 740, touch: true },
      );
    });

    test("the keyboard alone suffices", async () => {
      await inPage("#analyse/Base;wS1;bS1.wS1-", async (page) => {
        for (let count = 0; count < 40; count += 1) {
          await page.keyboard.press("Tab");
          if (await page.evaluate(() => document.activeElement?.classList.contains("area"))) break;
        }
        await page.keyboard.press("Enter");
        await page.keyboard.press("q");
        assert.match(await page.$eval("#heard", (heard) => heard.textContent ?? ""), /white Queen, \d+ moves/);
        await page.keyboard.press("Enter");
        await page.keyboard.press("ArrowRight");
        assert.match(await page.$eval("#heard", (heard) => heard.textContent ?? ""), /white Queen (north|south|west|east)/);
        await page.keyboard.press("Enter");
        await waitForPly(page, 3);
        assert.match((await listed(page)).at(-1) ?? "", /^wQ /);
        await page.waitForFunction(() => /Black to move/.test(document.querySelector("#heard")?.textContent ?? ""));
        await page.keyboard.press("ArrowLeft");
        await page.waitForFunction(() => document.querySelector("#where")?.textContent?.startsWith("2"));
      });
    });

    test("a link opens the same game at the same move", async () => {
      await inPage(`#analyse/${addressOf(LONG)}@30`, async (page) => {
        await page.keyboard.press("ArrowRight");
        await waitForPly(page, 31);
        const address = await page.evaluate(() => location.hash);
        const moves = await listed(page);
        await inPage(address, async (again) => {
          assert.equal(await plyOf(again), 31);
          assert.deepEqual(await listed(again), moves);
        });
      });
    });

    test("files of each format are dropped, and a bad one changes nothing", async () => {
      await inPage("#analyse/Base;wS1", async (page) => {
        for (const name of ["mzinga.pgn", "hivegame.pgn", "boardspace.sgf", "games.txt"]) {
          const previous = await page.evaluate(() => location.hash);
          await drop(page, name, readFileSync(new URL(`games/${name}`, DATA), "utf8"));
          await page.waitForFunction((hash) => location.hash !== hash || document.querySelector("#open-games button"), {}, previous);
          const list = await page.$("#open-games button");
          if (list) await list.click();
          await page.waitForFunction((hash) => location.hash !== hash, {}, previous);
          assert.ok((await listed(page)).length > 2, name);
        }
        const before = await page.evaluate(() => location.hash);
        await drop(page, "broken.txt", "This is a letter, not a game.");
        await page.waitForSelector("#told.shown.failure");
        assert.match(await page.$eval("#told", (told) => told.textContent ?? ""), /cannot be opened/);
        assert.equal(await page.evaluate(() => location.hash), before);
      });
    });

    test("games and pictures are saved", async () => {
      await inPage(`#analyse/${addressOf(LONG)}`, async (page) => {
        const folder = mkdtempSync(join(tmpdir(), "waggle-page-"));
        const session = await page.createCDPSession();
        await session.send("Browser.setDownloadBehavior", { behavior: "allow", downloadPath: folder, browserContextId: page.browserContext().id });
        await page.click("#open-save");
        /** @type {[string, string, (content: Buffer) => void][]} */
        const formats = [
          ["pgn", "hive.pgn", (content) => assert.match(String(content), /^\[GameType "Base"\]/)],
          ["gamestring", "hive.txt", (content) => assert.equal(String(content).split(";").slice(3).join(";").trim(), LONG.split(";").slice(3).join(";"))],
          ["svg", "hive.svg", (content) => assert.match(String(content), /^<svg [^]*<\/svg>\s*$/)],
          ["png", "hive.png", (content) => assert.equal(content.subarray(1, 4).toString(), "PNG")],
        ];
        for (const [format, name, check] of formats) {
          await page.click(`[data-format="${format}"]`);
          const path = join(folder, name);
          for (let tries = 0; tries < 600 && !existsSync(path); tries += 1) await new Promise((resolve) => setTimeout(resolve, 50));
          check(readFileSync(path));
        }
        rmSync(folder, { recursive: true });
      });
    });

    test("a review is that of waggle review", { skip: PROGRAM ? false : "no program", timeout: 480_000 }, async () => {
      const game = LONG.split(";").slice(0, 23).join(";").replace(/InProgress;.*?;/, "InProgress;White[11];");
      await inPage(`#review/${addressOf(game)}`, async (page) => {
        await page.select("#review-limit", "nodes 2000");
        await page.click("#review-start");
        await page.waitForSelector(".players", { timeout: 200_000 });
        const told = JSON.parse(execFileSync(/** @type {string} */ (PROGRAM), ["review", game, "--nodes", "2000", "--threads", "1", "--json"], { encoding: "utf8" }));
        const wanted = told.moves.map((/** @type {any} */ { move, mark }) => [move, { inaccuracy: "?!", mistake: "?", blunder: "??" }[/** @type {"mistake"} */ (mark)] ?? ""]);
        const shown = await page.$$eval("#moves li > .move", (moves) => moves.map((move) => [move.firstChild?.textContent, move.querySelector("b")?.textContent ?? ""]));
        assert.deepEqual(shown, wanted);
        assert.ok(await page.$("#graph:not([hidden]) .white-area"));
        // Each reason is told, and its moves show it on the board until one goes back.
        // Of one that leaves the game: the move itself may be what shows a reason.
        const leaves = (/** @type {number} */ index) => (/** @type {any} */ { from, line }) => line.length && line[0] !== told.moves[from === "after" ? index + 1 : index]?.move;
        const ply = 1 + told.moves.findIndex((/** @type {any} */ { mark, reasons }, /** @type {number} */ index) => /inaccuracy|mistake|blunder/.test(mark) && reasons.some(leaves(index)));
        assert.ok(ply > 0, "some move is marked");
        const { reasons } = told.moves[ply - 1];
        const leaving = reasons.findIndex(leaves(ply - 1));
        const { from, line } = reasons[leaving];
        await page.click(`#moves li > .move[data-ply="${ply}"]`);
        await waitForPly(page, ply);
        const plain = (/** @type {string} */ text) => text.replace(/\u00a0/g, " ").trim();
        const sentences = await page.$$eval("#said .line > span", (spans) => spans.map((span) => span.textContent ?? ""));
        assert.deepEqual(sentences.slice(0, reasons.length).map(plain), reasons.map((/** @type {any} */ { text }) => text));
        await (await page.$$("#said .line"))[leaving].$eval(".move:last-child", (move) => /** @type {HTMLElement} */ (move).click());
        const start = from === "after" ? ply : ply - 1;
        await page.waitForFunction((wanted) => document.querySelector("#where")?.textContent?.startsWith(wanted), {}, String(start + Math.min(8, line.length)));
        await page.waitForSelector("#said .move[aria-current]");
        await page.keyboard.press("Escape");
        await page.waitForFunction((wanted) => document.querySelector("#where")?.textContent?.startsWith(wanted), {}, String(ply));
      });
    });

    test("lines are played on the board while the mouse is on them, and questions are answered", async () => {
      await inPage(`#analyse/${addressOf(LONG)}@40`, async (page) => {
        await page.click(".switch");
        await page.waitForSelector("#lines button", { timeout: 30_000 });
        await page.click(".switch");
        await page.hover("#lines button");
        await page.waitForSelector(".area.preview");
        await page.mouse.move(5, 5);
        await page.waitForSelector(".area:not(.preview)");
        await page.click("#explain");
        await page.waitForSelector("#facts table td");
        await page.click("#threat");
        await page.waitForFunction(() => /would play/.test(document.querySelector("#facts")?.textContent ?? ""), { timeout: 30_000 });
        assert.ok(await page.$(".arrow.threat"));
      });
    });

    test("a forced win is found and played", { timeout: 300_000 }, async () => {
      await inPage(`#analyse/${addressOf(LONG)}`, async (page) => {
        await page.click("#solve");
        await page.waitForFunction(() => /surrounds in 2 moves: proven/.test(document.querySelector("#facts")?.textContent ?? ""), { timeout: 100_000 });
        await page.click("#facts .line .move:last-child");
        await page.waitForFunction(() => /White wins/.test(document.querySelector("#state")?.textContent ?? ""));
      });
    });

    test("stacks are looked into, and the wheel zooms", async () => {
      await inPage(`#analyse/${addressOf(LONG)}`, async (page) => {
        const stack = await placeOf(page, "wB1");
        await page.mouse.move(stack.x, stack.y);
        await page.waitForSelector(".peek:not([hidden]) svg");
        const seen = () => page.$eval(".area svg", (svg) => svg.getAttribute("viewBox"));
        const before = await seen();
        await page.mouse.wheel({ deltaY: -300 });
        await page.waitForSelector(".fit:not([hidden])");
        assert.notEqual(await seen(), before);
        await page.click(".fit");
        await page.waitForSelector(".fit[hidden]");
        assert.equal(await seen(), before);
        const upright = await placeOf(page, "wQ");
        await page.keyboard.press("f");
        assert.notDeepEqual(await placeOf(page, "wQ"), upright);
      });
    });

    test("a position is set up, and an impossible one is refused with the reason", async () => {
      await inPage("#analyse/Base;wS1;bS1.wS1-", async (page) => {
        await page.click("#open-setup");
        await page.click("#setup-clear");
        for (const piece of ["wQ", "bQ", "wA1"]) {
          await click(page, piece);
          const [place] = await targets(page);
          await page.mouse.click(place.x, place.y);
          await page.waitForSelector(`.stacks [data-piece="${piece}"]`);
        }
        await page.waitForSelector("#setup-done:not(:disabled)");
        await page.$eval("#setup-turn", (turn) => {
          /** @type {HTMLInputElement} */ (turn).value = "9";
          turn.dispatchEvent(new Event("change"));
        });
        await page.select("#setup-moved", "wA1");
        await page.waitForSelector("#setup-done:not(:disabled)");
        await click(page, "bQ");
        const far = await targets(page);
        assert.ok(far.length > 4);
        await page.keyboard.press("Escape");
        await page.click("#setup-done");
        await page.waitForFunction(() => document.querySelectorAll(".stacks .top").length === 3 && location.hash.includes("*"));
        const address = await page.evaluate(() => location.hash);
        assert.match(decodeURIComponent(address), /White\[9\].*wA1@-?\d,-?\d!/);
        await inPage(address, async (again) => assert.equal(await again.$$eval(".stacks .top", (tops) => tops.length), 3));
      });
    });

    test("after the first visit the page needs no connection", { skip: !engine.isInPage }, async () => {
      const own = await engine.start();
      const { page, errors, close } = await open(browser, `${own.address}#analyse/Base;wS1;bS1.wS1-`);
      try {
        await page.evaluate(() => navigator.serviceWorker.ready.then(() => null));
        own.close();
        await page.reload();
        await page.waitForSelector("body.ready");
        await play(page, "wA1");
        await page.click(".switch");
        await page.waitForSelector("#lines button", { timeout: 30_000 });
        assert.deepEqual(errors, []);
      } finally {
        await close();
        own.close();
      }
    });

    test("axe finds nothing in any use and theme", { timeout: 300_000 }, async () => {
      for (const dark of [false, true]) {
        await inPage(
          `#analyse/${addressOf(LONG)}@40`,
          async (page) => {
            const check = async (/** @type {string} */ where) => assert.deepEqual(await complaints(page), [], `${where}, ${dark ? "dark" : "light"}`);
            await page.click(".switch");
            await page.waitForSelector("#lines button", { timeout: 30_000 });
            await page.click(".switch");
            await page.click("#explain");
            await page.waitForSelector("#facts table td");
            await check("analyse");
            for (const [opener, dialog] of [["open-new", "new-game"], ["open-open", "open-dialog"], ["open-save", "save-dialog"], ["open-settings", "settings"], ["open-help", "help"]]) {
              await page.click(`#${opener}`);
              await check(dialog);
              await page.keyboard.press("Escape");
            }
            await page.click("#open-setup");
            await check("setup");
            await page.click("#setup-cancel");
            await page.click("#use-review");
            await check("review");
            await page.click("#use-play");
            await check("play");
          },
          { dark },
        );
      }
    });
  });
}
