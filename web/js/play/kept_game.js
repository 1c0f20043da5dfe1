/**
 * Keeps the game against the engine across page reloads.
 *
 * The moves are in the address; the settings and the phase of the game are kept here.
 *
 * @typedef {import("../game/tree.js").GameTree} GameTree
 * @typedef {import("./played_game.js").PlayedGame} PlayedGame
 * @typedef {import("./played_game.js").Terms} Terms
 * @typedef {{ terms: Terms, phase: "playing" | "over", result: string, game: string }} Kept
 */

const KEY = "waggle-game";

/** Identifies a game. @param {GameTree} tree */
const nameOf = (tree) => [tree.start, ...tree.root.end().moves].join(";");

/** Saves the current game, or clears the record if there is none. @param {PlayedGame} game */
export function keepGame({ terms, phase, result, tree }) {
  try {
    if (phase === "none" || !tree) sessionStorage.removeItem(KEY);
    else sessionStorage.setItem(KEY, JSON.stringify({ terms, phase, result, game: nameOf(tree) }));
  } catch {
    // Without storage, the game is lost on reload.
  }
}

/** The record of this game; `null` if another game was kept. @param {GameTree} tree @returns {Kept | null} */
export function keptGame(tree) {
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEY) ?? "null");
    return kept?.game === nameOf(tree) ? kept : null;
  } catch {
    return null;
  }
}
