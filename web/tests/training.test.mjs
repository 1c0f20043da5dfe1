/** The puzzles of the page: solved, missed, kept, and chosen near the person's rating. */

import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { after, before, test } from "node:test";
import { gzipSync } from "node:zlib";
import { destinationOf } from "../js/game/destination.js";
import { moveWords } from "../js/game/move_words.js";
import { pieceWords } from "../js/game/position.js";
import { NEWCOMER, after as ratedAfter } from "../js/training/glicko.js";
import { DAILY_TYPES, dailyOf, daysInARow } from "../js/training/daily.js";
import { choose, streakOf } from "../js/training/puzzle_choice.js";
import { MISSES, PuzzleRun, bestRun } from "../js/training/puzzle_run.js";
import { read } from "../js/training/puzzle_set.js";
import { placeOf } from "./support/browser.mjs";
import { BUILT, NOT_IN_PAGE, NO_PROGRAM, partsOf } from "./support/engines.mjs";
import { PHONE, exportOf, importInto, inServed, middleOf, playByKeys, press, waitForText, withEachEngine } from "./support/page.mjs";
import { startProgram } from "./support/rules.mjs";
import { ALL } from "./support/shared.mjs";
import { isSound } from "./support/sound.mjs";

/** @typedef {import("puppeteer-core").Page} Page */
/** @typedef {import("../js/training/puzzle_set.js").Puzzle} Puzzle */

const FOLDER = new URL("../puzzles/", import.meta.url);
const SETS = readdirSync(FOLDER).filter((name) => name.endsWith(".tsv"));
/** @param {string} name */
const set = (name) => read(readFileSync(new URL(name, FOLDER), "utf8"));
/** Those of one type, for the browser. */
const PUZZLES = set("base.tsv");
/** The easiest whose solver moves a piece of the table, in so many moves. @param {number} moves @returns {Puzzle} */
const easy = (moves) => {
  const found = PUZZLES.find((puzzle) => puzzle.moves === moves && puzzle.solution.every((move) => puzzle.start.includes(`${move.split(" ")[0]}@`)));
  return found ?? assert.fail(`no puzzle in ${moves}`);
};

test("each set is small, and its puzzles are of its type", () => {
  assert.equal(SETS.length, 8);
  for (const name of SETS) {
    const size = gzipSync(readFileSync(new URL(name, FOLDER))).length;
    assert.ok(size < 100_000, `${name}: ${size} bytes`);
    for (const { id, type, moves, solution, themes, rating } of set(name)) {
      assert.match(id, /^[0-9a-f]{16}$/);
      assert.equal(`${type.toLowerCase().replace("+", "-")}.tsv`, name);
      assert.equal(moves, themes.includes("defend") ? 0 : Math.ceil(solution.length / 2));
      assert.ok(rating > 0, id);
    }
  }
});

test("what puzzles need is loaded in steps below 100 kB", { skip: NOT_IN_PAGE }, () => {
  const size = partsOf("puzzles_tab").reduce((sum, module) => sum + gzipSync(readFileSync(module)).length, 0);
  assert.ok(size < 100_000, `${size} bytes`);
});

test("puzzles need no connection once they were opened", { skip: NOT_IN_PAGE }, async () => {
  await inServed(BUILT, "#puzzles", async (page, served) => {
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
    await waitForText(page, "#puzzle-title", / in one move$/);
    served.close();
    await page.reload();
    await waitForText(page, "#puzzle-title", / in one move$/);
    await page.click("#puzzle-solution");
    await waitForText(page, "#puzzle-message", /^That is the solution/);
  });
});

test("ratings follow Glicko-2", () => {
  const solved = ratedAfter(NEWCOMER, 700, true);
  const missed = ratedAfter(NEWCOMER, 700, false);
  assert.ok(solved.rating > 800 && missed.rating < 600, `${solved.rating} ${missed.rating}`);
  assert.ok(Math.abs(solved.rating + missed.rating - 1400) < 1, "an even chance moves both ways alike");
  assert.ok(solved.deviation < NEWCOMER.deviation);
  let player = NEWCOMER;
  for (let tries = 0; tries < 300; tries += 1) player = ratedAfter(player, 1200, tries % 2 === 0);
  assert.ok(Math.abs(player.rating - 1200) < 60 && player.deviation < 80, JSON.stringify(player));
});

test("a newcomer begins with wins in one move; then puzzles are near the rating, new ones first", () => {
  const any = { theme: "", moves: 0 };
  /** @param {Puzzle[]} puzzles @param {boolean} solved */
  const tries = (puzzles, solved) => puzzles.map(({ id }, when) => ({ id, when, solved, player: NEWCOMER }));
  const pick = (/** @type {import("../js/library/puzzle_history.js").Try[]} */ known, rating = 700) => choose(PUZZLES, any, known, rating) ?? assert.fail();
  assert.equal(pick([]).moves, 1);
  assert.match(String(pick(tries(PUZZLES.slice(0, 4), true)).moves), /[12]/);
  const far = pick(tries(PUZZLES.slice(0, 9), true), 3000);
  assert.ok(far.rating >= PUZZLES.map(({ rating }) => rating).sort((a, b) => b - a)[13]);
  const [first, ...others] = PUZZLES;
  assert.equal(pick([...tries(others, true), ...tries([first], false)]).id, first.id);
  assert.equal(choose(PUZZLES, { theme: "none", moves: 0 }, [], 700), null);
  assert.equal(streakOf([...tries([first], false), ...tries(others.slice(0, 2), true)]), 2);
  assert.equal(streakOf([]), 0);
});

test("the puzzle of the day follows from the date, and becomes harder from Monday to Sunday", () => {
  // 28 December 2026 was a Monday.
  const monday = Date.UTC(2026, 11, 28) / 86_400_000;
  const week = [0, 1, 2, 3, 4, 5, 6].map((day) => dailyOf(PUZZLES, monday + day));
  week.slice(1).forEach(({ rating }, day) => assert.ok(rating >= week[day].rating, `${rating} after ${week[day].rating}`));
  assert.equal(dailyOf([...PUZZLES].reverse(), monday), week[0], "whatever their order in the file");
  assert.equal(new Set(Array.from({ length: 70 }, (_, day) => dailyOf(PUZZLES, monday + day).id)).size, 70);
  const solvedOn = (/** @type {number[]} */ ...days) => days.map((day) => ({ id: "", when: 0, solved: true, player: NEWCOMER, day }));
  assert.deepEqual([solvedOn(1, 2, 2, 3), solvedOn(1, 2), solvedOn(1), []].map((tries) => daysInARow(tries, 3)), [3, 2, 0, 0]);
});

test("a run becomes harder, ends with the third miss, and the best one counts", () => {
  const run = new PuzzleRun(PUZZLES, []);
  const ratings = [];
  while (!run.isOver && ratings.length < 60) {
    const puzzle = run.next() ?? assert.fail();
    assert.ok(!run.tries.some(({ id }) => id === puzzle.id), "none is asked twice");
    ratings.push(puzzle.rating);
    run.add(puzzle, { id: puzzle.id, when: ratings.length, solved: ratings.length < 30, player: NEWCOMER, run: run.began });
  }
  assert.deepEqual([run.solved, run.missed.length], [29, MISSES]);
  assert.ok(ratings[0] < 700 && ratings[28] > 1200, String(ratings));
  assert.equal(bestRun([...run.tries, { ...run.tries[0], run: 1 }]), 29);
});

/** @typedef {import("../js/game/position.js").Position} Position */

/**
 * Clicks or taps a move of a position.
 *
 * @param {Page} page @param {Position} position @param {string} move @param {{ click: (x: number, y: number) => Promise<void> }} [by]
 */
async function make(page, position, move, by = page.mouse) {
  const [piece] = move.split(" ");
  const from = await placeOf(page, piece);
  await by.click(from.x, from.y);
  await page.waitForSelector(".ground .target, .marks .target");
  const to = await middleOf(page, destinationOf(position, move) ?? assert.fail(move));
  await by.click(to.x, to.y);
}

/** Waits until the puzzle shown has been solved. @param {Page} page */
const waitForSolved = (page) => waitForText(page, "#puzzle-message.good", /^(Solved!|Gelöst!)$/);

/** @type {ReturnType<typeof startProgram>} */
let program;
before(() => NO_PROGRAM || (program = startProgram()));
after(() => program?.close());

withEachEngine(({ inPage }) => {
  for (const [moves, task, refuted] of /** @type {const} */ ([
    [2, / in 2 moves$/, /^Not in 2 moves\. The answer is .*: .*\.$/],
    [0, /: find the only move that does not lose within three moves$/, /^That loses( in [23] moves)?: the answer is .*\.$/],
  ])) test(`a wrong move${moves ? "" : " in defense"} shows what refutes it, the right ones solve, and it is kept`, { skip: NO_PROGRAM || false }, async () => {
    const puzzle = easy(moves);
    await inPage(`#puzzles/${puzzle.id}`, async (page) => {
      await waitForText(page, "#puzzle-title", task);
      const start = await program.rules.positionAfter(puzzle.start, []);
      const [right] = puzzle.solution;
      const others = start.moves.filter(({ from, move }) => from && move !== right);
      const wrong = others.find(({ move }) => move.startsWith(right.split(" ")[0])) ?? others[0];
      await make(page, start, wrong?.move ?? assert.fail());
      await waitForText(page, "#puzzle-message.blunder", refuted);
      await page.waitForSelector(".arrow.threat");
      await page.click("#puzzles .refutation .move");
      await page.waitForSelector(".area.preview");
      await waitForText(page, "#puzzle-standing", /\(−\d+\) · 0 in a row/);
      await page.click("#puzzle-again");
      for (let ply = 0; ply < puzzle.solution.length; ply += 2) {
        const moves = puzzle.solution.slice(0, ply);
        await make(page, await program.rules.positionAfter(puzzle.start, moves), puzzle.solution[ply]);
        await waitForText(page, "#puzzle-message.good", ply + 2 < puzzle.solution.length ? /What now/ : /That is the solution/);
      }
      await page.waitForSelector("#puzzles .refutation .move");
      await page.click("#puzzle-people");
      await page.waitForSelector("#puzzle-by-people .move");
      const ofPeople = await page.$$eval("#puzzle-by-people .move", (shown) => shown.map((move) => /** @type {HTMLElement} */ (move).title));
      assert.ok(ofPeople.length >= 3 && ofPeople.includes(puzzle.solution[0]), `${ofPeople}, and the solution ${puzzle.solution[0]}`);
      await page.click("#puzzle-by-people .move");
      await page.waitForSelector(".area.preview");
      const theme = await page.$eval("#puzzles .themes button", (button) => button.textContent);
      await page.click("#puzzles .themes button");
      await page.waitForFunction((words) => document.querySelector("#puzzle-theme option:checked")?.textContent === words, {}, theme);
    });
  });

  test("only the opponent's Queen escapes, and where she is thrown it is said by whom", { skip: NO_PROGRAM || false }, async () => {
    for (const [name, of, wrong, why] of /** @type {const} */ ([
      ["base-lp.tsv", "d0c371ab52086cf3", "wB2 wG1", /The answer is the black Queen beside .*: the black Pillbug throws the Queen away\.$/],
      ["base-mp.tsv", "59aaf6c8c267ba1f", "bG2 \\bM", /The answer is your Queen beside .*: she still has \d free sides?, and you come too late\.$/],
    ])) await inPage(`#puzzles/${of}`, async (page) => {
      const { start } = set(name).find(({ id }) => id === of) ?? assert.fail(of);
      await make(page, await program.rules.positionAfter(start, []), wrong);
      await waitForText(page, "#puzzle-message.blunder", why);
    });
  });

  test("puzzles are chosen, hinted at and shown with the keyboard", async () => {
    await inPage("#puzzles", async (page) => {
      await waitForText(page, "#puzzle-title", / in one move$/);
      await page.select("#puzzle-moves", "2");
      await waitForText(page, "#puzzle-title", / in 2 moves$/);
      await page.focus("#puzzle-hint");
      await press(page, "Enter");
      await waitForText(page, "#puzzle-message", /^Look at this piece: (your|the (white|black)) [A-Z][a-z]+\.$/);
      await press(page, "Enter");
      await waitForText(page, "#puzzle-message", /^The move is (your|the (white|black)) [A-Z][a-z]+ (beside|onto) (your|the (white|black)) [A-Z][a-z]+\.$/);
      await page.waitForSelector(".arrow.hint");
      await page.focus("#puzzle-solution");
      await press(page, "Enter");
      await waitForText(page, "#puzzle-message", /^That is the solution/);
      const shown = () => page.evaluate(() => location.hash);
      const before = await shown();
      assert.match(before, /^#puzzles\/[0-9a-f]{16}$/);
      await page.focus("#puzzle-next");
      await press(page, "Enter");
      await page.waitForFunction((hash) => location.hash !== hash, {}, before);
      await page.click("#use-analyse");
      await page.waitForFunction(() => location.hash.startsWith("#analyse/"));
    });
  });

  test("a run against the clock counts, ends with the third miss, and leaves the rating alone", { skip: NO_PROGRAM || false }, async () => {
    await inPage("#puzzles", async (page) => {
      await waitForText(page, "#puzzle-title", / in one move$/);
      let shown = new URL(page.url()).hash;
      await page.click("#puzzle-run");
      for (let asked = 1; asked <= 4; asked += 1) {
        await page.waitForFunction((before) => location.hash !== before && document.querySelector("#puzzle-clock"), {}, shown);
        shown = new URL(page.url()).hash;
        const puzzle = SETS.flatMap(set).find(({ id }) => shown.endsWith(id)) ?? assert.fail(shown);
        const start = await program.rules.positionAfter(puzzle.start, []);
        const wrong = start.moves.find(({ from, move }) => from && !puzzle.solution.includes(move));
        const [move] = asked === 1 ? puzzle.solution : [wrong?.move ?? assert.fail()];
        await make(page, start, move);
      }
      await waitForText(page, "#puzzle-message", /^You solved 1 puzzle\.$/);
      assert.equal(await page.$$eval("#puzzle-title ~ .acts span ~ button", (missed) => missed.length), 3);
      await page.click("#puzzle-next");
      await waitForText(page, "#puzzle-standing", /^Your rating: 700 · 0 in a row · 1 solved/);
      await isSound(page);
    });
  });

  const ofTheDay = "the puzzle of the day is on the first screen, ticked once found, and exported with the games";
  test(ofTheDay, { skip: NO_PROGRAM || false }, async () => {
    let file = "";
    await inPage("", async (page) => {
      const daily = await page.waitForSelector("#home-daily [data-puzzle]");
      const id = await daily?.evaluate((card) => /** @type {HTMLElement} */ (card).dataset.puzzle);
      assert.equal(await page.$$eval("#home-daily [data-puzzle]", (all) => all.length), 1, "an expansion is nothing to begin with");
      const puzzle = PUZZLES.find((one) => one.id === id) ?? assert.fail(id);
      await page.click(`#home-daily [data-puzzle="${id}"]`);
      await waitForText(page, "#puzzles", /Puzzle of the day/);
      for (let ply = 0; ply < puzzle.solution.length; ply += 2) {
        await page.$eval("#puzzle-message", (message) => message.replaceChildren());
        await make(page, await program.rules.positionAfter(puzzle.start, puzzle.solution.slice(0, ply)), puzzle.solution[ply]);
        if (ply + 2 < puzzle.solution.length) await waitForText(page, "#puzzle-message", /What now/);
      }
      await waitForText(page, "#puzzle-days", /^Solved today/);
      const copied = page.evaluate(() => new Promise((resolve) => {
        Object.defineProperty(navigator, "clipboard", { value: { writeText: async (/** @type {string} */ words) => resolve(words) } });
      }));
      await page.click("#puzzle-result");
      const squares = puzzle.solution.filter((_, ply) => ply % 2 === 0).map(() => "\u{1f7e9}").join("");
      assert.match(String(await copied), new RegExp(`^Waggle · .*\\d · Base\n${squares}\nPuzzle of the day: 1 day in a row($|\nhttp.*#puzzles/${id}$)`));
      await page.click("#use-home");
      await page.waitForSelector(`#home-daily [data-puzzle="${id}"] .solved`);
      assert.equal(await page.$$eval("#home-daily [data-puzzle]", (all) => all.length), DAILY_TYPES.length);
      await waitForText(page, "#home-done", /1 puzzle solved.*1 day in a row/);
      await isSound(page);
      file = await exportOf(page);
    });
    await inPage("#puzzles", async (page) => {
      await waitForText(page, "#puzzle-standing", / 0 solved/);
      await importInto(page, file);
      await page.reload();
      await waitForText(page, "#puzzle-standing", / 1 in a row · 1 solved/);
    });
  });

  test("a link leads to a puzzle, which is solved by touch and by keys", { skip: NO_PROGRAM || false }, async () => {
    const puzzle = easy(1);
    const [move] = puzzle.solution;
    const position = await program.rules.positionAfter(puzzle.start, []);
    await inPage(
      `#puzzles/${puzzle.id}`,
      async (page) => {
        await page.waitForFunction((id) => location.hash.includes(id), {}, puzzle.id);
        await waitForText(page, "#puzzle-title", / in one move$/);
        await make(page, position, move, { click: (x, y) => page.touchscreen.tap(x, y) });
        await waitForSolved(page);
      },
      { ...PHONE, dark: true },
    );
    await inPage(`#puzzles/${puzzle.id}`, async (page) => {
      await waitForText(page, "#puzzle-title", / in one move$/);
      await playByKeys(page, pieceWords(move.split(" ")[0]), moveWords(move));
      await waitForSolved(page);
    });
  });

  test("puzzles are sound on every screen, in both languages", { skip: !ALL }, async () => {
    for (const look of [{ width: 360, height: 800, mobile: true }, { width: 1280, height: 800, dark: true }]) {
      await inPage(
        "#puzzles",
        async (page) => {
          await waitForText(page, "#puzzle-title", / in one move$/);
          await isSound(page);
          await page.click("#puzzle-hint");
          await waitForText(page, "#puzzle-message", /^Look at this piece: /);
          await page.select("#settings [name=language]", "de");
          await waitForText(page, "#puzzle-title", /^(Weiß|Schwarz) .* einem Zug/);
          await waitForText(page, "#puzzle-message", /^Sieh dir /);
          await isSound(page);
        },
        look,
      );
    }
  });
});
