/** The page of `waggle review --html`: an interactive review without an engine. */

import { Board } from "./board/board.js";
import { attachReview } from "./game/attach_review.js";
import { splitGameString } from "./game/game_string.js";
import { RecordedPositions } from "./game/recorded_positions.js";
import { Study } from "./game/study.js";
import { GameTree } from "./game/tree.js";
import { Bar } from "./panels/bar.js";
import { showAddress, toggleLook, wireControls } from "./panels/controls.js";
import { find } from "./panels/element.js";
import { Graph } from "./panels/graph.js";
import { JudgmentPanel, missedArrow } from "./panels/judgment_panel.js";
import { MoveList } from "./panels/move_list.js";
import { ReviewPanel } from "./panels/review_panel.js";
import { say, tell } from "./panels/voice.js";

/** The document of `waggle review --json`. @type {import("./engine/documents.js").ReviewDocument} */
const told = JSON.parse(find("data").textContent ?? "");
const study = new Study(new RecordedPositions(), tell);
study.use = "review";
const board = new Board(find("table"), say, tell);
board.configure({ named: true });
const bar = new Bar(find("table"));

new MoveList(find("moves"), study);
new JudgmentPanel(study);
new Graph(find("graph"), study);
new ReviewPanel(study, null);

/** White's score on a line of the review: of the line itself if it is a better one, otherwise of the move. @param {import("./game/tree.js").TreeNode} first */
function lineScore({ parent, about }) {
  const review = about?.review;
  return (parent === about?.parent ? review?.better?.score : review?.after) ?? null;
}

/** White's score at the current move, or of the review's line that is shown. */
function scoreShown() {
  const { node } = study;
  for (let step = /** @type {import("./game/tree.js").TreeNode | null} */ (node); step; step = step.parent) {
    if (step.review) return step.review.after;
    if (step.isBetter) return lineScore(step);
  }
  return tree.mainLine()[0]?.review?.before ?? null;
}

function show() {
  const { position, node } = study;
  if (!position) return;
  board.show(position, { animate: study.isStep, isPreview: node.isBetterLine });
  board.showArrows([missedArrow(study)]);
  bar.show(scoreShown(), board.options.flipped);
  showAddress(`#${study.judged.ply}`);
}

/** The ply number in the address. */
function addressed() {
  const ply = Math.max(0, Number(location.hash.slice(1)) || 0);
  return [tree.root, ...tree.mainLine()][ply] ?? tree.root.end();
}

/** @param {"named" | "coordinates" | "flipped"} name */
function toggle(name) {
  toggleLook(board, name);
  show();
}

const tree = new GameTree(splitGameString(told.game.game_string)?.start ?? told.game.type);
tree.addLine(tree.root, told.moves.map(({ move }) => move));
attachReview(tree, told);
wireControls(study, board, toggle);
study.on(["position"], show);
addEventListener("hashchange", () => study.go(addressed()));
study.open(tree, addressed());
