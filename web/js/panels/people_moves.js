/**
 * What people would play, in the opinion of a model of their moves.
 *
 * @import { People } from "../engine/documents.js"
 */

import { percentOf, text } from "../texts/text.js";
import { make } from "./element.js";
import { moveButton } from "./move_icons.js";

/** How many moves to show. */
const MOST = 3;

/**
 * The likeliest moves, and one that is asked about.
 *
 * @param {People} people @param {(move: string) => void} act @param {string} [asked]
 */
export function peopleMoves({ extrapolated, moves }, act, asked) {
  const shown = moves.filter(({ move }, index) => index < MOST || move === asked);
  const entries = shown.map(({ move, probability }) => {
    const share = probability < 0.005 ? `<${percentOf(0.01)}` : percentOf(probability);
    return make("span", {}, moveButton(move, () => act(move)), share);
  });
  return [make("span", { class: "soft" }, text(extrapolated ? "analyse.people_guess" : "analyse.people")), ...entries];
}
