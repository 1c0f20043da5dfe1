/**
 * A game with a friend by link. A link holds the id of the game and its moves, so that it goes on where it is kept; it is the
 * reader's turn then, or the friend has given up.
 *
 * @import { PlayedGame, Terms } from "./played_game.js"
 */

import { opponentOf } from "../game/position.js";
import { text } from "../texts/text.js";

/** The id of a new game. */
export const newFriendId = () => Math.random().toString(36).slice(2, 10);

/**
 * Opens the game of a link, and plays what is new in it.
 *
 * @param {{ tree: import("../game/tree.js").GameTree, friend: string, isResigned: boolean }} link
 * @param {object} page
 * @param {import("../engine/rules.js").Rules} page.rules
 * @param {import("../game/study.js").Study} page.study
 * @param {PlayedGame} page.game
 * @param {import("../library/library.js").Library | null} page.library
 * @param {import("../library/keeper.js").Keeper} page.keeper
 * @param {(terms: Terms) => Promise<void>} page.begin
 * @param {(text: string) => void} page.tell
 */
export async function openFriendGame({ tree, friend, isResigned }, { rules, study, game, library, keeper, begin, tell }) {
  const { moves } = tree.root.end();
  const { game_type: type, to_move: next } = await rules.positionAfter(tree.start, moves);
  await keeper.keep();
  const facts = (await library?.list())?.find(({ played }) => played && /** @type {{ terms: Terms }} */ (played).terms.byLink === friend);
  const kept = facts ? await keeper.read(facts.id) : null;
  if (kept) {
    await keeper.open(kept, { use: "play" });
    await study.go(study.tree.root.end());
    if (!(await catchUp(study, game, moves))) return tell(text("play.old_link"));
  } else {
    const human = isResigned ? opponentOf(next) : next;
    await begin({ type, human, level: 0, seconds: 0, byLink: friend || newFriendId(), joined: true, from: { start: tree.start, moves } });
  }
  if (isResigned && game.phase === "playing") game.end("play.side_resigned", game.terms.human);
}

/**
 * Plays the moves of a link that the game has not; a friend may have taken back a move that nobody has answered.
 *
 * @param {import("../game/study.js").Study} study @param {PlayedGame} game @param {string[]} moves
 * @returns {Promise<boolean>}  Whether the game stands as in the link.
 */
async function catchUp(study, game, moves) {
  const known = study.tree.root.end().path().slice(1);
  const differs = moves.findIndex((move, at) => known[at]?.move !== move);
  const common = differs < 0 ? moves.length : differs;
  if (known.length > moves.length || (known.length > common && common < moves.length - 1)) return false;
  if (common < moves.length && game.phase !== "playing") return false;
  if (known.length > common) await study.go(study.tree.remove(known[common]));
  for (const move of moves.slice(common)) await study.play(move);
  return true;
}
