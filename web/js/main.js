/** The page: creates its parts and connects them. */

import { arrowOf } from "./board/arrows.js";
import { Board } from "./board/board.js";
import { NO_CHOICES, legalChoices } from "./board/choices.js";
import { findEngine } from "./connection/connect.js";
import { keepOffline } from "./connection/offline.js";
import { Analysis } from "./engine/analysis.js";
import { finalScore } from "./engine/documents.js";
import { reviewGame } from "./engine/review.js";
import { Rules } from "./engine/rules.js";
import { Thinking } from "./engine/thinking.js";
import { Stopped, UhpClient } from "./engine/uhp_client.js";
import { USES, readAddress, writeAddress } from "./game/address.js";
import { moveWords } from "./game/move_words.js";
import { isOver, mustPass, resultWords } from "./game/position.js";
import { Study } from "./game/study.js";
import { GameTree, turnOf } from "./game/tree.js";
import { Bar } from "./panels/bar.js";
import { wireControls } from "./panels/controls.js";
import { wireHelp, wireNewGame, wireOpen, wireSave, wireSettings } from "./panels/dialogs.js";
import { find } from "./panels/element.js";
import { EnginePanel } from "./panels/engine_panel.js";
import { FactsPanel } from "./panels/facts_panel.js";
import { Graph } from "./panels/graph.js";
import { JudgmentPanel, missedArrow } from "./panels/judgment_panel.js";
import { MoveList } from "./panels/move_list.js";
import { NotePanel } from "./panels/note_panel.js";
import { PlayPanel } from "./panels/play_panel.js";
import { ReviewPanel } from "./panels/review_panel.js";
import { SetupPanel } from "./panels/setup_panel.js";
import { say, tell } from "./panels/voice.js";
import { keepGame, keptGame } from "./play/kept_game.js";
import { PlayedGame } from "./play/played_game.js";
import { applyTheme, keepSettings, loadSettings } from "./settings.js";

const engine = await findEngine().catch(giveUp);
const settings = loadSettings({
  theme: "auto", named: false, coordinates: false, flipped: false, arrows: true, animate: true,
  engine: `${engine.isNative ? "native" : "page"}, ${engine.threads} threads, ${engine.table} MiB`, table: engine.table, threads: engine.threads,
});
applyTheme(settings.theme);

const rulesClient = new UhpClient(engine.connect());
const thinkingClient = new UhpClient(engine.connect());
for (const client of [rulesClient, thinkingClient]) client.onFail = (reason) => tell(`The engine stopped: ${reason}.`, true);
const rules = new Rules(rulesClient);
const thinking = new Thinking(thinkingClient, { TableSizeMiB: settings.table, NumThreads: settings.threads });

const study = new Study(rules, (reason) => tell(reason, true));
const board = new Board(find("table"), say, tell);
board.configure({ named: settings.named, coordinates: settings.coordinates, flipped: settings.flipped });
const bar = new Bar(find("table"));
const analysis = new Analysis(study, thinking);
const game = new PlayedGame(study, thinking, tell, say);
/** The threat, while it is shown. @type {string[]} */
let threat = [];

/** The name of the engine. */
function engineName() {
  if (!engine.isNative) return "Waggle in the browser";
  return `Waggle (native), ${settings.threads} ${settings.threads === 1 ? "thread" : "threads"}`;
}
new EnginePanel(study, analysis, engineName, say);
new MoveList(find("moves"), study);
new JudgmentPanel(study);
new NotePanel(study);
new Graph(find("graph"), study);
const setup = new SetupPanel(study, rules, showBoard);
new FactsPanel(study, rules, thinking, analysis, (moves) => {
  threat = moves;
  showArrows();
});
const reviewing = new ReviewPanel(study, { start: startReview, stop: () => thinking.stop() });
const playing = new PlayPanel(study, game, {
  begin: ({ human }) => {
    settings.flipped = human === "Black";
    applySettings();
  },
  review: () => {
    study.setUse("review");
    startReview("time 00:00:00.2");
  },
});

/** Shows, for good, why there is no engine. @param {unknown} error @returns {never} */
function giveUp(error) {
  find("state").textContent = `No engine: ${error instanceof Error ? error.message : error}.`;
  throw error;
}

/** Shows the position of the study, or the set-up or preview in its place. */
function showBoard() {
  if (setup.board) {
    board.show(setup.board.position(), { choices: setup.board.choices() });
    board.showArrows([]);
    return;
  }
  const { position, previewed } = study;
  if (previewed) {
    board.show(previewed, { isPreview: true });
    board.showArrows([]);
    return;
  }
  if (!position) return;
  const mayMove = study.use !== "play" || game.mayMove;
  const choices = mayMove ? legalChoices(position, (move) => study.play(move)) : { ...NO_CHOICES, whyNot: whyNotNow };
  board.show(position, { choices, animate: study.isStep && settings.animate });
  showArrows();
  showState();
}

/** Why no piece can be moved in a game against the engine. */
function whyNotNow() {
  if (game.phase === "none") return "Start a game first.";
  if (game.phase === "over") return "The game is over.";
  if (study.node.children.length) return "This is an earlier position: go to the end of the game to play.";
  return "It is not your turn.";
}

function showArrows() {
  const { position } = study;
  if (!position || study.previewed || setup.isOpen) return;
  const arrows = [];
  if (study.use === "play") {
    if (game.hint) arrows.push(arrowOf(position, game.hint, 0, "hint"));
  } else if (settings.arrows && analysis.isOn) {
    analysis.latest?.lines.slice(0, analysis.lines).forEach(({ moves }, rank) => arrows.push(arrowOf(position, moves[0], rank, "best")));
  }
  arrows.push(missedArrow(study));
  if (threat.length) arrows.push(arrowOf(position, threat[0], 0, "threat"));
  board.showArrows(arrows.filter((arrow) => arrow !== null));
}

/** The side to move or the result, and whether it says more than whose turn it is. */
function stateWords() {
  const { position } = study;
  if (!position) return { words: "", isSpecial: false };
  const repeated = position.repetitions >= 3 ? "Draw by repetition: third occurrence of this position." : position.repetitions === 2 ? "Second occurrence of this position." : "";
  const special = resultWords(position) || repeated || (mustPass(position) ? `${position.to_move} has no legal move and must pass.` : "");
  return { words: special || `${position.to_move} to move`, isSpecial: special !== "" };
}

/** The line above the moves. In a game against the engine it omits the turn and the result, which the game's panel shows; before a game it is empty. */
function showState() {
  const { position } = study;
  if (!position) return;
  const { words, isSpecial } = stateWords();
  const isTold = study.use === "play" && (game.phase !== "playing" || !isSpecial);
  find("state").textContent = words;
  find("state-line").hidden = isTold;
  find("pass").hidden = !mustPass(position) || isOver(position) || (study.use === "play" && !game.mayMove);
}

/** The players, if the file names them. */
function showNames() {
  const { White, Black } = study.tree.headings;
  find("who").textContent = White || Black ? `${White || "White"} – ${Black || "Black"}` : "";
}

function showBar() {
  const { node, position } = study;
  const known = study.use === "play" ? null : (analysis.latest?.lines[0].score ?? node.review?.after ?? null);
  bar.show(position && isOver(position) ? finalScore(position) : known, board.options.flipped);
}

async function startReview(/** @type {string} */ limit) {
  analysis.switch(false);
  reviewing.show({ done: 0, all: study.tree.mainLine().length + 1 });
  try {
    await reviewGame(study, thinking, limit, (done, all) => reviewing.show({ done, all }));
    reviewing.show(null);
    say("The review is ready.");
    await study.go(study.tree.root);
  } catch (error) {
    reviewing.show(null, error instanceof Stopped ? "" : error instanceof Error ? error.message : String(error));
  }
}

/** @param {"named" | "coordinates" | "flipped"} name */
function toggle(name) {
  settings[name] = !settings[name];
  applySettings();
}

function applySettings() {
  keepSettings(settings);
  applyTheme(settings.theme);
  const { TableSizeMiB, NumThreads } = thinking.options;
  Object.assign(thinking.options, { TableSizeMiB: settings.table, NumThreads: settings.threads });
  if (TableSizeMiB !== settings.table || NumThreads !== settings.threads) analysis.restart();
  board.configure({ named: settings.named, coordinates: settings.coordinates, flipped: settings.flipped });
  find("names").setAttribute("aria-pressed", String(settings.named));
  find("coordinates").setAttribute("aria-pressed", String(settings.coordinates));
  showArrows();
  showBar();
}

function showUse() {
  document.body.dataset.use = study.use;
  for (const use of USES) {
    const tab = find(`use-${use}`);
    if (use === study.use) tab.setAttribute("aria-current", "page");
    else tab.removeAttribute("aria-current");
  }
  document.title = `${{ analyse: "Analyse", play: "Play", review: "Review" }[study.use]} · Waggle`;
  showBoard();
  showBar();
}

function keepAddress() {
  const address = `#${writeAddress(study.use, study.tree, study.node)}`;
  try {
    if (location.hash !== address) history.replaceState(null, "", address);
  } catch {
    // Browsers limit how often this may be called; the next step catches up.
  }
}

/** Announces the last move. */
function sayMove() {
  const { node, position } = study;
  if (!position) return;
  const move = node.move ? `${turnOf(node.ply, study.pliesBefore)} ${moveWords(node.move)}. ` : "";
  say(`${move}${stateWords().words}`);
}

async function openAddress() {
  const { use, tree, node, isBroken } = readAddress(location.hash.slice(1));
  const kept = use === "play" && tree && game.phase === "none" ? keptGame(tree) : null;
  try {
    if (isBroken) throw new Error("it is malformed");
    await study.open(tree ?? new GameTree("Base+MLP"), tree ? (node ?? undefined) : undefined);
  } catch (error) {
    tell(`The game in the address cannot be opened: ${error instanceof Error ? error.message : error}`, true);
    // Keep what is shown.
    if (study.position) keepAddress();
    else await study.open(new GameTree("Base+MLP"));
  }
  if (use) study.setUse(use);
  if (kept) game.resume(kept);
}

study.on(["position"], () => {
  threat = [];
  showBoard();
  // The better move is an arrow in the position before the move.
  const { node, tree } = study;
  if (node.review && node.parent && !node.parent.position) {
    rules.positionOf(tree, node.parent).then(() => node === study.node && showArrows(), () => {});
  }
  showBar();
  sayMove();
});
study.on(["preview"], showBoard);
study.on(["tree"], showNames);
study.on(["position", "tree", "use"], keepAddress);
study.on(["use"], showUse);
analysis.addEventListener("update", () => {
  showArrows();
  showBar();
});
game.addEventListener("change", () => {
  keepGame(game);
  if (study.use === "play") showBoard();
});
find("pass").onclick = () => study.play("pass");
for (const use of USES) find(`use-${use}`).onclick = () => study.setUse(use);
find("open-setup").onclick = () => {
  study.setUse("analyse");
  setup.open();
};
wireControls(study, board, toggle);
wireNewGame(study);
wireOpen(study, rules, (text) => tell(text, true));
wireSave(study, rules, board, tell);
wireHelp();
wireSettings(settings, engine, applySettings);
addEventListener("hashchange", openAddress);

applySettings();
const levels = await rules.boundsOf("Level").catch(giveUp);
thinking.options.Level = levels.most;
playing.offerLevels(levels);
await openAddress();
showUse();
document.body.classList.add("ready");
if (!engine.isNative) keepOffline(tell);
