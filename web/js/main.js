/** The page: creates its parts and connects them. */

import { arrowOf } from "./board/arrows.js";
import { Board } from "./board/board.js";
import { NO_CHOICES, legalChoices } from "./board/choices.js";
import { findEngine } from "./connection/connect.js";
import { keepOffline } from "./connection/offline.js";
import { Analysis } from "./engine/analysis.js";
import { finalScore } from "./engine/documents.js";
import { reviewGame } from "./engine/review.js";
import { expectedSeconds, noteSeconds } from "./engine/review_time.js";
import { Rules } from "./engine/rules.js";
import { Thinking } from "./engine/thinking.js";
import { Stopped, UhpClient } from "./engine/uhp_client.js";
import { USES, puzzleIn, readAddress } from "./game/address.js";
import { moveWords } from "./game/move_words.js";
import { isOver, mustPass, ownerOf, resultWords, sideWords } from "./game/position.js";
import { reasonOf } from "./game/refusal.js";
import { spellAsEngine } from "./game/spelling.js";
import { Study } from "./game/study.js";
import { GameTree, turnOf } from "./game/tree.js";
import { Coach, FIRST_GAME } from "./lessons/coach.js";
import { LessonsPanel } from "./lessons/lessons_panel.js";
import { BrowserHistory } from "./library/browser_history.js";
import { Keeper } from "./library/keeper.js";
import { storeUnstored } from "./library/unstored.js";
import { Library } from "./library/library.js";
import { PuzzleHistory } from "./library/puzzle_history.js";
import { LibraryDialog, factsOf, titleOf } from "./library/library_dialog.js";
import { Undo, wireUndo } from "./library/undo.js";
import { MistakesPanel } from "./mistakes/mistakes_panel.js";
import { Bar } from "./panels/bar.js";
import { wireControls } from "./panels/controls.js";
import { wireHelp, wireNewGame, wireOpen, wireSave, wireSettings } from "./panels/dialogs.js";
import { find } from "./panels/element.js";
import { EnginePanel } from "./panels/engine_panel.js";
import { FactsPanel } from "./panels/facts_panel.js";
import { Graph } from "./panels/graph.js";
import { HomePanel } from "./panels/home_panel.js";
import { JudgmentPanel, missedArrow } from "./panels/judgment_panel.js";
import { MoveList } from "./panels/move_list.js";
import { NotePanel } from "./panels/note_panel.js";
import { wireOpenings } from "./panels/openings_opener.js";
import { PlayPanel } from "./panels/play_panel.js";
import { ReviewPanel } from "./panels/review_panel.js";
import { SetupPanel } from "./panels/setup_panel.js";
import { mended, say, tell } from "./panels/voice.js";
import { PlayedGame } from "./play/played_game.js";
import { applyTheme, keepSettings, keptLanguage, loadSettings } from "./settings.js";
import { useLanguage } from "./texts/language.js";
import { text } from "./texts/text.js";

find("unserved").remove();
await useLanguage(keptLanguage());
const engine = await findEngine().catch(giveUp);
const settings = loadSettings({
  theme: "auto", language: "auto", named: false, coordinates: false, flipped: false, arrows: true, animate: true,
  engine: `${engine.isNative ? "native" : "page"}, ${engine.threads} threads, ${engine.table} MiB`, table: engine.table, threads: engine.threads,
});
applyTheme(settings.theme);
/** The language shown, or `auto`. */
let { language } = settings;

const rulesClient = new UhpClient(engine.connect());
const thinkingClient = new UhpClient(engine.connect());
for (const client of [rulesClient, thinkingClient]) client.onFail = (reason) => tell(text("page.engine_stopped", { reason }), true);
const rules = new Rules(rulesClient);
const thinking = new Thinking(thinkingClient, { TableSizeMiB: settings.table, NumThreads: settings.threads });

const study = new Study(rules, (reason) => tell(reason, true));
const board = new Board(find("table"), say, tell);
board.configure({ named: settings.named, coordinates: settings.coordinates, flipped: settings.flipped });
const bar = new Bar(find("table"));
const analysis = new Analysis(study, thinking);
const game = new PlayedGame(study, thinking, tell, say);
const library = await Library.open().catch(() => null);
if (library) await storeUnstored(library).catch((error) => tell(reasonOf(error), true));
const keeper = new Keeper(study, game, library, {
  copied: () => tell(text("library.copied")),
  failed: (reason) => tell(text("library.not_kept", { reason }), true),
});
/** The threat, while it is shown. @type {string[]} */
let threat = [];

/** The name of the engine. */
function engineName() {
  return engine.isNative ? text("analyse.native", { n: settings.threads }) : text("analyse.in_browser");
}
new EnginePanel(study, analysis, engineName, say);
new MoveList(find("moves"), study);
new JudgmentPanel(study);
new NotePanel(study);
new Graph(find("graph"), study);
new HomePanel(study, async () => {
  await keeper.keep();
  const [last] = (await library?.list().catch(() => [])) ?? [];
  return last ? [{ title: text("home.go_on"), about: `${titleOf(last)} · ${factsOf(last)}`, open: () => goOn(last) }] : [];
});
const setup = new SetupPanel(study, rules, showBoard);
new FactsPanel(study, rules, thinking, analysis, (moves) => {
  threat = moves;
  showArrows();
});
const reviewing = new ReviewPanel(study, {
  start: startReview,
  stop: () => thinking.stop(),
  seconds: (limit, positions) => expectedSeconds(`${settings.engine} ${settings.threads}`, settings.threads, limit, positions),
});
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

const lessons = new LessonsPanel(find("lessons"), board, rules, { say, complain: (reason) => tell(reason, true), playFirstGame });
study.on(["words"], () => lessons.draw());
/** The puzzles, once their mode was opened. @type {Promise<import("./training/puzzles_tab.js").PuzzlesTab> | null} */
let puzzles = null;
study.on(["words"], () => puzzles?.then((tab) => tab.draw()));
wireOpenings(study, rules, engine.isNative, say, (reason) => tell(reason, true));
new Coach(find("coach"), study, game, rules);
const mistakes = new MistakesPanel(find("mistakes"), board, study, rules, thinking, {
  complain: (reason) => tell(reason, true),
  showBoard,
  human: () => study.tree.you,
});

/** Shows, for good, why there is no engine. @param {unknown} error @returns {never} */
function giveUp(error) {
  find("state").textContent = text("page.no_engine", { reason: reasonOf(error) });
  throw error;
}

/** Shows the position of the study, or the set-up or preview in its place. */
function showBoard() {
  if (study.use === "learn") {
    lessons.open();
    return;
  }
  if (study.use === "puzzles") {
    showPuzzles();
    return;
  }
  if (mistakes.isOpen) {
    mistakes.show();
    return;
  }
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
  const you = study.use === "review" || (study.use === "play" && game.phase !== "none") ? study.tree.you : null;
  board.show(position, { choices: choicesIn(position), animate: study.isStep && settings.animate, you, keeps: true });
  showArrows();
  showState();
}

/** Loads what puzzles need, the first time, and shows one: that of the address, if it names one. */
async function showPuzzles() {
  puzzles ??= import("./training/puzzles_tab.js").then(({ PuzzlesTab }) => {
    const analyse = async (/** @type {import("./training/puzzle_set.js").Puzzle} */ { start }) => {
      await study.open(new GameTree(start));
      study.setUse("analyse");
    };
    const shown = (/** @type {string} */ id) => {
      study.puzzle = id;
      browserHistory.write("replace");
    };
    const isOpen = () => study.use === "puzzles";
    const history = library?.puzzles ?? new PuzzleHistory(null);
    return new PuzzlesTab(find("puzzles"), board, rules, history, { say, complain: (reason) => tell(reason, true), shown, analyse, isOpen });
  });
  try {
    const tab = await puzzles;
    if (study.use === "puzzles") await tab.open(study.puzzle);
  } catch (error) {
    puzzles = null;
    tell(text("puzzles.not_loaded", { reason: reasonOf(error) }), true);
  }
}

/** What can be done with the pieces. @param {import("./game/position.js").Position} position */
function choicesIn(position) {
  if (study.use !== "play" || game.mayMove) return legalChoices(position, (move) => study.play(move));
  const choices = { ...NO_CHOICES, whyNot: whyNotNow };
  if (game.phase !== "none" || position.pieces.length) return choices;
  return { ...choices, pickable: new Set([...position.hands.White, ...position.hands.Black]), begin: beginWith };
}

/** Goes on with a kept game. @param {import("./library/library.js").Facts} facts */
async function goOn({ id, use }) {
  const kept = id === keeper.id ? null : await keeper.read(id);
  if (kept) await keeper.open(kept);
  else study.setUse(/** @type {import("./game/study.js").Use} */ (use));
}

/** Begins the game as the side whose piece was clicked, if it is not beginning already. @param {string} piece */
async function beginWith(piece) {
  await (game.isStarting ? game.started : playing.start(ownerOf(piece)));
  if (board.choices.pickable.has(piece)) board.pick(piece);
}

/** Why no piece can be moved in a game against the engine. */
function whyNotNow() {
  if (game.phase === "none") return text("play.not_begun");
  if (game.phase === "over") return text("game.over");
  if (!game.isAtEnd) return text("play.earlier_position");
  return text("play.not_your_turn");
}

function showArrows() {
  const { position } = study;
  if (!position || study.previewed || setup.isOpen || study.use === "learn" || study.use === "puzzles" || mistakes.isOpen) return;
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
  const side = sideWords(position.to_move);
  const repeated = position.repetitions >= 3 ? text("game.third_time") : position.repetitions === 2 ? text("game.second_time") : "";
  const isEnd = game.phase === "over" && game.tree === study.tree && !study.node.next;
  const special = resultWords(position) || repeated || (isEnd ? game.result : "") || (mustPass(position) ? text("game.must_pass", { side }) : "");
  return { words: special || text("game.to_move", { side }), isSpecial: special !== "" };
}

/** The line above the moves. In a game against the engine it omits the turn and the result, which the game's panel shows; before a game it is empty. */
function showState() {
  const { position } = study;
  if (!position) return;
  const { words, isSpecial } = stateWords();
  const isTold = study.use === "play" && (game.phase !== "playing" || !isSpecial);
  find("state").textContent = words;
  find("state-line").hidden = isTold;
  const hasEnded = isOver(position) || (game.phase === "over" && game.tree === study.tree);
  find("pass").hidden = !mustPass(position) || hasEnded || study.use === "play";
}

/** The players, if the file names them. */
function showNames() {
  const { White, Black } = study.tree.headings;
  find("who").textContent = White || Black ? `${White || sideWords("White")} – ${Black || sideWords("Black")}` : "";
}

function showBar() {
  const { node, position } = study;
  const known = study.use === "play" ? null : (analysis.latest?.lines[0].score ?? node.review?.after ?? null);
  bar.show(position && isOver(position) ? finalScore(position) : known, board.options.flipped, analysis.isOn);
}

/** Begins the coached game, or goes on with it; another game is not ended for it. */
async function playFirstGame() {
  study.setUse("play");
  if (game.phase === "playing") {
    if (!game.terms.coached) tell(text("lessons.coach_busy"));
    return;
  }
  settings.flipped = false;
  await applySettings();
  await game.start(FIRST_GAME);
}

async function startReview(/** @type {string} */ limit) {
  analysis.switch(false);
  const { tree, node } = study;
  const positions = tree.mainLine().length + 1;
  const isWhole = tree.unfinished?.limit !== limit;
  const start = performance.now();
  reviewing.show({ look: 1, done: 0, all: positions });
  const watch = () => study.tree !== tree && thinking.stop();
  study.addEventListener("tree", watch);
  try {
    await reviewGame(study, thinking, limit, (progress) => reviewing.show(progress));
    if (isWhole) noteSeconds(`${settings.engine} ${settings.threads}`, limit, positions, (performance.now() - start) / 1000);
    reviewing.show(null);
    say(text("review.ready"));
    if (study.node === node) await study.go(tree.root);
  } catch (error) {
    reviewing.show(null, error instanceof Stopped ? "" : reasonOf(error));
  } finally {
    study.removeEventListener("tree", watch);
  }
}

/** @param {"named" | "coordinates" | "flipped"} name */
function toggle(name) {
  settings[name] = !settings[name];
  applySettings();
  if (name === "flipped") study.tell("words");
}

async function applySettings() {
  keepSettings(settings);
  document.body.classList.toggle("pictures", !settings.named);
  if (settings.language !== language) {
    language = settings.language;
    await useLanguage(language);
    showUse();
    study.tell("words");
  }
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

/** Turns the board to the one of two people who is to move, if they want it. */
function turnBoard() {
  const { terms, phase } = game;
  const flipped = study.position?.to_move === "Black";
  if (!terms.turns || phase !== "playing" || study.use !== "play" || settings.flipped === flipped) return;
  settings.flipped = flipped;
  applySettings();
}

function showUse() {
  document.body.dataset.use = study.use;
  for (const use of USES) {
    const tab = find(`use-${use}`);
    if (use === study.use) tab.setAttribute("aria-current", "page");
    else tab.removeAttribute("aria-current");
  }
  document.title = study.use === "home" ? "Waggle" : `${text(`page.${study.use}`)} · Waggle`;
  showBoard();
  showBar();
}

/** Announces the last move. */
function sayMove() {
  const { node, position } = study;
  if (!position) return;
  const move = node.move ? `${turnOf(node.ply, study.pliesBefore)} ${moveWords(node.move)}. ` : "";
  say(`${move}${stateWords().words}`);
}

async function openAddress() {
  const address = location.hash.slice(1);
  const { use, tree, node, isBroken } = readAddress(address);
  study.puzzle = puzzleIn(address) || study.puzzle;
  try {
    if (isBroken) throw new Error(text("page.malformed"));
    if (tree) await spellAsEngine(rules, tree);
    const kept = tree && (await keeper.find(tree));
    if (kept) await keeper.open(kept, { path: node?.moves, use: use ?? undefined });
    else await study.open(tree ?? new GameTree("Base+MLP"), node ?? undefined);
    mended();
  } catch (error) {
    tell(text("page.bad_address", { reason: reasonOf(error) }), true);
    // Keep what is shown.
    if (!study.position) await study.open(new GameTree("Base+MLP"));
  }
  if (use ?? !tree) study.setUse(use ?? "home");
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
study.on(["tree", "words"], showNames);
study.on(["use"], showUse);
analysis.addEventListener("update", () => {
  showArrows();
  showBar();
});
game.addEventListener("change", () => {
  turnBoard();
  if (study.use === "play") showBoard();
});
find("pass").onclick = () => study.play("pass");
for (const use of USES) find(`use-${use}`).onclick = () => study.setUse(use);
find("open-setup").onclick = () => {
  study.setUse("analyse");
  if (!setup.isOpen) setup.open();
};
wireControls(study, board, toggle);
wireNewGame(study);
wireOpen(study, rules, (text) => tell(text, true));
wireSave(study, rules, board, engine, tell, () => (game.tree === study.tree ? game.winner : ""));
wireHelp();
wireSettings(settings, engine, applySettings);
if (library) new LibraryDialog(library, keeper);
else tell(text("library.unavailable"));
const undo = new Undo(study, game, keeper, (what) => {
  const words = what === "removed" ? text("library.removed") : library ? text("library.replaced") : text("library.opened");
  tell(words, false, { text: text("library.undo"), act: () => undo.undo() });
});
wireUndo(undo, game, study);
const browserHistory = new BrowserHistory(study, keeper, openAddress);

applySettings();
const levels = await rules.boundsOf("Level").catch(giveUp);
thinking.options.Level = levels.most;
playing.offerLevels(levels);
await browserHistory.travel();
showUse();
document.body.classList.replace("loading", "ready");
if (!engine.isNative) keepOffline(tell);
