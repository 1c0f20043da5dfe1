/**
 * The engine's other answers: the evaluation explained, the threat, and forced wins.
 *
 * @import { Analysis } from "../engine/analysis.js"
 * @import { Evaluation, Iteration, QueenSafety, Solution } from "../engine/documents.js"
 * @import { Rules } from "../engine/rules.js"
 * @import { Thinking } from "../engine/thinking.js"
 * @import { Study } from "../game/study.js"
 */

import { longestLine, scoreWords, shortScore } from "../engine/documents.js";
import { Stopped } from "../engine/uhp_client.js";
import { opponentOf, pieceWords, sideWords } from "../game/position.js";
import { reasonOf } from "../game/refusal.js";
import { clock } from "../play/played_game.js";
import { decimal, hasText, listOf, text } from "../texts/text.js";
import { button, find, make } from "./element.js";
import { moveButton, movePictures } from "./move_icons.js";

/** The time to search for a threat, in seconds. */
const THREAT = 2;
/** The maximum plies and nodes of a search for a forced win. */
const [PLIES, NODES] = [9, 20_000_000];

export class FactsPanel {
  /** @param {Study} study @param {Rules} rules @param {Thinking} thinking @param {Analysis} analysis @param {(moves: string[]) => void} showThreat */
  constructor(study, rules, thinking, analysis, showThreat) {
    this.study = study;
    this.rules = rules;
    this.thinking = thinking;
    this.analysis = analysis;
    this.showThreat = showThreat;
    this.box = find("facts");
    /** The question answered for each position. @type {"" | "explain" | "threat" | "solve"} */
    this.topic = "";
    this.asked = 0;
    for (const topic of /** @type {const} */ (["explain", "threat", "solve"])) find(topic).onclick = () => this.toggle(topic);
    study.on(["position", "words"], () => {
      if (this.topic === "explain") this.explain();
      else if (this.topic) this.close();
    });
    study.on(["use"], () => this.close());
  }

  /** @param {FactsPanel["topic"]} topic */
  toggle(topic) {
    if (this.topic === topic) {
      this.close();
      return;
    }
    this.close();
    this.topic = topic;
    find(topic).setAttribute("aria-pressed", "true");
    if (topic) this[topic]();
  }

  close() {
    this.asked += 1;
    if (this.topic) find(this.topic).setAttribute("aria-pressed", "false");
    const wasThinking = this.topic === "threat" || this.topic === "solve";
    this.topic = "";
    this.box.replaceChildren();
    this.box.hidden = true;
    this.showThreat([]);
    if (wasThinking && this.study.use !== "play") {
      this.thinking.stop();
      this.analysis.restart();
    }
  }

  /** @param {(Node | string)[]} parts */
  show(...parts) {
    this.box.hidden = false;
    this.box.replaceChildren(...parts);
  }

  /**
   * Asks a question, and drops the answer if another is asked meanwhile.
   *
   * @template Answer
   * @param {() => Promise<Answer>} ask
   * @param {(answer: Answer) => void} tell
   */
  async question(ask, tell) {
    this.asked += 1;
    const { asked } = this;
    try {
      const answer = await ask();
      if (asked === this.asked) tell(answer);
    } catch (error) {
      if (asked !== this.asked || error instanceof Stopped) return;
      this.show(make("p", { class: "failure" }, reasonOf(error)));
    }
  }

  explain() {
    const { tree, node } = this.study;
    this.question(
      () => this.rules.askAbout(tree.start, node.moves, "explain"),
      (lines) => {
        const document = JSON.parse(lines[lines.length - 1]);
        const evaluation = /** @type {Evaluation} */ (document.evaluation ?? document);
        this.show(...this.evaluation(evaluation));
      },
    );
  }

  /** @param {Evaluation} evaluation @returns {HTMLElement[]} */
  evaluation(evaluation) {
    const number = (/** @type {number} */ value) => (Number.isInteger(value) ? String(value) : decimal(value, 1));
    const terms = [...evaluation.terms].sort((one, other) => Math.abs(other.liberties) - Math.abs(one.liberties)).slice(0, 8);
    const most = Math.abs(terms[0]?.liberties ?? 1) || 1;
    const rows = terms.map((term) =>
      make(
        "tr",
        {},
        make("th", { scope: "row" }, termWords(term.name)),
        make("td", {}, number(term.white)),
        make("td", {}, number(term.black)),
        make("td", { class: "helps" }, sideWords(term.liberties > 0 ? "White" : "Black"),
          make("i", { class: term.liberties > 0 ? "w" : "b", style: `--share:${(Math.abs(term.liberties) / most).toFixed(2)}` })),
      ),
    );
    const head = make("tr", {}, ...["analyse.feature", "game.white", "game.black", "analyse.value"].map((key) => make("th", { scope: "col" }, text(key))));
    const queens = /** @type {const} */ (["white", "black"]).flatMap((player) => {
      const queen = evaluation.queens[player];
      return queen ? [make("p", {}, queenWords(player, queen))] : [];
    });
    const pinned = /** @type {const} */ (["white", "black"]).flatMap((player) =>
      evaluation.pinned[player].length
        ? [
            make(
              "p",
              {},
              text("analyse.pinned", {
                side: sideWords(player === "white" ? "White" : "Black"),
                pieces: listOf(evaluation.pinned[player].map((piece) => pieceWords(piece))),
              }),
            ),
          ]
        : [],
    );
    return [
      make("p", {}, text("analyse.evaluation"), make("b", {}, scoreWords(evaluation.score)), "."),
      make("table", {}, make("thead", {}, head), make("tbody", {}, ...rows)),
      ...queens,
      ...pinned,
    ];
  }

  threat() {
    const { study } = this;
    const { tree, node, position } = study;
    if (!position) return;
    const [side, other] = [position.to_move, opponentOf(position.to_move)].map(sideWords);
    this.show(make("p", { class: "soft" }, text("analyse.if_passed", { side })));
    this.question(
      () => this.thinking.about(tree, node, `threat time ${clock(THREAT)}`),
      (lines) => {
        const last = lines.filter((line) => line.startsWith("{")).at(-1);
        const line = last ? /** @type {Iteration} */ (JSON.parse(last)).lines[0] : null;
        if (!line) {
          this.show(make("p", {}, text("analyse.no_move", { side: other })));
        } else {
          this.show(
            make(
              "p",
              {},
              text("analyse.would_play", { side, other }),
              ...movePictures(line.moves[0]),
              `: ${scoreWords(line.score)} (${shortScore(line.score)}).`,
            ),
            make("p", { class: "line" }, ...line.moves.slice(0, 8).map((move) => make("span", { class: "move", title: move }, ...movePictures(move)))),
          );
          this.showThreat(line.moves);
        }
        this.analysis.restart();
      },
    );
  }

  solve() {
    const { tree, node, position } = this.study;
    if (!position) return;
    const side = sideWords(position.to_move);
    this.show(make("p", { class: "soft" }, text("analyse.searching_win", { side })), button(text("page.stop"), () => this.close(), { class: "small" }));
    this.question(
      () => this.thinking.about(tree, node, `solve plies ${PLIES} nodes ${NODES}`),
      (lines) => {
        this.show(...this.solution(/** @type {Solution} */ (JSON.parse(lines[lines.length - 1]))));
        this.analysis.restart();
      },
    );
  }

  /** @param {Solution} solution @returns {HTMLElement[]} */
  solution({ score, proof, side_to_move, no_win_within, within }) {
    if (!proof || !score) {
      const isSure = no_win_within === within;
      const n = Math.ceil(no_win_within / 2);
      const found = isSure ? text("analyse.no_win", { side: sideWords(side_to_move), n }) : text("analyse.no_win_found", { n });
      return [make("p", {}, found)];
    }
    const line = longestLine(proof);
    const entries = line.flatMap((move, index) => [
      moveButton(move, () => this.study.playLine(this.study.node, line.slice(0, index + 1))),
      " ",
    ]);
    return [
      make("p", {}, make("b", {}, text("analyse.proven", { win: scoreWords(score, true) })), text("analyse.longest_defence")),
      make("p", { class: "line" }, ...entries),
    ];
  }
}

/** A feature of the evaluation, such as `Soldier Ant pinned`, in words. @param {string} name  The engine's. */
function termWords(name) {
  const [, bug = "", feature] = /^((?:Queen Bee|Soldier Ant|[A-Z][a-z]+)(?= ))?(.*)$/.exec(name) ?? [];
  const key = `analyse.term_${feature.trim().replaceAll(" ", "_")}`;
  if (!hasText(key)) return name;
  const letter = bug.replace("Soldier ", "")[0];
  return letter ? `${text(`game.bug_${letter}`)}: ${text(key)}` : text(key);
}

/** @param {"white" | "black"} player @param {QueenSafety} queen */
function queenWords(player, queen) {
  const covered = queen.covered_by ? text("analyse.queen_covered", { piece: pieceWords(queen.covered_by) }) : "";
  const attackers = queen.attackers.length
    ? text("analyse.queen_attacked", { pieces: listOf(queen.attackers.map((piece) => pieceWords(piece))) })
    : text("analyse.queen_safe");
  return `${text("analyse.queen", { side: sideWords(player === "white" ? "White" : "Black"), n: queen.liberties })}${covered}${attackers}.`;
}
