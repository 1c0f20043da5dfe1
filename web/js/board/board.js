/**
 * The board: the hive, the hands, and all input. It shows a position and reports the user's moves; it knows neither the
 * rules nor the engine.
 *
 * @import { Hex, Lying, Player, Position } from "../game/position.js"
 * @import { Arrow } from "./arrows.js"
 * @import { Choices } from "./choices.js"
 * @import { Point } from "./geometry.js"
 * @typedef {{ clientX: number, clientY: number, target: EventTarget | null }} Pointed
 */

import { turnDirections } from "../game/move_words.js";
import { isOver, keyOf, stacksOf, winnerOf } from "../game/position.js";
import { fillTexts, text } from "../texts/text.js";
import { HEAD, drawArrows, drawShapes } from "./arrows.js";
import { Camera } from "./camera.js";
import { NO_CHOICES } from "./choices.js";
import { animateMove, drawGround, drawMarks, drawStacks } from "./drawing.js";
import { centerOf, hexAt } from "./geometry.js";
import { drawHand } from "./hands.js";
import { symbolsOf } from "./looks.js";
import { KeyboardInput } from "./keyboard_input.js";
import { Peek } from "./peek.js";
import { PointerInput } from "./pointer_input.js";
import { liftOf, tile } from "./tiles.js";

const MARKUP = `
<div class="hand" role="group" data-side="top"></div>
<div class="area" tabindex="0" role="application" data-label="game.board">
  <svg aria-hidden="true" viewBox="-600 -400 1200 800"><defs></defs>
    <g class="ground"></g><g class="stacks"></g><g class="marks"></g><g class="arrows"></g><g class="shapes"></g></svg>
  <svg class="held" aria-hidden="true"><g class="dragged"></g></svg>
  <button type="button" class="fit over" hidden data-title="game.fit_title" data-text="game.fit"></button>
</div>
<div class="hand" role="group" data-side="bottom"></div>`;

export class Board {
  /**
   * @param {HTMLElement} table  The container for board and hands.
   * @param {(text: string) => void} say  Announces a text to screen readers.
   * @param {(text: string) => void} complain  Shows why something is not possible.
   */
  constructor(table, say, complain) {
    this.table = table;
    this.say = say;
    this.tell = complain;
    table.classList.add("table");
    table.insertAdjacentHTML("afterbegin", MARKUP);
    fillTexts(table);
    this.area = /** @type {HTMLElement} */ (table.querySelector(".area"));
    this.svg = /** @type {SVGSVGElement} */ (table.querySelector(".area svg"));
    this.fitButton = /** @type {HTMLButtonElement} */ (table.querySelector(".fit"));
    /** @type {(name: string) => SVGGElement} */
    this.layer = (name) => /** @type {SVGGElement} */ (this.area.querySelector(`svg .${name}`));
    this.options = { named: false, coordinates: false, flipped: false, animated: true, pieces: "classic" };
    this.defs = /** @type {SVGDefsElement} */ (this.svg.querySelector("defs"));
    this.defs.innerHTML = symbolsOf(this.options.pieces) + HEAD;
    /** What makes it heard, if anything. @type {(name: import("./sound.js").SoundName) => void} */
    this.sound = () => {};
    /** Whose pieces are the user's, in a game. @type {Player | null} */
    this.you = null;
    /** @type {Position | null} */
    this.position = null;
    /** @type {Lying[][]} */
    this.stacks = [];
    /** @type {Choices} */
    this.choices = NO_CHOICES;
    /** The picked piece. @type {string | null} */
    this.picked = null;
    /** The keyboard cursor. @type {{ piece?: string, hex?: Hex } | null} */
    this.cursor = null;
    /** The target under the mouse. @type {Hex | null} */
    this.hovered = null;
    /** @type {Arrow[]} */
    this.arrows = [];
    /** What the user has drawn. @type {import("../game/shapes.js").Shape[]} */
    this.shapes = [];
    /** Draws another shape, if the user may; a color that was not chosen is `null`. @type {((from: Hex, to: Hex, color: number | null) => void) | null} */
    this.onShape = null;
    /** The destinations of the best moves found so far. @type {Map<string, Hex>} */
    this.proposed = new Map();
    this.camera = new Camera(this.svg, (isManual) => (this.fitButton.hidden = !isManual));
    this.peek = new Peek(this.area);
    /** The name of a piece, for beginners. */
    this.tag = new Peek(table, "tag");
    this.pointers = new PointerInput(this);
    this.keyboard = new KeyboardInput(this);
    this.fitButton.onclick = () => this.camera.fit();
    new ResizeObserver(() => this.camera.resized()).observe(this.svg);
  }

  /**
   * Shows a position.
   *
   * @param {Position} position
   * @param {{ choices?: Choices, animate?: boolean, isPreview?: boolean, refit?: boolean, you?: Player | null, keeps?: boolean }} [how]
   *   `animate` if the last move has just been made; `keeps` a piece picked up if the position is the same.
   */
  show(position, { choices = NO_CHOICES, animate = false, isPreview = false, refit = false, you = null, keeps = false } = {}) {
    const held = this.picked ?? this.cursor?.piece;
    const stays = keeps && position === this.position && held !== undefined && choices.pickable.has(held);
    if (position !== this.position) this.proposed = new Map();
    this.position = position;
    this.stacks = stacksOf(position);
    this.choices = choices;
    this.you = you;
    this.arrows = [];
    this.shapes = [];
    if (!stays) {
      this.picked = null;
      this.hovered = null;
      this.cursor = null;
      this.tag.cancel();
      this.keyboard.chooses = "nothing";
      this.dropDragged();
    }
    this.area.classList.toggle("preview", isPreview);
    this.draw();
    if (refit) this.camera.isManual = false;
    this.follow(refit);
    if (refit) this.fitButton.hidden = true;
    this.area.classList.toggle("ending", animate && isOver(position));
    if (!animate || !position.last?.piece) return;
    this.sound(isOver(position) ? "capture" : position.last.from ? "move" : "place");
    if (you && winnerOf(position) === you) this.sound("win");
    if (this.options.animated) animateMove(this.svg, position, this.options.flipped);
  }

  /** @param {Partial<Board["options"]>} options */
  configure(options) {
    const turned = options.flipped !== undefined && options.flipped !== this.options.flipped;
    if (options.pieces && options.pieces !== this.options.pieces) this.defs.innerHTML = symbolsOf(options.pieces) + HEAD;
    Object.assign(this.options, options);
    turnDirections(this.options.flipped);
    if (!this.position) return;
    this.draw();
    if (turned) this.camera.fit(true);
  }

  /** @param {(Arrow | null)[]} arrows  A pass has none. */
  showArrows(arrows) {
    this.arrows = arrows.filter((arrow) => arrow !== null);
    // The view stays still while a piece is picked up.
    for (const { kind, to } of this.picked ? [] : this.arrows) if (kind === "best") this.proposed.set(keyOf(to), to);
    this.layer("arrows").innerHTML = drawArrows(this.arrows, this.options.flipped);
    this.follow();
  }

  /** @param {import("../game/shapes.js").Shape[]} shapes */
  showShapes(shapes) {
    this.shapes = shapes;
    this.layer("shapes").innerHTML = drawShapes(shapes, this.options.flipped);
  }

  draw() {
    const { position } = this;
    if (!position) return;
    drawStacks(this, position);
    this.drawChoices();
    this.layer("arrows").innerHTML = drawArrows(this.arrows, this.options.flipped);
    this.showShapes(this.shapes);
  }

  /** Redraws what changes during the choice of a move. */
  drawChoices() {
    const { position } = this;
    if (!position) return;
    this.area.setAttribute("aria-roledescription", text("game.board_role"));
    this.table.classList.toggle("empty", !this.stacks.length);
    this.layer("ground").innerHTML = drawGround(this);
    this.layer("marks").innerHTML = drawMarks(this, position);
    this.area.classList.toggle("choosing", this.picked !== null);
    const over = isOver(position);
    for (const hand of /** @type {NodeListOf<HTMLElement>} */ (this.table.querySelectorAll(".hand"))) {
      /** @type {Player} */
      const player = (hand.dataset.side === "bottom") === this.options.flipped ? "Black" : "White";
      hand.dataset.player = player;
      const isTurn = !over && position.to_move === player;
      drawHand(hand, player, position, { pickable: this.choices.pickable, picked: this.picked, isTurn, isYours: player === this.you });
    }
  }

  /** Keeps the hive, targets and arrows in view. @param {boolean} [atOnce] */
  follow(atOnce = false) {
    if (!this.position || this.pointers.isResting) return;
    const hexes = [...this.position.pieces, this.position.last?.from].filter((hex) => hex != null);
    if (this.picked) hexes.push(...this.choices.targetsOf(this.picked));
    hexes.push(...(this.choices.marks ?? []));
    hexes.push(...this.arrows.filter(({ kind }) => kind !== "best").map(({ to }) => to));
    // The best moves of an analysis change often, so all their destinations so far stay in view.
    hexes.push(...this.proposed.values());
    this.camera.follow(hexes.map((hex) => centerOf(/** @type {Hex} */ (hex), this.options.flipped)), atOnce);
  }

  // Hit testing.

  /** @param {Pointed} at */
  hexOf(at) {
    return hexAt(this.camera.toPlane({ x: at.clientX, y: at.clientY }), this.options.flipped);
  }

  /** @param {Hex} hex */
  stackOn(hex) {
    return this.stacks.find(([lowest]) => keyOf(lowest) === keyOf(hex)) ?? null;
  }

  /** @param {Pointed} at */
  stackAt(at) {
    return this.stackOn(this.hexOf(at));
  }

  /** The piece under the pointer, on the table or in a hand. @param {Pointed} at @returns {string | null} */
  pieceAt(at) {
    const pile = at.target instanceof Element ? at.target.closest(".pile") : null;
    if (pile instanceof HTMLElement) return pile.dataset.piece ?? null;
    if (!(at.target instanceof Node) || !this.area.contains(at.target)) return null;
    return this.stackAt(at)?.at(-1)?.piece ?? null;
  }

  /** The target of the picked piece under the pointer. @param {{ clientX: number, clientY: number }} at @returns {Hex | null} */
  targetAt(at) {
    if (!this.picked) return null;
    const hex = this.hexOf({ ...at, clientX: at.clientX, clientY: at.clientY, target: null });
    return this.choices.targetsOf(this.picked).find((target) => keyOf(target) === keyOf(hex)) ?? null;
  }

  /** Whether a click here has an effect. @param {Pointed} at */
  isUseful(at) {
    if (this.targetAt(at)) return true;
    const piece = this.pieceAt(at);
    return piece !== null && this.choices.pickable.has(piece);
  }

  /** The top edge of a stack in window coordinates. @param {Lying[]} stack @returns {Point} */
  topOf(stack) {
    const { x, y } = centerOf(stack[0], this.options.flipped);
    return this.camera.toWindow({ x, y: y + liftOf(stack.length, stack.length - 1) - 96 });
  }

  // Actions.

  /** Picks up a piece, or puts it back. @param {string | null} piece */
  pick(piece) {
    if (this.picked === piece || (this.picked && this.choices.keeps)) return;
    if (piece && this.choices.begin) {
      this.choices.begin(piece);
      return;
    }
    if (piece && this.choices.choose) {
      this.say(this.choices.choose(piece));
      return;
    }
    this.picked = piece;
    this.hovered = null;
    this.drawChoices();
    if (piece) this.follow();
    this.name(piece);
  }

  /** @param {string} piece */
  togglePick(piece) {
    if (!this.choices.pickable.has(piece)) {
      this.complain(piece);
      return;
    }
    this.pick(this.picked === piece ? null : piece);
    if (!this.picked) return;
    // The targets are cycled through on the board.
    this.area.focus();
    this.keyboard.chooses = "targets";
    this.keyboard.go(0);
  }

  /** Shows why a piece cannot be picked up. @param {string} piece */
  complain(piece) {
    const reason = this.choices.whyNot(piece);
    if (reason) this.tell(reason);
  }

  /** @param {Hex | null} target */
  hover(target) {
    if (target === this.hovered) return;
    this.hovered = target;
    this.layer("ground").innerHTML = drawGround(this);
  }

  /** @param {{ piece?: string, hex?: Hex } | null} cursor */
  setCursor(cursor) {
    this.cursor = cursor;
    this.drawChoices();
    this.name(cursor?.piece ?? this.picked);
  }

  /** Says beside a piece what it is called. @param {string | null} piece @param {number} [delay] */
  name(piece, delay = 0) {
    const stack = this.stacks.find((lying) => lying[lying.length - 1].piece === piece);
    const pile = this.table.querySelector(`.pile[data-piece="${piece}"]`)?.getBoundingClientRect();
    const at = stack ? this.topOf(stack) : pile && { x: pile.left + pile.width / 2, y: pile.top };
    // Over its own upper edge, so that it is not taken for that of the piece above.
    if (piece && at) this.tag.after([{ piece }], { ...at, y: at.y + 14 }, delay);
    else this.tag.cancel();
  }

  leave() {
    this.peek.cancel();
    this.name(this.picked);
    this.hover(null);
  }

  /** @param {string} piece @param {Point} at  In the window. */
  drag(piece, at) {
    const { x, y } = this.camera.toPlane(at);
    const layer = this.layer("dragged");
    if (!layer.firstElementChild) {
      layer.innerHTML = `<g class="ghost">${tile(piece)}</g>`;
      this.area.classList.add("dragging");
      this.tag.cancel();
      this.svg.querySelector(`.stacks [data-piece="${piece}"]`)?.classList.add("lifted");
    }
    layer.ownerSVGElement?.setAttribute("viewBox", this.svg.getAttribute("viewBox") ?? "");
    layer.setAttribute("transform", `translate(${x.toFixed(1)} ${y.toFixed(1)})`);
    this.hover(this.targetAt({ clientX: at.x, clientY: at.y }));
  }

  /** @param {string} piece @param {Pointed} at */
  drop(piece, at) {
    this.dropDragged();
    const { left, right, top, bottom } = this.area.getBoundingClientRect();
    const isInside = at.clientX > left && at.clientX < right && at.clientY > top && at.clientY < bottom;
    const target = isInside ? this.targetAt(at) : null;
    if (target) this.choices.put(piece, target);
    else if (!isInside && this.choices.takeBack) this.choices.takeBack(piece);
    else this.hover(null);
  }

  dropDragged() {
    this.layer("dragged").innerHTML = "";
    this.area.classList.remove("dragging");
    this.svg.querySelector(".lifted")?.classList.remove("lifted");
  }
}
