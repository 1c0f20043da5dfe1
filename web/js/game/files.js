/**
 * Reads games from files and text into trees. Unreadable input is an error that gives the reason.
 *
 * @typedef {import("../engine/rules.js").Rules} Rules
 * @typedef {{ tree: GameTree, number: number }} FoundGame  With its number in the file.
 */

import { readAddress } from "./address.js";
import { splitGameString } from "./game_string.js";
import { GameTree } from "./tree.js";

/**
 * All games of a text (a link, a GameString, a position that has been set up, or a file of any format), and what is wrong
 * with those of a file that cannot be read.
 *
 * @param {Rules} rules
 * @param {string} text
 * @returns {Promise<{ games: FoundGame[], errors: string[] }>}
 */
export async function readGames(rules, text) {
  if (!text.trim()) throw new Error("There is nothing to read.");
  const link = /^\S+#((?:analyse|play|review)\/\S+)$/.exec(text.trim());
  const linked = link ? readAddress(link[1]).tree : null;
  const only = (/** @type {GameTree} */ tree) => ({ games: [{ tree, number: 1 }], errors: [] });
  if (linked) return only(linked);
  if (/^Base(\+[MLP]{1,3})?(;|$)/.test(text.trim()) && !/[\n\r]/.test(text.trim())) return only(await treeOf(rules, text.trim()));
  const { games, errors } = await rules.read(text);
  if (!games.length) throw new Error("No game found.");
  /** @type {FoundGame[]} */
  const found = [];
  for (const { number, game, players, headings, comments } of games) {
    const tree = asWritten(game);
    tree.headings = { ...headings };
    if (players?.[0]) tree.headings.White = players[0];
    if (players?.[1]) tree.headings.Black = players[1];
    const nodes = [tree.root, ...tree.mainLine()];
    for (const { ply, text: comment } of comments ?? []) {
      const node = nodes[ply];
      if (node?.parent) node.comment = [node.comment, comment].filter(Boolean).join(" ");
    }
    found.push({ tree, number });
  }
  return { games: found, errors };
}

/** A game in any notation. @param {Rules} rules @param {string} text */
async function treeOf(rules, text) {
  const { start, moves } = await rules.parseGame(text);
  const tree = new GameTree(start);
  tree.addLine(tree.root, moves);
  return tree;
}

/** A GameString written by the engine. Its moves are checked when it is opened. @param {string} text */
function asWritten(text) {
  const { start, moves } = splitGameString(text) ?? { start: text, moves: [] };
  const tree = new GameTree(start);
  tree.addLine(tree.root, moves);
  return tree;
}

/** The text of a file: UTF-8, UTF-16 with its mark, or else Latin-1. @param {Blob} file */
export async function textOf(file) {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const mark = bytes[0] * 256 + bytes[1];
  if (mark === 0xfffe || mark === 0xfeff) return new TextDecoder(mark === 0xfffe ? "utf-16le" : "utf-16be").decode(bytes);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("latin1").decode(bytes);
  }
}

/** What a game is called in a list. @param {FoundGame} found */
export function titleOf({ tree, number }) {
  const { White, Black, Event, Date } = tree.headings;
  const names = White || Black ? `${White || "?"} – ${Black || "?"}` : `Game ${number}`;
  const facts = [Event, Date].filter(Boolean).join(", ");
  return `${names}${facts ? ` (${facts})` : ""} · ${tree.root.end().ply} moves`;
}
