/** An illegal move, game or position; the message gives the reason. */
export class Refusal extends Error {}
