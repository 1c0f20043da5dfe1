/**
 * What the kept games say about the person who played them against Waggle.
 *
 * @import { Facts, Library } from "./library.js"
 * @import { Player } from "../game/position.js"
 * @typedef {{ facts: Facts, side: Player, accuracy: number }} Reviewed
 * @typedef {{ level: number, won: number, lost: number, drawn: number }} OfLevel
 * @typedef {{ side: Player | "", bugs: string, games: Reviewed[] }} Group  Of a side, or of the two bugs that the person placed first.
 */

import { readAddress } from "../game/address.js";

/** As many games are looked at, the last ones. */
const MOST = 60;
/** As many groups are shown: both sides, and the openings of the most games. */
const MOST_GROUPS = 8;

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

/** The mean of the person's accuracies. @param {Reviewed[]} games */
export const meanOf = (games) => games.reduce((sum, { accuracy }) => sum + accuracy, 0) / games.length;

/** The games by side, then by the two bugs that the person placed first: those of the most games. @param {Reviewed[]} reviewed @returns {Group[]} */
export function groupsOf(reviewed) {
  /** @type {Map<string, Group>} */
  const groups = new Map();
  for (const one of reviewed) {
    const { tree } = readAddress(`analyse${one.facts.address}`);
    // A position that was set up is no opening.
    const moves = !tree || tree.start.includes(";") ? [] : tree.mainLine().map(({ move }) => move ?? "");
    const own = new Set(moves.filter((move) => move[0] === one.side[0].toLowerCase()).map((move) => move.split(" ")[0]));
    const bugs = [...own].slice(0, 2).map((piece) => piece[1]).join("");
    for (const group of [{ side: one.side, bugs: "" }, { side: /** @type {const} */ (""), bugs }]) {
      const key = group.side + group.bugs;
      groups.set(key, { ...group, games: [...(groups.get(key)?.games ?? []), one] });
    }
  }
  const all = [...groups.values()].filter(({ side, bugs }) => side || bugs.length === 2);
  return all.sort((one, other) => Number(!one.side) - Number(!other.side) || other.games.length - one.games.length).slice(0, MOST_GROUPS);
}
