/** Messages: announced to screen readers, or shown to everybody in a line that disappears. */

import { find } from "./element.js";

/** How long a message is shown, in milliseconds. */
const [SHORT, LONG] = [3500, 9000];

/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;

/** Announces a text to screen readers. @param {string} text */
export function say(text) {
  find("heard").textContent = text;
}

/** Shows a message for a while, and announces it. @param {string} text @param {boolean} [isFault] */
export function tell(text, isFault = false) {
  const line = find("told");
  line.textContent = text;
  line.classList.toggle("failure", isFault);
  line.classList.add("shown");
  clearTimeout(timer);
  timer = setTimeout(() => line.classList.remove("shown"), isFault ? LONG : SHORT);
}
