/** Waggle in a web page: a UHP session in a worker. */
export class Waggle {
  constructor(options?: {
    /** The size of the transposition table, 32 by default. */
    tableSizeMiB?: number;
    /** Called with the reason when the engine ends unexpectedly. */
    onError?: (message: string) => void;
  });
  /**
   * Sends a line of UHP after all earlier requests. Resolves with the lines of the reply without `ok`; `onLine` is called with
   * each as it arrives. Rejects if the engine replies with an error or is stopped.
   */
  ask(line: string, onLine?: (line: string) => void): Promise<string[]>;
  /** Stops all requests. The engine keeps its options and its game, and clears its transposition table. */
  stop(): void;
  /** Ends the engine. */
  close(): void;
}
