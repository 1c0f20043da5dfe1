/**
 * A clock for each side, of which one runs. Fires `tick` while it runs, and `flag` when the running side is out of time.
 *
 * @import { Player } from "../game/position.js"
 * @typedef {{ base: number, increment: number }} Pace  Seconds: for the game, and added after each move.
 * @typedef {{ White: number, Black: number }} Times  Milliseconds.
 */

import { decimal } from "../texts/text.js";

/** How often the times shown change, in milliseconds. */
const TICK = 100;

/** What an engine is told of a clock with so many milliseconds left: limits of `bestmove`. @param {number} left @param {Pace} pace */
export function clockLimit(left, { increment }) {
  return `clock ${(left / 1000).toFixed(3)} ${increment}`;
}

/** A time as a clock shows it; tenths in the last twenty seconds. @param {number} milliseconds */
export function clockWords(milliseconds) {
  const tenths = Math.ceil(Math.max(0, milliseconds) / 100);
  const isShort = tenths < 200;
  const seconds = isShort ? Math.floor(tenths / 10) : Math.ceil(tenths / 10);
  const words = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  return isShort ? `${words}${decimal((tenths % 10) / 10, 1).slice(1)}` : words;
}

export class GameClock extends EventTarget {
  /** @param {Pace} pace @param {Times} [left]  Of a game that goes on. @param {() => number} [now] */
  constructor(pace, left, now = () => performance.now()) {
    super();
    this.pace = pace;
    this.now = now;
    /** What was left when the running clock was started. @type {Times} */
    this.kept = left ? { ...left } : { White: pace.base * 1000, Black: pace.base * 1000 };
    /** @type {Player | null} */
    this.running = null;
    this.since = 0;
    /** @type {ReturnType<typeof setInterval> | undefined} */
    this.timer = undefined;
  }

  /** What a side has left, in milliseconds. @param {Player} side */
  left(side) {
    return Math.max(0, this.kept[side] - (side === this.running ? this.now() - this.since : 0));
  }

  /** What both have left. @returns {Times} */
  get times() {
    return { White: this.left("White"), Black: this.left("Black") };
  }

  /** It is this side's turn. The other side, if its clock was running, has moved. @param {Player} side */
  turn(side) {
    const before = this.running;
    if (before === side) return;
    this.stop();
    if (before) this.kept[before] += this.pace.increment * 1000;
    this.running = side;
    this.since = this.now();
    this.timer = setInterval(() => this.tick(), TICK);
    this.tick();
  }

  /** Stops both clocks. */
  stop() {
    this.kept = this.times;
    this.running = null;
    clearInterval(this.timer);
  }

  tick() {
    const { running } = this;
    this.dispatchEvent(new Event("tick"));
    if (!running || this.left(running) > 0) return;
    this.stop();
    this.dispatchEvent(new CustomEvent("flag", { detail: running }));
  }
}
