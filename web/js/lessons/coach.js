/**
 * The coach of the first game: says what both sides' moves do, warns of a Queen about to be closed in, and explains the end.
 *
 * @typedef {import("../engine/rules.js").Rules} Rules
 * @typedef {import("../game/position.js").Player} Player
 * @typedef {import("../game/position.js").Position} Position
 * @typedef {import("../game/study.js").Study} Study
 * @typedef {import("../game/tree.js").TreeNode} TreeNode
 * @typedef {import("../play/played_game.js").PlayedGame} PlayedGame
 */

import { areBeside } from "../board/geometry.js";
import { piecePhrase } from "../game/phrases.js";
import { bugWords, keyOf, mustPass, opponentOf, ownerOf } from "../game/position.js";
import { make } from "../panels/element.js";
import { setupText } from "../setup/setup_text.js";
import { text } from "../texts/text.js";
import { openSides } from "./lesson_attempt.js";

/** The terms of the first game. @type {import("../play/played_game.js").Terms} */
export const FIRST_GAME = { type: "Base", human: "White", level: 1, seconds: 0.5, coached: true };

/** With so few free sides, the engine's Queen is worth a word. */
const FEW_SIDES = 2;

export class Coach {
  /** @param {HTMLElement} box @param {Study} study @param {PlayedGame} game @param {Rules} rules */
  constructor(box, study, game, rules) {
    this.box = box;
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
    const { game } = this;
    return game.terms.coached === true && game.phase !== "none" && this.study.tree === game.tree;
  }

  async update() {
    this.box.hidden = !this.isOn;
    const { study, game } = this;
    const { node, position } = study;
    if (!this.isOn || !position || node.children.length) return;
    const { human } = game.terms;
    // While the engine thinks, what was said last stays.
    if (game.phase === "playing" && position.to_move !== human) return;
    const sentences =
      game.phase === "over"
        ? [this.ofTheEnd(position)]
        : [...this.ofYourMove(node), ...this.ofTheMove(node), ...(await this.ofTheTurn(position))];
    const warning = game.phase === "playing" ? await this.warning(position) : "";
    if (node !== study.node || !this.isOn) return;
    this.box.replaceChildren(
      make("h2", {}, text("lessons.coach_title")),
      ...sentences.map((sentence) => make("p", {}, sentence)),
      ...(warning ? [make("p", { class: "blunder warning" }, warning)] : []),
    );
  }

  /** What the person's last move has brought about, if it is worth a word. @param {TreeNode} node @returns {string[]} */
  ofYourMove({ parent }) {
    const [before, after] = [parent?.parent?.position, parent?.position];
    return parent?.move && before && after ? yourSentence(before, after) : [];
  }

  /** What the engine's last move does. @param {TreeNode} node @returns {string[]} */
  ofTheMove(node) {
    const [before, after] = [node.parent?.position, node.position];
    if (!node.move || !after) return [text("lessons.coach_start")];
    return before ? [moveSentence(before, after, node.move)] : [];
  }

  /** What the person should know. @param {Position} position @returns {Promise<string[]>} */
  async ofTheTurn(position) {
    const { to_move, hands, turn } = position;
    if (mustPass(position)) return [text("lessons.coach_must_pass")];
    if (/\[4\]/.test(turn) && hands[to_move].some((piece) => piece[1] === "Q")) return [text("lessons.coach_place_queen")];
    const n = openSides(position, opponentOf(to_move));
    if (n > FEW_SIDES) return [];
    const [line] = await this.rules.askAbout(position.game, [], "solve plies 1");
    return [text(JSON.parse(line).proof ? "lessons.coach_can_win" : "lessons.coach_open", { n })];
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
    const [line] = await this.rules.askAbout(start, [], "solve plies 1");
    return text(JSON.parse(line).proof ? "lessons.coach_threat" : "lessons.coach_danger");
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

/** What a piece is called where its side is clear; the board shows no numbers. @param {string} piece */
const nameOf = (piece) => bugWords(piece).bug;

/** The most important thing that a person's move has brought about, by the rules. @param {Position} before @param {Position} after @returns {string[]} */
export function yourSentence(before, after) {
  const you = before.to_move;
  const pinned = after.pinned.filter((piece) => !before.pinned.includes(piece));
  const [own, mine] = [pinned.find((piece) => ownerOf(piece) === you), pinned.find((piece) => ownerOf(piece) !== you)];
  const [ofYours, ofMine] = [you, opponentOf(you)].map((side) => ({ n: openSides(after, side), lost: openSides(before, side) - openSides(after, side) }));
  if (ofMine.lost > 0 && ofMine.n < 6) return [text("lessons.coach_closes", { n: ofMine.n })];
  if (ofYours.lost > 0 && ofYours.n <= FEW_SIDES + 1) return [text("lessons.coach_closes_own", { n: ofYours.n })];
  if (mine) return [text("lessons.coach_pins_mine", bugWords(mine))];
  return own ? [text("lessons.coach_pins_own", bugWords(own))] : [];
}

/** What a move of the engine does, in a sentence. @param {Position} before @param {Position} after @param {string} move */
export function moveSentence(before, after, move) {
  if (move === "pass") return text("lessons.coach_pass");
  const [name] = move.split(" ");
  const piece = nameOf(name);
  const [was, is] = [before, after].map(({ pieces }) => pieces.find((lying) => lying.piece === name));
  const human = opponentOf(before.to_move);
  const queen = after.pieces.find((lying) => lying.piece[1] === "Q" && ownerOf(lying.piece) === human);
  const attacks = is !== undefined && queen !== undefined && areBeside(is, queen);
  if (!was && before.pieces.length === 1) return text("lessons.coach_first", { piece });
  if (!was || !is) return text(name[1] === "Q" ? "lessons.coach_queen" : attacks ? "lessons.coach_place_beside" : "lessons.coach_place", { piece });
  const under = after.pieces.find((lying) => keyOf(lying) === keyOf(is) && lying.level === is.level - 1);
  if (under) return text("lessons.coach_climb", { piece, under: piecePhrase(under.piece, human)("acc") });
  if (attacks && queen && !areBeside(was, queen)) return text("lessons.coach_attack", { piece });
  if (name[1] === "Q" && openSides(after, before.to_move) > openSides(before, before.to_move)) return text("lessons.coach_escape");
  const pinned = after.pinned.find((other) => ownerOf(other) === human && !before.pinned.includes(other));
  return pinned ? text("lessons.coach_pin", { piece, pinned: nameOf(pinned) }) : text("lessons.coach_move", { piece });
}
