/** Tells how far the engine is loaded, or for good why it is not. */

import { find } from "./element.js";

/** What takes no longer than this needs no words, in milliseconds. */
const PATIENCE = 1000;

export function showLoading() {
  const line = find("loading");
  const bar = /** @type {HTMLProgressElement} */ (find("loading-bar"));
  const timer = setTimeout(() => (line.hidden = false), PATIENCE);
  return {
    /** @param {number} share  Of the engine; 0 if it is not known. */
    show: (share) => {
      if (share) bar.value = share;
    },
    /** @param {string} reason */
    fail: (reason) => {
      clearTimeout(timer);
      line.hidden = false;
      line.classList.add("failure");
      line.textContent = reason;
    },
    done: () => {
      clearTimeout(timer);
      line.hidden = true;
    },
  };
}
