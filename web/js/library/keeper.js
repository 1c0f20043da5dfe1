/**
 * Keeps the game on the screen: stores it after each change, and opens kept games where they were left.
 *
 * @import { Study } from "../game/study.js"
 * @import { GameTree } from "../game/tree.js"
 * @import { PlayedGame } from "../play/played_game.js"
 * @import { KeptGame, Library } from "./library.js"
 */

import { writeAddress } from "../game/address.js";
import { splitGameString } from "../game/game_string.js";
import { reasonOf } from "../game/refusal.js";
import { Outdated, newId } from "./library.js";
import { resultOf } from "./result.js";
import { nodeAfter, recordOf, treeOf } from "./tree_record.js";
import { forgetUnstored, leaveUnstored } from "./unstored.js";

/** Nothing has been stored yet. */
const NOTHING = { id: "", changed: 0, tree: "", lasting: "", place: "" };

export class Keeper {
  /**
   * @param {Study} study
   * @param {PlayedGame} game
   * @param {Library | null} library  `null` if the browser stores nothing.
   * @param {{ copied: () => void, failed: (reason: string) => void }} tell  The game became a copy because another tab changed it; it cannot be stored.
   */
  constructor(study, game, library, tell) {
    this.study = study;
    this.game = game;
    this.library = library;
    this.told = tell;
    /** Which kept game each tree is. @type {WeakMap<GameTree, string>} */
    this.ids = new WeakMap();
    /** The states that this tab knows. @type {Map<string, { revision: number, created: number }>} */
    this.known = new Map();
    /** What was stored last. */
    this.stored = NOTHING;
    /** @type {Promise<void>} */
    this.last = Promise.resolve();
    this.isWaiting = false;
    study.on(["tree", "position", "use", "words"], () => this.later());
    game.addEventListener("change", () => this.later());
    addEventListener("pagehide", () => this.leave());
  }

  /** Which game is open. */
  get id() {
    const { tree } = this.study;
    let id = this.ids.get(tree);
    if (!id) {
      id = newId();
      this.ids.set(tree, id);
    }
    return id;
  }

  /** Whether there is a game to keep. */
  get isWorthIt() {
    const { tree } = this.study;
    return this.library !== null && (tree.root.children.length > 0 || tree.start.includes(";"));
  }

  /** What is open, as it would be kept. @returns {KeptGame} */
  current() {
    const { study, game } = this;
    const { tree, node, use } = study;
    const end = tree.root.end();
    const played = game.tree === tree ? game.record() : null;
    const { id } = this;
    const now = Date.now();
    const facts = {
      id,
      ...(this.known.get(id) ?? { revision: 0, created: now }),
      changed: now,
      type: splitGameString(tree.start)?.start ?? tree.start.split(";")[0],
      address: addressOf(tree),
      white: tree.headings.White ?? "",
      black: tree.headings.Black ?? "",
      plies: end.ply,
      result: resultOf(tree, game.tree === tree ? game.winner : ""),
      isReviewed: tree.review !== null,
      level: played && !played.terms.forTwo ? played.terms.level : 0,
      // The first screen, the lessons and the puzzles show no game.
      use: use === "home" || use === "learn" || use === "puzzles" ? (played ? "play" : tree.review ? "review" : "analyse") : use,
      path: node.moves,
      played,
    };
    return { facts, tree: recordOf(tree) };
  }

  later() {
    if (this.isWaiting) return;
    this.isWaiting = true;
    setTimeout(() => this.keep());
  }

  /** Stores the open game as it is now, once what was begun is stored. */
  keep() {
    this.isWaiting = false;
    const { tree } = this.study;
    if (!this.isWorthIt) return this.last;
    const state = this.current();
    this.last = this.last.then(() => this.store(tree, state)).catch((error) => this.told.failed(reasonOf(error)));
    return this.last;
  }

  /** Stores the open game as the page is left, which a browser may not wait for. */
  leave() {
    if (this.isWorthIt) {
      const game = this.current();
      const { id, tree, lasting } = summaryOf(game);
      const { stored } = this;
      if (id !== stored.id || tree !== stored.tree || lasting !== stored.lasting) leaveUnstored(game);
    }
    this.keep();
  }

  /** @param {GameTree} open @param {KeptGame} state */
  async store(open, { facts: then, tree }) {
    // It may have become a copy, or got a revision, while it waited.
    const id = this.ids.get(open) ?? then.id;
    const facts = { ...then, revision: 0, ...this.known.get(id), id };
    const { stored } = this;
    const { created } = facts;
    const now = summaryOf({ facts, tree });
    const isSameTree = now.id === stored.id && now.tree === stored.tree;
    const isLookedAt = isSameTree && now.lasting === stored.lasting;
    if (isLookedAt && now.place === stored.place) return;
    // Looking at other moves does not change a game.
    const changed = isLookedAt ? stored.changed : facts.changed;
    try {
      const { revision } = await /** @type {Library} */ (this.library).store({ ...facts, changed }, isSameTree ? null : tree);
      this.known.set(id, { revision, created });
      this.stored = { ...now, changed };
      forgetUnstored(id);
    } catch (error) {
      if (!(error instanceof Outdated)) throw error;
      // What another tab has changed stays as it is; what was changed here becomes a game of its own.
      if (isLookedAt) return;
      this.ids.set(open, newId());
      this.told.copied();
      await this.store(open, { facts, tree });
    }
  }

  /** The kept game of a link; this tab's own if there are several. @param {GameTree} tree @returns {Promise<KeptGame | null>} */
  async find(tree) {
    await this.keep();
    return this.library?.find(addressOf(tree)).catch(() => null) ?? null;
  }

  /** @param {string} id @returns {Promise<KeptGame | null>} */
  async read(id) {
    await this.keep();
    return this.library?.read(id).catch(() => null) ?? null;
  }

  /**
   * Opens a kept game where it was left, or in this place.
   *
   * @param {KeptGame} kept
   * @param {{ path?: string[], use?: string }} [place]
   */
  async open({ facts, tree: record }, { path = facts.path, use = facts.use } = {}) {
    const tree = treeOf(record);
    const { id, revision, created } = facts;
    const known = this.known.get(id)?.revision ?? 0;
    this.ids.set(tree, id);
    this.known.set(id, { revision: Math.max(revision, known), created });
    await this.study.open(tree, nodeAfter(tree, path));
    // An earlier state of this tab is stored anew.
    this.stored = revision < known ? NOTHING : { ...summaryOf({ facts, tree: record }), changed: facts.changed };
    if (facts.played) this.game.resume(/** @type {Parameters<PlayedGame["resume"]>[0]} */ (facts.played));
    this.study.setUse(/** @type {import("../game/study.js").Use} */ (use));
  }
}

/** A game as texts to compare: its tree, what else lasts, and where it was left. @param {KeptGame} game */
function summaryOf({ facts, tree }) {
  const { id, changed, revision, use, path, ...lasting } = facts;
  return { id, changed, tree: JSON.stringify(tree), lasting: JSON.stringify(lasting), place: JSON.stringify([use, path]) };
}

/** The game in a link, whichever mode and move it shows. @param {GameTree} tree */
const addressOf = (tree) => writeAddress("", tree, tree.root.end());
