/** The rules do not allow a move, a game or a position; the message says why. */
export class Refusal extends Error {}
