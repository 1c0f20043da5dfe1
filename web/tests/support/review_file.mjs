/**
 * A file as `waggle review --html` writes it: a recorded game, with stacks, and a review of it with one blunder. The
 * figures are invented, so that no change of the engine changes the page.
 *
 * @typedef {import("../../js/engine/documents.js").ReviewDocument} ReviewDocument
 * @typedef {import("../../js/engine/documents.js").Score} Score
 * @typedef {import("../../js/engine/documents.js").Summary} Summary
 */

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { PROGRAM } from "./engines.mjs";

const PUZZLES = readFileSync(new URL("../../../tests/data/puzzles.txt", import.meta.url), "utf8").split("\n");

const GAME = PUZZLES.find((line) => line.startsWith("win 1 "))?.split(" ").slice(2).join(" ") ?? "";

/** The moves of the game. */
export const MOVES = GAME.split(";").slice(3);

/** What lies below other pieces at the end of the game. */
export const COVERED = ["bA2", "bQ"];

/** The number of the move that is called a blunder. It is White's. */
export const BLUNDER = 31;

/** What would have been better, with the reply. */
const BETTER = ["wG1 \\wA1", "bB1 wA3"];

/** White leads a little until the blunder, and is behind after it. */
const AHEAD = { liberties: 0.1, win: null, words: "+0.10 liberties for White", white_chance: 0.533 };
const BEHIND = { liberties: -2, win: null, words: "+2.00 liberties for Black", white_chance: 0.066 };

/** The document of a review with other figures, and nothing else of the engine's. @param {ReviewDocument} told @returns {ReviewDocument} */
function invented({ game, moves, players, ...rest }) {
  return {
    ...rest,
    game: { ...game, white: "ann", black: "joanna" },
    moves: moves.map(({ ply, player, move, ...figures }) => {
      const isBlunder = ply === BLUNDER;
      const others = {
        before: ply <= BLUNDER ? AHEAD : BEHIND,
        after: ply < BLUNDER ? AHEAD : BEHIND,
        before_proven: false,
        after_proven: false,
        loss: isBlunder ? 0.467 : 0,
        mark: /** @type {"blunder" | "best"} */ (isBlunder ? "blunder" : "best"),
        best: !isBlunder,
        forced: false,
        missed_win_plies: null,
        allowed_win_plies: null,
        depth: 5,
        second_look: false,
        better: isBlunder ? { score: AHEAD, moves: BETTER } : null,
        repetition: false,
        reasons: [],
      };
      sameFields(others, figures);
      sameFields(AHEAD, figures.before);
      if (figures.better) sameFields(AHEAD, figures.better.score);
      return { ply, player, move, ...others };
    }),
    players: { white: summary(1, players.white), black: summary(0, players.black) },
  };
}

/** @param {number} blunders @param {Summary} told @returns {Summary} */
function summary(blunders, told) {
  const count = MOVES.length / 2;
  const best = count - blunders;
  const figures = {
    moves: count,
    choices: count,
    forced: 0,
    best,
    good: 0,
    inaccuracies: 0,
    mistakes: 0,
    blunders,
    missed_wins: 0,
    mean_loss: blunders * 0.012,
    accuracy: 100 - blunders * 5.3,
  };
  sameFields(figures, told);
  return figures;
}

/** The program must write what is invented here. @param {object} ours @param {object} told */
function sameFields(ours, told) {
  assert.deepEqual(Object.keys(ours).sort(), Object.keys(told).sort(), "the fields of the document");
}

/** Writes the page into a file. @param {string} path */
export function writeReview(path) {
  execFileSync(/** @type {string} */ (PROGRAM), ["review", GAME, "--depth", "1", "--threads", "1", "--html", path, "--force"], {
    stdio: ["ignore", "ignore", "inherit"],
  });
  const page = readFileSync(path, "utf8");
  const [start, end] = ['<script type="application/json" id="data">', "</script>"];
  const from = page.indexOf(start) + start.length;
  const to = page.indexOf(end, from);
  const document = invented(JSON.parse(page.slice(from, to)));
  assert.deepEqual(document.moves.map(({ move }) => move), MOVES);
  writeFileSync(path, page.slice(0, from) + JSON.stringify(document).replace(/</g, "\\u003c") + page.slice(to));
}
