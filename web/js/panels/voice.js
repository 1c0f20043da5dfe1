/** What the page says: to those who hear it, and to everybody in a line that goes away again. */

import { find } from "./element.js";

/** How long a line stays, in milliseconds. */
const [SHORT, LONG] = [3500, 9000];

/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;

/** Says something to those who hear the page. @param {string} text */
export function say(text) {
  find("heard").textContent = text;
}

/** Shows a line for a while, and says it. @param {string} text @param {boolean} [isFault] */
export function tell(text, isFault = false) {
  const line = find("told");
  line.textContent = text;
  line.classList.toggle("failure", isFault);
  line.classList.add("shown");
  clearTimeout(timer);
  timer = setTimeout(() => line.classList.remove("shown"), isFault ? LONG : SHORT);
}
