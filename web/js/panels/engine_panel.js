/**
 * The engine: its switch, lines, depth and speed.
 *
 * @import { Analysis } from "../engine/analysis.js"
 * @import { Study } from "../game/study.js"
 */

import { chanceWords, scoreWords, shortScore } from "../engine/documents.js";
import { moveWords } from "../game/move_words.js";
import { isOver } from "../game/position.js";
import { turnOf } from "../game/tree.js";
import { decimal, text } from "../texts/text.js";
import { button, find, make } from "./element.js";
import { moveButton } from "./move_icons.js";
import { peopleMoves } from "./people_moves.js";

/** How many moves of a line to show. */
const MOVES = 10;
/** The interval between scores announced to screen readers, in milliseconds. */
const SAY_EVERY = 4000;

export class EnginePanel {
  /** @param {Study} study @param {Analysis} analysis @param {() => string} engine  Its name. @param {(text: string) => void} say */
  constructor(study, analysis, engine, say) {
    this.study = study;
    this.analysis = analysis;
    this.say = say;
    this.said = { at: 0, words: "" };
    this.engine = engine;
    /** What the row of people shows: their moves, or whether they were asked for. @type {import("../engine/documents.js").People | boolean | null} */
    this.ofPeople = null;
    /** The line of which all moves are seen. */
    this.whole = -1;
    this.lines = find("lines");
    this.toggle = /** @type {HTMLInputElement} */ (find("engine-on"));
    this.count = /** @type {HTMLSelectElement} */ (find("line-count"));
    this.toggle.onchange = () => analysis.switch(this.toggle.checked);
    this.count.onchange = () => analysis.setLines(Number(this.count.value));
    analysis.addEventListener("update", () => this.draw());
    study.on(["words"], () => (this.ofPeople = null));
    study.on(["position", "tree", "words"], () => this.draw());
    this.lines.addEventListener("pointerover", (event) => this.hover(event));
    this.lines.addEventListener("pointerleave", () => study.endPreview());
    this.lines.addEventListener("focusin", (event) => this.hover(event));
    this.lines.addEventListener("focusout", () => study.endPreview());
  }

  /** The moves up to the one under the pointer. @param {Event} event @returns {string[]} */
  movesAt(event) {
    const entry = /** @type {Element} */ (event.target).closest("button.move");
    if (!(entry instanceof HTMLElement)) return [];
    const line = this.analysis.latest?.lines[Number(entry.dataset.line)];
    return line?.moves.slice(0, Number(entry.dataset.step) + 1) ?? [];
  }

  /** @param {Event} event */
  hover(event) {
    const moves = this.movesAt(event);
    if (event instanceof PointerEvent && event.pointerType === "touch") return;
    if (moves.length) this.study.preview(moves);
    else this.study.endPreview();
  }

  draw() {
    const { analysis, study } = this;
    this.toggle.checked = analysis.isOn;
    const { latest } = analysis;
    const over = study.position && isOver(study.position);
    const score = find("score");
    const words = find("score-words");
    const figures = find("figures");
    // While there are none for a new position, the old lines stay, dimmed: what follows does not jump.
    const isOld = analysis.isOn && !latest && !over && !analysis.failure;
    this.lines.classList.toggle("old", isOld);
    score.classList.toggle("old", isOld);
    this.drawPeople();
    if (over && study.position) {
      score.textContent = study.position.state === "Draw" ? "½–½" : study.position.state === "WhiteWins" ? "1–0" : "0–1";
      words.textContent = text("game.over");
      figures.textContent = "";
      this.lines.replaceChildren();
      return;
    }
    if (!isOld) score.textContent = latest ? shortScore(latest.lines[0].score) : "–";
    words.textContent = latest ? scoreWords(latest.lines[0].score) : analysis.failure || (analysis.isOn ? text("analyse.thinking") : this.engine());
    if (latest) words.title = chanceWords(latest.lines[0].score.white_chance);
    figures.textContent = latest
      ? text("analyse.figures", { depth: latest.depth, positions: short(latest.nodes), speed: short(latest.nodes_per_second) })
      : analysis.isOn ? this.engine() : text("analyse.off");
    this.lines.style.setProperty("--count", String(analysis.isOn || latest ? analysis.lines : 0));
    if (!isOld) this.drawLines();
    if (!analysis.isOn || !latest) return;
    const [{ score: best, moves: [move] }] = latest.lines;
    this.sayScore(text("analyse.said", { score: scoreWords(best), depth: latest.depth, move: moveWords(move) }));
  }

  /** What people would play, beside the engine's lines. */
  drawPeople() {
    const { analysis, study } = this;
    const box = find("people");
    const ask = () => {
      analysis.asksForPeople = true;
      void analysis.askForPeople(study.node);
    };
    const people = analysis.people.get(study.node);
    box.hidden = !analysis.isOn && !people;
    const shown = people ?? analysis.asksForPeople;
    // Each iteration draws anew, and would take what is about to be clicked.
    if (shown === this.ofPeople) return;
    this.ofPeople = shown;
    if (!people) {
      box.replaceChildren(...(analysis.asksForPeople ? [] : [button(text("analyse.ask_people"), ask)]));
      return;
    }
    box.replaceChildren(...peopleMoves(people, (move) => study.playLine(study.node, [move])));
  }

  drawLines() {
    const { latest } = this.analysis;
    const focused = document.activeElement instanceof HTMLElement && this.lines.contains(document.activeElement) ? document.activeElement.dataset : null;
    const shown = latest?.lines.slice(0, Math.max(this.analysis.lines, 1)) ?? [];
    const entries = shown.map((line, index) =>
      make(
        "li",
        { class: index === this.whole ? "whole" : "" },
        make("b", { class: `chip ${line.score.white_chance >= 0.5 ? "white" : "black"}`, title: scoreWords(line.score) }, shortScore(line.score)),
        make("span", { class: "moves" }, ...this.moves(line.moves, index)),
        button("", () => this.unfold(index), {
          class: "unfold", title: text("analyse.whole_line"), "aria-expanded": String(index === this.whole), "data-line": String(index), "data-step": "",
        }),
      ),
    );
    this.lines.replaceChildren(...entries);
    if (focused) {
      const again = this.lines.querySelector(`[data-line="${focused.line}"][data-step="${focused.step}"]`);
      if (again instanceof HTMLElement) again.focus({ preventScroll: true });
    }
  }

  /** Shows all moves of a line, or one row of them again. @param {number} line */
  unfold(line) {
    this.whole = line === this.whole ? -1 : line;
    this.drawLines();
  }

  /** @param {string[]} moves @param {number} line */
  moves(moves, line) {
    const { node, pliesBefore } = this.study;
    return moves.slice(0, MOVES).flatMap((move, step) => {
      const number = turnOf(node.ply + step + 1, pliesBefore);
      const play = () => this.study.playLine(node, moves.slice(0, step + 1));
      const entry = moveButton(move, play, { "data-line": String(line), "data-step": String(step) });
      return step === 0 || number.endsWith(".") ? [make("span", { class: "turn" }, number), entry] : [entry];
    });
  }

  /** @param {string} words */
  sayScore(words) {
    const now = performance.now();
    if (words === this.said.words || now - this.said.at < SAY_EVERY) return;
    this.said = { at: now, words };
    this.say(words);
  }
}

/** A number with three digits, such as `1.24 M`. @param {number} number */
export function short(number) {
  for (const [size, unit] of /** @type {[number, string][]} */ ([[1e9, "\u00a0G"], [1e6, "\u00a0M"], [1e3, "\u00a0k"]])) {
    const shown = number / size;
    if (number >= size) return `${decimal(shown, shown < 9.995 ? 2 : shown < 99.95 ? 1 : 0)}${unit}`;
  }
  return String(Math.round(number));
}
