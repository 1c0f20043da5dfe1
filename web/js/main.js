/** The page: creates its parts and connects them. */

import { Board } from "./board/board.js";
import { Sound } from "./board/sound.js";
import { BoardView } from "./board_view.js";
import { findEngine } from "./connection/connect.js";
import { keepOffline } from "./connection/offline.js";
import { Analysis } from "./engine/analysis.js";
import { Rules } from "./engine/rules.js";
import { Thinking } from "./engine/thinking.js";
import { UhpClient } from "./engine/uhp_client.js";
import { USES, friendAddress, puzzleIn, readAddress } from "./game/address.js";
import { ownerOf } from "./game/position.js";
import { RecordedPositions } from "./game/recorded_positions.js";
import { reasonOf } from "./game/refusal.js";
import { spellAsEngine } from "./game/spelling.js";
import { Study } from "./game/study.js";
import { GameTree } from "./game/tree.js";
import { Coach, FIRST_GAME, FIRST_GAMES } from "./lessons/coach.js";
import { LessonsPanel } from "./lessons/lessons_panel.js";
import { BrowserHistory } from "./library/browser_history.js";
import { Keeper } from "./library/keeper.js";
import { storeUnstored } from "./library/unstored.js";
import { Library } from "./library/library.js";
import { PuzzleHistory } from "./library/puzzle_history.js";
import { LibraryDialog } from "./library/library_dialog.js";
import { Undo, wireUndo } from "./library/undo.js";
import { MistakesPanel } from "./mistakes/mistakes_panel.js";
import { Bar } from "./panels/bar.js";
import { wireControls } from "./panels/controls.js";
import { copied, linkTo, wireHelp, wireNewGame, wireOpen, wireSave, wireSettings } from "./panels/dialogs.js";
import { find } from "./panels/element.js";
import { EnginePanel } from "./panels/engine_panel.js";
import { FactsPanel } from "./panels/facts_panel.js";
import { Graph } from "./panels/graph.js";
import { HomePanel, playAtHome } from "./panels/home_panel.js";
import { JudgmentPanel } from "./panels/judgment_panel.js";
import { showLoading } from "./panels/loading.js";
import { MoveList } from "./panels/move_list.js";
import { NotePanel } from "./panels/note_panel.js";
import { wireOpenings } from "./panels/openings_opener.js";
import { PlayPanel } from "./panels/play_panel.js";
import { openPuzzles } from "./panels/puzzles_opener.js";
import { ReviewPanel } from "./panels/review_panel.js";
import { ReviewRun } from "./panels/review_run.js";
import { SetupPanel } from "./panels/setup_panel.js";
import { SideTabs } from "./panels/side_tabs.js";
import { mended, say, tell } from "./panels/voice.js";
import { openFriendGame } from "./play/friend_game.js";
import { PlayedGame } from "./play/played_game.js";
import { applyTheme, keepSettings, keptLanguage, loadSettings } from "./settings.js";
import { useLanguage } from "./texts/language.js";
import { text } from "./texts/text.js";

const complain = (/** @type {string} */ reason) => tell(reason, true);

// Before the engine is there, the page shows itself.
await useLanguage(keptLanguage());
const LOOK = /** @type {any} */ ({ theme: "auto", pieces: "classic", cloth: "mist", sound: true, animate: true });
const look = loadSettings(LOOK);
applyTheme(look);
const board = new Board(find("table"), say, tell);
board.configure({ pieces: look.pieces });
const bar = new Bar(find("table"));
const addressed = readAddress(location.hash.slice(1));
document.body.dataset.use = addressed.use ?? (addressed.tree ? "analyse" : "home");
await showRecorded();
document.body.classList.replace("blank", "loading");
playAtHome();
const loading = showLoading();
const engine = await findEngine().catch(giveUp);

const settings = loadSettings({
  ...LOOK, language: "auto", named: false, coordinates: false, flipped: false, arrows: true, confirm: false,
  engine: `${engine.isNative ? "native" : "page"}, ${engine.threads} threads, ${engine.table} MiB`, table: engine.table, threads: engine.threads,
});
/** The language shown, or `auto`. */
let { language } = settings;

const rulesClient = new UhpClient(engine.connect());
const thinkingClient = new UhpClient(engine.connect());
for (const client of [rulesClient, thinkingClient]) client.onFail = (reason) => tell(text("page.engine_stopped", { reason }), true);
const rules = new Rules(rulesClient);
const thinking = new Thinking(thinkingClient, { TableSizeMiB: settings.table, NumThreads: settings.threads });

const study = new Study(rules, complain);
const sound = new Sound(board.area, settings.sound, (isOn) => {
  settings.sound = isOn;
  keepSettings(settings);
});
board.sound = (name) => sound.play(name);
configureBoard();
const analysis = new Analysis(study, thinking, rules, engine.isNative);
const game = new PlayedGame(study, thinking, tell, say);
/** Of the game played here, if it is shown. */
const winner = () => (game.tree === study.tree ? game.winner : "");
const library = await Library.open().catch(() => null);
if (library) await storeUnstored(library).catch((error) => complain(reasonOf(error)));
/** The games against Waggle, the last one first. */
const played = ((await library?.list().catch(() => [])) ?? []).filter(({ level }) => level);
const keeper = new Keeper(study, game, library, {
  copied: () => tell(text("library.copied")),
  failed: (reason) => complain(text("library.not_kept", { reason })),
});
const view = new BoardView({ study, game, board, bar, analysis, settings, begin: beginWith });

new EnginePanel(study, analysis, () => (engine.isNative ? text("analyse.native", { n: settings.threads }) : text("analyse.in_browser")), say);
new MoveList(find("moves"), study);
new JudgmentPanel(study);
new NotePanel(study);
new Graph(find("graph"), study);
const puzzleHistory = library?.puzzles ?? new PuzzleHistory(null);
new HomePanel(study, library, puzzleHistory, {
  keep: () => keeper.keep(),
  openGame: goOn,
  openPuzzle: (id) => {
    study.puzzle = id;
    study.setUse("puzzles");
  },
});
new FactsPanel(study, rules, thinking, analysis, (moves) => view.showThreat(moves));
const run = new ReviewRun(study, thinking, analysis, settings, say, winner);
run.panel = new ReviewPanel(study, run);
const playing = new PlayPanel(study, game, {
  begin: ({ human }) => {
    settings.flipped = human === "Black";
    applySettings();
    board.area.focus({ preventScroll: true });
  },
  review: () => {
    study.setUse("review");
    run.start("time 00:00:00.2");
  },
  link: () => linkTo(`#${friendAddress(study.tree, game.terms.byLink ?? "", game.isResigned)}`, engine),
  copy: (link) => copy(link, "link"),
});
wireOpenings(new SideTabs(study), study, rules, engine.isNative, say, complain);
new Coach(board.area, study, game, rules);
playing.field("coached").checked = played.length < FIRST_GAMES;
playing.field("type").value = played[0]?.type ?? "Base";
find("table").classList.toggle("first", played.length < FIRST_GAMES);
/** The table of those who have chosen none: in Play without expansions until they have played with them. */
let blank = new GameTree("Base+MLP");
study.on(["use", "tree"], () => {
  if (study.use === "play" && study.tree === blank) browserHistory.asOne(() => study.open(new GameTree(played[0]?.type ?? "Base")));
});

const lessons = new LessonsPanel(find("lessons"), board, rules, { say, complain, playFirstGame, isOpen: () => study.use === "learn" });
study.on(["words"], () => lessons.draw());
const setup = new SetupPanel(study, rules, () => view.show());
const mistakes = new MistakesPanel(find("mistakes"), board, study, rules, thinking, {
  complain,
  showBoard: () => view.show(),
  human: () => study.tree.you,
});
const puzzles = openPuzzles(study, (Tab) => new Tab(find("puzzles"), board, rules, puzzleHistory, {
  say,
  complain,
  shown: (id) => {
    study.puzzle = id;
    browserHistory.write("replace");
  },
  analyse: async ({ start }) => {
    await study.open(new GameTree(start));
    study.setUse("analyse");
  },
  isOpen: () => study.use === "puzzles",
  copyResult: (words, id) => copy([words, linkTo(`#puzzles/${id}`, engine)].join("\n").trim(), "result"),
}), complain);
view.instead = [
  { isOpen: () => study.use === "learn", show: () => lessons.open() },
  puzzles,
  { isOpen: () => mistakes.isOpen, show: () => mistakes.show() },
  {
    isOpen: () => setup.isOpen,
    show: () => {
      if (setup.board) board.show(setup.board.position(), { choices: setup.board.choices() });
      board.showArrows([]);
    },
  },
];

/** Copies a text; a browser that lets nobody copy shows it where it can be copied by hand. @param {string} words @param {"link" | "result"} what */
async function copy(words, what) {
  if (!(await copied(words, what, tell))) prompt(text(`page.selected_${what}`), words);
}

/** Shows the position of the address, as far as it can be told without an engine. */
async function showRecorded() {
  const { tree, node } = addressed;
  const positions = new RecordedPositions();
  const start = positions.positionAfter("Base+MLP", []);
  board.show(await positions.positionAfter(tree?.start ?? "Base+MLP", node?.moves ?? []).catch(() => start));
}

/** Shows, for good, why there is no engine. @param {unknown} error @returns {never} */
function giveUp(error) {
  loading.fail(text("page.no_engine", { reason: reasonOf(error) }));
  throw error;
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

function configureBoard() {
  const { named, coordinates, flipped, animate, pieces } = settings;
  board.configure({ named, coordinates, flipped, animated: animate, pieces });
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
    sound.draw();
    view.showUse();
    study.tell("words");
  }
  applyTheme(settings);
  for (const small of document.querySelectorAll("waggle-board")) /** @type {import("./element/waggle_board.js").WaggleBoard} */ (small).draw(false);
  const { TableSizeMiB, NumThreads } = thinking.options;
  Object.assign(thinking.options, { TableSizeMiB: settings.table, NumThreads: settings.threads });
  if (TableSizeMiB !== settings.table || NumThreads !== settings.threads) analysis.restart();
  configureBoard();
  find("names").setAttribute("aria-pressed", String(settings.named));
  find("coordinates").setAttribute("aria-pressed", String(settings.coordinates));
  view.showArrows();
  view.showBar();
}

/** Turns the board to the one of two people who is to move, if they want it. */
function turnBoard() {
  const { terms, phase } = game;
  const flipped = study.position?.to_move === "Black";
  if (!terms.turns || phase !== "playing" || study.use !== "play" || settings.flipped === flipped) return;
  settings.flipped = flipped;
  applySettings();
}

async function openAddress() {
  const address = location.hash.slice(1);
  const { use, tree, node, isBroken, friend, isResigned } = readAddress(address);
  study.puzzle = puzzleIn(address) || study.puzzle;
  // At once: whoever chooses something else while the engine is loading stays there.
  if (use ?? !tree) study.setUse(use ?? "home");
  try {
    if (isBroken) throw new Error(text("page.malformed"));
    if (tree) await spellAsEngine(rules, tree);
    const kept = tree && friend === null && (await keeper.find(tree));
    if (kept) await keeper.open(kept, { path: node?.moves, use: use ?? undefined });
    else if (tree && friend !== null) {
      await openFriendGame({ tree, friend, isResigned }, { rules, study, game, library, keeper, begin: (terms) => playing.begin(terms), tell });
    } else await study.open(tree ?? (blank = new GameTree("Base+MLP")), node ?? undefined);
    mended();
  } catch (error) {
    complain(text("page.bad_address", { reason: reasonOf(error) }));
    // Keep what is shown.
    if (!study.position) await study.open(new GameTree("Base+MLP"));
  }
}

game.addEventListener("change", turnBoard);
for (const use of USES) find(`use-${use}`).onclick = () => study.setUse(use);
find("open-setup").onclick = () => {
  study.setUse("analyse");
  if (!setup.isOpen) setup.open();
};
wireControls(study, board, toggle);
wireNewGame(study);
wireOpen(study, rules, complain);
wireSave(study, rules, board, engine, tell, winner);
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
// The first question of all: whatever follows knows the levels.
const offered = rules.boundsOf("Level");
const travelled = browserHistory.travel();
view.showUse();
const levels = await offered.catch(giveUp);
thinking.options.Level = levels.most;
playing.offerLevels(levels, played[0]?.level);
await travelled;
view.showUse();
loading.done();
document.body.classList.replace("loading", "ready");
if (!engine.isNative) keepOffline(tell);
