/**
 * The pictures of a tour in about a minute: a game against level 3, its review, and two lessons.
 *
 *     node web/pictures/tour.mjs FOLDER      writes pictures, and a list of them for img2webp
 */

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { centerOf } from "../js/board/geometry.js";
import { LESSONS } from "../js/lessons/lessons.js";
import { launch, open, placeOf, plyOf, settle } from "../tests/support/browser.mjs";
import { ENGINES } from "../tests/support/engines.mjs";
import { solution } from "../tests/support/lesson_solver.mjs";
import { listed } from "../tests/support/page.mjs";
import { startProgram } from "../tests/support/rules.mjs";

const folder = process.argv[2] ?? ".";
const SHOWN = ["beetle", "win"];
/** The most turns of the game, so that the tour ends. */
const TURNS = 30;

const engine = ENGINES.find(({ missing }) => !missing);
if (!engine) throw new Error("neither the page nor the program has been built");
const served = await engine.start();
const program = startProgram();
const browser = await launch();
const { page } = await open(browser, served.address);
// Laid out as on a desk, and drawn smaller.
await page.setViewport({ width: 1280, height: 800, deviceScaleFactor: 0.75 });
// Who plays errs, too, so that there is something to review.
await program.client.ask("options set Level 9");

/** @type {string[]} */
const frames = [];

/** Takes a picture that is shown for so many milliseconds. @param {number} time */
async function frame(time) {
  await settle(page);
  const path = join(folder, `${String(frames.length).padStart(4, "0")}.png`);
  await page.screenshot({ path: /** @type {`${string}.png`} */ (path) });
  frames.push(`-d ${time} ${path}`);
}

/** Clicks a hex of the board. @param {{ q: number, r: number }} hex */
async function clickHex(hex) {
  const { x, y } = await page.evaluate(({ x, y }) => {
    const matrix = /** @type {SVGSVGElement} */ (document.querySelector(".area svg")).getScreenCTM();
    const point = new DOMPoint(x, y).matrixTransform(matrix ?? undefined);
    return { x: point.x, y: point.y };
  }, centerOf(hex, false));
  await page.mouse.click(x, y);
}

/** Picks a piece up and puts it down, with a picture of where it could go. @param {string} piece @param {{ q: number, r: number }} hex */
async function move(piece, hex) {
  const { x, y } = await placeOf(page, piece);
  await page.mouse.click(x, y);
  await page.waitForSelector(".ground .target, .marks .target");
  await frame(500);
  await clickHex(hex);
}

async function game() {
  await page.click("#home-play");
  await page.waitForSelector("#play-terms button.main");
  await page.select("#play-terms [name=type]", "Base+MLP");
  await page.$eval("#play-terms input[name=level]", (level) => {
    /** @type {HTMLInputElement} */ (level).value = "3";
    level.dispatchEvent(new Event("input"));
  });
  await frame(1500);
  await page.click("#play-terms button.main");
  for (let turn = 0; turn < TURNS && !(await page.$("#play-game .state.over")); turn += 1) {
    await page.waitForFunction(() => {
      const mayMove = document.querySelector(".pile.pickable, .marks .pickable") && !document.querySelector(".thinking");
      return mayMove || document.querySelector("#play-game .state.over");
    });
    if (await page.$("#play-game .state.over")) return;
    await frame(800);
    const moves = (await listed(page)).map((text) => text ?? "");
    const [best] = await program.rules.askAbout("Base+MLP", moves, "bestmove");
    const [position] = await program.rules.askAbout("Base+MLP", moves, "position");
    const { piece, to } = JSON.parse(position).moves.find((/** @type {{ move: string }} */ one) => one.move === best);
    const ply = await plyOf(page);
    await move(piece, to);
    await page.waitForFunction((before) => Number(document.querySelector("#where")?.textContent?.split("/")[0]) > before, {}, ply);
  }
}

async function review() {
  if (!(await page.$("#play-game .state.over"))) {
    await page.click("#play-game button[data-act=resign]");
    await page.click("#resign button[value=yes]");
    await page.waitForSelector("#play-game .state.over");
  }
  await page.click("#play-game button[data-act=review]");
  await page.waitForSelector("#review-running", { visible: true });
  await frame(1200);
  await page.waitForSelector("#review-running", { hidden: true, timeout: 300_000 });
  await page.waitForSelector(".players");
  await frame(2500);
  for (let marks = 0; marks < 5; marks += 1) {
    await page.click("#next-mark");
    await page.waitForSelector("#said .line");
    await frame(3300);
  }
}

async function lessons() {
  await page.click("#use-home");
  await page.waitForSelector("#home-learn", { visible: true });
  await page.click("#home-learn");
  for (const lesson of LESSONS.filter(({ id }) => SHOWN.includes(id))) {
    await page.waitForSelector(`[data-lesson="${lesson.id}"]`);
    await page.$eval(`[data-lesson="${lesson.id}"]`, (entry) => /** @type {HTMLElement} */ (entry).click());
    await page.waitForSelector(`[data-lesson="${lesson.id}"][aria-current]`);
    await frame(3000);
    for (const { piece, hex } of (await solution(program.rules, lesson)) ?? []) {
      await move(piece, hex);
      await page.waitForFunction(() => document.querySelector("#lesson-message")?.textContent);
      await frame(1500);
    }
  }
}

await frame(1500);
await game();
await frame(3000);
await review();
await lessons();
writeFileSync(join(folder, "frames"), frames.join("\n"));
await browser.close();
program.close();
served.close();
