/**
 * The coach of the first games: one sentence on the board where a move gives reason for it, by the rules or proven; silence
 * otherwise.
 *
 * @import { Rules } from "../engine/rules.js"
 * @import { Position } from "../game/position.js"
 * @import { Study } from "../game/study.js"
 * @import { TreeNode } from "../game/tree.js"
 * @import { PlayedGame } from "../play/played_game.js"
 */

import { openSides } from "../board/geometry.js";
import { bugWords, mustPass, opponentOf, ownerOf } from "../game/position.js";
import { make } from "../panels/element.js";
import { setupText } from "../setup/setup_text.js";
import { text } from "../texts/text.js";

/** The terms of the first game. @type {import("../play/played_game.js").Terms} */
export const FIRST_GAME = { type: "Base", human: "White", level: 1, seconds: 0.5, coached: true };

/** In so many games against Waggle there is a coach, unless somebody wants otherwise. */
export const FIRST_GAMES = 5;

/** With so few free sides, the own Queen is worth a word. */
const FEW_SIDES = 3;

export class Coach {
  /** @param {HTMLElement} area  Of the board. @param {Study} study @param {PlayedGame} game @param {Rules} rules */
  constructor(area, study, game, rules) {
    this.area = area;
    this.box = make("p", { id: "coach", role: "status" });
    area.append(this.box);
    this.study = study;
    this.game = game;
    this.rules = rules;
    /** What was said, and about what. */
    this.said = { about: "", warned: false };
    game.addEventListener("change", () => this.update());
    study.on(["position", "use", "words"], () => this.update());
  }

  /** Whether there is a coached game. */
  get isOn() {
    const { game, study } = this;
    return game.terms.coached === true && game.phase !== "none" && study.tree === game.tree && study.use === "play";
  }

  async update() {
    const { node, position } = this.study;
    // The room stays as long as the game, so that the hive does.
    this.area.classList.toggle("coached", this.isOn);
    if (!this.isOn || !position || node.children.length) return;
    const sentence = this.game.phase === "over" ? this.ofTheEnd(position) : await this.ofTheTurn(node, position);
    if (node === this.study.node && this.box.textContent !== sentence) this.box.textContent = sentence;
  }

  /** What the person should know, or what their last move has brought about. @param {TreeNode} node @param {Position} position */
  async ofTheTurn(node, position) {
    const isTheirs = position.to_move === this.game.terms.human;
    const { parent = null, position: after = null } = (isTheirs ? node.parent : node) ?? {};
    const said = parent?.position && after ? yourSentence(parent.position, after, position) : "";
    if (!isTheirs) return said;
    const { turn, hands, to_move } = position;
    if (mustPass(position)) return text("lessons.coach_must_pass");
    if (/\[4\]/.test(turn) && hands[to_move].some((piece) => piece[1] === "Q")) return text("lessons.coach_place_queen");
    if (openSides(position, opponentOf(to_move)) < FEW_SIDES && (await this.winsAtOnce(position.game))) return text("lessons.coach_can_win");
    return (await this.warning(position)) || said || (node.move ? "" : text("lessons.coach_start"));
  }

  /** Whether the side to move can win with one move. @param {string} start */
  async winsAtOnce(start) {
    return (await this.rules.documentOf(start, [], "solve plies 1")).proof !== null;
  }

  /** A warning if the person's Queen is about to be closed in, once for each time that it comes to that. @param {Position} position */
  async warning(position) {
    const { game_type, to_move, turn, pieces, game } = position;
    const isInDanger = openSides(position, to_move) === 1;
    const { said } = this;
    const isNews = isInDanger && (!said.warned || said.about === game);
    this.said = { about: isNews ? game : said.about, warned: isInDanger };
    if (!isNews) return "";
    const start = setupText(game_type, opponentOf(to_move), Number(/\d+/.exec(turn)?.[0]), pieces);
    return text((await this.winsAtOnce(start)) ? "lessons.coach_threat" : "lessons.coach_danger");
  }

  /** How the game ended. @param {Position} position */
  ofTheEnd({ state, repetitions }) {
    const { terms, ending, winner } = this.game;
    const { human } = terms;
    if (state === `${human}Wins`) return text("lessons.coach_won");
    if (state === `${opponentOf(human)}Wins`) return text("lessons.coach_lost");
    if (state === "Draw" || repetitions >= 3 || winner === "Draw") return text("lessons.coach_drawn");
    return ending === "play.resigned" ? text("lessons.coach_resigned") : this.game.result;
  }
}

/**
 * The most important thing that a person's move has brought about, by the rules, and that is still so.
 *
 * @param {Position} before @param {Position} after  The move. @param {Position} now
 */
export function yourSentence(before, after, now) {
  const you = before.to_move;
  const pinned = after.pinned.filter((piece) => !before.pinned.includes(piece) && now.pinned.includes(piece));
  const [own, mine] = [pinned.find((piece) => ownerOf(piece) === you), pinned.find((piece) => ownerOf(piece) !== you)];
  const [ofYours, ofMine] = [you, opponentOf(you)].map((side) => {
    const n = openSides(after, side);
    return { n, lost: openSides(now, side) === n ? openSides(before, side) - n : 0 };
  });
  if (ofMine.lost > 0 && ofMine.n < 6) return text("lessons.coach_closes", { n: ofMine.n });
  if (ofYours.lost > 0 && ofYours.n <= FEW_SIDES) return text("lessons.coach_closes_own", { n: ofYours.n });
  // Before both Queens lie, hardly anything can move.
  if (after.pieces.filter(({ piece }) => piece[1] === "Q").length < 2) return "";
  if (mine) return text("lessons.coach_pins_mine", bugWords(mine));
  return own ? text("lessons.coach_pins_own", bugWords(own)) : "";
}
