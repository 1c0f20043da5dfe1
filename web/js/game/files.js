/**
 * Reads games from files and text into trees. Unreadable input is an error that gives the reason.
 *
 * @import { Rules } from "../engine/rules.js"
 * @typedef {{ tree: GameTree, number: number }} FoundGame  With its number in the file.
 */

import { text } from "../texts/text.js";
import { readAddress } from "./address.js";
import { faultOfGame, faultWords, warningWords } from "./file_faults.js";
import { splitGameString } from "./game_string.js";
import { Refusal } from "./refusal.js";
import { GameTree } from "./tree.js";

/**
 * All games of a text (a link, a GameString, a position that has been set up, or a file of any format), and what is wrong
 * with those of a file that cannot be read. One that is wrong from some move on is read up to there.
 *
 * @param {Rules} rules
 * @param {string} content
 * @returns {Promise<{ games: FoundGame[], errors: string[], cut: string[], warnings: string[] }>}  `errors`: of games that are
 *   not there; `cut`: of those that are read up to there; `warnings`: where the file contradicts itself.
 */
export async function readGames(rules, content) {
  if (!content.trim()) throw new Error(text("page.nothing_to_read"));
  const link = /^\S+#((?:home|learn|puzzles|play|analyse|review|friend)\/\S+)$/.exec(content.trim());
  const linked = link ? readAddress(link[1]).tree : null;
  /** @type {string[]} */
  const none = [];
  const only = (/** @type {GameTree} */ tree) => ({ games: [{ tree, number: 1 }], errors: none, cut: none, warnings: none });
  if (linked) return only(linked);
  const { games, errors, warnings } = await rules.read(content).catch((error) => {
    throw error instanceof Refusal ? new Refusal(text("files.unknown")) : error;
  });
  const inWords = errors.length > 1 || games.length > 1 ? faultOfGame : faultWords;
  if (!games.length) throw new Refusal(errors.map(inWords).join(" "));
  const isCut = (/** @type {{ game: number }} */ error) => games.some((game) => game.number === error.game);
  /** @type {FoundGame[]} */
  const found = [];
  for (const game of games) found.push({ tree: treeOfGame(game), number: game.number });
  return {
    games: found,
    errors: errors.filter((error) => !isCut(error)).map(faultOfGame),
    cut: errors.filter(isCut).map(inWords),
    warnings: warnings.map(warningWords),
  };
}

/** A game that the engine has read. @param {import("../engine/rules.js").ReadGame} read */
export function treeOfGame({ game, players, headings, comments, variations }) {
  const tree = asWritten(game);
  tree.headings = { ...headings };
  if (players?.[0]) tree.headings.White = players[0];
  if (players?.[1]) tree.headings.Black = players[1];
  tree.annotate(tree.root.end().path(), { comments: comments ?? [], variations: variations ?? [] });
  // What Waggle has said of a game.
  if (/^Waggle\b/.test(tree.headings.Annotator ?? "")) for (const node of tree.root.all()) node.isTold = node.comment !== "";
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
  const names = White || Black ? `${number}. ${White || "?"} – ${Black || "?"}` : text("page.game_number", { number });
  const facts = [Event, Date].filter(Boolean).join(", ");
  return `${names}${facts ? ` (${facts})` : ""} · ${text("page.game_moves", { n: tree.root.end().ply })}`;
}
