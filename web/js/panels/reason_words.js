/**
 * The reasons of a review in the reader's words, from their kinds and facts (docs/json.md).
 *
 * @import { Reason, ReviewedMove } from "../engine/documents.js"
 * @import { Player } from "../game/position.js"
 * @import { Value } from "../texts/text.js"
 * @typedef {Record<string, any>} Facts
 */

import { movePhrase, piecePhrase, piecesPhrase, sentence, sidePhrase } from "../game/phrases.js";
import { opponentOf } from "../game/position.js";
import { hasText, text } from "../texts/text.js";

/** Which text tells a kind of reason, where it depends on the facts. @type {Record<string, (facts: Facts, player: Player, you: Player | null) => string>} */
const VARIANTS = {
  ends: ({ winner }, player) => (winner === null ? "ends_drawn" : winner === player ? "ends_won" : "ends_lost"),
  had_win: ({ first, last }) => (turnAfter(first) === turnAfter(last) ? "had_win_once" : "had_win"),
  could_surround: ({ closes_the_gap }) => (closes_the_gap ? "could_close_gap" : "could_surround"),
  allows_surround: ({ was_threatened }) => (was_threatened ? "still_allows_surround" : "allows_surround"),
  allows_win: ({ prevented_by }) => (prevented_by ? "allows_win_instead" : "allows_win"),
  frees: ({ move }) => (move ? "frees_to_queen" : "frees"),
  could_threaten: ({ move }) => (move ? "could_threaten" : "could_threaten_something"),
  chances_fall: (_, player, you) => (player === you ? "your_chances_fall" : "chances_fall"),
  later: ({ kind }) => `later_${kind}`,
  hard_to_find: ({ extrapolated }) => (extrapolated ? "hard_to_find_guess" : "hard_to_find"),
  most_play_it: ({ extrapolated }) => (extrapolated ? "most_play_it_guess" : "most_play_it"),
};

/** The turn of a ply. @param {number} ply */
const turnAfter = (ply) => Math.ceil(ply / 2);

/**
 * What a reason says about a move. A kind that the page does not know has the engine's own words.
 *
 * @param {Reason} reason
 * @param {ReviewedMove} reviewed
 * @param {Player | null} you  Who reads it, if it is one of the players.
 */
export function reasonWords({ kind = "", text: told, facts = {} }, reviewed, you) {
  const name = VARIANTS[kind]?.(facts, reviewed.player, you) ?? kind;
  if (!hasText(`reasons.${name}`)) return told.replace(/ %/g, "\u00a0%");
  const values = valuesOf(kind === "later" ? facts.facts : facts, reviewed, you);
  try {
    return sentence(text(`reasons.${name}`, values));
  } catch {
    // A document of another version may lack what the sentence needs.
    return told;
  }
}

/** What the placeholders of a reason stand for. @param {Facts} facts @param {ReviewedMove} reviewed @param {Player | null} you */
function valuesOf(facts, { player, better }, you) {
  const [us, them] = [player, opponentOf(player)];
  const queen = (/** @type {Player} */ side) => piecePhrase(side === "White" ? "wQ" : "bQ", you);
  /** @type {Record<string, Value>} */
  const values = {
    us: sidePhrase(us, you), them: sidePhrase(them, you), ours: queen(us), theirs: queen(them),
    n: facts.moves ?? facts.left ?? facts.pieces?.length ?? 0,
    times: facts.times ?? 3,
  };
  if (better?.moves.length) values.instead = movePhrase(better.moves[0], you);
  if (facts.move) values.move = movePhrase(facts.move, you);
  if (facts.pieces) values.pieces = piecesPhrase(facts.pieces, you);
  if (facts.thrower) values.thrower = piecePhrase(facts.thrower, you);
  if (facts.queen) values.queen = queen(facts.queen);
  if (facts.winner) values.winner = sidePhrase(facts.winner, you);
  if (facts.instead !== undefined) values.other = facts.instead;
  if (facts.first !== undefined) Object.assign(values, { first: turnAfter(facts.first), last: turnAfter(facts.last) });
  for (const name of ["before", "after", "percent"]) if (facts[name] !== undefined) values[name] = facts[name];
  return values;
}
