/** An illegal move, game or position; the message gives the reason. */
export class Refusal extends Error {}

/** Why something failed. @param {unknown} error */
export const reasonOf = (error) => (error instanceof Error ? error.message : String(error));
