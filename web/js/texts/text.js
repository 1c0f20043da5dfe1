/**
 * The texts of the page in the reader's language.
 *
 * Each language is one file beside this one: sections of texts by name. A text may have placeholders (`{name}`, or
 * `{name:form}` for a value that has several forms, such as a piece in another case); one that depends on a count is an
 * object with a form for each plural category of the language, chosen by the placeholder `n`, and one that depends on a
 * gender has a form for each gender, chosen by the value `gender`.
 *
 * @typedef {string | Record<string, string>} Text
 * @typedef {Record<string, Record<string, Text>>} Texts
 * @typedef {string | number | ((form: string) => string)} Value
 */

import { en } from "./en.js";

/** The languages, by their codes, with their own names. */
export const LANGUAGES = { en: "English", de: "Deutsch" };

/** @typedef {keyof typeof LANGUAGES} Language */

/** @type {Texts} */
let texts = en;
let plurals = new Intl.PluralRules("en");
let lists = new Intl.ListFormat("en");
/** The language of numbers. */
let numbers = "en";

/** The language that the browser prefers among those of the page. @param {readonly string[]} preferred @returns {Language} */
export function languageFor(preferred) {
  const codes = preferred.map((tag) => tag.split("-")[0]);
  return /** @type {Language} */ (codes.find((code) => code in LANGUAGES) ?? "en");
}

/** From now on, texts are in this language. @param {Language} language @param {Texts} its */
export function setTexts(language, its) {
  texts = its;
  plurals = new Intl.PluralRules(language);
  lists = new Intl.ListFormat(language);
  numbers = language;
}

/** A number with so many decimals, and the point or comma of the language. @param {number} value @param {number} places */
export const decimal = (value, places) =>
  value.toLocaleString(numbers, { minimumFractionDigits: places, maximumFractionDigits: places, useGrouping: false });

/** A whole number, from 10,000 on in groups as the language has them. @param {number} value */
export const whole = (value) => value.toLocaleString(numbers, { useGrouping: Math.abs(value) >= 10_000 });

/** A share from 0 to 1, such as `38 %`. @param {number} share */
export const percentOf = (share) => `${Math.round(100 * share)}\u00a0%`;

/** Several words as a list: `a, b and c`. @param {string[]} words */
export const listOf = (words) => lists.format(words);

/** Whether there is a text with this key. @param {string} key */
export const hasText = (key) => entryOf(key) !== undefined;

/** @param {string} key @returns {Text | undefined} */
function entryOf(key) {
  const [section, name] = key.split(".");
  return texts[section]?.[name];
}

/**
 * The text with this key (`section.name`), its placeholders filled in.
 *
 * @param {string} key
 * @param {Record<string, Value>} [values]
 * @throws if the language has no such text, or a placeholder no value
 */
export function text(key, values = {}) {
  const entry = entryOf(key);
  if (entry === undefined) throw new Error(`the page has no text ${key}`);
  const form = typeof entry === "string" ? entry : (entry[String(values.gender)] ?? entry[plurals.select(Number(values.n))] ?? entry.other ?? "");
  return form.replace(/\{(\w+)(?::(\w+))?\}/g, (_, placeholder, wanted = "") => {
    const value = values[placeholder];
    if (value === undefined) throw new Error(`text ${key} needs ${placeholder}`);
    if (typeof value === "function") return value(wanted);
    return Number.isInteger(value) ? whole(Number(value)) : String(value);
  });
}

/** A text as the contents of an element: keys between backticks become `<kbd>`. @param {string} words @returns {(Node | string)[]} */
function withKeys(words) {
  return words.split("`").map((part, index) => {
    if (index % 2 === 0) return part;
    const key = document.createElement("kbd");
    key.textContent = part;
    return key;
  });
}

/**
 * Fills the elements that name a text: `data-text` their content, `data-seconds` a number of seconds, `data-title` their title, `data-label` what a screen
 * reader calls them, `data-placeholder` what an empty field shows.
 *
 * @param {ParentNode} root
 */
export function fillTexts(root) {
  const attributes = { title: "title", label: "aria-label", placeholder: "placeholder" };
  for (const element of /** @type {NodeListOf<HTMLElement>} */ (root.querySelectorAll("[data-text]"))) {
    element.replaceChildren(...withKeys(text(element.dataset.text ?? "")));
  }
  for (const element of /** @type {NodeListOf<HTMLElement>} */ (root.querySelectorAll("[data-seconds]"))) {
    element.textContent = `${decimal(Number(element.dataset.seconds), 1)} s`;
  }
  for (const [name, attribute] of Object.entries(attributes)) {
    for (const element of /** @type {NodeListOf<HTMLElement>} */ (root.querySelectorAll(`[data-${name}]`))) {
      element.setAttribute(attribute, text(element.dataset[name] ?? ""));
    }
  }
}
