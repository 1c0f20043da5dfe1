/**
 * Ratings by Glicko-2 (Glickman, 2012) against puzzles, whose ratings are fixed: each try is a rating period of one game.
 *
 * @typedef {{ rating: number, deviation: number, volatility: number }} Player
 */

/** A person who has not tried any puzzle. @type {Player} */
export const NEWCOMER = { rating: 700, deviation: 250, volatility: 0.06 };

/** From Glicko to Glicko-2. */
const SCALE = 173.7178;
/** How much volatility changes. */
const TAU = 0.5;
/** The deviation of a puzzle's rating, in Glicko. */
const OF_PUZZLE = 60;
/** A person's rating never becomes more certain than this: people learn. */
const MIN_DEVIATION = 45;

/** The person after a try. @param {Player} player @param {number} puzzle  Its rating. @param {boolean} solved @returns {Player} */
export function after({ rating, deviation, volatility }, puzzle, solved) {
  const phi = deviation / SCALE;
  const weight = 1 / Math.sqrt(1 + (3 * (OF_PUZZLE / SCALE) ** 2) / Math.PI ** 2);
  const expected = 1 / (1 + Math.exp((-weight * (rating - puzzle)) / SCALE));
  const variance = 1 / (weight ** 2 * expected * (1 - expected));
  const surprise = weight * ((solved ? 1 : 0) - expected);
  const sigma = newVolatility(phi, volatility, variance, variance * surprise);
  const newPhi = 1 / Math.sqrt(1 / (phi ** 2 + sigma ** 2) + 1 / variance);
  return { rating: rating + SCALE * newPhi ** 2 * surprise, deviation: Math.max(MIN_DEVIATION, SCALE * newPhi), volatility: sigma };
}

/** Step 5 of the paper, by the Illinois algorithm. @param {number} phi @param {number} sigma @param {number} variance @param {number} delta */
function newVolatility(phi, sigma, variance, delta) {
  const start = Math.log(sigma ** 2);
  const f = (/** @type {number} */ x) => {
    const sum = phi ** 2 + variance + Math.exp(x);
    return (Math.exp(x) * (delta ** 2 - sum)) / (2 * sum ** 2) - (x - start) / TAU ** 2;
  };
  let low = start;
  let high = Math.log(Math.max(delta ** 2 - phi ** 2 - variance, 1e-12));
  if (delta ** 2 <= phi ** 2 + variance) {
    let steps = 1;
    while (f(start - steps * TAU) < 0) steps += 1;
    high = start - steps * TAU;
  }
  let [atLow, atHigh] = [f(low), f(high)];
  while (Math.abs(high - low) > 1e-6) {
    const next = low + ((low - high) * atLow) / (atHigh - atLow);
    const atNext = f(next);
    if (atNext * atHigh <= 0) [low, atLow] = [high, atHigh];
    else atLow /= 2;
    [high, atHigh] = [next, atNext];
  }
  return Math.exp(low / 2);
}
