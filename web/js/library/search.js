/**
 * Searching the kept games.
 *
 * @import { Facts } from "./library.js"
 * Empty fields say nothing; `days`: changed in as many last days.
 *
 * @typedef {{ words?: string, days?: number, type?: string, level?: string, result?: string }} Query
 */

const DAY = 86_400_000;

/** @param {Facts[]} games @param {Query} query @param {number} [now] */
export function search(games, { words = "", days = 0, type = "", level = "", result = "" }, now = Date.now()) {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
  return games.filter((game) => {
    if (days && game.changed < now - days * DAY) return false;
    if (type && game.type !== type) return false;
    if (level && String(game.level) !== level) return false;
    if (result && (game.result || "open") !== result) return false;
    const names = `${game.white} ${game.black} ${game.type}`.toLowerCase();
    return wanted.every((word) => names.includes(word));
  });
}
