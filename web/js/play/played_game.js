/**
 * A game between the user and the engine, or between two people at this device. Fires `change`.
 *
 * @import { Thinking } from "../engine/thinking.js"
 * @import { Player } from "../game/position.js"
 * @import { Study } from "../game/study.js"
 * @import { TreeNode } from "../game/tree.js"
 * @import { Pace } from "./game_clock.js"
 *
 * @typedef {object} Terms
 * @property {string} type
 * @property {Player} human  The side at the bottom, which is the user's.
 * @property {number} level
 * @property {number} seconds  The longest time that the engine thinks about a move.
 * @property {boolean} [forTwo]  Whether a person plays the other side.
 * @property {string} [byLink]  The id of a game in which a friend plays the other side, elsewhere.
 * @property {boolean} [joined]  Whether this browser knows that game from a link.
 * @property {boolean} [turns]  Whether the board turns to the one to move.
 * @property {Pace | null} [pace]  Of the clocks, if there are any.
 * @property {{ start: string, moves: string[] } | null} [from]  The position that the game starts from, if not the empty table.
 * @property {boolean} [coached]
 */

import { isOver, mustPass, opponentOf, resultKey, sideWords, winnerOf } from "../game/position.js";
import { movePhrase } from "../game/phrases.js";
import { reasonOf } from "../game/refusal.js";
import { GameTree } from "../game/tree.js";
import { Stopped } from "../engine/uhp_client.js";
import { hasText, text } from "../texts/text.js";
import { newFriendId } from "./friend_game.js";
import { GameClock, clockLimit } from "./game_clock.js";
import { turningPoint } from "./turning_point.js";

/** The minimum time between moves, in milliseconds, so that the user sees each. */
const BREATH = 450;
/** The time to search for a hint, in seconds. */
const HINT = 1.5;

/** Seconds in UHP's time format. @param {number} seconds */
export function clock(seconds) {
  const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60), seconds % 60];
  const two = (/** @type {number} */ number) => String(number).padStart(2, "0");
  const fraction = (rest % 1).toFixed(2).slice(1).replace(/\.?0+$/, "");
  return `${two(hours)}:${two(minutes)}:${two(Math.floor(rest))}${fraction}`;
}

/** The players of a game, for its headings; none if two people play. @param {Terms} terms @returns {Record<string, string>} */
export function namesOf({ forTwo, byLink, human, level }) {
  if (forTwo) return {};
  const other = byLink ? text("play.friend_name") : text("play.waggle_level", { level });
  const nameOf = (/** @type {Player} */ player) => (player === human ? text("play.you") : other);
  return { White: nameOf("White"), Black: nameOf("Black") };
}

export class PlayedGame extends EventTarget {
  /**
   * @param {Study} study
   * @param {Thinking} thinking
   * @param {(text: string) => void} announce  Shows and announces what is not visible elsewhere.
   * @param {(text: string) => void} say  Announces to screen readers what is visible.
   */
  constructor(study, thinking, announce, say) {
    super();
    this.study = study;
    this.thinking = thinking;
    this.announce = announce;
    this.say = say;
    /** @type {Terms} */
    this.terms = { type: "Base+MLP", human: "White", level: 0, seconds: 2 };
    /** @type {"none" | "playing" | "over"} */
    this.phase = "none";
    this.isThinking = false;
    /** Whether a game will begin as soon as the engine has answered; until then no piece can be picked up. */
    this.isStarting = false;
    /** When that game has begun. @type {Promise<void>} */
    this.started = Promise.resolve();
    /** @type {GameClock | null} */
    this.clock = null;
    /** The position in which a draw was declined. @type {TreeNode | null} */
    this.declined = null;
    /** The key of the text that tells how the game ended; empty while it goes on. */
    this.ending = "";
    /** What went wrong, if the engine's failure ended it. */
    this.failure = "";
    /** Who won, or `Draw`, if the board does not show it. @type {Player | "Draw" | ""} */
    this.winner = "";
    /** The suggested move. */
    this.hint = "";
    /** The move that turned the game, once it is over and looked at. @type {import("../engine/documents.js").ReviewedMove | null} */
    this.turned = null;
    /** @type {GameTree | null} */
    this.tree = null;
    study.on(["position"], () => this.onPosition());
    // The engine was not asked while the game was not shown; later, because the analysis ends first.
    study.on(["use"], () => setTimeout(() => study.use === "play" && this.onPosition()));
    study.on(["words"], () => this.rename());
    study.on(["tree"], () => {
      // Another game was opened.
      if (this.phase !== "none" && study.tree !== this.tree) this.end("");
    });
  }

  /** @param {Terms} terms */
  async start(terms) {
    this.thinking.stop();
    const tree = new GameTree(terms.from?.start ?? terms.type);
    const start = tree.addLine(tree.root, terms.from?.moves ?? []);
    tree.headings = namesOf(terms);
    if (!terms.forTwo) tree.you = terms.human;
    this.isStarting = true;
    const opened = this.study.open(tree, start);
    this.started = opened.then(() => {}, () => {});
    this.tell();
    try {
      await opened;
    } finally {
      this.isStarting = false;
    }
    // Not before, or the game that was open would be kept as one that nobody played.
    Object.assign(this, { terms, tree, phase: "playing", ending: "", winner: "", hint: "", isThinking: false });
    this.setClock();
    const side = sideWords(terms.human);
    if (terms.byLink) this.say(text("play.begun_by_link", { side }));
    else this.say(terms.forTwo ? text("play.begun_for_two", { type: terms.type }) : text("play.begun", { type: terms.type, side, level: terms.level }));
    this.onPosition();
    this.tell();
  }

  /** Another game with these terms, with the sides swapped. */
  get rematch() {
    const { terms } = this;
    // The moves of a link are those of the game that is over.
    const from = terms.joined && terms.from ? { ...terms.from, moves: [] } : terms.from;
    return { ...terms, human: terms.forTwo ? terms.human : opponentOf(terms.human), byLink: terms.byLink && newFriendId(), joined: false, from };
  }

  /** Sets the clocks as the game begins or goes on. @param {import("./game_clock.js").Times} [left] */
  setClock(left) {
    this.clock?.stop();
    const { pace } = this.terms;
    this.clock = pace ? new GameClock(pace, left) : null;
    this.clock?.addEventListener("tick", () => this.dispatchEvent(new Event("tick")));
    this.clock?.addEventListener("flag", (event) => this.flag(/** @type {CustomEvent<Player>} */ (event).detail));
  }

  /** What the game needs to go on later; `null` if there is none. */
  record() {
    const { terms, phase, ending, failure, winner } = this;
    const left = this.clock?.times;
    return phase === "none" ? null : { terms, phase, result: ending, failure, winner, left };
  }

  /** Resumes a kept game, whose moves have been loaded. @param {NonNullable<ReturnType<PlayedGame["record"]>>} kept */
  resume({ terms, phase, result, failure = "", winner, left }) {
    this.thinking.stop();
    this.isThinking = false;
    this.terms = terms;
    this.winner = winner;
    this.tree = this.study.tree;
    if (!terms.forTwo) this.tree.you = terms.human;
    this.phase = phase;
    this.ending = result;
    this.failure = failure;
    this.rename();
    this.setClock(left);
    this.study.tell("tree");
    this.onPosition();
  }

  /** Names the players in the language that is shown now. */
  rename() {
    if (this.tree && this.phase !== "none") this.tree.headings = { ...this.tree.headings, ...namesOf(this.terms) };
  }

  /** Whether a person plays this side. @param {Player} player */
  isPerson(player) {
    return this.terms.forTwo === true || player === this.terms.human;
  }

  /** Whether the game's last position is shown. */
  get isAtEnd() {
    return this.study.node === this.tree?.root.end();
  }

  /** Whether the user may move in the current position. */
  get mayMove() {
    const { study } = this;
    const { position } = study;
    return this.phase === "playing" && !this.isStarting && position !== null && this.isAtEnd && this.isPerson(position.to_move) && !this.isThinking;
  }

  /** Whether the user has given up. */
  get isResigned() {
    return this.phase === "over" && this.ending === "play.resigned";
  }

  /** Whether a friend, who plays elsewhere, is to get the link: it is their turn, or they are to see how it ended. */
  get isToSend() {
    const { study, terms, ending } = this;
    if (!terms.byLink || this.phase === "none" || !this.isAtEnd) return false;
    return this.isResigned || (ending !== "play.side_resigned" && study.position?.to_move !== terms.human);
  }

  /** Whether it is a friend's turn. */
  get waitsForFriend() {
    return this.phase === "playing" && this.isToSend;
  }

  onPosition() {
    const { study } = this;
    const { position } = study;
    this.hint = "";
    // The position of a node is known some time after the node.
    if (this.phase !== "playing" || study.tree !== this.tree || !this.isAtEnd || !position || study.shown !== study.node) {
      this.tell();
      return;
    }
    this.clock?.turn(position.to_move);
    if (isOver(position)) this.end(resultKey(position), winnerOf(position));
    else if (position.repetitions >= 3) this.end("play.repetition", "Draw");
    else if (study.use === "play" && !this.isPerson(position.to_move)) this.terms.byLink || this.answer();
    else if (study.use === "play" && mustPass(position)) this.passAlone(position.to_move);
    this.tell();
  }

  /** Passes for a person who has no other move. @param {Player} side */
  async passAlone(side) {
    const { node } = this.study;
    await new Promise((resolve) => setTimeout(resolve, BREATH));
    if (node !== this.study.node || !this.isAtEnd || this.phase !== "playing") return;
    await this.study.play("pass");
    this.announce(this.terms.forTwo ? text("play.side_passes", { side: sideWords(side) }) : text("play.you_pass"));
  }

  async answer() {
    if (this.isThinking) return;
    const { study, terms } = this;
    const { tree, node } = study;
    this.isThinking = true;
    this.tell();
    try {
      const wait = new Promise((resolve) => setTimeout(resolve, BREATH));
      const { clock: own } = this;
      const onClock = own ? ` ${clockLimit(own.left(opponentOf(terms.human)), own.pace)}` : "";
      const command = `bestmove time ${clock(terms.seconds)}${onClock}`;
      const lines = await this.thinking.about(tree, node, command, { level: terms.level });
      await wait;
      if (this.phase !== "playing" || this.tree !== tree || this.isStarting || !this.isThinking) return;
      const move = lines[lines.length - 1].trim();
      this.isThinking = false;
      const next = tree.addPlayed(node, move);
      study.tell("tree");
      if (move === "pass") this.announce(text("play.side_passes", { side: sideWords(opponentOf(terms.human)) }));
      await study.go(next);
    } catch (error) {
      this.isThinking = false;
      if (error instanceof Stopped) return;
      this.failure = reasonOf(error);
      this.end("page.engine_stopped");
    }
    this.tell();
  }

  async askHint() {
    if (!this.mayMove) return;
    const { terms } = this;
    const { tree, node } = this.study;
    const lines = await this.ask(tree, node, `bestmove time ${clock(HINT)}`);
    if (!lines || node !== this.study.node) return;
    this.hint = lines[lines.length - 1].trim();
    this.say(text("play.hint_is", { move: movePhrase(this.hint, terms.forTwo ? null : terms.human) }));
    this.tell();
  }

  /** Asks the engine while nobody moves; `null` if it was stopped. @param {GameTree} tree @param {TreeNode} node @param {string} command */
  async ask(tree, node, command) {
    this.isThinking = true;
    this.tell();
    try {
      return await this.thinking.about(tree, node, command);
    } catch (error) {
      if (error instanceof Stopped) return null;
      throw error;
    } finally {
      this.isThinking = false;
      this.tell();
    }
  }

  /** The last move of the user's own choice. @returns {TreeNode | null} */
  lastOwn() {
    const { tree, terms, study } = this;
    if (!tree || !study.position) return null;
    const { to_move: now } = study.position;
    const before = (/** @type {number} */ ply) => ((study.node.ply - ply) % 2 === 0 ? opponentOf(now) : now);
    const played = tree.root.end().path().slice(1 + (terms.from?.moves.length ?? 0));
    return played.filter(({ ply, move }) => move !== "pass" && this.isPerson(before(ply))).pop() ?? null;
  }

  /** Takes back everything from the user's last move on. */
  async takeBack() {
    const { study, tree } = this;
    if (!tree || this.phase === "none") return;
    const node = this.lastOwn();
    if (!node) return;
    this.thinking.stop();
    this.clock?.stop();
    this.isThinking = false;
    this.phase = "playing";
    this.ending = "";
    this.winner = "";
    const before = tree.remove(node);
    study.tell("tree");
    await study.go(before);
    this.announce(text("play.taken_back"));
  }

  resign() {
    if (this.phase !== "playing") return;
    const { terms } = this;
    const loser = terms.forTwo ? (this.study.position?.to_move ?? terms.human) : terms.human;
    this.end(terms.forTwo ? "play.side_resigned" : "play.resigned", opponentOf(loser));
  }

  /** A side is out of time. @param {Player} loser */
  flag(loser) {
    this.end("play.flag", opponentOf(loser));
  }

  /** Whether the user may offer a draw, which is answered once in a position. */
  get mayOffer() {
    return this.mayMove && this.declined !== this.study.node;
  }

  /** Two people have agreed to a draw, or the engine is asked. */
  async offerDraw() {
    if (!this.mayOffer) return;
    const { study, terms } = this;
    const { tree, node } = study;
    if (terms.forTwo) {
      this.end("play.agreed", "Draw");
      return;
    }
    const lines = await this.ask(tree, node, "draw");
    if (!lines || this.phase !== "playing" || this.tree !== tree) return;
    /** @type {{ answer: "accepted" | "too_early" | "ahead" }} */
    const { answer } = JSON.parse(lines[0]);
    if (answer === "accepted") this.end("play.agreed", "Draw");
    else {
      this.declined = node;
      this.announce(text(answer === "too_early" ? "play.declined_early" : "play.declined"));
      this.tell();
    }
  }

  /** How the game ended, in the language that is shown now. */
  get result() {
    const { ending, failure, winner, terms } = this;
    // Games kept by earlier versions have the words themselves.
    if (!hasText(ending)) return ending;
    if (ending === "game.white_wins" || ending === "game.black_wins") {
      const side = ending === "game.white_wins" ? "White" : "Black";
      return text(terms.forTwo ? ending : side === terms.human ? "play.you_win" : "play.you_lose");
    }
    const isWon = winner === "White" || winner === "Black";
    return text(ending, { reason: failure, ...(isWon && { side: sideWords(winner), loser: sideWords(opponentOf(winner)) }) });
  }

  /** @param {string} ending  Empty if it is given up for another. @param {Player | "Draw" | ""} [winner]  If the board does not show it. */
  end(ending, winner = "") {
    this.thinking.stop();
    this.clock?.stop();
    this.isThinking = false;
    this.phase = ending ? "over" : "none";
    this.ending = ending;
    this.winner = winner;
    this.turned = null;
    if (ending) this.say(this.result.replace(/[^.!]$/, "$&."));
    this.tell();
    if (ending && this.study.use === "play") this.lookBack();
  }

  async lookBack() {
    const { tree, winner } = this;
    if (!tree) return;
    const turned = await turningPoint(this.thinking, tree, winner).catch(() => null);
    if (tree !== this.tree || this.phase !== "over") return;
    this.turned = turned;
    this.tell();
  }

  tell() {
    this.dispatchEvent(new Event("change"));
  }
}
