/** The page with each engine: analysis, and what holds for all of it. */

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { test } from "node:test";
import { waitForChoices, waitForPly } from "./support/browser.mjs";
import { PROGRAM } from "./support/engines.mjs";
import { DIALOGS, LONG, PHONE, addressOf, begin, play, waitForText, waitToHear, withEachEngine } from "./support/page.mjs";
import { ALL } from "./support/shared.mjs";
import { complaints } from "./support/sound.mjs";

/** The depth at which analyses are compared: it does not take long in any build. */
const DEPTH = 4;

withEachEngine(({ engine, inPage }) => {
  test("analysis with three lines agrees with waggle analyze", { skip: PROGRAM ? false : "no program" }, async () => {
    await inPage(`#analyse/${addressOf(LONG)}@30`, async (page) => {
      await page.select("#line-count", "3");
      // Keeps what is shown at the depth that is compared, however soon a deeper one follows.
      await page.evaluate((wanted) => {
        const keep = () => {
          const depth = Number(/depth (\d+)/.exec(document.querySelector("#figures")?.textContent ?? "")?.[1]);
          const lines = [...document.querySelectorAll("#lines li")].map((line) => ({
            score: line.querySelector(".chip")?.getAttribute("title"),
            moves: [...line.querySelectorAll("button.move")].map((move) => move.getAttribute("title") ?? ""),
          }));
          if (depth === wanted && lines.length === 3) Object.assign(globalThis, { kept: lines });
        };
        new MutationObserver(keep).observe(/** @type {Node} */ (document.querySelector(".engine")), { subtree: true, childList: true, characterData: true });
      }, DEPTH);
      await page.click(".switch");
      await page.waitForFunction("globalThis.kept");
      await page.click(".switch");
      const lines = /** @type {{ score: string, moves: string[] }[]} */ (await page.evaluate("globalThis.kept"));
      await page.click("#open-save");
      const shown = await page.$eval("#save-text", (field) => /** @type {HTMLInputElement} */ (field).value);
      const told = execFileSync(/** @type {string} */ (PROGRAM), ["analyze", shown, "--depth", String(DEPTH), "--lines", "3", "--threads", "1", "--json"], {
        encoding: "utf8",
      });
      const result = JSON.parse(told.trim().split("\n").at(-1) ?? "");
      assert.deepEqual(lines[0].moves, result.lines[0].moves.slice(0, 10));
      assert.equal(lines[0].score?.replace(/[^\d.]/g, ""), result.lines[0].score.words.replace(/[^\d.]/g, ""));
    });
  });

  test("lines are played on the board while the mouse is on them, and questions are answered", async () => {
    await inPage(`#analyse/${addressOf(LONG)}@40`, async (page) => {
      await page.click(".switch");
      await page.waitForSelector("#lines button");
      await page.click(".switch");
      await page.hover("#lines button");
      await page.waitForSelector(".area.preview");
      await page.mouse.move(5, 5);
      await page.waitForSelector(".area:not(.preview)");
      await page.click("#lines .unfold");
      await page.hover("#lines .move:last-of-type");
      await page.waitForSelector(".area.preview");
      await page.click("#explain");
      await page.waitForSelector("#facts table td");
      await page.click("#threat");
      await page.waitForFunction(() => /would play/.test(document.querySelector("#facts")?.textContent ?? ""));
      assert.ok(await page.$(".arrow.threat"));
    });
  });

  test("a forced win is found and played", async () => {
    await inPage(`#analyse/${addressOf(LONG)}`, async (page) => {
      await page.click("#solve");
      await page.waitForFunction(() => /surrounds in 2 moves: proven/.test(document.querySelector("#facts")?.textContent ?? ""));
      await page.click("#facts .line .move:last-child");
      await page.waitForFunction(() => /White wins/.test(document.querySelector("#state")?.textContent ?? ""));
    });
  });

  test(`axe finds nothing in any use and theme${engine.isInPage ? "" : ", on a phone"}`, { skip: !ALL }, async () => {
    const size = engine.isInPage ? {} : PHONE;
    for (const dark of [false, true]) {
      await inPage(
        `#analyse/${addressOf(LONG)}@40`,
        async (page) => {
          const check = async (/** @type {string} */ where, part = "html") =>
            assert.deepEqual(await complaints(page, part), [], `${where}, ${dark ? "dark" : "light"}`);
          await page.click(".switch");
          await page.waitForSelector("#lines button");
          await page.click(".switch");
          await page.click("#explain");
          await page.waitForSelector("#facts table td");
          await check("analyse");
          for (const [opener, dialog] of DIALOGS) {
            if (!engine.isInPage) await page.click("#menu");
            await page.click(`#${opener}`);
            await check(dialog, `#${dialog}`);
            await page.keyboard.press("Escape");
          }
          if (!engine.isInPage) await page.click("#menu");
          await page.click("#open-setup");
          await page.waitForSelector("#setup-done:enabled");
          await check("setup");
          await page.click("#setup-cancel");
          await page.click("#use-review");
          await check("review");
          await page.click("#use-play");
          await check("play");
          await begin(page, 0);
          await check("a game");
          await page.click("#play-game [data-act=resign]");
          await check("resign", "#resign");
          await page.click("#resign button[value=yes]");
          await page.waitForSelector("#play-game .state.over");
          await check("the end of a game");
        },
        { dark, ...size },
      );
    }
  });

  test("one to five lines are shown with arrows, and the score is said", async () => {
    await inPage(`#analyse/${addressOf(LONG)}@30`, async (page) => {
      assert.match(await page.$eval(".bar", (bar) => bar.getAttribute("aria-label") ?? ""), /unknown/);
      assert.ok(await page.$(".bar.off"), "it says nothing while nothing is known");
      await page.click(".switch");
      for (const count of ALL ? [1, 2, 3, 4, 5] : [1, 5]) {
        await page.select("#line-count", String(count));
        await page.waitForFunction((wanted) => document.querySelectorAll("#lines li").length === wanted, { polling: 50 }, count);
        assert.equal(await page.$$eval(".arrow.best", (arrows) => arrows.length), count);
        // At one moment: arrows are drawn anew all the time.
        const outside = await page.evaluate(() => {
          const boxes = (/** @type {string} */ selector) => [...document.querySelectorAll(selector)].map((element) => element.getBoundingClientRect().toJSON());
          const [area] = boxes(".area svg");
          return boxes(".arrow.best").filter(
            ({ left, right, top, bottom }) => left < area.left || right > area.right || top < area.top || bottom > area.bottom,
          );
        });
        assert.deepEqual(outside, [], `of ${count} arrows some are cut off`);
      }
      await waitToHear(page, /, depth \d+\. Best: [wb]/);
      await waitForText(page, "#figures", /^depth \d+ · .* positions · .*\/s$/);
      assert.match(await page.$eval("#score-words", (words) => words.textContent ?? ""), /White|Black|even/i);
      assert.match(await page.$eval(".bar", (bar) => bar.getAttribute("aria-label") ?? ""), /^Winning chances: .*\d/);
      await page.click(".switch");
      await waitForText(page, "#figures", /positions/);
      const figures = await page.$eval("#figures", (line) => line.textContent);
      await new Promise((resolve) => setTimeout(resolve, 700));
      assert.equal(await page.$eval("#figures", (line) => line.textContent), figures, "it has stopped");
    });
  });

  test("score, depth and speed are read in full on a phone, and a hand is one row", async () => {
    await inPage(
      `#analyse/${addressOf(LONG)}@30`,
      async (page) => {
        await page.click(".switch");
        await waitForText(page, "#figures", /\/s$/);
        for (const words of ["#figures", "#score-words"]) assert.ok(await page.$eval(words, (line) => line.scrollWidth <= line.clientWidth), words);
        await page.click("#menu");
        await page.click("#open-new");
        await page.click("#new-start");
        await waitForChoices(page, 0);
        await play(page, "wA1");
        const rows = await page.$$eval(".hand", (hands) =>
          hands.map((hand) => new Set([...hand.querySelectorAll(".pile")].map((pile) => pile.getBoundingClientRect().top)).size),
        );
        assert.deepEqual(rows, [1, 1]);
      },
      PHONE,
    );
  });

  test("a new position stops the analysis of another within 100 ms", async () => {
    await inPage(`#analyse/${addressOf(LONG)}@12`, async (page) => {
      // From the key to the end of the worker, or to the end of the answer of whoever is told to stop.
      await page.evaluate(() => {
        /** @type {number[]} */
        const took = [];
        // How long the machine takes meanwhile to bring a request to another process, and its answer back.
        /** @type {number[]} */
        const answered = [];
        let pressed = 0;
        Object.assign(globalThis, { took, answered });
        document.addEventListener("keydown", () => {
          const begun = (pressed = performance.now());
          fetch(location.pathname, { cache: "no-store" }).then(() => answered.push(performance.now() - begun));
        }, true);
        const stopped = () => pressed && took.push(performance.now() - pressed) && (pressed = 0);
        const { terminate } = Worker.prototype;
        Worker.prototype.terminate = function () {
          terminate.call(this);
          stopped();
        };
        const { send } = WebSocket.prototype;
        WebSocket.prototype.send = function (line) {
          const hear = (/** @type {MessageEvent} */ { data }) => {
            if (!/(^|\n)ok\n?$/.test(String(data))) return;
            this.removeEventListener("message", hear);
            stopped();
          };
          if (line === "stop") this.addEventListener("message", hear);
          send.call(this, line);
        };
      });
      await page.click(".switch");
      for (let steps = 0; steps < 5; steps += 1) {
        await waitForText(page, "#figures", /depth ([4-9]|\d\d)/);
        await page.keyboard.press("ArrowRight");
        await waitForPly(page, 13 + steps);
      }
      await page.waitForFunction("globalThis.took.length >= 5 && globalThis.answered.length >= 5");
      const { took, answered } = /** @type {Record<string, number[]>} */ (await page.evaluate("({ took, answered })"));
      // The median, without what a busy machine adds to everything.
      const own = took.slice(0, 5).map((time, index) => time - answered[index]);
      assert.ok(own.sort((one, other) => one - other)[2] < 100, `${took.join(", ")}; answers after ${answered.join(", ")}`);
    });
  });

  test("the engine in a browser searches the same nodes as the program", { skip: !engine.isInPage || !PROGRAM }, async () => {
    await inPage("", async (page) => {
      const nodes = await page.evaluate(async () => {
        const engine = await import(new URL("engine/engine.js", location.href).href);
        await engine.default();
        return engine.bench(5);
      });
      const told = execFileSync(/** @type {string} */ (PROGRAM), ["bench", "--depth", "5"], { encoding: "utf8" });
      assert.equal(String(nodes), /^Bench: (\d+)$/m.exec(told)?.[1]);
    });
  });
});
