/** The reasons of a review in the reader's words: every kind of docs/json.md, in each language, for each reader. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { afterEach, test } from "node:test";
import { moveWords, turnDirections } from "../js/game/move_words.js";
import { balanceOf } from "../js/panels/balance.js";
import { reasonWords } from "../js/panels/reason_words.js";
import { de } from "../js/texts/de.js";
import { en } from "../js/texts/en.js";
import { setTexts } from "../js/texts/text.js";

/** @type {any} A move of White that should have been another. */
const REVIEWED = { ply: 9, player: "White", move: "wA1 -wQ", mark: "mistake", better: { moves: ["wB1 wS1"] } };

/** Facts of each kind, as docs/json.md describes them. @type {Record<string, object[]>} */
const FACTS = {
  only_move: [{}],
  ends: [{ winner: null }, { winner: "White" }, { winner: "Black" }],
  third_time: [{ times: 3 }],
  agreed: [{}],
  had_win: [{ winner: "White", first: 3, last: 9 }, { winner: "Black", first: 3, last: 3 }],
  was_winning: [{ winner: "White", first: 3, last: 9 }],
  could_surround: [{ move: "wA1 bQ-", closes_the_gap: true }, { move: "wA1 bQ-", closes_the_gap: false }],
  could_win: [{ move: "wA1 bQ-", plies: 5, moves: 3 }],
  allows_surround: [{ move: "bA1 wQ-", was_threatened: true }, { move: "bA1 wQ-", was_threatened: false }],
  allows_win: [{ move: "bA1 wQ-", plies: 5, moves: 3, prevented_by: null }, { move: "bA1 wQ-", plies: 1, moves: 1, prevented_by: "wB1 wS1" }],
  lets_reach: [{ pieces: ["bA1"] }, { pieces: ["bA1", "bB2", "bG1"] }],
  lets_climb: [{ pieces: ["bB1"] }],
  lets_enter: [{ move: "bA1 wQ-" }],
  liberties: [{ queen: "White", left: 1, instead: 2 }, { queen: "Black", left: 3, instead: 2 }],
  liberties_after_reply: [{ move: "bA1 wQ-", left: 1, instead: 2 }],
  frees: [{ pieces: ["bA1"], move: null }, { pieces: ["bA1"], move: "bA1 wQ-" }],
  would_pin: [{ pieces: ["bA1", "bL"] }],
  pins_own: [{ pieces: ["wB1"] }],
  would_free: [{ pieces: ["wM"] }],
  would_cover: [{ pieces: ["bP"] }],
  queen_stuck: [{}],
  could_threaten: [{ move: "wA1 bQ-" }, { move: null }],
  could_squeeze: [{}],
  could_throw_away: [{ thrower: "wP", pieces: ["bG1"] }],
  engines_move: [{}],
  as_good: [{ move: "wB1 wS1" }],
  nothing_much_better: [{}],
  misses_unproven: [{ plies: 5, moves: 3 }],
  allows_unproven: [{ plies: 6, moves: 3 }],
  chances_fall: [{ before: 53, after: 7 }],
  hard_to_find: [{ percent: 3, extrapolated: false }, { percent: 1, extrapolated: true }],
  most_play_it: [{ percent: 63, extrapolated: false }, { percent: 50, extrapolated: true }],
  later: [
    { plies: 4, kind: "liberties", facts: { queen: "White", left: 1, instead: 3 } },
    { plies: 4, kind: "pins_own", facts: { pieces: ["wA1"] } },
    { plies: 4, kind: "would_pin", facts: { pieces: ["bA1"] } },
  ],
};

/** @param {string} kind @param {object} facts @param {"White" | "Black" | null} [you] */
const told = (kind, facts, you = null) => reasonWords({ kind, text: "as the engine says", facts }, REVIEWED, you).replaceAll("\u00a0", " ");

afterEach(() => {
  setTexts("en", en);
  turnDirections(false);
});

test("every kind of the documentation has words of the page, without MoveStrings, in each language", () => {
  const documented = readFileSync(new URL("../../docs/json.md", import.meta.url), "utf8");
  const [, table] = /\| kind \| says \| facts \|\n\|[-|]+\n((?:\|.*\n)+)/.exec(documented) ?? [];
  const kinds = [...(table ?? "").matchAll(/^\| (.*?) \|/gm)].flatMap(([, cell]) => cell.replaceAll("`", "").split(", "));
  assert.ok(kinds.length > 20, "the table is found");
  for (const kind of kinds) assert.ok(kind in FACTS, kind);
  for (const [language, texts] of Object.entries({ en, de })) {
    setTexts(language === "de" ? "de" : "en", texts);
    for (const [kind, all] of Object.entries(FACTS)) {
      for (const facts of all) {
        for (const you of /** @type {const} */ ([null, "White", "Black"])) {
          const words = told(kind, facts, you);
          assert.match(words, /^[A-ZÄÖÜ].*\.$/, `${language} ${kind}: ${words}`);
          assert.doesNotMatch(words, /as the engine says|undefined|[wb][QSBGAMLP]\d?\b|[{}]|\b(north|south|east|west)/, `${language} ${kind}: ${words}`);
        }
      }
    }
  }
});

test("a reason speaks to the player who reads it", () => {
  assert.equal(told("allows_surround", FACTS.allows_surround[1]), "Now the white Queen can be surrounded: the black Ant beside the white Queen.");
  assert.equal(told("allows_surround", FACTS.allows_surround[1], "White"), "Now your Queen can be surrounded: the black Ant beside your Queen.");
  assert.equal(
    told("allows_win", FACTS.allows_win[0], "Black"),
    "Now there is a forced win in 3 moves for you, beginning with your Ant beside the white Queen.",
  );
  assert.equal(told("would_pin", FACTS.would_pin[0], "White"), "Your Beetle onto your Spider would have pinned the black Ant and the black Ladybug.");
  assert.equal(told("chances_fall", FACTS.chances_fall[0], "White"), "The engine thinks that your chances fall from 53 % to 7 %.");
});

test("German has its cases", () => {
  setTexts("de", de);
  assert.equal(
    told("could_surround", FACTS.could_surround[0], "White"),
    "Die letzte Lücke um die schwarze Königin hätte geschlossen werden können: deine Ameise neben der schwarzen Königin.",
  );
  assert.equal(told("pins_own", FACTS.pins_own[0], "White"), "Das fesselt deinen Käfer; dein Käfer auf deine Spinne hätte das nicht getan.");
  assert.equal(
    told("lets_reach", FACTS.lets_reach[1]),
    "Jetzt können die schwarze Ameise, der schwarze Käfer und der schwarze Grashüpfer zu der weißen Königin kommen; " +
      "der weiße Käfer auf die weiße Spinne hätte das verhindert.",
  );
  assert.equal(
    told("allows_win", FACTS.allows_win[0], "White"),
    "Jetzt gibt es einen sicheren Sieg in 3 Zügen für Schwarz, angefangen mit der schwarzen Ameise neben deiner Königin.",
  );
});

test("a move heard in German says from where its direction counts", () => {
  setTexts("de", de);
  assert.equal(moveWords("wA1 -bQ"), "weiße Ameise 1 westlich von schwarzer Königin");
  assert.equal(moveWords("bB1 wG1"), "schwarzer Käfer 1 auf weißen Grashüpfer 1");
});

test("an unknown kind, or one whose facts are missing, has the engine's words", () => {
  assert.equal(told("brand_new", {}), "as the engine says");
  assert.equal(reasonWords({ kind: "allows_win", text: "as it was" }, REVIEWED, null), "as it was");
});

test("moves are told in words, with directions as the board is turned", () => {
  assert.equal(moveWords("wL"), "white Ladybug on the empty table");
  assert.equal(moveWords("bB2 wG1/"), "black Beetle 2 north-east of white Grasshopper 1");
  assert.equal(moveWords("wA1 -wQ"), "white Ant 1 west of white Queen");
  turnDirections(true);
  assert.equal(moveWords("wA1 -wQ"), "white Ant 1 east of white Queen");
  assert.equal(moveWords("wA1 wQ\\"), "white Ant 1 north-west of white Queen");
  assert.equal(moveWords("wB1 wQ"), "white Beetle 1 onto white Queen");
});

test("what a move gets and gives up is told for both sides", () => {
  const lying = (/** @type {string} */ piece, q = 0, r = 0, level = 0) => ({ piece, q, r, level });
  /** @type {any} */
  const before = { pieces: [lying("wQ"), lying("bQ", 1), lying("bA1", 2), lying("wA1", -1)], pinned: ["wQ", "bQ"] };
  /** @type {any} */
  const after = { pieces: [lying("wQ"), lying("bQ", 1), lying("bA1", 2), lying("wA1", 1, -1)], pinned: ["bQ"] };
  const { got, gave } = balanceOf(before, after, "White", "White");
  assert.deepEqual(got, ["the black Queen has 3 free sides (before: 4)", "your Queen no longer pinned"]);
  assert.deepEqual(gave, []);
  assert.deepEqual(balanceOf(after, before, "Black", "White").got, ["the black Queen has 4 free sides (before: 3)", "your Queen pinned"]);
});
