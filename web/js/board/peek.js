/**
 * A popup above a stack that shows all its pieces side by side, bottom first; above a single piece it has its name.
 *
 * @import { Point } from "./geometry.js"
 */

import { bugWords, pieceWords } from "../game/position.js";
import { text } from "../texts/text.js";
import { tile } from "./tiles.js";

export class Peek {
  /** @param {HTMLElement} host  It needs a position of its own. @param {string} [kind] */
  constructor(host, kind = "") {
    this.host = host;
    this.box = document.createElement("div");
    this.box.className = `peek ${kind}`.trim();
    this.box.setAttribute("role", "tooltip");
    this.box.hidden = true;
    host.append(this.box);
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    this.key = "";
  }

  /** Shows a stack after a delay, unless `cancel` is called first. @param {{ piece: string }[]} stack @param {Point} at @param {number} delay */
  after(stack, at, delay) {
    const key = stack.map(({ piece }) => piece).join();
    if (key === this.key) return;
    this.cancel();
    this.key = key;
    this.timer = setTimeout(() => this.show(stack, at), delay);
  }

  /** @param {{ piece: string }[]} stack @param {Point} at  In the window. */
  show(stack, { x, y }) {
    const isName = stack.length === 1;
    this.box.innerHTML = stack
      .map(({ piece }) => {
        const picture = isName ? "" : `<svg viewBox="-95 -100 190 200" aria-hidden="true">${tile(piece)}</svg>`;
        return `<span>${picture}<b>${bugWords(piece).bug}</b></span>`;
      })
      .join('<span aria-hidden="true">‹</span>');
    const names = stack.map(({ piece }) => pieceWords(piece)).join(", ");
    this.box.setAttribute("aria-label", isName ? names : text("game.from_below", { pieces: names }));
    this.box.hidden = false;
    const host = this.host.getBoundingClientRect();
    const own = this.box.getBoundingClientRect();
    const left = Math.min(host.width - own.width - 4, Math.max(4, x - host.left - own.width / 2));
    const above = y - host.top - own.height;
    this.box.style.left = `${left}px`;
    this.box.style.top = `${above < 4 ? y - host.top + 60 : above}px`;
  }

  get isShown() {
    return !this.box.hidden;
  }

  cancel() {
    clearTimeout(this.timer);
    this.key = "";
    this.box.hidden = true;
  }
}
