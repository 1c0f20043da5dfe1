/** A GameString: its type, and its moves separated by semicolons. */
export const GAME_STRING = /^(Base(?:\+[MLP]{1,3})?);(?:NotStarted|InProgress|Draw|WhiteWins|BlackWins);(?:White|Black)\[\d+\](?:;(.+))?$/;
