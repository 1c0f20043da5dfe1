/** Kept games: everything is there after a reload, in another tab, in a file; and what was changed can be undone. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { isExport, readExport, writeExport } from "../js/library/export_file.js";
import { Keeper } from "../js/library/keeper.js";
import { byLevel, groupsOf, meanOf } from "../js/library/progress.js";
import { search } from "../js/library/search.js";
import { nodeAfter, recordOf, treeOf } from "../js/library/tree_record.js";
import { GameTree } from "../js/game/tree.js";
import { open, patient, plyOf, waitForChoices, waitForPly } from "./support/browser.mjs";
import { addressOf, begin, drop, exportOf, importInto, keptGames, listed, LONG, place, play, press, waitForText, withEachEngine } from "./support/page.mjs";

/** A tree with everything that one can hold. */
function fullTree() {
  const tree = new GameTree("Base");
  const end = tree.addLine(tree.root, ["wS1", "bS1 wS1-", "wQ -wS1", "bQ bS1-"]);
  const other = tree.addLine(tree.root, ["wS1", "bA1 wS1-", "wQ -wS1"]);
  other.mark = "?!";
  other.comment = "a 'quoted' comment; with (signs) @4";
  tree.headings = { White: "ann", Black: "joe" };
  tree.review = /** @type {any} */ ({ moves: [{ ply: 1 }, { ply: 2 }, { ply: 3 }, { ply: 4 }] });
  tree.mainLine().forEach((node, index) => (node.review = tree.review?.moves[index] ?? null));
  tree.addReviewLine(/** @type {any} */ (end.parent), ["bQ bS1/", "wA1 wQ-"], end);
  return tree;
}

/** @param {Partial<import("../js/library/library.js").Facts>} facts @returns {import("../js/library/library.js").Facts} */
const factsWith = (facts) => ({
  id: "1",
  revision: 1,
  created: 0,
  changed: 0,
  type: "Base",
  address: "/Base",
  white: "",
  black: "",
  plies: 4,
  result: "",
  isReviewed: false,
  level: 0,
  use: "analyse",
  path: [],
  played: null,
  ...facts,
});

test("the games against each level are counted for their player, and the reviewed ones by side and first two bugs", () => {
  const game = (/** @type {string} */ human, /** @type {any} */ result, /** @type {string} */ moves) =>
    factsWith({ level: 2, result, address: `/Base;${moves}`, played: { terms: { human } } });
  const games = [
    game("White", "White", "wS1;bA1.wS1-;wQ.-wS1"), game("Black", "White", "wS1(wA1;bQ.wA1-);bS1.wS1-;wA1.-wS1;bQ.bS1-"),
    game("White", "Draw", "*White[9] wS1@0,0;wS1.-wQ"), game("Black", "", "wA1"), factsWith({ result: "White" }),
  ];
  assert.deepEqual(byLevel(games), [{ level: 2, won: 1, lost: 1, drawn: 1 }]);
  const sides = /** @type {const} */ (["White", "Black", "White"]);
  const reviewed = games.slice(0, 3).map((facts, at) => ({ facts, side: sides[at], accuracy: 60 + 10 * at }));
  assert.deepEqual(groupsOf(reviewed).map(({ side, bugs, games }) => [side, bugs, meanOf(games)]), [["White", "", 70], ["Black", "", 70], ["", "SQ", 65]]);
});

test("a tree comes back from its record with marks, comments, lines and review", () => {
  const record = JSON.parse(JSON.stringify(recordOf(fullTree())));
  const tree = treeOf(record);
  assert.deepEqual(recordOf(tree), record);
  const [, other] = tree.root.children[0].children;
  assert.deepEqual([other.children[0].mark, other.children[0].comment], ["?!", "a 'quoted' comment; with (signs) @4"]);
  assert.equal(tree.root.end().review, tree.review?.moves[3]);
  assert.equal(nodeAfter(tree, ["wS1", "bS1 wS1-", "wQ -wS1", "bQ bS1/"]).about, tree.root.end());
  assert.equal(nodeAfter(tree, ["wS1", "bG1 wS1-"]).move, "wS1");
});

test("an export is read back, and what is damaged is named", () => {
  const games = [{ facts: factsWith({}), tree: recordOf(fullTree()) }];
  const tried = { id: "0123456789abcdef", when: 7, solved: true, player: { rating: 800, deviation: 200, volatility: 0.06 } };
  const file = writeExport(games, ["sliding"], [tried]);
  assert.ok(isExport(file));
  assert.deepEqual(readExport(file), { games: JSON.parse(JSON.stringify(games)), lessons: ["sliding"], puzzles: [tried] });
  assert.throws(() => readExport("[]"), /Export all/);
  assert.throws(() => readExport(file.slice(0, -9)), /Export all/);
  assert.throws(() => readExport(file.replace('"version": 1', '"version": 2')), /format 2/);
  assert.throws(() => readExport(file.replace('"move": "wQ -wS1"', '"move": 7')), /game 1 /);
});

test("games are found by words, date, type, level and result", () => {
  const now = 40 * 86_400_000;
  const games = [
    factsWith({ id: "a", changed: now, white: "Ann", type: "Base+M", level: 3, result: "White" }),
    factsWith({ id: "b", changed: now - 10 * 86_400_000, black: "joe", result: "" }),
  ];
  const found = (/** @type {import("../js/library/search.js").Query} */ query) => search(games, query, now).map(({ id }) => id).join("");
  assert.deepEqual(
    [
      {},
      { words: "ann" },
      { words: "JOE x" },
      { days: 7 },
      { days: 30 },
      { type: "Base" },
      { level: "3" },
      { level: "0" },
      { result: "White" },
      { result: "open" },
      { result: "Draw" },
    ].map(found),
    ["ab", "a", "", "a", "ab", "b", "a", "b", "a", "b", ""],
  );
});

test("a game is kept as it was left, however long the one before takes to be stored", async () => {
  globalThis.addEventListener = () => {};
  const open = (/** @type {string[]} */ moves) => {
    const tree = new GameTree("Base");
    return { tree, node: tree.addLine(tree.root, moves), use: "analyse" };
  };
  const study = Object.assign(new EventTarget(), { on: () => {} }, open(["wS1"]));
  const game = Object.assign(new EventTarget(), { tree: null, winner: "" });
  /** @type {string[][]} */
  const stored = [];
  const library = {
    store: async (/** @type {any} */ facts, /** @type {any} */ tree) => {
      await new Promise((resolve) => setTimeout(resolve, 20));
      stored.push([facts.id, facts.revision, tree.nodes.map((/** @type {any} */ { move }) => move).join()]);
      return { ...facts, revision: facts.revision + 1 };
    },
  };
  const told = { copied: () => {}, failed: assert.fail };
  const keeper = new Keeper(/** @type {any} */ (study), /** @type {any} */ (game), /** @type {any} */ (library), told);
  const { id } = keeper;
  keeper.keep();
  study.node = study.tree.addLine(study.node, ["bS1 wS1-"]);
  keeper.keep();
  Object.assign(study, open(["wA1"]));
  await keeper.keep();
  assert.deepEqual(stored, [[id, 0, "wS1"], [id, 1, "wS1,bS1 wS1-"], [keeper.id, 0, "wA1"]]);
});

withEachEngine(({ inPage, browser, address }) => {
  test("a game against the engine goes on in another tab after its own was closed", async () => {
    const { page, close } = await open(browser(), `${address()}#play`);
    try {
      await page.select("#play-terms select[name=type]", "Base+P");
      await page.select("#play-terms select[name=seconds]", "0.5");
      await begin(page, 0);
      await play(page, "wS1");
      await waitForChoices(page, 2);
      await keptGames(page);
      const later = patient(await page.browserContext().newPage());
      await page.close();
      await later.goto(address());
      await later.waitForSelector("body.ready");
      assert.match((await keptGames(later))[0], /Base\+P · 2 moves · in progress/);
      await later.click("#open-library");
      await later.waitForSelector("#library-games .kept");
      await later.click("#library-games .kept");
      await waitForChoices(later, 2);
      assert.match(await later.$eval("#play-game", (box) => box.textContent ?? ""), /level 1.*Your turn/);
    } finally {
      await close();
    }
  });

  test("a game goes on after a reload that the database did not wait for", async () => {
    await inPage("#play/Base", async (page) => {
      await begin(page, 0);
      await page.evaluate(async () => {
        const { Library } = await import(new URL("js/library/library.js", location.href).href);
        Library.prototype.store = () => new Promise(() => {});
      });
      await play(page, "wS1");
      await waitForPly(page, 2);
      await page.reload();
      await waitForChoices(page, 2);
      assert.match(await page.$eval("#play-game", (box) => box.textContent ?? ""), /level 1.*Your turn/);
      assert.deepEqual(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes("unstored"))), []);
    });
  });

  test("two tabs with the same game do not overwrite each other", async () => {
    const { page, close } = await open(browser(), `${address()}#analyse/Base;wS1;bS1.wS1-`);
    try {
      await keptGames(page);
      const other = patient(await page.browserContext().newPage());
      await other.goto(`${address()}#analyse/Base;wS1;bS1.wS1-`);
      await other.waitForSelector("body.ready");
      assert.equal((await keptGames(other)).length, 1, "the same link is the same game");
      await page.bringToFront();
      await page.evaluate(() => document.querySelector(".area")?.scrollIntoView());
      await playMove(page, "wQ");
      await keptGames(page);
      await other.bringToFront();
      await playMove(other, "wA1");
      await waitForText(other, "#told", /copy/);
      await keptGames(other);
      assert.equal((await keptGames(other)).length, 2);
      await page.reload();
      await page.waitForSelector("body.ready");
      assert.match((await listed(page)).join(), /wQ/);
      assert.match((await listed(other)).join(), /wA1/);
    } finally {
      await close();
    }
  });

  test("all games are exported, and imported elsewhere they are the same", async () => {
    await inPage(`#analyse/${addressOf(LONG)}@30`, async (page) => {
      await keptGames(page);
      await page.click("#open-new");
      await page.click("#new-start");
      await page.waitForFunction(() => document.querySelector("#where")?.textContent === "0 / 0");
      await playMove(page, "wA1");
      await keptGames(page);
      await page.evaluate(() => localStorage.setItem("waggle-lessons-solved", '["sliding"]'));
      const file = await exportOf(page);
      assert.equal(JSON.parse(file).games.length, 2);
      assert.deepEqual(await importInto(page, file), "0 games added, 2 already here.");
      await inPage("", async (elsewhere) => {
        assert.equal(await importInto(elsewhere, file), "2 games added, 0 already here.");
        assert.deepEqual(JSON.parse(await exportOf(elsewhere)), JSON.parse(file));
        const before = await elsewhere.evaluate(() => document.querySelectorAll("#library-games li").length);
        assert.match(await importInto(elsewhere, "{}"), /cannot be imported: expected/);
        assert.equal(before, 2);
      });
    });
  });

  test("New, a file and Delete from here are undone", async () => {
    await inPage(`#analyse/${addressOf(LONG)}@30`, async (page) => {
      const before = await page.evaluate(() => location.hash);
      const back = () => page.waitForFunction((hash) => location.hash === hash, {}, before);
      await page.click("#open-new");
      await page.click("#new-start");
      await waitForText(page, "#told", /previous game is kept/);
      await page.click("#told button");
      await back();
      await drop(page, "other.txt", "Base;;;wS1;bS1 wS1-");
      await waitForText(page, "#where", /^2 /);
      await page.keyboard.down("Control");
      await page.keyboard.press("z");
      await page.keyboard.up("Control");
      await back();
      await page.click("#tab-moves");
      await page.click("#branch button:last-child");
      await waitForText(page, "#told", /Moves deleted/);
      await page.waitForFunction(() => document.querySelector("#where")?.textContent === "29 / 29");
      await page.click("#told button");
      await back();
    });
  });

  test("Back goes back a step, and over an opened game, and loses nothing", async () => {
    await inPage("#analyse/Base;wS1;bS1.wS1-", async (page) => {
      await playMove(page, "wQ");
      await page.goBack();
      await page.waitForFunction(() => document.querySelector("#where")?.textContent === "2 / 3");
      await page.goForward();
      await page.waitForFunction(() => document.querySelector("#where")?.textContent === "3 / 3");
      await drop(page, "other.txt", "Base;;;wA1;bA1 wA1-");
      await page.waitForFunction(() => document.querySelector("#where")?.textContent === "2 / 2");
      await page.goBack();
      await page.waitForFunction(() => document.querySelector("#where")?.textContent === "3 / 3");
      assert.match((await listed(page)).join(), /wS1.*wQ/);
    });
  });

  test("a browser that stores nothing is said once, and the page works", async () => {
    await inPage("#analyse/Base;wS1", async (page) => {
      await page.evaluateOnNewDocument(() => {
        IDBFactory.prototype.open = () => {
          throw new DOMException("A mutation operation was attempted on a database that did not allow mutations.", "InvalidStateError");
        };
      });
      await page.reload();
      await page.waitForSelector("body.ready");
      await waitForText(page, "#told.shown", /saves nothing/);
      await page.$eval("#told", (told) => told.replaceChildren());
      await page.evaluate((hash) => (location.hash = hash), "#analyse/Base;wS1;bS1.wS1-");
      await waitForPly(page, 2);
      await page.goBack();
      await waitForText(page, "#where", /^1 /);
      assert.doesNotMatch(await page.$eval("#told", (told) => told.textContent ?? ""), /kept|keeps/);
      assert.ok(await page.$("#open-library[hidden]"));
    });
  });

  test("a link opens what it says in Play, too", async () => {
    await inPage("#play", async (page) => {
      await begin(page, 0);
      await page.evaluate((hash) => (location.hash = hash), "#play/Base;wS1;bS1.wS1-;wQ.-wS1@2");
      await waitForPly(page, 2);
      assert.equal(await plyOf(page), 2);
      assert.equal((await listed(page)).length, 3);
    });
  });
});

/** Plays a piece by the keyboard, which finds it wherever it is. @param {import("puppeteer-core").Page} page @param {string} piece */
async function playMove(page, piece) {
  const ply = await plyOf(page);
  await page.focus(".area");
  await press(page, "Enter");
  await page.keyboard.press("Escape");
  await place(page, piece);
  await waitForPly(page, ply + 1);
}
