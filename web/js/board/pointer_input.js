/**
 * Mouse, pen and touch input: a click or tap picks up a piece and puts it down, dragging does both, two fingers or the
 * wheel zoom, dragging the table pans, and hovering over a stack looks into it. The right button and a long press draw.
 *
 * @import { Board } from "./board.js"
 * @import { Point } from "./geometry.js"
 * @import { Hex } from "../game/position.js"
 */

import { keyOf } from "../game/position.js";
import { drawShapes } from "./arrows.js";

/** How far a pointer moves, in pixels, before it drags. */
const TREMBLE = 6;
/** How long a pointer hovers over a stack before it is shown, in milliseconds. */
const [HOVER, LONG_PRESS] = [420, 480];
/** How soon a second click on the same place puts down what the first has picked up, in milliseconds. */
const DOUBLE = 500;

export class PointerInput {
  /** @param {Board} board */
  constructor(board) {
    this.board = board;
    /** The pressed pointers. @type {Map<number, Point>} */
    this.down = new Map();
    /**
     * The gesture of the first of them: on which piece it began, and which was picked up then.
     * @type {{ id: number, start: Point, piece: string | null, held: string | null, moved: boolean, pans: boolean } | null}
     */
    this.gesture = null;
    /** The last click that picked a piece up. */
    this.taken = { x: 0, y: 0, time: -DOUBLE };
    /** The hex where an arrow or circle begins that is being drawn, and its color. @type {{ from: Hex, color: number | null } | null} */
    this.drawing = null;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    const table = board.table;
    table.addEventListener("pointerdown", (event) => this.press(event));
    table.addEventListener("pointermove", (event) => this.move(event));
    table.addEventListener("pointerup", (event) => this.release(event));
    table.addEventListener("pointercancel", (event) => this.cancel(event));
    table.addEventListener("pointerleave", () => board.leave());
    table.addEventListener("contextmenu", (event) => {
      if (this.down.size || board.peek.isShown || (board.onShape && board.area.contains(/** @type {Node} */ (event.target)))) event.preventDefault();
    });
    board.area.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    board.area.addEventListener("dblclick", (event) => {
      if (!board.pieceAt(event)) board.camera.fit();
    });
    // Pointer presses are handled above; this is for keyboard clicks on the hand.
    table.addEventListener("click", (event) => {
      const pile = /** @type {Element} */ (event.target).closest?.(".pile");
      if (event.detail === 0 && pile instanceof HTMLElement && pile.dataset.piece) board.togglePick(pile.dataset.piece);
    });
  }

  /** Whether a pointer rests where it was pressed, or draws: the view stays still meanwhile. */
  get isResting() {
    return this.drawing !== null || this.gesture?.moved === false;
  }

  /** Whether the piece on which the gesture began is picked up, which may take a moment. */
  get hasPiece() {
    return this.board.picked !== null && this.board.picked === this.gesture?.piece;
  }

  /** @param {PointerEvent} event */
  press(event) {
    const { board } = this;
    if (/** @type {Element} */ (event.target).closest(".over")) return;
    if (event.button === 2 && event.pointerType === "mouse") this.beginDrawing(event);
    if (event.button !== 0) return;
    this.down.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (this.down.size > 1) {
      this.endDrawing();
      board.dropDragged();
      board.peek.cancel();
      if (this.gesture) this.gesture.moved = true;
      return;
    }
    const onBoard = board.area.contains(/** @type {Node} */ (event.target));
    const { taken } = this;
    // Other places may lie under the pointer by then.
    const isDouble = event.timeStamp - taken.time < DOUBLE && Math.hypot(event.clientX - taken.x, event.clientY - taken.y) < TREMBLE;
    const piece = (isDouble && board.picked) || board.pieceAt(event);
    const target = onBoard && !isDouble ? board.targetAt(event) : null;
    this.gesture = {
      id: event.pointerId,
      start: { x: event.clientX, y: event.clientY },
      piece: target ? null : piece,
      held: board.picked,
      moved: false,
      pans: onBoard,
    };
    if (event.pointerType !== "mouse") {
      board.peek.cancel();
      const stack = board.stackAt(event);
      if (stack && stack.length > 1) board.peek.after(stack, board.topOf(stack), LONG_PRESS);
      this.timer = setTimeout(() => this.beginDrawing(event), LONG_PRESS);
    }
    // While a piece is picked up, its targets take precedence over other pieces.
    if (target) return;
    board.name(piece);
    if (piece && board.choices.pickable.has(piece)) {
      board.pick(piece);
      this.gesture.pans = false;
    } else if (piece) {
      board.complain(piece);
    }
  }

  /** @param {PointerEvent} event */
  move(event) {
    const { board, gesture } = this;
    if (this.drawing) {
      this.showDrawing(event);
      return;
    }
    const before = this.down.get(event.pointerId);
    if (!before) {
      if (event.pointerType === "mouse") this.hover(event);
      return;
    }
    const now = { x: event.clientX, y: event.clientY };
    if (this.down.size === 2) this.pinch(event.pointerId, before, now);
    this.down.set(event.pointerId, now);
    if (!gesture || this.down.size > 1 || event.pointerId !== gesture.id) return;
    if (!gesture.moved && Math.hypot(now.x - gesture.start.x, now.y - gesture.start.y) < TREMBLE) return;
    if (!gesture.moved) {
      gesture.moved = true;
      clearTimeout(this.timer);
      board.peek.cancel();
      this.capture(gesture.id);
      board.follow();
    }
    if (gesture.piece && this.hasPiece) board.drag(gesture.piece, now);
    else if (gesture.pans) board.camera.pan(now.x - before.x, now.y - before.y);
  }

  /** @param {PointerEvent} event */
  release(event) {
    const { board, gesture } = this;
    this.down.delete(event.pointerId);
    clearTimeout(this.timer);
    if (this.drawing) {
      this.endDrawing(event);
      return;
    }
    if (!gesture || gesture.id !== event.pointerId) return;
    const { hasPiece } = this;
    this.gesture = null;
    const peeked = board.peek.isShown && event.pointerType !== "mouse";
    board.peek.cancel();
    if (gesture.moved) {
      if (gesture.piece && hasPiece && this.down.size === 0) board.drop(gesture.piece, event);
      return;
    }
    if (peeked) {
      board.pick(null);
      return;
    }
    const target = board.area.contains(/** @type {Node} */ (event.target)) ? board.targetAt(event) : null;
    if (hasPiece && board.picked !== gesture.held) {
      this.taken = { ...gesture.start, time: event.timeStamp };
      board.follow();
      board.name(gesture.piece);
    } else if (!hasPiece && target && board.picked) board.choices.put(board.picked, target);
    else board.pick(null);
  }

  /** @param {PointerEvent} event */
  cancel(event) {
    this.down.delete(event.pointerId);
    if (this.gesture?.id === event.pointerId) this.gesture = null;
    this.endDrawing();
    this.board.dropDragged();
    this.board.peek.cancel();
  }

  /** @param {PointerEvent} event */
  beginDrawing(event) {
    const { board } = this;
    // In a game, a finger that rests on a piece is about to move it.
    if (event.pointerType !== "mouse" && this.hasPiece && board.you) return;
    if (!board.onShape || this.down.size > 1 || !board.area.contains(/** @type {Node} */ (event.target))) return;
    const chosen = Number(event.shiftKey) + 2 * Number(event.altKey);
    this.drawing = { from: board.hexOf(event), color: chosen || null };
    this.gesture = null;
    board.pick(null);
    this.capture(event.pointerId);
    this.showDrawing(event);
  }

  /** @param {PointerEvent} event */
  showDrawing(event) {
    const { board, drawing } = this;
    if (!drawing) return;
    const shape = { from: drawing.from, to: board.hexOf(event), color: drawing.color ?? 0 };
    if (keyOf(shape.to) !== keyOf(shape.from)) board.peek.cancel();
    board.layer("shapes").innerHTML = drawShapes([...board.shapes, shape], board.options.flipped);
  }

  /** Draws it for good, or gives it up: without an event, and where a finger has looked into a stack. @param {PointerEvent} [event] */
  endDrawing(event) {
    const { board, drawing } = this;
    clearTimeout(this.timer);
    this.drawing = null;
    if (!drawing) return;
    const isLook = board.peek.isShown && event?.pointerType !== "mouse";
    board.peek.cancel();
    board.showShapes(board.shapes);
    if (event && !isLook) board.onShape?.(drawing.from, board.hexOf(event), drawing.color);
  }

  /** Keeps receiving the pointer's events outside the table. @param {number} id */
  capture(id) {
    try {
      this.board.table.setPointerCapture(id);
    } catch {
      // The pointer was released meanwhile.
    }
  }

  /** A mouse move without a pressed button. @param {PointerEvent} event */
  hover(event) {
    const { board } = this;
    const onBoard = board.area.contains(/** @type {Node} */ (event.target));
    board.hover(onBoard ? board.targetAt(event) : null);
    const stack = onBoard ? board.stackAt(event) : null;
    const isStack = stack !== null && stack.length > 1;
    if (isStack) board.peek.after(stack, board.topOf(stack), HOVER);
    else board.peek.cancel();
    if (!board.picked) board.name(isStack || !onBoard ? null : board.pieceAt(event), HOVER);
    board.area.style.cursor = onBoard && board.isUseful(event) ? "pointer" : "";
  }

  /** @param {number} id @param {Point} before @param {Point} now */
  pinch(id, before, now) {
    const other = [...this.down].find(([otherId]) => otherId !== id)?.[1];
    if (!other) return;
    const [was, is] = [before, now].map((point) => Math.hypot(point.x - other.x, point.y - other.y));
    this.board.camera.zoom(was / Math.max(1, is), { x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 });
    this.board.camera.pan((now.x - before.x) / 2, (now.y - before.y) / 2);
  }

  /** @param {WheelEvent} event */
  wheel(event) {
    event.preventDefault();
    const lines = event.deltaMode === 1 ? 18 : 1;
    const factor = Math.exp(Math.max(-240, Math.min(240, event.deltaY * lines)) / 500);
    this.board.camera.zoom(factor, { x: event.clientX, y: event.clientY });
    this.board.peek.cancel();
    this.board.tag.cancel();
  }
}
