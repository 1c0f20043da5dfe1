/** Which lessons were solved in this browser. */

/** The local-storage key. */
const KEY = "waggle-lessons-solved";

export class SolvedLessons {
  constructor() {
    this.ids = new Set(kept());
  }

  /** @param {string} id */
  add(id) {
    // Another tab may have solved others meanwhile.
    this.ids = new Set([...this.ids, ...kept(), id]);
    try {
      localStorage.setItem(KEY, JSON.stringify([...this.ids]));
    } catch {
      // Without storage, it is remembered until the page is closed.
    }
  }
}

/** @returns {string[]} */
function kept() {
  try {
    const list = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(list) ? list : [];
  } catch {
    return [];
  }
}
