/**
 * A connection to an engine: lines in, lines out. The page does not depend on which engine it is.
 *
 * @typedef {object} Connection
 * @property {() => void} open  Starts the engine, unless it has been started.
 * @property {(line: string) => void} send
 * @property {() => boolean} stop  Stops the running command. `true`: the command will return its best result so far; `false`: the
 *   engine was restarted, so the command will not return, and all options are reset.
 * @property {() => void} close
 * @property {(line: string) => void} onLine   Set by the listener.
 * @property {(reason: string) => void} onFail  Set by the listener.
 */

export {};
