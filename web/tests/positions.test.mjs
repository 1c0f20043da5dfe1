import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { areBeside, centerOf, hexAt } from "../js/board/geometry.js";
import { wayOf } from "../js/board/way.js";
import { RecordedPositions } from "../js/game/recorded_positions.js";
import { splitGameString } from "../js/game/game_string.js";
import { parseHop } from "../js/game/hop.js";
import { GameTree } from "../js/game/tree.js";
import { parseSetup, setupText } from "../js/setup/setup_text.js";
import { SetupBoard } from "../js/setup/setup_board.js";
import { PROGRAM } from "./support/engines.mjs";

/** @typedef {import("../js/game/position.js").Position} Position */

const GAMES = readFileSync(new URL("../../tests/data/puzzles.txt", import.meta.url), "utf8")
  .split("\n")
  .filter((line) => /^(win|loss|draw) \d/.test(line))
  .map((line) => line.split(" ").slice(2).join(" "));

/** What the program tells as JSON. @param {string[]} commands @returns {Position[]} */
function documents(commands) {
  const input = `${commands.join("\n")}\n`;
  const told = execFileSync(/** @type {string} */ (PROGRAM), ["uhp"], { input, encoding: "utf8", stdio: ["pipe", "pipe", "ignore"] });
  return told.split("\n").filter((line) => line.startsWith("{")).map((line) => JSON.parse(line));
}

test("a point in the middle of a hex belongs to it, on either side", () => {
  for (const flipped of [false, true]) {
    for (let q = -4; q <= 4; q += 1) {
      for (let r = -4; r <= 4; r += 1) {
        const { x, y } = centerOf({ q, r }, flipped);
        for (const [dx, dy] of [[0, 0], [70, 0], [-70, 0], [30, 70], [-30, -70]]) {
          assert.deepEqual(hexAt({ x: x + dx, y: y + dy }, flipped), { q, r });
        }
      }
    }
  }
});

test("recorded positions are those of the engine", { skip: PROGRAM ? false : "no program" }, () => {
  const recorded = new RecordedPositions();
  for (const game of GAMES.filter((_, index) => index % 12 === 0)) {
    const { start, moves } = splitGameString(game) ?? assert.fail(game);
    const commands = [`newgame ${start}`, "position", ...moves.flatMap((move) => [`play ${move}`, "position"]), "exit"];
    const positions = documents(commands);
    const tree = new GameTree(start);
    tree.addLine(tree.root, moves);
    const places = (/** @type {Position} */ { pieces }) => pieces.map(({ piece, q, r, level }) => `${piece} ${q} ${r} ${level}`).sort();
    [tree.root, ...tree.mainLine()].forEach((node, ply) => {
      const mine = recorded.known(tree, node);
      assert.deepEqual(places(mine), places(positions[ply]), `ply ${ply} of ${game}`);
      assert.equal(mine.state, positions[ply].state);
      assert.equal(mine.turn, positions[ply].turn);
      assert.deepEqual(mine.hands, positions[ply].hands);
    });
  }
});

test("HOP is read as the engine reads it", { skip: PROGRAM ? false : "no program" }, () => {
  for (const hop of [",w", "base,QA-a,b", "QA-a2=B,b", "QA-a1+b,b", "A+Q+B+B3-(g+g1-g-q!),w3", "base+pm,QA-a1+m(p+q1-g),b"]) {
    const [{ game_type: type, pieces, resting, to_move: toMove }] = documents([`newgame ${hop}`, "position", "exit"]);
    const start = parseHop(hop) ?? assert.fail(hop);
    if (pieces.length) assert.equal(start.replace(/\[\d+\]/, ""), setupText(type, toMove, 0, pieces, resting ?? "").replace(/\[\d+\]/, ""), hop);
    else assert.equal(start, type);
  }
  for (const none of ["QAAAA", "QA-a1+(b,w", "Q9+A,w", "QA-a,x", "base,QM,w"]) assert.equal(parseHop(none), null, none);
});

test("a piece goes step by step: ants around the hive, spiders three steps, ladybugs over it, thrown pieces over the thrower", () => {
  const steps = { S: 3, Q: 1, L: 3 };
  for (const game of GAMES) {
    const { start, moves } = splitGameString(game) ?? assert.fail(game);
    for (let ply = 1; ply <= moves.length; ply += 1) {
      const position = new RecordedPositions().after(start, moves.slice(0, ply));
      const { piece, from } = position.last ?? {};
      if (!piece || !from || !/[ASQL]/.test(piece[1])) continue;
      const { hexes, isLifted } = wayOf(position);
      const about = `${moves[ply - 1]} in ${game}`;
      for (let index = 1; index < hexes.length; index += 1) assert.ok(areBeside(hexes[index - 1], hexes[index]), about);
      const by = isLifted && hexes.length === 3 ? position.pieces.find(({ q, r }) => q === hexes[1].q && r === hexes[1].r) : null;
      if (by) assert.match(by.piece, /[PM]/, about);
      else if (piece[1] !== "A") assert.equal(hexes.length - 1, steps[/** @type {"S"} */ (piece[1])], about);
    }
  }
});

test("a game with a position that has been set up is divided into start and moves", () => {
  assert.deepEqual(splitGameString("Base+M;InProgress;Black[5];White[5] wQ@0,0 wB1@1,0+ bQ@1,0;wB1 bQ-"), {
    start: "Base+M;White[5] wQ@0,0 wB1@1,0+ bQ@1,0",
    moves: ["wB1 bQ-"],
  });
  assert.deepEqual(splitGameString("Base;NotStarted;White[1]"), { start: "Base", moves: [] });
  assert.equal(splitGameString("1. e4 e5"), null);
});

test("pieces that are set up keep their numbers and their stacks in order", () => {
  const board = new SetupBoard(null, () => {});
  board.put("wA1", { q: 0, r: 0 });
  board.put("wA2", { q: 1, r: 0 });
  board.put("bQ", { q: 2, r: 0 });
  board.put("wB1", { q: 2, r: 0 });
  board.take("wA1");
  assert.equal(setupText(board.type, board.toMove, board.turn, board.pieces), "Base+MLP;White[3] wA1@1,0 bQ@2,0 wB1@2,0+");
  board.setTurn(7);
  board.setMoved("wB1");
  const text = setupText(board.type, board.toMove, board.turn, board.pieces, board.resting);
  assert.equal(text, "Base+MLP;White[7] wA1@1,0 bQ@2,0 wB1@2,0+!");
  assert.deepEqual(parseSetup(text), { type: "Base+MLP", toMove: "White", turn: 7, pieces: parseSetup(text)?.pieces, resting: "wB1" });
  assert.equal(parseSetup(text)?.pieces.length, 3);
  board.setTurn(1);
  board.setMoved("bQ");
  assert.deepEqual([board.turn, board.resting], [3, ""], "two white pieces took two turns, and what is covered was not moved last");
  board.take("bQ");
  assert.equal(board.plainFault, "");
  assert.deepEqual(board.pieces.find(({ piece }) => piece === "wB1")?.level, 0, "what lay on it comes down");
});
