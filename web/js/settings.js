/**
 * What somebody prefers, kept by the browser from one visit to the next.
 *
 * @typedef {object} Settings
 * @property {"auto" | "light" | "dark"} theme
 * @property {boolean} named        Names on the pieces.
 * @property {boolean} coordinates
 * @property {boolean} flipped      Black at the bottom.
 * @property {boolean} arrows       Best moves as arrows.
 * @property {boolean} animate
 * @property {string} engine        The engine for which the table and the threads have been chosen.
 * @property {number} table         Size of the engine's table in MiB.
 * @property {number} threads
 */

const KEY = "waggle";

/** What was kept; for another engine than that of the defaults, its own table and threads. @param {Settings} defaults @returns {Settings} */
export function loadSettings(defaults) {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    const known = Object.entries(kept).filter(([name, value]) => typeof value === typeof (/** @type {any} */ (defaults)[name]));
    const all = { ...defaults, ...Object.fromEntries(known) };
    if (all.engine === defaults.engine) return all;
    const { engine, table, threads } = defaults;
    return { ...all, engine, table, threads };
  } catch {
    return { ...defaults };
  }
}

/** @param {Settings} settings */
export function keepSettings(settings) {
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch {
    // Some browsers keep nothing: then it lasts as long as the page.
  }
}

/** @param {Settings["theme"]} theme */
export function applyTheme(theme) {
  if (theme === "auto") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}
