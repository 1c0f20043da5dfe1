/** Messages: announced to screen readers, or shown to everybody in a line that disappears. */

import { button, find } from "./element.js";

/** How long a message is shown, in milliseconds. */
const [SHORT, LONG] = [3500, 9000];

/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;

/** Hides a message about a fault that has been mended. */
export function mended() {
  const line = find("told");
  if (line.classList.contains("failure")) line.classList.remove("shown");
}

/** Announces a text to screen readers. @param {string} text */
export function say(text) {
  find("heard").textContent = text;
}

/**
 * Shows a message for a while, and announces it.
 *
 * @param {string} text
 * @param {boolean} [isFault]
 * @param {{ text: string, act: () => void }} [offer]  A button beside it.
 */
export function tell(text, isFault = false, offer) {
  const line = find("told");
  const accept = () => {
    line.classList.remove("shown");
    line.replaceChildren();
    offer?.act();
  };
  line.replaceChildren(text, ...(offer ? [" ", button(offer.text, accept, { class: "small" })] : []));
  line.classList.toggle("failure", isFault);
  line.classList.add("shown");
  clearTimeout(timer);
  timer = setTimeout(() => line.classList.remove("shown"), isFault || offer ? LONG : SHORT);
}
