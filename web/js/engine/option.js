/**
 * The bounds of an integer UHP option.
 *
 * @typedef {{ least: number, most: number }} Bounds
 */

/** @param {string} line  As UHP tells it: `Level;int;3;13;1;13`. @returns {Bounds} */
export function readBounds(line) {
  const [, , , , least, most] = line.split(";");
  return { least: Number(least), most: Number(most) };
}
