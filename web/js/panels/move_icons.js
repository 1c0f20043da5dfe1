/**
 * A move as pictures: the piece, a compass with the side of the neighbor that it comes to, and the neighbor; an arrow if it
 * climbs onto it. Its MoveString is told on demand.
 */

import { pictureOf } from "../board/tiles.js";
import { angleOf, moveWords } from "../game/move_words.js";
import { text } from "../texts/text.js";
import { make } from "./element.js";

/** @param {string} picture @param {string} [kind] */
function pictured(picture, kind = "") {
  const made = make("span", { class: kind });
  made.innerHTML = picture;
  return made;
}

/** A tile. @param {string} piece */
export const tileIcon = (piece) => pictured(pictureOf(piece), "tile");

/** The neighbor as a small hex, with a mark on the side where the piece comes to. @param {string} target */
function compass(target) {
  const angle = angleOf(target);
  const hex = '<path class="hex" d="M0-34L29-17V17L0 34L-29 17V-17z"/>';
  const picture =
    angle === null ? '<path class="side" d="M0 34V-20M-26 0L0-30L26 0"/>' : `${hex}<g transform="rotate(${angle})"><path class="side" d="M36-21V21"/></g>`;
  return pictured(`<svg viewBox="-46 -46 92 92" aria-hidden="true">${picture}</svg>`, angle === null ? "compass onto" : "compass");
}

/** A move in both ways; names on the pieces decide which is seen. @param {string} move @returns {HTMLElement[]} */
export function movePictures(move) {
  const notation = make("span", { class: "notation" }, move);
  const [name, target = "."] = move.split(" ");
  if (name === "pass") return [notation, make("span", { class: "icons" }, text("game.pass_move"))];
  const icon = (/** @type {string} */ piece) => pictured(pictureOf(piece, ' transform="scale(.95)"'));
  const other = target === "." ? [] : [compass(target), icon(target.replace(/[-/\\]/, ""))];
  return [notation, make("span", { class: "icons" }, icon(name), ...other)];
}

/** A button that shows a move. @param {string} move @param {() => void} act @param {Record<string, string | boolean>} [properties] */
export function moveButton(move, act, properties = {}) {
  const label = `${move}, ${moveWords(move)}`;
  return make("button", { type: "button", class: "move", title: move, "aria-label": label, ...properties, onclick: act }, ...movePictures(move));
}
