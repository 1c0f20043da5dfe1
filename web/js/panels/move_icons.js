/** A move as pictures: the piece, and what it comes beside or onto. Its MoveString is told on demand. */

import { moveWords } from "../game/move_words.js";
import { text } from "../texts/text.js";
import { button, make } from "./element.js";

/** @param {string} piece */
function icon(piece) {
  const picture = make("span");
  const symbols = `<use href="#tile-${piece[0]}"/><use href="#${piece.slice(0, 2)}" transform="scale(.95)"/>`;
  picture.innerHTML = `<svg viewBox="-95 -100 190 200" aria-hidden="true">${symbols}</svg>`;
  return picture;
}

/** A move in both ways; names on the pieces decide which is seen. @param {string} move @returns {HTMLElement[]} */
export function movePictures(move) {
  const notation = make("span", { class: "notation" }, move);
  const [name, target = "."] = move.split(" ");
  if (name === "pass") return [notation, make("span", { class: "icons" }, text("game.pass_move"))];
  const beside = target.replace(/[-/\\]/, "");
  const other = target === "." ? [] : [make("i", {}), icon(beside)];
  if (other.length) other[0].className = beside === target ? "onto" : "beside";
  return [notation, make("span", { class: "icons" }, icon(name), ...other)];
}

/** A button that shows a move. @param {string} move @param {() => void} act @param {Record<string, string | boolean>} [properties] */
export function moveButton(move, act, properties = {}) {
  const made = button("", act, { class: "move", title: move, "aria-label": moveWords(move), ...properties });
  made.append(...movePictures(move));
  return made;
}
