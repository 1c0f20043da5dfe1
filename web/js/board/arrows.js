/**
 * Arrows for the engine's moves, and what the user draws.
 *
 * @import { Hex, Position } from "../game/position.js"
 * @typedef {{ piece: string, from: Hex | null, to: Hex, rank: number, kind: "best" | "threat" | "hint" | "missed" | "asked" }} Arrow
 */

import { destinationOf } from "../game/destination.js";
import { centerOf } from "./geometry.js";
import { tile } from "./tiles.js";

/** The gaps between an arrow and its two ends. */
const [BEGIN, END] = [58, 30];

/** Arrowheads, which inherit the line's color. */
export const HEAD =
  '<marker id="head" viewBox="0 0 10 10" refX="5" refY="5" markerWidth="3" markerHeight="3" orient="auto">' +
  '<path d="M0 0L10 5L0 10z" fill="context-stroke"/></marker>';

/**
 * The arrow of a MoveString.
 *
 * @param {Position} position
 * @param {string} move
 * @param {number} rank  0 for the best.
 * @param {Arrow["kind"]} kind
 * @returns {Arrow | null}  `null` for a pass.
 */
export function arrowOf(position, move, rank, kind) {
  const to = destinationOf(position, move);
  if (!to) return null;
  const [piece] = move.split(" ");
  const from = position.pieces.find((lying) => lying.piece === piece) ?? null;
  return { piece, from, to, rank, kind };
}

/** @param {Arrow[]} arrows @param {boolean} flipped */
export function drawArrows(arrows, flipped) {
  // The best move is drawn last, above the others.
  return [...arrows]
    .sort((one, other) => other.rank - one.rank)
    .map((arrow) => drawArrow(arrow, flipped))
    .join("");
}

/** @param {Arrow} arrow @param {boolean} flipped */
function drawArrow({ piece, from, to, rank, kind }, flipped) {
  const target = centerOf(to, flipped);
  const classes = `arrow ${kind} rank-${Math.min(rank, 4)}`;
  if (!from) {
    return (
      `<g class="${classes}" transform="translate(${target.x.toFixed(1)} ${target.y.toFixed(1)})">` +
      `<g class="ghost">${tile(piece)}</g><use href="#edge"/></g>`
    );
  }
  return straight(classes, from, to, flipped);
}

/** @param {string} classes @param {Hex} from @param {Hex} to @param {boolean} flipped */
function straight(classes, from, to, flipped) {
  const [start, target] = [from, to].map((hex) => centerOf(hex, flipped));
  const length = Math.hypot(target.x - start.x, target.y - start.y) || 1;
  const [ux, uy] = [(target.x - start.x) / length, (target.y - start.y) / length];
  const begin = Math.min(BEGIN, length / 3);
  const [x1, y1] = [start.x + begin * ux, start.y + begin * uy];
  const [x2, y2] = [target.x - END * ux, target.y - END * uy];
  return `<path class="${classes}" marker-end="url(#head)" d="M${x1.toFixed(1)} ${y1.toFixed(1)}L${x2.toFixed(1)} ${y2.toFixed(1)}"/>`;
}

/** @param {import("../game/shapes.js").Shape[]} shapes @param {boolean} flipped */
export function drawShapes(shapes, flipped) {
  return shapes
    .map(({ from, to, color }) => {
      const { x, y } = centerOf(from, flipped);
      if (from.q !== to.q || from.r !== to.r) return straight(`shape color-${color}`, from, to, flipped);
      return `<circle class="shape color-${color}" cx="${x.toFixed(1)}" cy="${y.toFixed(1)}" r="74"/>`;
    })
    .join("");
}
