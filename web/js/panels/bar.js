/**
 * The winning-chances bar beside the board.
 *
 * @typedef {import("../engine/documents.js").Score} Score
 */

import { chanceWords, shortScore, sidedScore } from "../engine/documents.js";
import { make } from "./element.js";

export class Bar {
  /** @param {HTMLElement} table */
  constructor(table) {
    this.share = make("i");
    this.text = make("span");
    this.bar = make("div", { class: "bar", role: "img", "aria-label": "Winning chances" }, this.share, this.text);
    table.append(this.bar);
  }

  /** @param {Score | null} score @param {boolean} flipped */
  show(score, flipped) {
    this.bar.classList.toggle("unknown", !score);
    this.bar.classList.toggle("flipped", flipped);
    const chance = score ? score.white_chance : 0.5;
    this.share.style.setProperty("--share", `${(chance * 100).toFixed(1)}%`);
    this.text.textContent = score ? shortScore(score).replace(/^[+−]/, "").replace(/(\.\d)\d$/, "$1") : "";
    this.bar.classList.toggle("white-leads", chance >= 0.5);
    const words = score ? `Winning chances: ${chanceWords(chance)}` : "Winning chances: unknown";
    this.bar.setAttribute("aria-label", words);
    this.bar.title = score ? `${sidedScore(score)}: ${chanceWords(chance)}` : words;
  }
}
