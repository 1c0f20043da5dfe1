/** The first game and its coach. */

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { Coach, yourSentence } from "../js/lessons/coach.js";
import { PlayedGame } from "../js/play/played_game.js";
import { text } from "../js/texts/text.js";
import { waitForChoices } from "./support/browser.mjs";
import { NO_PROGRAM } from "./support/engines.mjs";
import { click, place, resign, waitForText, withEachEngine } from "./support/page.mjs";
import { startProgram } from "./support/rules.mjs";
import { ALL } from "./support/shared.mjs";
import { isSound } from "./support/sound.mjs";
import { clickToTheEnd } from "./support/whole_game.mjs";

describe("what the coach says", { skip: NO_PROGRAM || false }, () => {
  /** @type {ReturnType<typeof startProgram>} */
  let program;
  before(() => (program = startProgram()));
  after(() => program?.close());

  for (const [start, move, key] of /** @type {[string, string, string | null][]} */ ([
    ["Base;White[6] wQ@0,0 wA1@-1,0 wS1@1,0 bQ@2,0 bA1@3,0", "wA1 \\bQ", "lessons.coach_closes"],
    ["Base;White[6] wQ@0,0 bA1@1,0 bS1@0,1 wA1@-1,0 bQ@2,0 bG1@-1,1 wB1@-2,0", "wB1 \\wA1", null],
    ["Base;White[6] wQ@0,0 bA1@1,0 bS1@0,1 wA1@-2,0 bQ@2,0 bG1@-1,1 wB1@-2,1", "wA1 -wQ", "lessons.coach_closes_own"],
    ["Base;White[6] wQ@0,0 wS1@1,0 bQ@2,0 bA1@3,0 wA1@-1,0", "wA1 bA1-", "lessons.coach_pins_mine"],
  ])) {
    test(`of the person's ${move} it says ${key ?? "nothing"}`, async () => {
      const [before, after] = await Promise.all([[], [move]].map((line) => program.rules.positionAfter(start, line)));
      const told = yourSentence(before, after, after);
      if (!key) assert.equal(told, "");
      else assert.ok([1, 2, 3, 4, 5].some((n) => text(key, { n, bug: "X" }).split("X").every((part) => told.includes(part))), told);
    });
  }

  test("what an answer has changed is told no more", async () => {
    const line = ["wA1 \\bQ", "bS1 bQ\\"];
    const at = (/** @type {number} */ plies) => program.rules.positionAfter("Base;White[6] wQ@0,0 wA1@-1,0 wS1@1,0 bQ@2,0 bA1@3,0", line.slice(0, plies));
    const [before, after, now] = await Promise.all([0, 1, 2].map(at));
    assert.deepEqual([after, now].map((one) => yourSentence(before, after, one) === ""), [false, true]);
  });

  test("a Queen about to be closed in is told of once, and whether the next move can do it", async () => {
    const coach = Object.assign(Object.create(Coach.prototype), { rules: program.rules, said: { about: "", warned: false } });
    const closing = "Base;White[8] wQ@0,0 bS1@1,0 bB1@0,1 wA1@-1,1 bG1@0,-1 bA1@1,-1 bQ@2,-1 bA2@2,0 wS1@1,1";
    const position = await program.rules.positionAfter(closing, []);
    assert.equal(await coach.warning(position), text("lessons.coach_threat"));
    assert.equal(await coach.warning(position), text("lessons.coach_threat"), "while the position stays");
    const later = await program.rules.positionAfter(closing, ["wS2 wS1\\", "bS2 bQ/"]);
    assert.equal(await coach.warning(later), "");
    const freed = await program.rules.positionAfter(closing, ["wA1 wS1\\", "bS2 bQ/"]);
    assert.equal(await coach.warning(freed), "");
    assert.equal(await coach.warning(position), text("lessons.coach_threat"), "when it has come to that again");
  });
});

test("who has won reads so", () => {
  const result = (/** @type {object} */ game) => Object.assign(Object.create(PlayedGame.prototype), game).result;
  const terms = { human: "White" };
  assert.equal(result({ ending: "game.white_wins", winner: "White", terms }), text("play.you_win"));
  assert.equal(result({ ending: "game.black_wins", winner: "Black", terms }), text("play.you_lose"));
  assert.equal(result({ ending: "game.black_wins", winner: "Black", terms: { ...terms, forTwo: true } }), text("game.black_wins"));
});

/** Begins the first game, as soon as the list of lessons is there. @param {import("./support/page.mjs").Page} page */
const beginFirstGame = async (page) => {
  const button = await page.waitForSelector(".first-game");
  await button?.evaluate((element) => /** @type {HTMLElement} */ (element).click());
};

withEachEngine(({ inPage }) => {
  test("the first game is clicked to its end, and the coach explains it", { skip: !ALL }, async () => {
    await inPage("#learn", async (page) => {
      await beginFirstGame(page);
      await clickToTheEnd(page, 60);
      const ends = ["won", "lost", "drawn", "resigned"].map((end) => text(`lessons.coach_${end}`));
      await page.waitForFunction((known) => known.includes(document.querySelector("#coach")?.textContent ?? ""), {}, ends);
    });
  });

  test("the first game is coached, a move is taken back, and its end is told", async () => {
    await inPage("#learn", async (page) => {
      await beginFirstGame(page);
      await waitForText(page, "#coach", /^Begin with any bug but the Queen/);
      await waitForChoices(page, 0);
      for (const [ply, piece, name] of /** @type {[number, string, RegExp][]} */ ([[0, "wA1", /^Ant$/], [2, "wQ", /^Queen$/]])) {
        await click(page, piece);
        await waitForText(page, ".tag:not([hidden])", name);
        await click(page, piece);
        await place(page, piece);
        await waitForChoices(page, ply + 2);
        await waitForText(page, "#coach", /^$/);
      }
      await isSound(page);
      await page.click("#play-game [data-act=take_back]");
      await waitForChoices(page, 2);
      await page.reload();
      await waitForChoices(page, 2);
      await resign(page);
      await waitForText(page, "#coach", /You have given up/);
      const [moment, words] = await page.$$eval("#coach, #moment", (all) => all.map((one) => one.getBoundingClientRect().toJSON()));
      assert.ok(words.height === 0 && moment.height > 0, "the large letters stand in the place of the sentence");
      await page.waitForFunction(() => document.querySelector("#coach")?.checkVisibility() && !document.querySelector("#moment")?.checkVisibility());
    });
  });
});
