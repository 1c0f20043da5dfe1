/**
 * The user's settings, kept in the browser's local storage.
 *
 * @typedef {object} Settings
 * @property {"auto" | "light" | "dark"} theme
 * @property {string} language      Its code, or `auto` for the browser's.
 * @property {boolean} named        Names on the pieces.
 * @property {boolean} coordinates
 * @property {boolean} flipped      Black at the bottom.
 * @property {boolean} arrows       Best moves shown as arrows.
 * @property {boolean} animate
 * @property {boolean} confirm       Moves of a game are asked about.
 * @property {boolean} sound
 * @property {string} pieces        The set of pieces.
 * @property {string} cloth         What lies below them.
 * @property {string} engine        The engine that `table` and `threads` were chosen for.
 * @property {number} table         Size of the transposition table in MiB.
 * @property {number} threads
 */

import { keep, kept } from "./kept.js";

const KEY = "waggle";

/** The language of the settings; needed before all others. */
export const keptLanguage = () => loadSettings(/** @type {Settings} */ ({ language: "auto" })).language;

/**
 * Loads the settings. If they were made for another engine, its table and threads are replaced by the defaults.
 *
 * @param {Settings} defaults
 * @returns {Settings}
 */
export function loadSettings(defaults) {
  const known = Object.entries(kept(KEY, {})).filter(([name, value]) => typeof value === typeof (/** @type {any} */ (defaults)[name]));
  const all = { ...defaults, ...Object.fromEntries(known) };
  if (all.engine === defaults.engine) return all;
  const { engine, table, threads } = defaults;
  return { ...all, engine, table, threads };
}

/** @param {Settings} settings */
export const keepSettings = (settings) => keep(KEY, settings);

/** Shows the colors of the settings. @param {Settings} settings */
export function applyTheme({ theme, pieces, cloth }) {
  const { dataset } = document.documentElement;
  if (theme === "auto") delete dataset.theme;
  else dataset.theme = theme;
  Object.assign(dataset, { pieces, cloth });
}
