/**
 * A game in the page's address, so that a link shares it:
 *
 *     #analyse/Base+MLP;wL;bL.wL-;wQ.-wL(wA1.-wL$3;bQ.bL-)@4
 *
 * The type (or, after `*`, a set-up position), then the moves, with `.` for a space and `!` for a backslash. A variation
 * follows the move that it replaces, in parentheses; `$2` is the mark of a move, and `'...'` its comment, with what was drawn. `@4` is the
 * current node, counted in this order; by default it is the end of the main line.
 *
 * `#puzzles/0123456789abcdef` is a puzzle by its id; `#friend/k3v9/...` is a game by link with its id, in which it is the reader's turn,
 * and `#resigned/k3v9/...` one that the friend has given up.
 *
 * @import { TreeNode } from "./tree.js"
 */

import { shapesText, splitShapes } from "./shapes.js";
import { GameTree, MARKS } from "./tree.js";

/** The modes of the page. @type {readonly ["home", "learn", "puzzles", "play", "analyse", "review"]} */
export const USES = ["home", "learn", "puzzles", "play", "analyse", "review"];

/** Escapes the characters that would end a move or a comment. @param {string} text */
const protect = (text) => encodeURIComponent(text).replace(/[!'()*.~]/g, (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`);

const TYPE = /^Base(\+[MLP]{1,3})?$/;
const SET_UP = /^Base(\+[MLP]{1,3})?;(White|Black)\[\d+\]( [wb][A-Z]\d?@-?\d+,-?\d+\+*!?)+$/;
const MOVE = /^(pass|[wb][A-Z]\d?( ([-/\\]?[wb][A-Z]\d?|[wb][A-Z]\d?[-/\\]|\.))?)$/;

/**
 * The address of a game for the friend whose turn it is, or who has won: the moves alone.
 *
 * @param {GameTree} tree @param {string} id @param {boolean} isResigned
 */
export function friendAddress({ start, root }, id, isResigned) {
  const tree = new GameTree(start);
  return writeAddress(`${isResigned ? "resigned" : "friend"}/${id}`, tree, tree.addLine(tree.root, root.end().moves));
}

/** @param {string} use @param {GameTree} tree @param {TreeNode} node */
export function writeAddress(use, tree, node) {
  /** @type {TreeNode[]} */
  const order = [tree.root];
  const start = TYPE.test(tree.start) ? tree.start : `*${protect(tree.start)}`;
  const text = writeChildren(tree.root, order);
  // The lines of a review are not in a link.
  const at = /** @type {TreeNode} */ (node.path().filter((step) => order.includes(step)).pop());
  const isEnd = at === tree.root.end();
  return `${use}/${start}${writeNote(tree.root)}${text}${isEnd ? "" : `@${order.indexOf(at)}`}`;
}

/** @param {TreeNode} node */
function writeMove(node) {
  const move = /** @type {string} */ (node.move).replace(/ \.$/, "").replace(/ /g, ".").replace(/\\/g, "!");
  const mark = node.mark ? `$${MARKS.indexOf(node.mark)}` : "";
  return `${move}${mark}${writeNote(node)}`;
}

/** The user's comment, and what was drawn. @param {TreeNode} node */
function writeNote(node) {
  const note = [node.isTold ? "" : node.comment, shapesText(node.shapes)].filter(Boolean).join(" ");
  return note && `'${protect(note)}'`;
}

/** @param {TreeNode} node @param {string} [text] */
function readNote(node, text = "") {
  Object.assign(node, splitShapes(decodeURIComponent(text)));
}

/** @param {TreeNode} parent @param {TreeNode[]} order @returns {string} */
function writeChildren(parent, order) {
  let text = "";
  for (let main = parent.next, before = parent; main; before = main, main = main.next) {
    const others = before.children.filter((child) => child !== main && !child.isBetter);
    order.push(main);
    text += `;${writeMove(main)}`;
    for (const other of others) {
      order.push(other);
      text += `(${writeMove(other)}${writeChildren(other, order)})`;
    }
  }
  return text;
}

/** The id of the puzzle in an address; empty if there is none. @param {string} address  Without the `#`. */
export const puzzleIn = (address) => /^puzzles\/([0-9a-f]{16})$/.exec(address)?.[1] ?? "";

/**
 * Reads an address. `tree` is `null` if it has no game, and `isBroken` is true if it has a malformed one.
 *
 * @param {string} address  Without the `#`.
 * @returns {{ use: typeof USES[number] | null, tree: GameTree | null, node: TreeNode | null, isBroken: boolean, friend: string | null, isResigned: boolean }}
 *   `friend`: the id of a game by link.
 */
export function readAddress(address) {
  const shared = /^(friend|resigned)\/(?:([0-9a-z]+)\/)?(.*)$/s.exec(address);
  const found = shared ?? /^(home|learn|puzzles|play|analyse|review)(?:\/(.*))?$/s.exec(address);
  const link = { friend: shared ? (shared[2] ?? "") : null, isResigned: shared?.[1] === "resigned" };
  const use = shared ? "play" : found ? /** @type {typeof USES[number]} */ (found[1]) : null;
  const text = !found ? address : use === "puzzles" ? "" : (found[shared ? 3 : 2] ?? "");
  try {
    const read = text ? readTree(decodeOnce(text)) : null;
    return { use, tree: read?.tree ?? null, node: read?.node ?? null, isBroken: false, ...link };
  } catch {
    return { use, tree: null, node: null, isBroken: true, ...link };
  }
}

/** Undoes the encoding that some programs apply to links; a set-up position is encoded in any case. @param {string} text */
const decodeOnce = (text) => {
  const isEncoded = text.startsWith("*") ? /%253B/i.test(text) : !text.includes(";") && /%3B/i.test(text);
  return isEncoded ? decodeURIComponent(text) : text;
};

/** @param {string} text */
function readTree(text) {
  const pattern = /([;()])|@(\d+)$|([^;()@]+)/g;
  const [begin = "", start, note] = /^([^;(@']*)(?:'([^']*)')?/.exec(text) ?? [];
  if (start === undefined) throw new Error("no start");
  const tree = new GameTree(start[0] === "*" ? decodeURIComponent(start.slice(1)) : start);
  if (start[0] === "*" ? !SET_UP.test(tree.start) : !TYPE.test(start)) throw new Error("no start");
  readNote(tree.root, note);
  /** @type {TreeNode[]} */
  const order = [tree.root];
  /** @type {TreeNode[]} */
  const returns = [];
  let node = tree.root;
  let at = NaN;
  for (const [, sign, index, move] of text.slice(begin.length).matchAll(pattern)) {
    if (sign === "(") {
      returns.push(node);
      if (!node.parent) throw new Error("a variation without a move");
      node = node.parent;
    } else if (sign === ")") {
      const back = returns.pop();
      if (!back) throw new Error("a parenthesis too many");
      node = back;
    } else if (index !== undefined) {
      at = Number(index);
    } else if (move !== undefined) {
      node = readMove(tree, node, move);
      order.push(node);
    }
  }
  return { tree, node: order[at] ?? tree.root.end() };
}

/** @param {GameTree} tree @param {TreeNode} parent @param {string} text */
function readMove(tree, parent, text) {
  const found = /^([^$']+)(?:\$(\d))?(?:'([^']*)')?$/.exec(text);
  if (!found) throw new Error("no move");
  const move = found[1].replace(/\./g, " ").replace(/!/g, "\\");
  if (!MOVE.test(move)) throw new Error("no move");
  const node = tree.add(parent, move);
  node.mark = MARKS[Number(found[2] ?? NaN)] ?? "";
  readNote(node, found[3]);
  return node;
}
