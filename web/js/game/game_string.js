/** GameStrings: the type, a set-up position if there is one, and the moves, separated by semicolons. */
const GAME_STRING =
  /^(Base(?:\+[MLP]{1,3})?);(?:NotStarted|InProgress|Draw|WhiteWins|BlackWins);(?:White|Black)\[\d+\](?:;((?:White|Black)\[\d+\] [^;]*@[^;]*))?(?:;(.+))?$/;

/**
 * The start of a game, as `newgame` accepts it, and its moves; `null` if the text is not a GameString.
 *
 * @param {string} text
 */
export function splitGameString(text) {
  const found = GAME_STRING.exec(text);
  if (!found) return null;
  const [, type, setUp, moves] = found;
  return { start: setUp ? `${type};${setUp}` : type, moves: moves ? moves.split(";") : [] };
}
