/**
 * What the board and the lines around it show: the position of the study, or of whatever stands in its place.
 *
 * @import { Board } from "./board/board.js"
 * @import { Analysis } from "./engine/analysis.js"
 * @import { LegalMove, Position } from "./game/position.js"
 * @import { Study } from "./game/study.js"
 * @import { Bar } from "./panels/bar.js"
 * @import { PlayedGame } from "./play/played_game.js"
 * @import { Settings } from "./settings.js"
 * @typedef {{ isOpen: () => boolean, show: () => void }} Instead  What shows something else on the board while it is open.
 */

import { arrowOf } from "./board/arrows.js";
import { NO_CHOICES, legalChoices } from "./board/choices.js";
import { finalScore } from "./engine/documents.js";
import { USES } from "./game/address.js";
import { moveWords } from "./game/move_words.js";
import { isOver, keyOf, mustPass, ownerOf, resultWords, sideWords } from "./game/position.js";
import { withShape } from "./game/shapes.js";
import { turnOf } from "./game/tree.js";
import { find } from "./panels/element.js";
import { setupText } from "./setup/setup_text.js";
import { missedArrow } from "./panels/judgment_panel.js";
import { say, tell } from "./panels/voice.js";
import { text } from "./texts/text.js";

/** How long the engine's move is seen before a planned one follows, in milliseconds. */
const PLANNED = 300;
/** How long the large letters of a win stay, in milliseconds: until they have faded. */
const MOMENT = 6_800;

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
    /** The move that waits for a yes. */
    this.asked = "";
    /** Who won in large letters, if the end of a won game is shown. @type {"White" | "Black" | ""} */
    this.celebrated = "";
    /** The timer of those letters. */
    this.fading = 0;
    /** The move to be played as soon as the engine has answered, if it is legal then. @type {LegalMove | null} */
    this.planned = null;
    board.area.append(find("confirm"), find("moment"));
    find("confirm-yes").onclick = () => study.play(this.asked);
    find("confirm-no").onclick = () => this.ask("");
    board.area.addEventListener("keydown", ({ key }) => key === "Escape" && this.asked && this.ask(""));
    study.on(["position"], () => this.showPosition());
    study.on(["preview"], () => this.show());
    study.on(["tree", "words", "position"], () => this.showNames());
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
    this.playPlanned();
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
    const { position, previewed } = study;
    board.onShape = study.showsGame && !other && !previewed ? (from, to, color) => this.drawShape(from, to, color) : null;
    this.showMoment();
    if (this.asked) this.ask("");
    if (other) {
      other.show();
      return;
    }
    if (previewed) {
      board.show(previewed, { isPreview: true });
      board.showArrows([]);
      return;
    }
    if (!position) return;
    const you = study.use === "review" || (study.use === "play" && game.phase !== "none") ? study.tree.you : null;
    board.show(position, { choices: this.choicesIn(position), animate: study.isStep, you, keeps: true });
    board.showShapes(study.node.shapes);
    this.showArrows();
    this.showState();
  }

  /** @param {import("./game/position.js").Hex} from @param {import("./game/position.js").Hex} to @param {number | null} color */
  drawShape(from, to, color) {
    this.study.annotate((node) => {
      node.shapes = withShape(node.shapes, from, to, color);
      this.board.showShapes(node.shapes);
    });
  }

  /** The end of a game that was played here and won, in large letters. */
  showMoment() {
    const { study, game, other } = this;
    const isEnd = game.phase === "over" && study.use === "play" && game.tree === study.tree && !study.node.next && !other;
    const { winner, terms } = game;
    const won = isEnd && winner !== "Draw" ? winner : "";
    if (won === this.celebrated) return;
    this.celebrated = won;
    clearTimeout(this.fading);
    const moment = find("moment");
    moment.hidden = !won;
    if (!won) return;
    this.fading = setTimeout(() => (moment.hidden = true), MOMENT);
    moment.classList.toggle("lost", !terms.forTwo && won !== terms.human);
    moment.textContent = terms.forTwo ? text("game.wins", { side: sideWords(won) }) : text(won === terms.human ? "play.won" : "play.lost");
  }

  /** Asks whether a move is meant; without one, what was asked is taken back. @param {string} move */
  ask(move) {
    const isFocused = find("confirm").contains(document.activeElement);
    this.asked = move;
    find("confirm").hidden = !move;
    this.board.pick(null);
    this.showArrows();
    if (move) find("confirm-yes").focus();
    else if (isFocused) this.board.area.focus();
  }

  /** What can be done with the pieces. @param {Position} position */
  choicesIn(position) {
    const { study, game } = this;
    if (study.use !== "play" || game.mayMove) {
      const isAsked = study.use === "play" && this.settings.confirm;
      return legalChoices(position, (move) => (isAsked ? this.ask(move) : study.play(move)));
    }
    const begin = (/** @type {string} */ piece) => () => (this.board.choices.pickable.has(piece) ? this.board.pick(piece) : this.board.complain(piece));
    const choices = {
      ...NO_CHOICES,
      whyNot: (/** @type {string} */ piece) => (ownerOf(piece) === game.terms.human && this.plan(begin(piece)) ? "" : this.whyNotNow()),
      prepare: (/** @type {() => void} */ then) => this.plan(then),
    };
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

  /** Offers the user's moves while the engine thinks; whether this is possible. @param {() => void} then  What follows. */
  plan(then) {
    const { study, game } = this;
    const { node, position } = study;
    const { human, forTwo, byLink } = game.terms;
    const isEngines = game.phase === "playing" && game.isAtEnd && !forTwo && !byLink && position?.to_move !== human;
    if (!isEngines || !position?.pieces.length) return false;
    this.planned = null;
    this.showArrows();
    const turn = Number(/\d+/.exec(position.turn)?.[0]) + Number(human === "White");
    // The moves are those that the rules would allow now.
    const asked = study.rules.positionAfter(setupText(position.game_type, human, turn, position.pieces), []);
    asked.then((ahead) => {
      if (node !== study.node || game.mayMove || this.other) return;
      const choices = legalChoices(ahead, (move) => {
        this.planned = ahead.moves.find((legal) => legal.move === move) ?? null;
        this.board.pick(null);
        this.showArrows();
      });
      this.board.show(position, { choices, you: human, keeps: true });
      this.board.showShapes(node.shapes);
      this.showArrows();
      then();
    }, () => {});
    return true;
  }

  /** Plays the move that was planned, or says that it cannot be played any more. */
  playPlanned() {
    const { planned, study, game } = this;
    const { node, position } = study;
    if (!planned?.to || !position) return;
    if (game.phase === "playing" && game.isAtEnd && position.to_move !== game.terms.human) return;
    this.planned = null;
    if (!game.mayMove) return;
    const { piece, to } = planned;
    const legal = position.moves.find((move) => move.piece === piece && move.to && keyOf(move.to) === keyOf(to));
    if (legal) setTimeout(() => node === study.node && game.mayMove && study.play(legal.move), PLANNED);
    else tell(text("play.plan_gone"));
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
      if (this.asked) arrows.push(arrowOf(position, this.asked, 0, "asked"));
      const { piece, to } = this.planned ?? {};
      const from = position.pieces.find((lying) => lying.piece === piece) ?? null;
      if (piece && to) arrows.push({ piece, to, from, rank: 0, kind: /** @type {const} */ ("asked") });
      if (game.hint) arrows.push(arrowOf(position, game.hint, 0, "hint"));
    } else if (this.settings.arrows && analysis.isOn) {
      analysis.latest?.lines.slice(0, analysis.lines).forEach(({ moves }, rank) => arrows.push(arrowOf(position, moves[0], rank, "best")));
    }
    arrows.push(missedArrow(study));
    if (this.threat.length) arrows.push(arrowOf(position, this.threat[0], 0, "threat"));
    board.showArrows(arrows);
  }

  /** The side to move or the result, and whether it says more than whose turn it is. */
  stateWords() {
    const { study, game } = this;
    const { position } = study;
    if (!position) return { words: "", isSpecial: false };
    const side = sideWords(position.to_move);
    const n = position.repetitions;
    const repeated = n >= 3 ? text("game.third_time", { n }) : n === 2 ? text("game.second_time") : "";
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

  /** The players, if the file names them, and the opening, if it has a name. */
  showNames() {
    const { White, Black } = this.study.tree.headings;
    const names = White || Black ? `${White || sideWords("White")} – ${Black || sideWords("Black")}` : "";
    find("who").textContent = [names, this.study.position?.opening].filter(Boolean).join(" · ");
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
    // Whoever goes on by keyboard goes on at the board.
    if (!document.activeElement?.getClientRects().length) this.board.area.focus({ preventScroll: true });
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
