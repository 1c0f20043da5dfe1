/**
 * What the board and the lines around it show: the position of the study, or of whatever stands in its place.
 *
 * @typedef {import("./board/board.js").Board} Board
 * @typedef {import("./engine/analysis.js").Analysis} Analysis
 * @typedef {import("./game/position.js").Position} Position
 * @typedef {import("./game/study.js").Study} Study
 * @typedef {import("./panels/bar.js").Bar} Bar
 * @typedef {import("./play/played_game.js").PlayedGame} PlayedGame
 * @typedef {import("./settings.js").Settings} Settings
 * @typedef {{ isOpen: () => boolean, show: () => void }} Instead  What shows something else on the board while it is open.
 */

import { arrowOf } from "./board/arrows.js";
import { NO_CHOICES, legalChoices } from "./board/choices.js";
import { finalScore } from "./engine/documents.js";
import { USES } from "./game/address.js";
import { moveWords } from "./game/move_words.js";
import { isOver, mustPass, resultWords, sideWords } from "./game/position.js";
import { turnOf } from "./game/tree.js";
import { find } from "./panels/element.js";
import { missedArrow } from "./panels/judgment_panel.js";
import { say } from "./panels/voice.js";
import { text } from "./texts/text.js";

export class BoardView {
  /**
   * @param {object} parts
   * @param {Study} parts.study
   * @param {PlayedGame} parts.game
   * @param {Board} parts.board
   * @param {Bar} parts.bar
   * @param {Analysis} parts.analysis
   * @param {Settings} parts.settings
   * @param {(piece: string) => void} parts.begin  Begins a game with a piece.
   */
  constructor({ study, game, board, bar, analysis, settings, begin }) {
    this.study = study;
    this.game = game;
    this.board = board;
    this.bar = bar;
    this.analysis = analysis;
    this.settings = settings;
    this.begin = begin;
    /** @type {Instead[]} */
    this.instead = [];
    /** The threat, while it is shown. @type {string[]} */
    this.threat = [];
    study.on(["position"], () => this.showPosition());
    study.on(["preview"], () => this.show());
    study.on(["tree", "words"], () => this.showNames());
    study.on(["use"], () => this.showUse());
    analysis.addEventListener("update", () => {
      this.showArrows();
      this.showBar();
    });
    game.addEventListener("change", () => study.use === "play" && this.show());
    find("pass").onclick = () => study.play("pass");
  }

  showPosition() {
    const { node, tree, rules } = this.study;
    this.threat = [];
    this.show();
    // The better move is an arrow in the position before the move.
    if (node.review && node.parent && !node.parent.position) {
      rules.positionOf(tree, node.parent).then(() => node === this.study.node && this.showArrows(), () => {});
    }
    this.showBar();
    this.sayMove();
  }

  /** What is shown in place of the study. */
  get other() {
    return this.instead.find(({ isOpen }) => isOpen());
  }

  show() {
    const { study, board, game, other } = this;
    if (other) {
      other.show();
      return;
    }
    const { position, previewed } = study;
    if (previewed) {
      board.show(previewed, { isPreview: true });
      board.showArrows([]);
      return;
    }
    if (!position) return;
    const you = study.use === "review" || (study.use === "play" && game.phase !== "none") ? study.tree.you : null;
    board.show(position, { choices: this.choicesIn(position), animate: study.isStep, you, keeps: true });
    this.showArrows();
    this.showState();
  }

  /** What can be done with the pieces. @param {Position} position */
  choicesIn(position) {
    const { study, game } = this;
    if (study.use !== "play" || game.mayMove) return legalChoices(position, (move) => study.play(move));
    const choices = { ...NO_CHOICES, whyNot: () => this.whyNotNow() };
    if (game.phase !== "none" || position.pieces.length) return choices;
    return { ...choices, pickable: new Set([...position.hands.White, ...position.hands.Black]), begin: this.begin };
  }

  /** Why no piece can be moved in a game against the engine. */
  whyNotNow() {
    const { game } = this;
    if (game.phase === "none") return text("play.not_begun");
    if (game.phase === "over") return text("game.over");
    if (!game.isAtEnd) return text("play.earlier_position");
    return text("play.not_your_turn");
  }

  /** @param {string[]} moves */
  showThreat(moves) {
    this.threat = moves;
    this.showArrows();
  }

  showArrows() {
    const { study, game, analysis, board } = this;
    const { position } = study;
    if (!position || study.previewed || this.other) return;
    const arrows = [];
    if (study.use === "play") {
      if (game.hint) arrows.push(arrowOf(position, game.hint, 0, "hint"));
    } else if (this.settings.arrows && analysis.isOn) {
      analysis.latest?.lines.slice(0, analysis.lines).forEach(({ moves }, rank) => arrows.push(arrowOf(position, moves[0], rank, "best")));
    }
    arrows.push(missedArrow(study));
    if (this.threat.length) arrows.push(arrowOf(position, this.threat[0], 0, "threat"));
    board.showArrows(arrows.filter((arrow) => arrow !== null));
  }

  /** The side to move or the result, and whether it says more than whose turn it is. */
  stateWords() {
    const { study, game } = this;
    const { position } = study;
    if (!position) return { words: "", isSpecial: false };
    const side = sideWords(position.to_move);
    const repeated = position.repetitions >= 3 ? text("game.third_time") : position.repetitions === 2 ? text("game.second_time") : "";
    const isEnd = game.phase === "over" && game.tree === study.tree && !study.node.next;
    const special = resultWords(position) || repeated || (isEnd ? game.result : "") || (mustPass(position) ? text("game.must_pass", { side }) : "");
    return { words: special || text("game.to_move", { side }), isSpecial: special !== "" };
  }

  /** The line above the moves. In a game against the engine it omits the turn and the result, which the game's panel shows; before a game it is empty. */
  showState() {
    const { study, game } = this;
    const { position } = study;
    if (!position) return;
    const { words, isSpecial } = this.stateWords();
    const isTold = study.use === "play" && (game.phase !== "playing" || !isSpecial);
    find("state").textContent = words;
    find("state-line").hidden = isTold;
    find("state-line").classList.toggle("special", isSpecial);
    const hasEnded = isOver(position) || (game.phase === "over" && game.tree === study.tree);
    find("pass").hidden = !mustPass(position) || hasEnded || study.use === "play";
  }

  /** The players, if the file names them. */
  showNames() {
    const { White, Black } = this.study.tree.headings;
    find("who").textContent = White || Black ? `${White || sideWords("White")} – ${Black || sideWords("Black")}` : "";
  }

  showBar() {
    const { study, analysis, bar, board } = this;
    const { node, position } = study;
    const known = study.use === "play" ? null : (analysis.latest?.lines[0].score ?? node.review?.after ?? null);
    bar.show(position && isOver(position) ? finalScore(position) : known, board.options.flipped, analysis.isOn);
  }

  showUse() {
    const { use } = this.study;
    document.body.dataset.use = use;
    for (const mode of USES) {
      const tab = find(`use-${mode}`);
      if (mode === use) tab.setAttribute("aria-current", "page");
      else tab.removeAttribute("aria-current");
    }
    document.title = use === "home" ? "Waggle" : `${text(`page.${use}`)} · Waggle`;
    this.show();
    this.showBar();
  }

  /** Announces the last move. */
  sayMove() {
    const { node, position, pliesBefore } = this.study;
    if (!position) return;
    const move = node.move ? `${turnOf(node.ply, pliesBefore)} ${moveWords(node.move)}. ` : "";
    say(`${move}${this.stateWords().words}`);
  }
}
