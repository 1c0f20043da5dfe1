/**
 * Which puzzles were tried in this browser, with the rating that followed.
 *
 * @typedef {object} Try
 * @property {string} id      The puzzle.
 * @property {number} when    In milliseconds since 1970; no two tries have the same.
 * @property {boolean} solved Whether at once, without a hint.
 * @property {import("../training/glicko.js").Player} player  The person's rating afterwards.
 * @property {number} [day]   The day whose puzzle was found without help, at once or not.
 * @property {number} [run]   When the run against the clock began that it was part of.
 */

import { Database, done } from "./database.js";

const TRIES = "tries";

export class PuzzleHistory {
  /** @param {Database | null} database  `null` if the browser stores nothing: tries are kept until the page is closed. */
  constructor(database) {
    this.database = database;
    /** @type {Try[]} */
    this.kept = [];
  }

  static async open(name = "waggle-puzzles") {
    const create = (/** @type {IDBDatabase} */ database) => database.createObjectStore(TRIES, { keyPath: "when" });
    return new PuzzleHistory(await Database.open(name, 1, create).catch(() => null));
  }

  /** All tries, the first one first. @returns {Promise<Try[]>} */
  async all() {
    return this.database ? this.database.run([TRIES], "readonly", (tries) => done(tries.getAll())) : [...this.kept];
  }

  /** Adds tries that are not known. @param {Try[]} tries */
  async add(tries) {
    if (!this.database) {
      this.kept.push(...tries);
      return;
    }
    await this.database.run([TRIES], "readwrite", async (store) => {
      const known = new Set(await done(store.getAllKeys()));
      for (const one of tries) if (!known.has(one.when)) store.add(one);
    });
  }

  /** Stores what has changed about a try. @param {Try} one */
  async change(one) {
    await this.database?.run([TRIES], "readwrite", async (store) => void store.put(one));
  }
}

/** How many puzzles were solved, at once or as those of their day. @param {Try[]} tries */
export const solvedIn = (tries) => new Set(tries.filter(({ solved, day }) => solved || day !== undefined).map(({ id }) => id)).size;

/** @param {any} one @returns {one is Try} */
export const isTry = (one) =>
  typeof one?.id === "string" &&
  Number.isFinite(one.when) &&
  typeof one.solved === "boolean" &&
  [one.day ?? 0, one.run ?? 0].every(Number.isInteger) &&
  ["rating", "deviation", "volatility"].every((part) => Number.isFinite(one.player?.[part]));
