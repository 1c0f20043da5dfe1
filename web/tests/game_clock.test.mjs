/** The clocks of a game, with a time of the test's own. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { GameClock, clockLimit, clockWords } from "../js/play/game_clock.js";

/** A clock of ten seconds with two more a move, and what makes time pass. */
function clockAtTen() {
  let now = 0;
  const clock = new GameClock({ base: 10, increment: 2 }, undefined, () => now);
  /** @type {string[]} */
  const flags = [];
  clock.addEventListener("flag", (event) => flags.push(/** @type {CustomEvent<string>} */ (event).detail));
  const pass = (/** @type {number} */ seconds) => {
    now += seconds * 1000;
    if (clock.running) clock.tick();
  };
  return { clock, flags, pass };
}

test("a move costs its time and earns the increment", () => {
  const { clock, pass } = clockAtTen();
  clock.turn("White");
  pass(3);
  assert.deepEqual(clock.times, { White: 7000, Black: 10_000 });
  clock.turn("Black");
  pass(1);
  assert.deepEqual(clock.times, { White: 9000, Black: 9000 });
  clock.turn("Black");
  clock.stop();
  pass(60);
  assert.deepEqual(clock.times, { White: 9000, Black: 9000 }, "stopped, without an increment");
  const later = new GameClock(clock.pace, clock.times);
  assert.deepEqual(later.times, clock.times);
});

test("a side out of time loses once", () => {
  const { clock, flags, pass } = clockAtTen();
  clock.turn("White");
  pass(9.9);
  assert.deepEqual(flags, []);
  pass(0.1);
  pass(5);
  assert.deepEqual(flags, ["White"]);
  assert.deepEqual(clock.times, { White: 0, Black: 10_000 });
  assert.equal(clock.running, null);
});

test("the engine is told what it has left, in seconds", () => {
  assert.equal(clockLimit(179_999.6, { base: 180, increment: 2 }), "clock 180.000 2");
  assert.equal(clockLimit(1234.5, { base: 180, increment: 0.5 }), "clock 1.234 0.5");
});

test("clocks show minutes and seconds, and tenths at the end", () => {
  assert.deepEqual([600_000, 61_001, 59_000, 19_940, 0].map(clockWords), ["10:00", "1:02", "0:59", "0:20", "0:00.0"]);
});
