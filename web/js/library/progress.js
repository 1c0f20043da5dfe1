/**
 * What the kept games say about the person who played them against Waggle.
 *
 * @import { Facts, Library } from "./library.js"
 * @import { Player } from "../game/position.js"
 * @typedef {{ facts: Facts, side: Player, accuracy: number }} Reviewed
 * @typedef {{ level: number, won: number, lost: number, drawn: number }} OfLevel
 * @typedef {{ side: Player | "", bug: string, n: number, accuracy: number }} Mean  Of a side, or of a bug that is placed first.
 */

import { readAddress } from "../game/address.js";

/** As many games are looked at, the last ones. */
const MOST = 60;

/** The side of the person who played against Waggle; empty if nobody did. @param {Facts} facts @returns {Player | ""} */
export function sideOf({ played, level }) {
  const terms = /** @type {{ terms?: { human?: Player } } | null} */ (played)?.terms;
  return (level && terms?.human) || "";
}

/** How the games against each level ended. @param {Facts[]} games @returns {OfLevel[]} */
export function byLevel(games) {
  /** @type {Map<number, OfLevel>} */
  const levels = new Map();
  for (const facts of games) {
    const side = sideOf(facts);
    const { level, result } = facts;
    if (!side || !result) continue;
    const row = levels.get(level) ?? { level, won: 0, lost: 0, drawn: 0 };
    row[result === "Draw" ? "drawn" : result === side ? "won" : "lost"] += 1;
    levels.set(level, row);
  }
  return [...levels.values()].sort((one, other) => one.level - other.level);
}

/** The person's accuracy in the reviewed games, the first one first.
 * @param {Library} library @param {Facts[]} games  The last one first. @returns {Promise<Reviewed[]>} */
export async function accuraciesOf(library, games) {
  const reviewed = games.filter((facts) => facts.isReviewed && sideOf(facts)).slice(0, MOST);
  const all = await Promise.all(
    reviewed.map(async (facts) => {
      const side = /** @type {Player} */ (sideOf(facts));
      const review = (await library.read(facts.id))?.tree.review;
      const accuracy = review?.players[side === "White" ? "white" : "black"].accuracy;
      return typeof accuracy === "number" ? [{ facts, side, accuracy }] : [];
    }),
  );
  return all.flat().sort((one, other) => one.facts.created - other.facts.created);
}

/** The mean by side and by the bug that the person placed first, with which their opening begins. @param {Reviewed[]} reviewed @returns {Mean[]} */
export function meansOf(reviewed) {
  /** @type {Map<string, Mean>} */
  const means = new Map();
  for (const { facts, side, accuracy } of reviewed) {
    const moves = readAddress(`analyse${facts.address}`).tree?.mainLine() ?? [];
    const bug = moves.find(({ move }) => move?.[0] === (side === "White" ? "w" : "b"))?.move?.[1] ?? "";
    for (const group of [{ side, bug: "" }, ...(bug ? [{ side: /** @type {const} */ (""), bug }] : [])]) {
      const key = group.side + group.bug;
      const { n, accuracy: sum } = means.get(key) ?? { n: 0, accuracy: 0 };
      means.set(key, { ...group, n: n + 1, accuracy: sum + accuracy });
    }
  }
  const all = [...means.values()].map((mean) => ({ ...mean, accuracy: mean.accuracy / mean.n }));
  return all.sort((one, other) => Number(!one.side) - Number(!other.side) || other.n - one.n);
}
