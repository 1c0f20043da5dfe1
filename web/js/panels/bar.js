/**
 * The winning-chances bar beside the board.
 *
 * @import { Score } from "../engine/documents.js"
 */

import { chanceWords, shortScore, sidedScore } from "../engine/documents.js";
import { text } from "../texts/text.js";
import { make } from "./element.js";

export class Bar {
  /** @param {HTMLElement} table */
  constructor(table) {
    this.share = make("i");
    this.text = make("span");
    this.bar = make("div", { class: "bar", role: "img" }, this.share, this.text);
    table.append(this.bar);
  }

  /** @param {Score | null} score @param {boolean} flipped @param {boolean} [isComing]  Until the score is there, the last one stays, dimmed. */
  show(score, flipped, isComing = false) {
    this.bar.classList.toggle("unknown", !score);
    this.bar.classList.toggle("off", !score && !isComing);
    if (isComing && !score) return;
    this.bar.classList.toggle("flipped", flipped);
    const chance = score ? score.white_chance : 0.5;
    this.share.style.setProperty("--share", chance.toFixed(3));
    this.text.textContent = score ? shortScore(score).replace(/^[+−]/, "") : "";
    this.bar.classList.toggle("white-leads", chance >= 0.5);
    const words = score ? text("game.chances_are", { chances: chanceWords(chance) }) : text("game.chances_unknown");
    this.bar.setAttribute("aria-label", words);
    this.bar.title = score ? `${sidedScore(score)}: ${chanceWords(chance)}` : words;
  }
}
