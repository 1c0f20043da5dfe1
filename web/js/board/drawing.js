/**
 * Draws a board: stacks, targets and marks, and the last move.
 *
 * @import { Board } from "./board.js"
 * @import { Hex, Position } from "../game/position.js"
 */

import { keyOf } from "../game/position.js";
import { centerOf, hexesAround, neighborsOf } from "./geometry.js";
import { liftOf, stackOfTiles, tile } from "./tiles.js";
import { wayOf } from "./way.js";

/** How long a move is seen, in milliseconds: at least, for each step, and at most. */
const [SHORT_MOVE, STEP, LONG_MOVE] = [150, 20, 250];

/** The outline of a tile. @param {string} classes @param {number} x @param {number} y */
const edge = (classes, x, y) =>
  `<use href="#edge" class="${classes}" transform="translate(${x.toFixed(1)} ${y.toFixed(1)})"/>`;

/** The center of the top tile on a hex, or of the hex. @param {Board} board @param {Hex} hex */
function topCenter(board, hex) {
  const { x, y } = centerOf(hex, board.options.flipped);
  const size = board.stackOn(hex)?.length ?? 1;
  return { x, y: y + liftOf(size, size - 1) };
}

/** @param {Board} board @param {Position} position */
export function drawStacks(board, position) {
  const { named, coordinates, flipped } = board.options;
  // Raised tiles overlap those behind them.
  const sign = flipped ? -1 : 1;
  const sorted = [...board.stacks].sort(([one], [other]) => sign * (one.r - other.r) || sign * (one.q - other.q));
  const labels = coordinates ? drawCoordinates(board, position) : "";
  board.layer("stacks").innerHTML = sorted.map((stack) => stackOfTiles(stack, { named, flipped })).join("") + labels;
}

/** The coordinates of all hexes in and next to the hive. @param {Board} board @param {Position} position */
function drawCoordinates(board, position) {
  const origin = { q: 0, r: 0 };
  return [...hexesAround(position.pieces).set(keyOf(origin), origin).values()]
    .map((hex) => {
      const { x, y } = centerOf(hex, board.options.flipped);
      const stack = board.stackOn(hex);
      const color = stack ? stack[stack.length - 1].piece[0] : "free";
      const down = stack ? liftOf(stack.length, stack.length - 1) + 84 : 8;
      return `<text class="coordinate ${color}" x="${x.toFixed(1)}" y="${(y + down).toFixed(1)}">${hex.q},${hex.r}</text>`;
    })
    .join("");
}

/** The targets of the picked piece, below the tiles. @param {Board} board */
export function drawGround(board) {
  const { picked } = board;
  if (!picked) return "";
  const free = board.choices.targetsOf(picked).filter((hex) => !board.stackOn(hex));
  // Where a place is to be found, none looks as if it were one.
  if (board.choices.keeps) return free.map((hex) => outline(board, "place", hex)).join("");
  return free
    .map((hex) => {
      const { x, y } = centerOf(hex, board.options.flipped);
      const isHovered = board.hovered !== null && keyOf(board.hovered) === keyOf(hex);
      const ghost = isHovered ? `<g class="ghost" transform="translate(${x.toFixed(1)} ${y.toFixed(1)})">${tile(picked)}</g>` : "";
      return `${edge("target", x, y)}<circle class="target-dot" cx="${x.toFixed(1)}" cy="${y.toFixed(1)}" r="20"/>${ghost}`;
    })
    .join("");
}

/** Outlines above the tiles. @param {Board} board @param {Position} position */
export function drawMarks(board, position) {
  const marks = [];
  const { picked, choices, cursor } = board;
  const { last } = position;
  if (last?.from) marks.push(outline(board, "from", last.from));
  for (const stack of board.stacks) {
    const top = stack[stack.length - 1];
    if (stack.some(({ piece }) => piece[1] === "Q") && neighborsOf(top).every((hex) => board.stackOn(hex))) {
      marks.push(outline(board, "lost", top));
    }
    if (choices.pickable.has(top.piece) && !picked) marks.push(outline(board, "pickable", top));
  }
  if (last?.to) marks.push(outline(board, "last", last.to));
  if (picked) {
    const stack = board.stacks.find((other) => other[other.length - 1].piece === picked);
    if (stack) marks.push(outline(board, "picked", stack[0]));
    for (const hex of choices.targetsOf(picked)) {
      if (board.stackOn(hex)) marks.push(outline(board, choices.keeps ? "place" : "target onto", hex));
    }
  }
  for (const mark of choices.marks ?? []) {
    const { x, y } = centerOf(mark, board.options.flipped);
    if (!board.stackOn(mark)) marks.push(`<circle class="${mark.kind} dot" cx="${x.toFixed(1)}" cy="${y.toFixed(1)}" r="42"/>`);
    marks.push(outline(board, mark.kind, mark));
  }
  if (cursor?.hex) marks.push(outline(board, "cursor", cursor.hex));
  if (cursor?.piece) {
    const stack = board.stacks.find((other) => other[other.length - 1].piece === cursor.piece);
    if (stack) marks.push(outline(board, "cursor", stack[0]));
    board.table.querySelectorAll(".pile.cursor").forEach((pile) => pile.classList.remove("cursor"));
    // Hands are drawn after the marks.
    queueMicrotask(() => board.table.querySelector(`.pile[data-piece="${cursor.piece}"]`)?.classList.add("cursor"));
  }
  return marks.join("");
}

/** @param {Board} board @param {string} classes @param {Hex} hex */
function outline(board, classes, hex) {
  const { x, y } = topCenter(board, hex);
  return edge(classes, x, y);
}

/** Moves the last piece along its way. @param {SVGElement} svg @param {Position} position @param {boolean} flipped */
export function animateMove(svg, position, flipped) {
  const { last } = position;
  const mover = last?.piece ? svg.querySelector(`[data-piece="${last.piece}"]`) : null;
  if (!mover || !last?.to || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  const { hexes, isLifted } = wayOf(position);
  const end = centerOf(last.to, flipped);
  const frames = hexes.map((hex, index) => {
    const { x, y } = centerOf(hex, flipped);
    const isBetween = index > 0 && index < hexes.length - 1;
    return { transform: `translate(${(x - end.x).toFixed(1)}px, ${(y - end.y).toFixed(1)}px) scale(${isLifted && isBetween ? 1.16 : 1})` };
  });
  // A jump, a climb and a placing have no hex between.
  if (frames.length === 2 && isLifted) {
    const [from, to] = hexes.map((hex) => centerOf(hex, flipped));
    frames.splice(1, 0, { transform: `translate(${((from.x - to.x) / 2).toFixed(1)}px, ${((from.y - to.y) / 2 - 26).toFixed(1)}px) scale(1.16)` });
  }
  if (frames.length === 1) frames.unshift({ transform: "translate(0px, -34px) scale(1.3)" });
  const duration = Math.min(LONG_MOVE, SHORT_MOVE + STEP * hexes.length);
  const animation = mover.animate(frames, { duration, easing: "cubic-bezier(.3, 0, .3, 1)" });
  toTheFront(/** @type {Element} */ (mover.parentElement), animation);
}

/** Shows a stack above all others as long as it moves. @param {Element} stack @param {Animation} animation */
function toTheFront(stack, animation) {
  const { parentElement, nextSibling } = stack;
  if (!parentElement || !nextSibling) return;
  parentElement.append(stack);
  animation.onfinish = () => {
    if (stack.parentElement === parentElement && nextSibling.parentElement === parentElement) parentElement.insertBefore(stack, nextSibling);
  };
}
