/** Chooses the language of the page, and loads its texts if they are not English. */

import { en } from "./en.js";
import { LANGUAGES, fillTexts, languageFor, setTexts } from "./text.js";

/** @import { Language } from "./text.js" */

/** How the texts of the languages but English are loaded. @type {Record<string, () => Promise<import("./text.js").Texts>>} */
const OTHERS = { de: async () => (await import("./de.js")).de };

/** Shows the page in a language. @param {string} choice  Its code, or `auto` for the browser's. */
export async function useLanguage(choice) {
  const language = choice in LANGUAGES ? /** @type {Language} */ (choice) : languageFor(navigator.languages);
  try {
    setTexts(language, (await OTHERS[language]?.()) ?? en);
    document.documentElement.lang = language;
  } catch {
    // Offline without this language: the page stays in the one it has.
  }
  fillTexts(document);
}
