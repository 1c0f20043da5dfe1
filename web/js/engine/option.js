/**
 * An option as UHP tells it: `Level;int;3;13;1;13`.
 *
 * @typedef {{ value: string, default: string, least: number, most: number }} Option  The bounds are those of a whole number.
 */

/** @param {string} line @returns {Option} */
export function readOption(line) {
  const [, , value = "", standard = "", least, most] = line.split(";");
  return { value, default: standard, least: Number(least), most: Number(most) };
}
