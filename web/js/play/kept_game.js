/**
 * The game against the engine, kept by the browser while the page is loaded again.
 *
 * The moves are in the address; what is kept here are the terms, and whether the game goes on.
 *
 * @typedef {import("../game/tree.js").GameTree} GameTree
 * @typedef {import("./played_game.js").PlayedGame} PlayedGame
 * @typedef {import("./played_game.js").Terms} Terms
 * @typedef {{ terms: Terms, phase: "playing" | "over", result: string, game: string }} Kept
 */

const KEY = "waggle-game";

/** What tells a game from another. @param {GameTree} tree */
const nameOf = (tree) => [tree.start, ...tree.root.end().moves].join(";");

/** Keeps the game as it is now, or nothing if there is none. @param {PlayedGame} game */
export function keepGame({ terms, phase, result, tree }) {
  try {
    if (phase === "none" || !tree) sessionStorage.removeItem(KEY);
    else sessionStorage.setItem(KEY, JSON.stringify({ terms, phase, result, game: nameOf(tree) }));
  } catch {
    // A browser that keeps nothing forgets the game with the page.
  }
}

/** What was kept about this game; `null` if it was another. @param {GameTree} tree @returns {Kept | null} */
export function keptGame(tree) {
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEY) ?? "null");
    return kept?.game === nameOf(tree) ? kept : null;
  } catch {
    return null;
  }
}
