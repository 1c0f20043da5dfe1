/** How long a review takes with this engine: as measured with the same limit, before that as its search is budgeted. */

import { keep, kept } from "../kept.js";

const KEY = "waggle-review-time";
/** A review takes as many times the time of its first looks. */
const LOOKS = 5.5;
/** Positions searched per second by a thread, if nothing has been measured. */
const SPEED = 60_000;

/** Seconds for a position, by engine and limit. @returns {Record<string, number>} */
const measured = () => kept(KEY, {});

/** The seconds of a first look. @param {string} limit  `time 00:00:00.2` or `nodes 2000`. */
function firstLook(limit) {
  const [kind, value] = limit.split(" ");
  if (kind === "nodes") return Number(value) / SPEED;
  return value.split(":").reduce((sum, part) => 60 * sum + Number(part), 0);
}

/** @param {string} engine  With its threads. @param {number} threads @param {string} limit @param {number} positions */
export function expectedSeconds(engine, threads, limit, positions) {
  const known = measured()[`${engine} ${limit}`];
  return positions * (known ?? (firstLook(limit) * LOOKS) / threads);
}

/** Notes how long a review took. @param {string} engine @param {string} limit @param {number} positions @param {number} seconds */
export function noteSeconds(engine, limit, positions, seconds) {
  const all = measured();
  const key = `${engine} ${limit}`;
  const now = seconds / positions;
  all[key] = all[key] ? (all[key] + now) / 2 : now;
  keep(KEY, all);
}
