/**
 * What a page being left has not stored yet. A database may not finish then, so it is written at once, and the next page
 * stores it.
 *
 * @import { KeptGame, Library } from "./library.js"
 */

import { keep } from "../kept.js";

const PREFIX = "waggle-unstored-";

/** @param {KeptGame} game */
export const leaveUnstored = (game) => keep(PREFIX + game.facts.id, game);

/** @param {string} id */
export function forgetUnstored(id) {
  try {
    localStorage.removeItem(PREFIX + id);
  } catch {
    // Nothing may be stored.
  }
}

/** @param {Library} library */
export async function storeUnstored(library) {
  for (const key of Object.keys(localStorage).filter((name) => name.startsWith(PREFIX))) {
    await library.recover(JSON.parse(localStorage.getItem(key) ?? ""));
    localStorage.removeItem(key);
  }
}
