/** The page of `waggle openings --html`: an opening explorer without an engine. */

import { arrowOf } from "./board/arrows.js";
import { Board } from "./board/board.js";
import { RecordedPositions } from "./game/recorded_positions.js";
import { GameTree } from "./game/tree.js";
import { Bar } from "./panels/bar.js";
import { showAddress, toggleLook, wireKeys } from "./panels/controls.js";
import { find, make } from "./panels/element.js";
import { OpeningsPanel } from "./panels/openings_panel.js";
import { say, tell } from "./panels/voice.js";

/** @import { OpeningPosition } from "./panels/openings_panel.js" */

/** The document of `waggle openings --json`. @type {import("./panels/openings_panel.js").OpeningsDocument} */
const told = JSON.parse(find("data").textContent ?? "");
const recorded = new RecordedPositions();
const board = new Board(find("table"), say, tell);
board.configure({ named: true });
/** White's winning chances, if the document has scores. */
const bar = told.positions.some(({ score }) => score) ? new Bar(find("table")) : null;
const panel = new OpeningsPanel(told, { go, point });
const starts = told.positions.filter(({ parent }) => parent === null);
const types = /** @type {HTMLSelectElement} */ (find("type"));

/** The position shown. @type {OpeningPosition} */
let shown = told.positions[0];

/** The position on the board, in the document's orientation. @param {OpeningPosition} opening */
function positionOf({ type, line }) {
  const tree = new GameTree(type);
  return recorded.known(tree, tree.addLine(tree.root, line));
}

/** Shows a position. @param {number} id */
function go(id) {
  const next = told.positions[id];
  if (!next) return;
  // A transposition continues in the orientation of the position that it reaches.
  const isStep = next.parent === shown.id;
  shown = next;
  const position = positionOf(shown);
  board.show(position, { animate: isStep, refit: !isStep });
  point(null);
  if (shown.score) bar?.show(shown.score, board.options.flipped);
  panel.show(shown);
  types.value = String(starts.find(({ type }) => type === shown.type)?.id);
  find("where").textContent = `${shown.line.length}`;
  for (const name of ["first", "back"]) /** @type {HTMLButtonElement} */ (find(name)).disabled = shown.parent === null;
  /** @type {HTMLButtonElement} */ (find("forth")).disabled = !shown.moves.length;
  showAddress(`#${shown.id}`);
}

/** Shows a move as an arrow; by default the most played move, unless the board is empty. @param {string | null} move */
function point(move) {
  const text = move ?? (shown.line.length ? shown.moves[0]?.move : null);
  board.showArrows(text ? [arrowOf(positionOf(shown), text, 0, "hint")] : []);
}

/** @param {"named" | "coordinates" | "flipped"} name */
function toggle(name) {
  toggleLook(board, name);
  go(shown.id);
}

/** @type {Record<string, () => void>} */
const keys = {
  ArrowLeft: () => go(shown.parent ?? shown.id),
  ArrowRight: () => go(shown.moves[0]?.to ?? shown.id),
  Home: () => go(starts.find(({ type }) => type === shown.type)?.id ?? 0),
  f: () => toggle("flipped"),
  n: () => toggle("named"),
  c: () => toggle("coordinates"),
};
wireKeys(keys);
const BUTTONS = { first: "Home", back: "ArrowLeft", forth: "ArrowRight", flip: "f", names: "n", coordinates: "c" };
for (const [id, key] of Object.entries(BUTTONS)) find(id).onclick = keys[key];
types.append(...starts.map(({ id, type, games }) => make("option", { value: String(id) }, `${type} (${games})`)));
types.onchange = () => go(Number(types.value));
find("types").hidden = starts.length < 2;
addEventListener("hashchange", () => go(Number(location.hash.slice(1)) || 0));
if (shown) go(Number(location.hash.slice(1)) || 0);
else find("position").textContent = "No position has enough games.";
