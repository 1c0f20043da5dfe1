/**
 * A player's hand as a row of buttons.
 *
 * @import { Position, Player } from "../game/position.js"
 */

import { pieceWords, pilesOf, sideWords } from "../game/position.js";
import { text } from "../texts/text.js";
import { pictureOf } from "./tiles.js";

/** The maximum number of piles in a row of a large hand. */
const MAX_IN_A_ROW = 5;

/**
 * Redraws a hand.
 *
 * @param {HTMLElement} hand
 * @param {Player} player
 * @param {Position} position
 * @param {{ pickable: Set<string>, picked: string | null, isTurn: boolean, isYours: boolean }} look
 */
export function drawHand(hand, player, position, { pickable, picked, isTurn, isYours }) {
  const focused = /** @type {HTMLElement | null} */ (hand.querySelector(":focus"))?.dataset.piece;
  hand.classList.toggle("turn", isTurn);
  hand.setAttribute("aria-label", text(isTurn ? "game.hand_to_move" : "game.hand", { side: sideWords(player) }));
  const piles = pilesOf(position, player);
  hand.style.setProperty("--columns", String(Math.ceil(piles.length / Math.ceil(piles.length / MAX_IN_A_ROW))));
  const whose = position.pieces.length
    ? isYours ? text("play.you") : sideWords(player)
    : isYours ? text("game.your_pieces") : text("game.pieces_of", { side: sideWords(player) });
  const buttons = piles.map(({ piece, count }) => {
    const classes = ["pile", pickable.has(piece) ? "pickable" : "", picked === piece ? "picked" : ""].join(" ").trim();
    const label = text("game.in_hand", { piece: pieceWords(piece), n: count });
    return (
      `<button type="button" class="${classes}" data-piece="${piece}" aria-label="${label}" title="${label}"` +
      `${pickable.has(piece) ? "" : ' aria-disabled="true"'}${picked === piece ? ' aria-pressed="true"' : ""}>` +
      `${pictureOf(piece, ' transform="scale(.95)"')}${count > 1 ? `<span>${count}</span>` : ""}</button>`
    );
  });
  hand.innerHTML = `<span class="whose" aria-hidden="true">${whose}</span>${buttons.join("")}`;
  if (focused) /** @type {HTMLElement | null} */ (hand.querySelector(`[data-piece="${focused}"]`))?.focus();
}
