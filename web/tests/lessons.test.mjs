/** The lessons: each can be solved and failed, by the engine's rules and by clicks. */

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { LESSONS } from "../js/lessons/lessons.js";
import { de } from "../js/texts/de.js";
import { en } from "../js/texts/en.js";
import { setTexts, text } from "../js/texts/text.js";
import { NO_PROGRAM } from "./support/engines.mjs";
import { mistake, solution } from "./support/lesson_solver.mjs";
import { click, middleOf, press, putOn, waitForText, waitToHear, withEachEngine } from "./support/page.mjs";
import { startProgram } from "./support/rules.mjs";
import { ALL, looks } from "./support/shared.mjs";
import { isSound } from "./support/sound.mjs";

/**
 * @typedef {import("puppeteer-core").Page} Page
 * @typedef {import("../js/lessons/lessons.js").Lesson} Lesson
 * @typedef {import("./support/lesson_solver.mjs").Step} Step
 */

/** @type {ReturnType<typeof startProgram>} */
let program;
before(() => NO_PROGRAM || (program = startProgram()));
after(() => program?.close());

describe("by the rules", { skip: NO_PROGRAM || false }, () => {
  for (const lesson of LESSONS) {
    test(`the lesson ${lesson.id} has an answer, and a wrong one with a reason`, async () => {
      const { task } = lesson;
      const right = task.kind === "move" ? await solution(program.rules, lesson) : null;
      if (task.kind === "move") assert.equal(right?.length, task.moves, "no shorter way, and one of this length");
      const wrong = await mistake(program.rules, lesson);
      if (task.kind !== "pass") assert.match(wrong?.reason ?? "", /^lessons\.(why|way)_|^lessons\.still_/);
      for (const [language, texts] of /** @type {const} */ ([["de", de], ["en", en]])) {
        setTexts(language, texts);
        for (const part of ["title", "idea", "task"]) assert.ok(text(`lessons.${part}_${lesson.id}`).length < 250);
        if (wrong) assert.ok(text(wrong.reason, { n: 1 }));
      }
    });
  }
});

/** @param {Page} page @param {import("../js/game/position.js").Hex} hex */
async function clickHex(page, hex) {
  const { x, y } = await middleOf(page, hex);
  await page.mouse.click(x, y);
}

/** Opens a lesson by its button. @param {Page} page @param {Lesson} lesson */
async function choose(page, { id }) {
  await page.waitForSelector(`[data-lesson="${id}"]`);
  await page.$eval(`[data-lesson="${id}"]`, (entry) => /** @type {HTMLElement} */ (entry).click());
  await page.waitForSelector(`[data-lesson="${id}"][aria-current]`);
  await page.waitForFunction(() => document.querySelector("#lesson-message")?.textContent === "");
}

/** Clicks moves. @param {Page} page @param {Step[]} steps */
async function make(page, steps) {
  for (const [index, { piece, hex }] of steps.entries()) {
    await putOn(page, piece, hex.q, hex.r);
    if (index < steps.length - 1) await waitForText(page, "#lesson-message", /Black waits/);
  }
}

/** Clicks what is to be chosen, and checks it. @param {Page} page @param {Lesson} lesson @param {string[]} keys */
async function mark(page, { task }, keys) {
  for (const key of keys) {
    if (task.kind === "pieces") {
      await click(page, key);
    } else {
      const [q, r] = key.split(",").map(Number);
      await clickHex(page, { q, r });
    }
  }
  assert.equal(await page.$$eval(".marks .chosen:not(.dot)", (all) => all.length), keys.length);
  await page.click("#lesson-check");
}

const SOLVED = /^Right!$/;

withEachEngine(({ inPage, engine }) => {
  test("each lesson is failed and solved by clicks", { skip: NO_PROGRAM || !ALL }, async () => {
    await inPage("#learn", async (page) => {
      for (const lesson of LESSONS) {
        await choose(page, lesson);
        const wrong = await mistake(program.rules, lesson);
        if (wrong) {
          if (wrong.chosen) await mark(page, lesson, wrong.chosen);
          else await make(page, wrong.steps ?? []);
          await page.waitForSelector("#lesson-message.blunder");
          const told = await page.$eval("#lesson-message", (line) => line.textContent);
          assert.ok([1, 2, 3, 4, 5, 6].some((n) => text(wrong.reason, { n }) === told), `${lesson.id}: ${told}`);
          assert.equal(await page.$(`[data-lesson="${lesson.id}"].solved`), null);
          await choose(page, lesson);
        }
        const { task } = lesson;
        if (task.kind === "move") await make(page, (await solution(program.rules, lesson)) ?? []);
        else if (task.kind === "pass") await page.click("#lesson-pass");
        else {
          const { LessonAttempt } = await import("../js/lessons/lesson_attempt.js");
          const attempt = new LessonAttempt(program.rules, lesson);
          await attempt.begin();
          await mark(page, lesson, [...attempt.answer]);
        }
        await waitForText(page, "#lesson-message", SOLVED).catch(() => assert.fail(`${lesson.id} is not solved (${engine.name})`));
      }
      assert.match(await page.$eval("#lessons-count", (line) => line.textContent ?? ""), new RegExp(`^${LESSONS.length} of ${LESSONS.length} `));
      await page.reload();
      await page.waitForFunction((count) => document.querySelectorAll("#lessons .solved").length === count, {}, LESSONS.length);
    });
  });

  test("lessons are solved with the keyboard and heard", async () => {
    await inPage("#learn", async (page) => {
      await choose(page, LESSONS[0]);
      await page.focus(".area");
      await press(page, "Enter", "s", "Enter", "Enter");
      await waitForText(page, "#lesson-message", SOLVED);
      await page.focus("#lesson-next");
      await press(page, "Enter");
      await waitToHear(page, /Mark every place/);
      assert.equal(await page.$(".ground .target"), null, "no place looks as if it were the answer");
      await page.click("#lesson-check");
      await waitForText(page, "#lesson-message", /^Nothing is marked yet\.$/);
      const pieces = LESSONS.find(({ task }) => task.kind === "pieces") ?? LESSONS[0];
      await choose(page, pieces);
      await page.focus(".area");
      await press(page, "Enter", "a");
      await waitToHear(page, /^white Ant 1$/);
      await press(page, "Enter");
      await waitToHear(page, /white Ant 1, chosen/);
      await press(page, "g", "Enter");
      await page.focus("#lesson-check");
      await press(page, "Enter");
      await waitForText(page, "#lesson-message", SOLVED);
    });
  });

  test("lessons are sound on every screen", { skip: !ALL }, async () => {
    for (const [at, look] of looks({ width: 360, height: 800, mobile: true }, { width: 1280, height: 800 }).entries()) {
      await inPage("#learn", async (page) => {
        for (const index of at % 2 ? [7] : [1, 23]) {
          await choose(page, LESSONS[index]);
          await isSound(page);
        }
      }, look);
    }
  });
});
