/**
 * The way of the last move, for the eye: around gates, over the hive, or in the grip of a pillbug. It judges nothing: the move
 * was played, and where no way is found it goes straight.
 *
 * @import { Hex, Position } from "../game/position.js"
 * @typedef {{ hexes: Hex[], isLifted: boolean }} Way  From where the piece came to where it is.
 */

import { keyOf, ownerOf } from "../game/position.js";
import { DIRECTIONS, areBeside, neighborsOf } from "./geometry.js";

/** The longest way that is looked for. */
const FARTHEST = 60;

/** @param {Position} position  After the move. @returns {Way} */
export function wayOf({ pieces, last, to_move: next }) {
  const [piece, from, to] = [last?.piece ?? "", last?.from ?? null, last?.to ?? null];
  if (!from || !to) return { hexes: to ? [to] : [], isLifted: true };
  /** The top pieces without the one that moves. @type {Map<string, string>} */
  const tops = new Map();
  for (const lying of pieces) if (lying.piece !== piece) tops.set(keyOf(lying), lying.piece);
  const isTaken = (/** @type {Hex} */ hex) => tops.has(keyOf(hex));
  const straight = { hexes: [from, to], isLifted: true };
  const thrown = () => {
    const by = neighborsOf(from).find((hex) => {
      const top = tops.get(keyOf(hex)) ?? "";
      return areBeside(hex, to) && /^.[PM]/.test(top) && ownerOf(top) !== next;
    });
    return by ? { hexes: [from, by, to], isLifted: true } : straight;
  };
  if (ownerOf(piece) === next) return thrown();
  const bug = piece[1];
  const isClimbing = isTaken(from) || isTaken(to);
  if (bug === "B" || (isClimbing && bug === "M")) return straight;
  const isMosquito = bug === "M";
  if ((bug === "G" || isMosquito) && jumps(from, to, isTaken)) return straight;
  const steps = bug === "S" ? 3 : bug === "A" || isMosquito ? FARTHEST : 1;
  const slid = bug === "L" || bug === "G" ? null : slide(from, to, steps, bug === "S", isTaken);
  if (slid) return { hexes: slid, isLifted: false };
  const over = bug === "L" || isMosquito ? overTheHive(from, to, isTaken) : null;
  return over ? { hexes: over, isLifted: true } : thrown();
}

/** Whether a straight line of pieces lies between. @param {Hex} from @param {Hex} to @param {(hex: Hex) => boolean} isTaken */
function jumps(from, to, isTaken) {
  const [q, r] = [to.q - from.q, to.r - from.r];
  const length = Math.max(Math.abs(q), Math.abs(r), Math.abs(q + r));
  if (length < 2 || (q && r && q + r)) return false;
  const between = Array.from({ length: length - 1 }, (_, index) => (index + 1) / length);
  return between.every((share) => isTaken({ q: from.q + q * share, r: from.r + r * share }));
}

/**
 * Along the edge of the hive: each step through a gap that a tile fits through, beside a piece all the way.
 *
 * @param {Hex} from @param {Hex} to
 * @param {number} most  Steps.
 * @param {boolean} isExact  Whether it takes just as many.
 * @param {(hex: Hex) => boolean} isTaken
 * @returns {Hex[] | null}
 */
function slide(from, to, most, isExact, isTaken) {
  const seen = new Set([keyOf(from)]);
  /** @type {Hex[][]} */
  let ways = [[from]];
  for (let step = 1; step <= most && ways.length; step += 1) {
    /** @type {Hex[][]} */
    const longer = [];
    for (const way of ways) {
      const { q, r } = way[way.length - 1];
      for (const [index, hex] of neighborsOf({ q, r }).entries()) {
        const sides = [DIRECTIONS[(index + 5) % 6], DIRECTIONS[(index + 1) % 6]].filter(([dq, dr]) => isTaken({ q: q + dq, r: r + dr }));
        const wasThere = isExact ? way.some((before) => keyOf(before) === keyOf(hex)) : seen.has(keyOf(hex));
        if (isTaken(hex) || sides.length !== 1 || wasThere) continue;
        if (keyOf(hex) === keyOf(to) && (!isExact || step === most)) return [...way, hex];
        seen.add(keyOf(hex));
        longer.push([...way, hex]);
      }
    }
    ways = longer;
  }
  return null;
}

/** Two steps on top of the hive, and down. @param {Hex} from @param {Hex} to @param {(hex: Hex) => boolean} isTaken */
function overTheHive(from, to, isTaken) {
  for (const first of neighborsOf(from).filter(isTaken)) {
    const second = neighborsOf(first).find((hex) => isTaken(hex) && areBeside(hex, to));
    if (second) return [from, first, second, to];
  }
  return null;
}
