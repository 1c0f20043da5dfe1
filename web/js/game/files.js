/**
 * Games from files and texts, as trees. Whatever cannot be read is refused with the reason.
 *
 * @typedef {import("../engine/rules.js").Rules} Rules
 */

import { readAddress } from "./address.js";
import { splitGameString } from "./game_string.js";
import { GameTree } from "./tree.js";

/**
 * All games of a text: a link, a GameString, a position that has been set up, or a file of any format.
 *
 * @param {Rules} rules
 * @param {string} text
 * @returns {Promise<GameTree[]>}
 */
export async function readGames(rules, text) {
  if (!text.trim()) throw new Error("There is nothing to read.");
  const link = /^\S+#((?:analyse|play|review)\/\S+)$/.exec(text.trim());
  const linked = link ? readAddress(link[1]).tree : null;
  if (linked) return [linked];
  if (/^Base(\+[MLP]{1,3})?(;|$)/.test(text.trim()) && !text.trim().includes("\n")) return [await treeOf(rules, text.trim())];
  const { games } = await rules.read(text);
  if (!games.length) throw new Error("There is no game in it.");
  /** @type {GameTree[]} */
  const trees = [];
  for (const { game, players, headings, comments } of games) {
    const tree = asWritten(game);
    tree.headings = { ...headings };
    if (players?.[0]) tree.headings.White = players[0];
    if (players?.[1]) tree.headings.Black = players[1];
    const nodes = [tree.root, ...tree.mainLine()];
    for (const { ply, text: comment } of comments ?? []) {
      const node = nodes[ply];
      if (node?.parent) node.comment = [node.comment, comment].filter(Boolean).join(" ");
    }
    trees.push(tree);
  }
  return trees;
}

/** A game in anybody's notation. @param {Rules} rules @param {string} text */
async function treeOf(rules, text) {
  const { start, moves } = await rules.parseGame(text);
  const tree = new GameTree(start);
  tree.addLine(tree.root, moves);
  return tree;
}

/** A GameString that the engine has written; whether it can be played is seen when it is opened. @param {string} text */
function asWritten(text) {
  const { start, moves } = splitGameString(text) ?? { start: text, moves: [] };
  const tree = new GameTree(start);
  tree.addLine(tree.root, moves);
  return tree;
}

/** What a game is called in a list. @param {GameTree} tree @param {number} index */
export function titleOf(tree, index) {
  const { White, Black, Event, Date } = tree.headings;
  const names = White || Black ? `${White || "?"} – ${Black || "?"}` : `Game ${index + 1}`;
  const facts = [Event, Date].filter(Boolean).join(", ");
  return `${names}${facts ? ` (${facts})` : ""} · ${tree.root.end().ply} moves`;
}
