/**
 * Arrows and circles that the user draws into a position, and their text in comments: `[%draw g0,0 r0,0>2,-1]`.
 *
 * @import { Hex } from "./position.js"
 * @typedef {{ from: Hex, to: Hex, color: number }} Shape  A circle if both are the same hex.
 */

import { keyOf } from "./position.js";

/** The colors, by their letters: green, red, blue, yellow. */
const COLORS = "grby";
const NOTE = /\s*\[%draw ([^\]]*)\]/g;

/** @param {Shape[]} shapes */
export function shapesText(shapes) {
  const texts = shapes.map(({ from, to, color }) => `${COLORS[color]}${keyOf(from)}${keyOf(from) === keyOf(to) ? "" : `>${keyOf(to)}`}`);
  return texts.length ? `[%draw ${texts.join(" ")}]` : "";
}

/** A comment without its shapes, and these. @param {string} text @returns {{ comment: string, shapes: Shape[] }} */
export function splitShapes(text) {
  const drawn = [...text.matchAll(NOTE)].flatMap(([, list]) => [...list.matchAll(/([grby])(-?\d+),(-?\d+)(?:>(-?\d+),(-?\d+))?/g)]);
  const shapes = drawn.map(([, color, q, r, toQ = q, toR = r]) => ({
    from: { q: Number(q), r: Number(r) }, to: { q: Number(toQ), r: Number(toR) }, color: COLORS.indexOf(color),
  }));
  return { comment: text.replace(NOTE, "").trim(), shapes };
}

/**
 * The shapes after one more was drawn: where it was already, it takes the next color, and goes after the last; with a color that
 * was chosen, it takes that, and goes if it has it.
 *
 * @param {Shape[]} shapes @param {Hex} from @param {Hex} to @param {number | null} color
 */
export function withShape(shapes, from, to, color) {
  const old = shapes.find((shape) => keyOf(shape.from) === keyOf(from) && keyOf(shape.to) === keyOf(to));
  const next = color ?? (old ? old.color + 1 : 0);
  const others = shapes.filter((shape) => shape !== old);
  return next === COLORS.length || (color !== null && old?.color === color) ? others : [...others, { from, to, color: next }];
}
