/**
 * What a page being left has not stored yet. A database may not finish then, so it is written at once, and the next page
 * stores it.
 *
 * @typedef {import("./library.js").KeptGame} KeptGame
 * @typedef {import("./library.js").Library} Library
 */

const PREFIX = "waggle-unstored-";

/** @param {KeptGame} game */
export function leaveUnstored(game) {
  try {
    localStorage.setItem(PREFIX + game.facts.id, JSON.stringify(game));
  } catch {
    // Too large, or nothing may be stored.
  }
}

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
