/**
 * What is kept in the browser's local storage, as JSON. Where a browser stores nothing, it lasts until the page is closed.
 */

/** @template {object} T @param {string} key @param {T} otherwise  If there is nothing of its kind. @returns {T} */
export function kept(key, otherwise) {
  try {
    const value = JSON.parse(localStorage.getItem(key) ?? "null");
    return value instanceof Object && Array.isArray(value) === Array.isArray(otherwise) ? value : otherwise;
  } catch {
    return otherwise;
  }
}

/** @param {string} key @param {object} value */
export function keep(key, value) {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // Too large, or nothing may be stored.
  }
}

/** A set of names that is kept. */
export class KeptSet {
  /** @param {string} key */
  constructor(key) {
    this.key = key;
    this.ids = new Set(this.stored);
  }

  /** @returns {string[]} */
  get stored() {
    return kept(this.key, []);
  }

  /** @param {string} id */
  add(id) {
    // Another tab may have added others meanwhile.
    this.ids = new Set([...this.ids, ...this.stored, id]);
    keep(this.key, [...this.ids]);
  }
}
