/** Creating and finding elements. */

/**
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Record<string, string | boolean | ((event: Event) => void)>} [properties]  Attributes, and handlers such as `onclick`.
 * @param {(Node | string)[]} children
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function make(tag, properties = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (typeof value === "function") made.addEventListener(name.slice(2), value);
    else if (value === true) made.setAttribute(name, "");
    else if (value !== false) made.setAttribute(name, value);
  }
  made.append(...children);
  return made;
}

/** A button. @param {string} text @param {() => void} act @param {Record<string, string | boolean>} [properties] */
export const button = (text, act, properties = {}) =>
  make("button", { type: "button", ...properties, onclick: act }, text);

/** Says something in an element, as good, as wrong, or neither. @param {HTMLElement} element @param {string} words @param {"" | "good" | "blunder"} [kind] */
export function tellIn(element, words, kind = "") {
  element.textContent = words;
  element.className = kind;
}

/**
 * Finds an element of the page by its id.
 *
 * @template {HTMLElement} [Kind=HTMLElement]
 * @param {string} id
 * @returns {Kind}
 */
export function find(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`the page has no ${id}`);
  return /** @type {Kind} */ (found);
}

/**
 * Whether a key press or paste is for an input field, or for another element that handles it
 * itself.
 *
 * @param {Event} event
 * @param {string[]} others  Selectors of such elements.
 */
export function isTyping(event, ...others) {
  const fields = ["input:not([type=checkbox])", "textarea", ...others];
  return /** @type {HTMLElement} */ (event.target).closest(fields.join(", ")) !== null;
}

/** Scrolls a list, but not the page, until an entry is visible. @param {HTMLElement} list @param {HTMLElement} entry */
export function reveal(list, entry) {
  const [outer, inner] = [list.getBoundingClientRect(), entry.getBoundingClientRect()];
  if (inner.top < outer.top + 24) list.scrollTop -= outer.top + 24 - inner.top;
  if (inner.bottom > outer.bottom - 48) list.scrollTop += inner.bottom - outer.bottom + 48;
  // On a phone the list is a line.
  if (inner.left < outer.left || inner.right > outer.right) list.scrollLeft += inner.left - outer.left - outer.width / 2;
}
