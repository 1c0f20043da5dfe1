/** Waggle in a page: a session of UHP in a worker. */
export class Waggle {
  constructor(options?: {
    /** The size of the transposition table; 32 if missing. */
    tableSizeMiB?: number;
    /** Hears why the engine has ended, if it was not asked to. */
    onError?: (message: string) => void;
  });
  /**
   * Sends a line of UHP after whatever has been asked before. Resolves with the lines of the reply without `ok`, each of
   * which `onLine` has heard as it came; rejects if the engine refuses, or if it is stopped.
   */
  ask(line: string, onLine?: (line: string) => void): Promise<string[]>;
  /** Ends everything that has been asked. The engine keeps its options and its game, and forgets what it has searched. */
  stop(): void;
  /** Ends the engine. */
  close(): void;
}
