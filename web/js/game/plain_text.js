/**
 * Reads games and positions without the rules: GameStrings, HOP, positions that have been set up, and PGN with the pieces numbered
 * as MzingaEngine numbers them. What it cannot read, the engine may.
 */

import { parseSetup } from "../setup/setup_text.js";
import { splitGameString } from "./game_string.js";
import { parseHop } from "./hop.js";
import { RecordedPositions } from "./recorded_positions.js";
import { splitShapes } from "./shapes.js";
import { GameTree, MARKS } from "./tree.js";

const TAG = /^\[(\w+) "(.*)"\]\s*$/gm;
const PIECE = "[wb][QSBGAMLP]\\d?";
const MOVE = `pass|${PIECE}(?:\\s+(?:[-/\\\\]?${PIECE}|${PIECE}[-/\\\\]|\\.)(?=[\\s(){]|$))?`;
const RESULT = "1-0|0-1|1/2-1/2|\\*|WhiteWins|BlackWins|Draw|InProgress";
const TOKEN = new RegExp(`\\{([^}]*)\\}|([()])|\\d+\\.+|\\$\\d+|(${MOVE})|(${RESULT})|(\\S+)`, "g");

/** The game of a text; `null` if it cannot be read so. @param {string} text @returns {GameTree | null} */
export function readPlainText(text) {
  const trimmed = text.trim();
  const game = splitGameString(trimmed);
  const start = game?.start ?? (parseSetup(trimmed) || /^Base(\+[MLP]+)?$/.test(trimmed) ? trimmed : parseHop(trimmed));
  if (start === null) return readPlainPgn(trimmed);
  const tree = new GameTree(start);
  tree.addLine(tree.root, game?.moves ?? []);
  return canBeReplayed(tree) ? tree : null;
}

/** @param {string} text */
function readPlainPgn(text) {
  const tags = Object.fromEntries([...text.matchAll(TAG)].map(([, name, value]) => [name, value]));
  if (!/^Base(\+[MLP]+)?$/.test(tags.GameType ?? "")) return null;
  const tree = new GameTree(tags.GameType);
  tree.headings = tags;
  /** @type {import("./tree.js").TreeNode[]} */
  const returns = [];
  let node = tree.root;
  for (const [, comment, sign, move, result, other] of text.replace(TAG, "").matchAll(TOKEN)) {
    if (other) return null;
    // The first game of several.
    if (result) break;
    if (comment !== undefined) {
      const noted = splitShapes(comment.trim());
      if (MARKS.includes(noted.comment)) node.mark = noted.comment;
      else node.comment = [node.comment, noted.comment].filter(Boolean).join(" ");
      node.shapes.push(...noted.shapes);
    } else if (sign === "(") {
      returns.push(node);
      node = node.parent ?? node;
    } else if (sign) node = returns.pop() ?? node;
    else if (move) node = tree.add(node, move.replace(/\s+/, " "));
  }
  return canBeReplayed(tree) ? tree : null;
}

/** Whether each move leads somewhere. @param {GameTree} tree */
function canBeReplayed(tree) {
  const positions = new RecordedPositions();
  return [...tree.root.all()].every((node) => node.move === null || node.move === "pass" || positions.known(tree, node).last?.to);
}
