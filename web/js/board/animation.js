/** A game as a GIF that plays it, drawn on a board that nobody sees. */

import { Board } from "./board.js";
import { drawn, svgOf } from "./picture.js";

/** @import { Position } from "../game/position.js" */

/** The longer side in pixels. */
const SIDE = 480;
/** How long a position is seen, and the last one, in hundredths of a second. */
const [MOVE, END] = [80, 300];
/** How many positions tell the colors. */
const SAMPLES = 6;

/** @param {Position[]} positions @param {Board["options"]} options */
export async function gifOf(positions, options) {
  const { Gif } = await import("./gif.js");
  const table = document.createElement("div");
  table.inert = true;
  table.style.cssText = "position: fixed; left: -2000px; width: 800px; height: 600px";
  document.body.append(table);
  try {
    const board = new Board(table, () => {}, () => {});
    board.configure({ ...options, animated: false });
    // The hive stays where it is from one move to the next.
    const hexes = positions.flatMap(({ pieces }) => pieces);
    const pictureAt = async (/** @type {Position} */ position) => {
      board.show(position);
      const { width, height, context } = await drawn(svgOf(board, hexes), SIDE);
      return context.getImageData(0, 0, width, height);
    };
    const step = Math.ceil(positions.length / SAMPLES);
    const samples = await Promise.all(positions.filter((_, index) => (positions.length - 1 - index) % step === 0).map(pictureAt));
    const gif = new Gif(samples[0].width, samples[0].height, samples.map(({ data }) => data));
    for (const position of positions) gif.add((await pictureAt(position)).data, position === positions.at(-1) ? END : MOVE);
    return gif.blob();
  } finally {
    table.remove();
  }
}
