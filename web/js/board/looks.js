/**
 * The sets of pieces: the shapes of `symbols.js` in the colors of a set, as tiles with a side and a shadow.
 *
 * @typedef {{ face: string, edge: string, side: string, bugs?: Record<string, string> }} Tile
 * @typedef {{ w: Tile, b: Tile, hasLetters?: boolean }} Look
 */

import { SYMBOLS } from "./symbols.js";

/** Those of all sets. @type {Record<string, Look>} */
const LOOKS = {
  classic: { w: { face: "#fbf4e0", edge: "#bfae84", side: "#9c8b60" }, b: { face: "#232328", edge: "#6f6f7a", side: "#0c0c0f" } },
  wood: {
    w: {
      face: "#ecd3a4", edge: "#c39a5f", side: "#8a6433",
      bugs: { Q: "#a86400", S: "#5e3418", B: "#5c2d7e", G: "#1d6a2b", A: "#17498c", M: "#4f5560", L: "#a81f1f", P: "#066a68" },
    },
    b: { face: "#4a3122", edge: "#7d5a3c", side: "#25160c" },
  },
  // Colors that differ for all who see few of them (Okabe and Ito, 2002), and the letters of the bugs.
  letters: {
    w: {
      face: "#ffffff", edge: "#8a8a8a", side: "#5c5c5c",
      bugs: { Q: "#b07a00", S: "#3a3a3a", B: "#a8326f", G: "#00795a", A: "#0060a8", M: "#767676", L: "#c04a00", P: "#2f86b5" },
    },
    b: {
      face: "#101014", edge: "#8a8a94", side: "#000000",
      bugs: { Q: "#f0e442", S: "#e8e8e8", B: "#e79ac4", G: "#2bd0a0", A: "#56b4e9", M: "#a9a9a9", L: "#ff8a3d", P: "#a6dcf7" },
    },
    hasLetters: true,
  },
};

/** The names of the sets. */
export const SETS = Object.keys(LOOKS);

/** The outline of a tile, in all sets the same. */
const [, OUTLINE = ""] = /points="([^"]+)"/.exec(SYMBOLS) ?? [];

/** A tile as it lies below its face. @param {string} color @param {number} x @param {number} y @param {number} opacity */
const below = (color, x, y, opacity) =>
  `<polygon points="${OUTLINE}" transform="translate(${x} ${y})" fill="${color}" stroke="${color}" stroke-width="24" stroke-linejoin="round" ` +
  `opacity="${opacity}"/>`;

/** The shapes of a set, for the `<defs>` of a drawing. @param {string} name */
export function symbolsOf(name) {
  const look = LOOKS[name] ?? LOOKS.classic;
  let shapes = SYMBOLS;
  for (const color of /** @type {const} */ (["w", "b"])) {
    const [{ face, edge }, { face: newFace, edge: newEdge, side, bugs = {} }] = [LOOKS.classic[color], look[color]];
    shapes = shapes.replaceAll(face, newFace).replaceAll(edge, newEdge);
    shapes = shapes.replace(`<g id="tile-${color}">`, `$&${below("#000000", 5, 17, 0.12)}${below("#000000", 3, 12, 0.2)}${below(side, 0, 8, 1)}`);
    shapes = shapes.replace(new RegExp(`<use id="${color}(.)" (href="#\\w+") color="(#\\w+)" ([^>]*)/>`, "g"), (_, bug, shape, old, colors) => {
      const drawn = `<use ${shape} color="${bugs[bug] ?? old}" ${colors}/>`;
      const letter =
        `<text x="47" y="52" text-anchor="middle" font-family="system-ui, sans-serif" font-weight="800" font-size="44" fill="${bugs[bug]}" ` +
        `stroke="${newFace}" stroke-width="10" paint-order="stroke">${bug}</text>`;
      return `<g id="${color}${bug}">${drawn}${look.hasLetters ? letter : ""}</g>`;
    });
  }
  return shapes;
}
