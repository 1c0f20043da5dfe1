/** The page of `waggle puzzles --html`: interactive puzzles without an engine. */

import { arrowOf } from "./board/arrows.js";
import { Board } from "./board/board.js";
import { legalChoices } from "./board/choices.js";
import { moveWords } from "./game/move_words.js";
import { piecePhrase } from "./game/phrases.js";
import { showAddress, wireKeys } from "./panels/controls.js";
import { button, find, make, tellIn } from "./panels/element.js";
import { say, tell } from "./panels/voice.js";
import { Attempt } from "./puzzles/attempt.js";
import { PuzzleList } from "./puzzles/puzzle_list.js";

/** The pause before the opponent replies, in milliseconds. */
const PAUSE = matchMedia("(prefers-reduced-motion: reduce)").matches ? 150 : 700;

/** @import { Puzzle } from "./puzzles/attempt.js" */

/** @type {Puzzle[]} */
const puzzles = JSON.parse(find("data").textContent ?? "[]");
const board = new Board(find("table"), say, tell);
board.configure({ named: true });
const list = new PuzzleList(puzzles, (puzzle) => begin(puzzle, 0));

/** @type {Attempt} */
let attempt;
/** How many hints were given for the current move. */
let hints = 0;
/** Incremented when the board changes, so that a pending reply is dropped. */
let turn = 0;

/** @param {Puzzle} puzzle @param {number} round */
function begin(puzzle, round) {
  attempt = new Attempt(puzzle, round);
  find("title-of").textContent = `Puzzle ${puzzles.indexOf(puzzle) + 1}`;
  find("task").textContent = `${puzzle.winner} to move wins in ${puzzle.moves} moves`;
  find("difficulty").textContent = `Level ${puzzle.difficulty}`;
  board.configure({ flipped: false });
  find("line").replaceChildren();
  find("about").replaceChildren();
  message("Find the only move that wins.");
  show(false, true);
  showAddress(`#${puzzle.id}`);
}

/** @param {boolean} animate @param {boolean} [refit] */
function show(animate, refit = false) {
  turn += 1;
  hints = 0;
  const position = attempt.position();
  const choices = attempt.step ? legalChoices(position, play) : undefined;
  board.show(position, { choices, animate, refit });
  board.showArrows([]);
  const isOpen = attempt.step !== null;
  for (const id of ["hint", "solution"]) /** @type {HTMLButtonElement} */ (find(id)).disabled = !isOpen;
}

/** Shows a message about the attempt. @param {string} text @param {"" | "good" | "blunder"} [kind] */
const message = (text, kind) => tellIn(find("message"), text, kind);

/** @param {string} move */
function play(move) {
  if (!attempt.isRight(move)) {
    attempt.isSpoiled = true;
    show(false);
    message(`${move} does not win in time. Try again.`, "blunder");
    return;
  }
  advance();
}

/** Plays the correct move and the opponent's reply. */
function advance() {
  const { step } = attempt;
  // Once played, it waits for the reply.
  if (!step || attempt.node.move === step.move) return;
  attempt.advance();
  const isLast = !step.replies.length;
  board.show(attempt.position(attempt.node), { animate: true });
  board.showArrows([]);
  drawLine();
  if (isLast) {
    attempt.reply();
    end();
    return;
  }
  message(`${step.move} is correct.`, "good");
  turn += 1;
  const asked = turn;
  setTimeout(() => {
    if (asked !== turn) return;
    const reply = attempt.reply();
    drawLine();
    if (!attempt.step) {
      end();
      return;
    }
    show(true);
    message(`${step.move} is correct. The best reply is ${reply}. What now?`, "good");
    say(`${moveWords(reply ?? "")}. Your move.`);
  }, PAUSE);
}

function end() {
  show(true);
  if (!attempt.isSpoiled) list.solve();
  message(attempt.isSpoiled ? "That is the solution." : "Solved!", "good");
  const { themes, source } = attempt.puzzle;
  const chips = themes.map((theme) => make("li", {}, theme));
  find("about").replaceChildren(make("ul", { class: "themes", "aria-label": "Themes" }, ...chips), make("p", { class: "soft" }, source));
}

/** The moves so far, each a button that shows its position. */
function drawLine() {
  const nodes = attempt.node.path().slice(1);
  const entries = nodes.map((node) => {
    const look = () => {
      const isNow = node === attempt.node;
      const choices = isNow && attempt.step ? legalChoices(attempt.position(), play) : undefined;
      board.show(attempt.position(node), { choices });
      say(moveWords(node.move ?? ""));
    };
    return button(node.move ?? "", look, { class: "move" });
  });
  find("line").replaceChildren(...entries);
}

function hint() {
  const { step } = attempt;
  if (!step) return;
  attempt.isSpoiled = true;
  hints += 1;
  const [piece] = step.move.split(" ");
  if (hints === 1 && step.move !== "pass") {
    board.setCursor({ piece });
    message(`Move ${piecePhrase(piece, null)("")}.`);
    return;
  }
  board.showArrows([arrowOf(attempt.position(), step.move, 0, "hint")]);
  message(`The move is ${step.move}.`);
}

/** Plays the rest of the solution move by move. */
function showSolution() {
  attempt.isSpoiled = true;
  const asked = attempt;
  const next = () => {
    if (asked !== attempt || !attempt.step) return;
    advance();
    setTimeout(next, 2 * PAUSE);
  };
  next();
}

const again = () => begin(attempt.puzzle, attempt.round + 1);

/** @type {Record<string, () => void>} */
const keys = {
  n: () => list.move(1),
  v: () => list.move(-1),
  h: hint,
  w: showSolution,
  r: again,
  f: () => board.configure({ flipped: !board.options.flipped }),
};
wireKeys(keys);
const buttons = { next: "n", before: "v", hint: "h", solution: "w", again: "r", flip: "f" };
for (const [id, key] of Object.entries(buttons)) find(id).onclick = keys[key];

const addressed = () => puzzles.find(({ id }) => `#${id}` === location.hash);
addEventListener("hashchange", () => {
  const puzzle = addressed();
  if (puzzle && puzzle !== attempt?.puzzle) list.go(puzzle);
});
const first = addressed() ?? puzzles[0];
list.draw();
if (first) list.go(first);
else message("There are no puzzles.");
