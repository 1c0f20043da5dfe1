/**
 * A player's hand as a row of buttons.
 *
 * @typedef {import("../game/position.js").Position} Position
 * @typedef {import("../game/position.js").Player} Player
 */

import { pieceWords, pilesOf } from "../game/position.js";

/**
 * Redraws a hand.
 *
 * @param {HTMLElement} hand
 * @param {Player} player
 * @param {Position} position
 * @param {{ pickable: Set<string>, picked: string | null, isTurn: boolean }} look
 */
export function drawHand(hand, player, position, { pickable, picked, isTurn }) {
  const focused = /** @type {HTMLElement | null} */ (hand.querySelector(":focus"))?.dataset.piece;
  hand.classList.toggle("turn", isTurn);
  hand.setAttribute("aria-label", `${player}'s hand${isTurn ? ", to move" : ""}`);
  hand.innerHTML = pilesOf(position, player)
    .map(({ piece, count }) => {
      const classes = ["pile", pickable.has(piece) ? "pickable" : "", picked === piece ? "picked" : ""].join(" ").trim();
      const label = `${pieceWords(piece)}, ${count} in hand`;
      return (
        `<button type="button" class="${classes}" data-piece="${piece}" aria-label="${label}" title="${label}"` +
        `${pickable.has(piece) ? "" : ' aria-disabled="true"'}${picked === piece ? ' aria-pressed="true"' : ""}>` +
        `<svg viewBox="-95 -100 190 200" aria-hidden="true"><use href="#tile-${piece[0]}"/>` +
        `<use href="#${piece.slice(0, 2)}" transform="scale(.95)"/></svg>${count > 1 ? `<span>${count}</span>` : ""}</button>`
      );
    })
    .join("");
  if (focused) /** @type {HTMLElement | null} */ (hand.querySelector(`[data-piece="${focused}"]`))?.focus();
}
