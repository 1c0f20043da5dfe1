/**
 * A game against the engine or between two people: its settings before, commands during, and result after it.
 *
 * @import { PlayedGame } from "../play/played_game.js"
 * @import { Study } from "../game/study.js"
 */

import { movePhrase, sidePhrase } from "../game/phrases.js";
import { isOver, opponentOf, sideWords } from "../game/position.js";
import { GameTree, turnOf } from "../game/tree.js";
import { text } from "../texts/text.js";
import { newFriendId } from "../play/friend_game.js";
import { clockWords } from "../play/game_clock.js";
import { dialog } from "./dialog.js";
import { button, find, make } from "./element.js";
import { fall } from "./judgments.js";
import { moveButton } from "./move_icons.js";

export class PlayPanel {
  /**
   * @param {Study} study
   * @param {PlayedGame} game
   * @param {{ begin: (terms: import("../play/played_game.js").Terms) => void, review: () => void, link: () => string, copy: (link: string) => void }} around
   *   Prepares the page for a game, reviews it, gives the link for the friend whose turn it is (empty if there can be none), and copies it.
   */
  constructor(study, game, { begin, review, link, copy }) {
    this.study = study;
    this.game = game;
    this.prepare = begin;
    this.review = review;
    this.link = link;
    this.copy = copy;
    this.form = /** @type {HTMLFormElement} */ (find("play-terms"));
    this.box = find("play-game");
    /** Whether a game from the position shown is offered while there is another. */
    this.isOffering = false;
    this.field("level").oninput = () => this.describeLevel();
    this.field("opponent").onchange = () => this.draw();
    for (const choice of this.form.querySelectorAll("[name=from]")) choice.addEventListener("change", () => this.draw());
    this.form.onsubmit = (event) => {
      event.preventDefault();
      this.start();
    };
    this.field("type").onchange = () => this.isEmpty && study.open(new GameTree(this.field("type").value));
    game.addEventListener("change", () => this.draw());
    game.addEventListener("tick", () => this.drawClocks());
    study.on(["use"], () => {
      this.isOffering &&= study.use === "play";
      this.draw();
    });
    study.on(["position"], () => this.draw());
    find("play-here").onclick = () => this.offerFromHere();
    study.on(["words"], () => {
      this.describeLevel();
      this.draw();
    });
    this.draw();
  }

  /** Offers the engine's levels. @param {{ least: number, most: number }} levels  The last is full strength. @param {number} [played]  The last one played. */
  offerLevels({ least, most }, played = least) {
    const field = this.field("level");
    Object.assign(field, { min: String(least), max: String(most) });
    field.value = String(this.game.terms.level || played);
    this.describeLevel();
  }

  /** Whether the table is empty, and no game has begun. */
  get isEmpty() {
    return this.game.phase === "none" && !this.study.tree.root.next && /^Base(\+[MLP]+)?$/.test(this.study.tree.start);
  }

  /** @param {string} name */
  field(name) {
    return /** @type {HTMLInputElement} */ (this.form.elements.namedItem(name));
  }

  describeLevel() {
    const field = this.field("level");
    const level = Number(field.value);
    const words = text(level === Number(field.max) ? "play.full_strength" : `play.level_${level}`);
    find("level-words").textContent = text("play.level_words", { level, words });
    field.setAttribute("aria-valuetext", text("play.level_value", { level, words }));
  }

  /** Whether a game can start from the position shown. */
  get mayStartHere() {
    const { node, position, tree } = this.study;
    return position !== null && !isOver(position) && (node.ply > 0 || tree.start.includes(";"));
  }

  /** Offers a game from the position shown. */
  offerFromHere() {
    this.isOffering = true;
    this.choose("from", "here");
    this.choose("side", this.study.position?.to_move ?? "White");
    this.study.setUse("play");
    this.draw();
    this.field("level").focus();
  }

  /** @param {string} name @param {string} value */
  choose(name, value) {
    /** @type {RadioNodeList} */ (this.form.elements.namedItem(name)).value = value;
  }

  /** @param {FormDataEntryValue | null} [wanted]  White, Black or random. */
  async start(wanted) {
    if (this.game.isStarting) return;
    const chosen = new FormData(this.form);
    const side = wanted ?? chosen.get("side");
    const isWhite = side === "random" ? Math.random() < 0.5 : side === "White";
    const forTwo = chosen.get("opponent") === "person";
    const byLink = chosen.get("opponent") === "friend" ? newFriendId() : "";
    const [base, increment] = byLink ? [0, 0] : String(chosen.get("clock")).split("+").map(Number);
    const isHere = this.mayStartHere && chosen.get("from") === "here";
    const { tree, node, position } = this.study;
    await this.begin({
      type: isHere && position ? position.game_type : this.field("type").value,
      human: forTwo || isWhite ? "White" : "Black",
      level: byLink ? 0 : Number(this.field("level").value),
      byLink,
      seconds: Number(this.field("seconds").value),
      forTwo,
      turns: forTwo && chosen.get("turns") === "on",
      coached: chosen.get("opponent") === "waggle" && chosen.get("coached") === "on",
      pace: base ? { base: base * 60, increment } : null,
      from: isHere ? { start: tree.start, moves: node.moves } : null,
    });
  }

  /** @param {import("../play/played_game.js").Terms} terms */
  begin(terms) {
    this.isOffering = false;
    this.prepare(terms);
    return this.game.start(terms);
  }

  drawForm() {
    /** @type {HTMLElement} */ (this.form.querySelector('[value="friend"]')).hidden = !this.link();
    for (const part of /** @type {NodeListOf<HTMLElement>} */ (this.form.querySelectorAll("[data-for]"))) {
      part.hidden = !part.dataset.for?.split(" ").includes(this.field("opponent").value);
    }
    find("play-from").hidden = !this.mayStartHere;
    this.field("type").disabled = this.mayStartHere && new FormData(this.form).get("from") === "here";
  }

  draw() {
    const { game, box } = this;
    const { phase } = game;
    this.form.hidden = phase !== "none" && !this.isOffering;
    box.hidden = !this.form.hidden;
    if (this.isEmpty) this.field("type").value = this.study.tree.start;
    if (box.hidden) {
      this.drawForm();
      return;
    }
    const focused = document.activeElement instanceof HTMLElement && box.contains(document.activeElement) ? document.activeElement.dataset.act : "";
    box.replaceChildren(
      make("p", { class: "sides" }, ...this.sides()),
      make("p", { class: `state ${phase} ${game.isThinking ? "thinking" : ""}` }, this.stateWords()),
      ...this.hint(),
      ...this.turned(),
      make("div", { class: "acts" }, ...(phase === "over" ? this.actsAfter() : this.actsDuring())),
    );
    this.drawClocks();
    if (!focused) return;
    const next = box.querySelector(`[data-act="${focused}"]:enabled`) ?? box.querySelector(".main") ?? document.querySelector("#table .area");
    /** @type {HTMLElement | null} */ (next)?.focus({ preventScroll: true });
  }

  /** The players with their clocks. */
  sides() {
    const { terms, clock } = this.game;
    const { human, level, forTwo, byLink } = terms;
    const words = forTwo
      ? [text("game.white"), text("game.black")]
      : [
          text("play.you_are", { side: sideWords(human) }),
          text(byLink ? "play.friend_is" : "play.waggle_is", { side: sideWords(opponentOf(human)), level }),
        ];
    const clockOf = (/** @type {string} */ side) => (clock ? [" ", make("output", { class: "clock", "data-clock": side, "aria-live": "off" })] : []);
    return [make("b", {}, words[0], ...clockOf(human)), make("span", {}, words[1], ...clockOf(opponentOf(human)))];
  }

  /** The suggested move, if there is one. */
  hint() {
    const { hint, terms } = this.game;
    if (!hint) return [];
    const words = text("play.hint_is", { move: movePhrase(hint, terms.forTwo ? null : terms.human) });
    return [make("p", { class: "hint", title: hint }, make("b", {}, words), make("span", { class: "notation" }, ` ${hint}`))];
  }

  /** What turned the game, as a quick look at it sees it. */
  turned() {
    const { tree, turned, phase } = this.game;
    const node = phase === "over" && turned && tree?.mainLine().find(({ ply }) => ply === turned.ply);
    if (!node || !tree) return [];
    const words = make("span", {}, text("play.quick_look"), " ", text("review.turned", { side: sidePhrase(turned.player, tree.you) }), `${turnOf(node.ply)} `);
    return [make("p", { class: "worst line" }, words, moveButton(turned.move, () => this.study.go(node)), make("span", {}, ` ${fall(turned, tree.you)}`))];
  }

  /** What happens now. */
  stateWords() {
    const { game, study } = this;
    const { terms, phase, isThinking } = game;
    const { position } = study;
    if (phase === "over") return game.result;
    if (isThinking && position && !game.isPerson(position.to_move)) return text("play.thinking");
    if (isThinking) return text("play.considering");
    if (!game.isAtEnd) return text("play.earlier");
    if (game.waitsForFriend) return text("play.send_link");
    if (terms.joined && !game.lastOwn()) return text("play.joined", { side: sideWords(terms.human) });
    return terms.forTwo && position ? text("game.to_move", { side: sideWords(position.to_move) }) : text("play.your_turn");
  }

  /** @param {string} key @param {() => void} run @param {boolean} [isOff] @param {string} [kind] */
  act(key, run, isOff = false, kind = "") {
    const made = button(text(key), run, { class: kind, "data-act": key.replace("play.", "") });
    made.disabled = isOff;
    return made;
  }

  actsAfter() {
    const { game } = this;
    return [
      ...this.actsByLink(),
      this.act("play.review", () => this.review(), false, "main"),
      this.act("play.rematch", () => this.begin(game.rematch)),
      this.act("play.again", () => this.again()),
      // Out of time, there is none to play on with; what a friend has seen stays.
      this.act("play.take_back", () => game.takeBack(), game.ending === "play.flag" || Boolean(game.terms.byLink) || !game.lastOwn()),
    ];
  }

  /** A game by link is sent to the friend, move by move and at its end. */
  actsByLink() {
    const { game } = this;
    return game.isToSend ? [this.act("play.copy_link", () => this.copy(this.link()), false, "main")] : [];
  }

  actsDuring() {
    const { game } = this;
    // By link, a move can be taken back until it is answered, and who is to move can give up.
    const { byLink } = game.terms;
    const [takeBack, resign] = [
      this.act("play.take_back", () => game.takeBack(), !game.lastOwn() || (Boolean(byLink) && !game.waitsForFriend)),
      this.act("play.resign", () => this.confirmResign(), game.waitsForFriend),
    ];
    if (byLink) return [...this.actsByLink(), takeBack, resign];
    return [
      this.act("play.hint", () => game.askHint(), !game.mayMove),
      takeBack,
      this.act("play.offer_draw", () => this.offerDraw(), !game.mayOffer),
      resign,
    ];
  }

  drawClocks() {
    const { clock } = this.game;
    for (const shown of /** @type {NodeListOf<HTMLElement>} */ (this.box.querySelectorAll("[data-clock]"))) {
      const side = /** @type {import("../game/position.js").Player} */ (shown.dataset.clock);
      if (!clock) continue;
      shown.textContent = clockWords(clock.left(side));
      shown.classList.toggle("running", clock.running === side);
    }
  }

  again() {
    this.isOffering = true;
    this.choose("from", "start");
    const { terms, winner } = this.game;
    // After a game with the coach, a little more if it was won.
    if (terms.coached) this.field("level").value = String(terms.level + (winner === terms.human ? 1 : 0));
    this.describeLevel();
    this.draw();
    this.field("level").focus();
  }

  /** Asks a question. @param {string} id @param {() => void} act  What follows a yes. */
  ask(id, act) {
    const asked = dialog(id);
    asked.returnValue = "";
    asked.onclose = () => {
      if (asked.returnValue === "yes") act();
    };
    asked.showModal();
  }

  confirmResign() {
    this.ask("resign", () => this.game.resign());
  }

  /** Two people are asked whether both agree; the engine answers itself, once it is sure that it was asked. */
  offerDraw() {
    this.ask(this.game.terms.forTwo ? "agree-draw" : "offer-draw", () => this.game.offerDraw());
  }
}
