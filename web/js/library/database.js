/** The browser's IndexedDB, with promises. */

/** The result of a request. @template T @param {IDBRequest<T>} request @returns {Promise<T>} */
export const done = (request) =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

export class Database {
  /** @param {IDBDatabase} connection */
  constructor(connection) {
    this.connection = connection;
    // A newer version of the page in another tab may change the database.
    connection.onversionchange = () => connection.close();
  }

  /**
   * @param {string} name
   * @param {number} version
   * @param {(database: IDBDatabase) => void} create  Makes the stores of a new database.
   */
  static async open(name, version, create) {
    const request = indexedDB.open(name, version);
    request.onupgradeneeded = () => create(request.result);
    return new Database(await done(request));
  }

  /**
   * Runs a task in a transaction. Resolves once everything is stored; if the task fails, nothing is.
   *
   * @template T
   * @param {string[]} names
   * @param {IDBTransactionMode} mode
   * @param {(...stores: IDBObjectStore[]) => Promise<T>} task  May wait for its requests only.
   * @returns {Promise<T>}
   */
  async run(names, mode, task) {
    const transaction = this.connection.transaction(names, mode);
    const end = new Promise((resolve, reject) => {
      transaction.oncomplete = () => resolve(undefined);
      transaction.onabort = () => reject(transaction.error ?? new Error("the transaction was aborted"));
    });
    try {
      const result = await task(...names.map((name) => transaction.objectStore(name)));
      await end;
      return result;
    } catch (error) {
      end.catch(() => {});
      try {
        transaction.abort();
      } catch {
        // It has ended.
      }
      throw error;
    }
  }
}
