/** Tells that the engine is loading, or for good why it is not. */

import { find } from "./element.js";

/** What takes no longer than this needs no words, in milliseconds. */
const PATIENCE = 1000;

export function showLoading() {
  const line = find("loading");
  const timer = setTimeout(() => (line.hidden = false), PATIENCE);
  return {
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
