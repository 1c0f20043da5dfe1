/**
 * The engine's spelling of moves. A link, or a game kept by another version, may name other neighbors of the same hex.
 *
 * @import { Positions } from "./study.js"
 * @import { GameTree } from "./tree.js"
 */

import { splitGameString } from "./game_string.js";

/** Spells the moves of a tree as the engine does. @param {Positions} rules @param {GameTree} tree @throws if a move is illegal */
export async function spellAsEngine(rules, tree) {
  for (const end of [...tree.root.all()].filter(({ children }) => !children.length)) {
    const { game } = await rules.positionOf(tree, end);
    const spelled = splitGameString(game)?.moves ?? [];
    for (const [index, node] of end.path().slice(1).entries()) {
      const move = spelled[index];
      if (move && !node.parent?.child(move)) node.move = move;
    }
  }
}
