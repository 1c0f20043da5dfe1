/**
 * The engine's other answers: the evaluation explained, the threat, and forced wins.
 *
 * @typedef {import("../engine/analysis.js").Analysis} Analysis
 * @typedef {import("../engine/documents.js").Evaluation} Evaluation
 * @typedef {import("../engine/documents.js").Iteration} Iteration
 * @typedef {import("../engine/documents.js").Proof} Proof
 * @typedef {import("../engine/documents.js").QueenSafety} QueenSafety
 * @typedef {import("../engine/documents.js").Solution} Solution
 * @typedef {import("../engine/rules.js").Rules} Rules
 * @typedef {import("../engine/thinking.js").Thinking} Thinking
 * @typedef {import("../game/study.js").Study} Study
 */

import { shortScore } from "../engine/documents.js";
import { Stopped } from "../engine/uhp_client.js";
import { opponentOf } from "../game/position.js";
import { clock } from "../play/played_game.js";
import { button, find, make } from "./element.js";

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
    for (const topic of /** @type {const} */ (["explain", "threat", "solve"])) {
      find(topic).onclick = () => this.toggle(topic);
    }
    study.on(["position"], () => {
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
    if (topic === "explain") this.explain();
    if (topic === "threat") this.threat();
    if (topic === "solve") this.solve();
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

  /** Asks a question, and drops the answer if another is asked meanwhile. @template Answer @param {() => Promise<Answer>} ask @param {(answer: Answer) => void} tell */
  async question(ask, tell) {
    this.asked += 1;
    const { asked } = this;
    try {
      const answer = await ask();
      if (asked === this.asked) tell(answer);
    } catch (error) {
      if (asked !== this.asked || error instanceof Stopped) return;
      this.show(make("p", { class: "failure" }, error instanceof Error ? error.message : String(error)));
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
    const number = (/** @type {number} */ value) => (Number.isInteger(value) ? String(value) : value.toFixed(1));
    const signed = (/** @type {number} */ value) => `${value > 0 ? "+" : value < 0 ? "−" : ""}${Math.abs(value).toFixed(2)}`;
    const terms = [...evaluation.terms].sort((one, other) => Math.abs(other.liberties) - Math.abs(one.liberties)).slice(0, 8);
    const rows = terms.map((term) =>
      make(
        "tr",
        {},
        make("th", { scope: "row" }, term.name),
        make("td", {}, number(term.white)),
        make("td", {}, number(term.black)),
        make("td", { class: term.liberties > 0 ? "white" : "black" }, signed(term.liberties)),
      ),
    );
    const head = make("tr", {}, ...["Feature", "White", "Black", "Value for White"].map((text) => make("th", { scope: "col" }, text)));
    const queens = /** @type {const} */ (["white", "black"]).flatMap((player) => {
      const queen = evaluation.queens[player];
      return queen ? [make("p", {}, queenWords(player, queen))] : [];
    });
    const pinned = /** @type {const} */ (["white", "black"]).flatMap((player) =>
      evaluation.pinned[player].length ? [make("p", {}, `Pinned pieces of ${title(player)}: ${evaluation.pinned[player].join(", ")}.`)] : [],
    );
    return [
      make("p", {}, "Without search, the evaluation is ", make("b", {}, evaluation.score.words), ":"),
      make("table", {}, make("thead", {}, head), make("tbody", {}, ...rows)),
      ...queens,
      ...pinned,
    ];
  }

  threat() {
    const { study } = this;
    const { tree, node, position } = study;
    if (!position) return;
    const other = opponentOf(position.to_move);
    this.show(make("p", { class: "soft" }, `If ${position.to_move} passed…`));
    this.question(
      () => this.thinking.about(tree, node, `threat time ${clock(THREAT)}`),
      (lines) => {
        const last = lines.filter((line) => line.startsWith("{")).at(-1);
        const line = last ? /** @type {Iteration} */ (JSON.parse(last)).lines[0] : null;
        if (!line) {
          this.show(make("p", {}, `${other} has no move.`));
        } else {
          this.show(
            make("p", {}, `If ${position.to_move} passed, ${other} would play `, make("b", {}, line.moves[0]), `: ${line.score.words} (${shortScore(line.score)}).`),
            make("p", { class: "line" }, line.moves.slice(0, 8).join(" · ")),
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
    this.show(make("p", { class: "soft" }, `Searching for a forced win for ${position.to_move}… `), button("Stop", () => this.close(), { class: "small" }));
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
      return [make("p", {}, isSure ? `Proven: ${side_to_move} has no forced win within ${within} plies.` : `No forced win found; proven that there is none within ${no_win_within} plies.`)];
    }
    const line = longestLine(proof);
    const entries = line.flatMap((move, index) => [
      button(move, () => this.study.playLine(this.study.node, line.slice(0, index + 1)), { class: "move" }),
      " ",
    ]);
    return [
      make("p", {}, make("b", {}, `${score.words}: proven.`), " The longest defence:"),
      make("p", { class: "line" }, ...entries),
    ];
  }
}

/** The longest defence of a proof. @param {Proof} proof @returns {string[]} */
function longestLine(proof) {
  const lines = proof.replies.map(({ moves, answer }) => [moves[0], ...(answer ? longestLine(answer) : [])]);
  const longest = lines.reduce((one, other) => (other.length > one.length ? other : one), /** @type {string[]} */ ([]));
  return [proof.move, ...longest];
}

/** @param {string} text */
const title = (text) => text[0].toUpperCase() + text.slice(1);

/** @param {"white" | "black"} player @param {QueenSafety} queen */
function queenWords(player, queen) {
  const liberties = `${queen.liberties} ${queen.liberties === 1 ? "liberty" : "liberties"}`;
  const covered = queen.covered_by ? `, covered by ${queen.covered_by}` : "";
  const attackers = queen.attackers.length ? `; can be reached by ${queen.attackers.join(", ")}` : "; no piece can reach it now";
  return `${title(player)}'s Queen has ${liberties}${covered}${attackers}.`;
}
