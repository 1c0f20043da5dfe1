/**
 * The games kept in this browser.
 *
 * Each has its facts, which lists show and which change with each step, and its tree, which may be large. Its revision says
 * which state a tab knows: a tab never overwrites what another one has stored since.
 *
 * @import { TreeRecord } from "./tree_record.js"
 * @typedef {"White" | "Black" | "Draw" | ""} Result  Empty if it is not decided.
 *
 * @typedef {object} Facts
 * @property {string} id
 * @property {number} revision
 * @property {number} created   In milliseconds since 1970.
 * @property {number} changed
 * @property {string} type
 * @property {string} address   What a link says of the game, to find it by.
 * @property {string} white     Empty if unknown.
 * @property {string} black
 * @property {number} plies     Of the main line.
 * @property {Result} result
 * @property {boolean} isReviewed
 * @property {number} level     Of the engine that played; 0 if none did.
 * @property {string} use       The mode in which it was left.
 * @property {string[]} path    The moves to the position in which it was left.
 * @property {unknown} played   What the game against the engine needs to go on; `null` if it was none.
 *
 * @typedef {{ facts: Facts, tree: TreeRecord }} KeptGame
 */

import { Database, done } from "./database.js";
import { SolvedLessons } from "../lessons/solved_lessons.js";
import { readExport, writeExport } from "./export_file.js";
import { PuzzleHistory } from "./puzzle_history.js";

const [FACTS, TREES] = ["facts", "trees"];
const BOTH = [FACTS, TREES];

/** An identifier that no other game has. */
export const newId = () => Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join("");

/** @param {KeptGame} one @param {KeptGame} other */
const isSame = (one, other) => JSON.stringify(one.tree) === JSON.stringify(other.tree);

/** Whether another tab has stored a later state. */
export class Outdated extends Error {}

export class Library {
  /** @param {Database} database @param {PuzzleHistory} puzzles */
  constructor(database, puzzles) {
    this.database = database;
    this.puzzles = puzzles;
  }

  /** @throws if the browser stores nothing, as in private windows */
  static async open(name = "waggle") {
    const create = (/** @type {IDBDatabase} */ database) => {
      database.createObjectStore(FACTS, { keyPath: "id" }).createIndex("address", "address");
      database.createObjectStore(TREES);
    };
    return new Library(await Database.open(name, 1, create), await PuzzleHistory.open(`${name}-puzzles`));
  }

  /** All games, the one changed last first. @returns {Promise<Facts[]>} */
  async list() {
    const all = await this.database.run([FACTS], "readonly", (facts) => done(facts.getAll()));
    return all.sort((one, other) => other.changed - one.changed);
  }

  /** @param {string} id @returns {Promise<KeptGame | null>} */
  read(id) {
    return this.database.run(BOTH, "readonly", async (allFacts, trees) => {
      const [facts, tree] = await Promise.all([done(allFacts.get(id)), done(trees.get(id))]);
      return facts && tree ? { facts, tree } : null;
    });
  }

  /** The game of a link that was changed last. @param {string} address @returns {Promise<KeptGame | null>} */
  async find(address) {
    const found = await this.database.run([FACTS], "readonly", (facts) => done(facts.index("address").getAll(address)));
    const [last] = found.sort((one, other) => other.changed - one.changed);
    return last ? this.read(last.id) : null;
  }

  /**
   * Stores a game as the revision after that of its facts.
   *
   * @param {Facts} facts
   * @param {TreeRecord | null} tree  `null` if it is stored already.
   * @throws {Outdated} if another tab has stored one since
   */
  async store(facts, tree) {
    const stored = { ...facts, revision: facts.revision + 1 };
    await this.database.run(BOTH, "readwrite", async (allFacts, trees) => {
      const known = /** @type {Facts | undefined} */ (await done(allFacts.get(facts.id)));
      if ((known?.revision ?? 0) !== facts.revision) throw new Outdated();
      if (tree) trees.put(tree, facts.id);
      allFacts.put(stored);
    });
    return stored;
  }

  /** @param {string} id @returns {Promise<KeptGame | null>} What was removed. */
  async remove(id) {
    const game = await this.read(id);
    await this.database.run(BOTH, "readwrite", async (facts, trees) => {
      facts.delete(id);
      trees.delete(id);
    });
    return game;
  }

  /** Stores a game again that was removed. @param {KeptGame} game */
  restore({ facts, tree }) {
    return this.database.run(BOTH, "readwrite", async (allFacts, trees) => {
      allFacts.put(facts);
      trees.put(tree, facts.id);
    });
  }

  /**
   * Stores a game that a page left unstored. What that page stored while it was left is an earlier state of it; a state that
   * another tab has stored stays, and the game becomes one of its own.
   *
   * @param {KeptGame} game
   */
  async recover(game) {
    const { facts } = game;
    const known = await this.read(facts.id);
    const revision = known?.facts.revision ?? 0;
    if (known && isSame(known, game) && JSON.stringify(known.facts.played) === JSON.stringify(facts.played)) return;
    const isOwn = revision <= facts.revision + 1;
    await this.restore({ ...game, facts: { ...facts, ...(isOwn ? { revision: revision + 1 } : { id: newId(), revision: 1 }) } });
  }

  /** All games, the lessons solved and the puzzles tried, as the text of a file. */
  async export() {
    return writeExport(await this.all(), [...new SolvedLessons().ids], await this.puzzles.all());
  }

  /** @returns {Promise<KeptGame[]>} */
  async all() {
    const games = await Promise.all((await this.list()).map(({ id }) => this.read(id)));
    return games.filter((game) => game !== null);
  }

  /**
   * Adds the games of an export. One that is here already is not added twice, and none is overwritten: another state of a
   * game that is here becomes a game of its own.
   *
   * @param {string} text
   * @returns {Promise<{ added: number, known: number }>}
   */
  async import(text) {
    const { games, lessons, puzzles } = readExport(text);
    await this.puzzles.add(puzzles);
    const solved = new SolvedLessons();
    for (const id of lessons) solved.add(id);
    const here = new Map((await this.all()).map((game) => [game.facts.id, game]));
    let added = 0;
    for (const game of games) {
      const known = here.get(game.facts.id);
      if (known && isSame(known, game)) continue;
      await this.restore(known ? { ...game, facts: { ...game.facts, id: newId() } } : game);
      added += 1;
    }
    return { added, known: games.length - added };
  }
}
