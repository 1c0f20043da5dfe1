/**
 * A connection to an engine: lines in, lines out. The page does not know which engine answers.
 *
 * @typedef {object} Connection
 * @property {(line: string) => void} send
 * @property {() => boolean} stop  Ends the running command. `true`: it ends by itself, with its best so far; `false`: the engine
 *   has been started anew, its command will never end, and all that was set is forgotten.
 * @property {() => void} close
 * @property {(line: string) => void} onLine   Set by whoever listens.
 * @property {(reason: string) => void} onFail  Set by whoever listens.
 */

export {};
