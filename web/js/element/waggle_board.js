/**
 * `<waggle-board>`: a game or position on anybody's page, to step through. It needs no engine: it replays and never judges. What
 * cannot be read without the rules is read by the engine beside it, if that is there.
 *
 * @import { Board } from "../board/board.js"
 * @import { Position } from "../game/position.js"
 * @import { TreeNode } from "../game/tree.js"
 * @typedef {{ ask: (line: string) => Promise<string[]> }} Engine
 */

import { HEAD, arrowOf, drawArrows, drawShapes } from "../board/arrows.js";
import { boxAround } from "../board/camera.js";
import { NO_CHOICES } from "../board/choices.js";
import { animateMove, drawMarks, drawStacks } from "../board/drawing.js";
import { centerOf } from "../board/geometry.js";
import { symbolsOf } from "../board/looks.js";
import { treeOfGame } from "../game/files.js";
import { moveWords } from "../game/move_words.js";
import { readPlainText } from "../game/plain_text.js";
import { keyOf, resultWords, stacksOf } from "../game/position.js";
import { RecordedPositions } from "../game/recorded_positions.js";
import { reasonOf } from "../game/refusal.js";
import { splitShapes } from "../game/shapes.js";
import { turnOf } from "../game/tree.js";
import { text } from "../texts/text.js";

const STYLE = `:host { display: flex; flex-direction: column; max-width: 720px; color: inherit; font: 15px/1.4 system-ui, sans-serif; }
.table { display: block; flex: 1 1 auto; min-height: 0; padding: 0; background-color: var(--table); border-radius: 12px; }
.area { width: 100%; height: 100%; aspect-ratio: var(--ratio, 4 / 3); }
.steps { display: flex; align-items: center; gap: 4px; padding-top: 6px; }
.steps button { min-width: 38px; background: var(--card); color: var(--ink); }
.steps svg { width: 18px; height: 18px; display: block; margin: auto; fill: currentColor; stroke: currentColor; stroke-width: 2; stroke-linejoin: round; }
 output { min-width: 64px; text-align: center; font-variant-numeric: tabular-nums; }
p { min-height: 1.4em; padding-top: 4px; }`;

/** A step as a button with its picture. @param {string} step @param {string} path */
const button = (step, path) => `<button type="button" data-step="${step}"><svg viewBox="0 0 24 24" aria-hidden="true"><path d="${path}"/></svg></button>`;

const MARKUP = `<div class="table"><div class="area" tabindex="0" role="img">
<svg aria-hidden="true"><defs></defs><g class="stacks"></g><g class="marks"></g><g class="arrows"></g><g class="shapes"></g></svg></div></div>
<div class="steps">${button("first", "M6 5v14M19 5l-9 7 9 7z")}${button("back", "M16 5l-9 7 9 7z")}<output></output>
${button("forth", "M8 5l9 7-9 7z")}${button("last", "M18 5v14M5 5l9 7-9 7z")}<button type="button" data-step="best" hidden></button></div>
<p aria-live="polite"></p>`;

/** The keys of the steps, as on the page. @type {Record<string, string>} */
const KEYS = { ArrowLeft: "back", ArrowRight: "forth", Home: "first", End: "last" };

/** The time between two moves of a game that plays by itself, and that after its end, in milliseconds. */
export const [PACE, REST] = [900, 4000];

/** Whether nothing is to move by itself. */
export const isStill = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

export class WaggleBoard extends HTMLElement {
  /** The rules for what is on a table: those of the page that the element is on, or its own. */
  static rules = "";
  static observedAttributes = ["game", "ply", "flipped", "named", "pieces", "draw", "engine", "controls"];

  constructor() {
    super();
    this.root = this.attachShadow({ mode: "open" });
    this.root.innerHTML = `<style>${WaggleBoard.rules}${STYLE}</style>${MARKUP}`;
    this.svg = /** @type {SVGSVGElement} */ (this.root.querySelector(".area svg"));
    this.positions = new RecordedPositions();
    /** @type {import("../game/tree.js").GameTree | null} */
    this.tree = null;
    /** @type {TreeNode | null} */
    this.node = null;
    /** @type {Promise<Engine> | null} */
    this.engine = null;
    this.asked = 0;
    this.timer = 0;
    for (const button of this.root.querySelectorAll("button")) button.onclick = () => this.step(button.dataset.step ?? "");
    this.area.addEventListener("keydown", (event) => {
      const step = KEYS[/** @type {KeyboardEvent} */ (event).key];
      if (!step) return;
      event.preventDefault();
      this.step(step);
    });
  }

  /** @param {string} name */
  within(name) {
    return /** @type {HTMLElement} */ (this.root.querySelector(name));
  }

  get area() {
    return this.within(".area");
  }

  /** Speaks the language around it from now on, where there are several. */
  speak() {}

  connectedCallback() {
    this.speak();
    for (const name of ["first", "back", "forth", "last"]) this.within(`[data-step="${name}"]`).setAttribute("aria-label", text(`page.${name}`));
    this.within('[data-step="best"]').textContent = text("play.hint");
    // The text between the tags may not be there yet.
    if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", () => this.load(this.given), { once: true });
    else this.load(this.given);
  }

  /** @param {string} name @param {string | null} before @param {string | null} now */
  attributeChangedCallback(name, before, now) {
    if (!this.isConnected || before === now) return;
    if (name === "game") this.load(this.given);
    else if (name === "ply") this.go(Number(now));
    else this.draw(false);
  }

  /** The game or position that the page gives. */
  get given() {
    return this.getAttribute("game") ?? this.textContent ?? "";
  }

  /** Shows a game or position: a GameString, HOP, PGN, or what the engine can read. @param {string} given */
  async load(given) {
    this.asked += 1;
    const { asked } = this;
    try {
      const tree = readPlainText(given) ?? (await this.readByEngine(given));
      if (asked !== this.asked) return;
      this.tree = tree;
      const ply = this.getAttribute("ply");
      this.go(ply === null || (this.hasAttribute("autoplay") && isStill()) ? tree.root.end().ply : Number(ply));
    } catch (error) {
      this.speak();
      this.within("p").textContent = text("page.unreadable", { reason: reasonOf(error) });
    }
  }

  /** The engine, which lies beside this module unless the attribute says where. */
  loadEngine() {
    const address = new URL(this.getAttribute("engine") || "./index.js", this.getAttribute("engine") ? document.baseURI : import.meta.url);
    this.engine ??= import(address.href).then(({ Waggle }) => new Waggle({ tableSizeMiB: 16 }));
    this.engine.catch(() => (this.engine = null));
    return this.engine;
  }

  /** @param {string} given */
  async readByEngine(given) {
    const engine = given.trim() ? await this.loadEngine().catch(() => null) : null;
    const [answer] = (await engine?.ask(`read ${JSON.stringify(given.trim())}`)) ?? [];
    const [game] = answer ? JSON.parse(answer).games : [];
    this.speak();
    if (!game) throw new Error(text("files.unknown"));
    return treeOfGame(game);
  }

  /** Shows the position after so many moves of the game. @param {number} ply */
  go(ply) {
    if (!this.tree) return;
    const line = [this.tree.root, ...this.tree.mainLine()];
    const next = line[Math.min(line.length - 1, Math.max(0, Math.trunc(ply) || 0))];
    const isStep = this.node !== null && next.parent === this.node;
    this.node = next;
    this.draw(isStep);
    this.dispatchEvent(new CustomEvent("step", { detail: { ply: next.ply, move: next.move, comment: next.comment } }));
    clearTimeout(this.timer);
    if (this.hasAttribute("autoplay") && !isStill()) this.goOn(next);
  }

  /** Plays on while the board is seen, and from the beginning after the end. @param {TreeNode} node */
  goOn(node) {
    this.timer = window.setTimeout(() => {
      if (this.getClientRects().length) this.go(node.next ? node.ply + 1 : 0);
      else if (this.isConnected) this.goOn(node);
    }, node.next ? PACE : REST);
  }

  /** @param {string} name */
  step(name) {
    const { node, tree } = this;
    if (!node || !tree) return;
    if (name === "best") this.showBest(node);
    else this.go({ first: 0, back: node.ply - 1, forth: node.ply + 1 }[name] ?? tree.root.end().ply);
  }

  /** Asks the engine for a move, and shows it as an arrow. @param {TreeNode} node */
  async showBest(node) {
    const { tree } = this;
    if (!tree) return;
    try {
      const engine = await this.loadEngine();
      await engine.ask(`newgame ${tree.start}`);
      for (const move of node.moves) await engine.ask(move === "pass" ? move : `play ${move}`);
      const move = (await engine.ask("bestmove time 00:00:01")).at(-1) ?? "";
      if (node !== this.node) return;
      const arrow = arrowOf(this.positions.known(tree, node), move, 0, "best");
      this.within(".arrows").innerHTML = arrow ? drawArrows([arrow], this.hasAttribute("flipped")) : "";
      this.speak();
      this.within("p").textContent = text("play.hint_is", { move: moveWords(move) });
    } catch (error) {
      this.within("p").textContent = reasonOf(error);
    }
  }

  /** @param {boolean} isStep */
  draw(isStep) {
    const { tree, node, svg } = this;
    if (!tree || !node) return;
    const position = this.positions.known(tree, node);
    const stacks = stacksOf(position);
    const flipped = this.hasAttribute("flipped");
    const board = /** @type {Board} */ (/** @type {unknown} */ ({
      options: { named: this.hasAttribute("named"), coordinates: false, flipped },
      stacks, choices: NO_CHOICES, picked: null, cursor: null,
      layer: (/** @type {string} */ name) => this.within(`.${name}`),
      stackOn: (/** @type {import("../game/position.js").Hex} */ hex) => stacks.find(([lowest]) => keyOf(lowest) === keyOf(hex)) ?? null,
    }));
    this.within("defs").innerHTML = symbolsOf(this.getAttribute("pieces") ?? document.documentElement.dataset.pieces ?? "classic") + HEAD;
    drawStacks(board, position);
    this.within(".marks").innerHTML = drawMarks(board, position);
    this.within(".arrows").innerHTML = "";
    this.within(".shapes").innerHTML = drawShapes([...node.shapes, ...splitShapes(`[%draw ${this.getAttribute("draw") ?? ""}]`).shapes], flipped);
    // The hive stays where it is from one move to the next.
    const ever = [tree.root, ...tree.mainLine()].flatMap((step) => this.positions.known(tree, step).pieces);
    svg.setAttribute("viewBox", boxAround((ever.length ? ever : [{ q: 0, r: 0 }]).map((hex) => centerOf(hex, flipped))).join(" "));
    this.area.classList.toggle("ending", isStep && resultWords(position) !== "");
    if (isStep) animateMove(svg, position, flipped);
    this.tell(position, node);
  }

  /** @param {Position} position @param {TreeNode} node */
  tell(position, node) {
    this.speak();
    const last = node.end().ply;
    const words = node.move ? `${turnOf(node.ply)} ${moveWords(node.move)}${node.mark}` : "";
    this.within("output").textContent = `${node.ply} / ${last}`;
    this.within("p").textContent = [words, resultWords(position), node.comment].filter(Boolean).join(". ");
    this.area.setAttribute("aria-label", `Hive. ${words}`);
    const isBare = this.getAttribute("controls") === "none";
    this.area.tabIndex = isBare ? -1 : 0;
    this.within("p").hidden = isBare;
    this.within(".steps").hidden = isBare || (last === 0 && !this.hasAttribute("engine"));
    this.within('[data-step="best"]').hidden = !this.hasAttribute("engine");
    for (const name of ["first", "back"]) /** @type {HTMLButtonElement} */ (this.within(`[data-step="${name}"]`)).disabled = !node.parent;
    for (const name of ["forth", "last"]) /** @type {HTMLButtonElement} */ (this.within(`[data-step="${name}"]`)).disabled = !node.next;
  }
}
