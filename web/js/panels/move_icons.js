/**
 * A move as pictures: the piece, a compass with the side of the neighbor that it comes to, and the neighbor; an arrow if it
 * climbs onto it. Its MoveString is told on demand.
 */

import { angleOf, moveWords } from "../game/move_words.js";
import { text } from "../texts/text.js";
import { button, make } from "./element.js";

/** @param {string} content @param {string} [box] */
function svg(content, box = "-95 -100 190 200") {
  const picture = make("span");
  picture.innerHTML = `<svg viewBox="${box}" aria-hidden="true">${content}</svg>`;
  return picture;
}

/** @param {string} piece */
const icon = (piece) => svg(`<use href="#tile-${piece[0]}"/><use href="#${piece.slice(0, 2)}" transform="scale(.95)"/>`);

/** The neighbor as a small hex, with a mark on the side where the piece comes to. @param {string} target */
function compass(target) {
  const angle = angleOf(target);
  const hex = '<path class="hex" d="M0-34L29-17V17L0 34L-29 17V-17z"/>';
  const picture =
    angle === null
      ? svg('<path class="side" d="M0 34V-20M-26 0L0-30L26 0"/>', "-46 -46 92 92")
      : svg(`${hex}<g transform="rotate(${angle})"><path class="side" d="M36-21V21"/></g>`, "-46 -46 92 92");
  picture.className = angle === null ? "compass onto" : "compass";
  return picture;
}

/** A move in both ways; names on the pieces decide which is seen. @param {string} move @returns {HTMLElement[]} */
export function movePictures(move) {
  const notation = make("span", { class: "notation" }, move);
  const [name, target = "."] = move.split(" ");
  if (name === "pass") return [notation, make("span", { class: "icons" }, text("game.pass_move"))];
  const other = target === "." ? [] : [compass(target), icon(target.replace(/[-/\\]/, ""))];
  return [notation, make("span", { class: "icons" }, icon(name), ...other)];
}

/** A button that shows a move. @param {string} move @param {() => void} act @param {Record<string, string | boolean>} [properties] */
export function moveButton(move, act, properties = {}) {
  const made = button("", act, { class: "move", title: move, "aria-label": `${move}, ${moveWords(move)}`, ...properties });
  made.append(...movePictures(move));
  return made;
}
