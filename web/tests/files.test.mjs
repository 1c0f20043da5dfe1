/** Games from links and files, and into them. */

import assert from "node:assert/strict";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { plyOf, waitForPly } from "./support/browser.mjs";
import { DATA, LONG, PHONE, addressOf, drop, inServed, listed, play, press, savedPgn, setUp, speak, waitForText, withEachEngine } from "./support/page.mjs";

test("a GIF comes back as its pictures, however many codes they take", async () => {
  await inServed(fileURLToPath(new URL("..", import.meta.url)), "site/icon.svg", async (page) => {
    const isSame = await page.evaluate(async () => {
      const { Gif } = await import(new URL("../js/board/gif.js", location.href).href);
      const [width, height] = [97, 83];
      const colors = [[251, 244, 224], [204, 216, 220], [35, 35, 40], [220, 154, 0]];
      let seed = 7;
      const random = () => colors[(seed = (seed * 48271) % 2147483647) % colors.length];
      const noise = () => Uint8ClampedArray.from(Array.from({ length: width * height }, () => [...random(), 255]).flat());
      const pictures = [noise(), noise(), noise()];
      pictures.push(pictures[2], pictures[2].map((part, at) => (at < 40 ? 255 - part : part)).map((part, at) => (at % 4 === 3 ? 255 : part)));
      const gif = new Gif(width, height, pictures);
      for (const picture of pictures) gif.add(picture, 10);
      const decoder = new ImageDecoder({ data: await gif.blob().arrayBuffer(), type: "image/gif" });
      const context = /** @type {OffscreenCanvasRenderingContext2D} */ (new OffscreenCanvas(width, height).getContext("2d"));
      const same = [];
      for (const [frameIndex, picture] of pictures.entries()) {
        context.drawImage((await decoder.decode({ frameIndex })).image, 0, 0);
        same.push(context.getImageData(0, 0, width, height).data.every((part, at) => part === picture[at]));
      }
      return same;
    });
    assert.deepEqual(isSame, [true, true, true, true, true]);
  }, "svg");
});

withEachEngine(({ engine, inPage }) => {
  test("a link opens the same game at the same move", async () => {
    await inPage(`#analyse/${addressOf(LONG)}@30`, async (page) => {
      await page.keyboard.press("ArrowRight");
      await waitForPly(page, 31);
      const address = await page.evaluate(() => location.hash);
      const moves = await listed(page);
      await inPage(address, async (again) => {
        assert.equal(await plyOf(again), 31);
        assert.deepEqual(await listed(again), moves);
      });
    });
  });

  test("files of each format are dropped, and a bad one changes nothing", async () => {
    await inPage("#analyse/Base;wS1", async (page) => {
      for (const name of ["mzinga.pgn", "hivegame.pgn", "boardspace.sgf", "games.txt"]) {
        const previous = await page.evaluate(() => location.hash);
        await drop(page, name, readFileSync(new URL(`games/${name}`, DATA), "utf8"));
        await page.waitForFunction((hash) => location.hash !== hash || document.querySelector("#open-games button"), {}, previous);
        const list = await page.$("#open-games button");
        if (list) await list.click();
        await page.waitForFunction((hash) => location.hash !== hash, {}, previous);
        assert.ok((await listed(page)).length > 2, name);
      }
      const before = await page.evaluate(() => location.hash);
      await drop(page, "broken.txt", "This is a letter, not a game.");
      await page.waitForSelector("#told.shown.failure");
      assert.match(await page.$eval("#told", (told) => told.textContent ?? ""), /cannot be opened/);
      assert.equal(await page.evaluate(() => location.hash), before);
    });
  });

  test("a broken game of a file is named and opened up to its error, the others keep their numbers, and where a file contradicts itself is told", async () => {
    await inPage("#analyse/Base;wS1", async (page) => {
      await drop(page, "one.txt", "Base;;;wS1;bS1 wS1-;wQ -wS1 Good luck!;bQ bS1-");
      await waitForText(page, "#told.shown", /^This could only be opened up to here: move 3, wQ -wS1 Good luck!/);
      assert.equal((await listed(page)).length, 2);
      await drop(page, "four.txt", "Base;;;wS1\nBase;;;wS1;wS2 wS1-\nBase;;;frog\nBase;;;wA1\n");
      await page.waitForSelector("#open-games button");
      const titles = await page.$$eval("#open-games button", (list) => list.map((item) => item.textContent));
      assert.deepEqual(titles, ["Game 1 · 1 move", "Game 2 · 1 move", "Game 4 · 1 move"]);
      await waitForText(page, "#open-fault", /^Left out: game 3, line 3: move 1, .*up to here: game 2, line 2: move 2, /);
      await press(page, "Escape");
      await drop(page, "won.txt", "Base;WhiteWins;White[2];wS1;bS1 wS1-;wQ -wS1");
      await waitForText(page, "#told.shown", /contradicts itself: game 1: /);
      assert.equal((await listed(page)).length, 3);
    });
  });

  test("what is wrong with a file is told in the reader's language", async () => {
    await inPage("#analyse/Base;wS1", async (page) => {
      await speak(page, "de");
      await drop(page, "won.pgn", '[GameType "Base"]\n[Result "1-0"]\n\n1. wS1\n\n0-1\n');
      await waitForText(page, "#told.shown", /widerspricht sich: Partie 1: Als Ergebnis steht da 1-0, nach den Zügen ist es aber BlackWins$/);
      await drop(page, "cut.pgn", '[GameType "Base"]\n[Result "WhiteWins"]\n\n1. wS1\n');
      await waitForText(page, "#told.shown", /Partie 1: Als Ergebnis steht da WhiteWins, .* nach wS1 abgeschnitten$/);
      for (const [content, reason] of /** @type {[string, RegExp][]} */ ([
        ["Base;;;wS1;wS2 wS1-", /öffnen: Zug 2, wS2 wS1-: .*nicht/],
        ["Base;;;wS1;frog", /öffnen: Zug 2, frog, ist kein Zug/],
        ["Base;White[9] wQ@0,0 bQ@1,0 wA1@0,0+", /öffnen: weiße Ameise 1 kann nicht auf einem anderen Stein stehen\.$/],
        ["1. wS1 {well", /öffnen: Eine Klammer wird geöffnet und nie geschlossen\.$/],
        ["(;GM[1])", /öffnen: Das ist ein anderes Spiel \(GM\[1\]\), nicht Hive\.$/],
        ["This is a letter.", /öffnen: Es ist weder eine Partie noch eine Stellung in einer Form, die Waggle kennt/],
      ])) {
        await drop(page, "broken.txt", content);
        await waitForText(page, "#told.shown.failure", reason);
      }
      await page.evaluate((hash) => (location.hash = hash), `#analyse/${setUp("Base;White[9] wQ@0,0")}`);
      await waitForText(page, "#told.shown.failure", /Schwarz hat noch keinen Stein auf dem Tisch/);
    });
  });

  test("files in UTF-16 and Latin-1 are read", async () => {
    await inPage("#analyse/Base;wS1", async (page) => {
      const game = '[GameType "Base"]\n[White "Jos\u00e9"]\n[Black "Zo\u00eb"]\n\n1. wS1 2. bS1 wS1-\n';
      const bytes = { latin: [...Buffer.from(game, "latin1")], wide: [0xff, 0xfe, ...Buffer.from(game, "utf16le")] };
      for (const [name, content] of Object.entries(bytes)) {
        await page.evaluate((fileName, all) => {
          const data = new DataTransfer();
          data.items.add(new File([new Uint8Array(all)], `${fileName}.pgn`));
          document.body.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
        }, name, content);
        await waitForText(page, "#who", /^José – Zoë$/);
        assert.equal((await listed(page)).length, 2, name);
        await page.click("#open-new");
        await page.click("#new-start");
        await waitForText(page, "#who", /^$/);
      }
    });
  });

  test("a move that is not legal is refused in the reader's words", async () => {
    await inPage("#analyse/Base;wS1;bS1.wS1-", async (page) => {
      await page.evaluate((hash) => (location.hash = hash), "#analyse/Base;wS1;bS1.wS1-;wQ.bS1-");
      await waitForText(page, "#told.shown.failure", /A new piece may not touch a piece of the other player/);
      await speak(page, "de");
      await page.evaluate((hash) => (location.hash = hash), "#analyse/Base;wS1;bS1.wS1-;wS1.bS1-");
      await waitForText(page, "#told.shown.failure", /Königin/);
    });
  });

  test("a game saved from within a variation keeps its main line", async () => {
    await inPage("#analyse/Base;wS1;bS1.wS1-;wQ.-wS1(wA1.-wS1;bQ.bS1-)@4", async (page) => {
      assert.equal(await plyOf(page), 3);
      const file = await savedPgn(page);
      assert.match(file, /1\. wS1\s+2\. bS1 wS1-\s+3\. wQ -wS1\s+\(/);
      assert.match(file, /\(.*wA1 -wS1/s);
    });
  });

  test("a file with variations, comments and marks loses none of them by being opened, edited and saved", async () => {
    const file = `[GameType "Base"]
[Event "A tale"]
[White "Ann"]
[Black "Bob"]

{Before all} 1. wS1! {the spider} (1. wG1 {or this} 2. bS1 wG1-) 2. bS1 wS1- $6
3. wQ -wS1?? {too early} (3. wA1 -wS1!? {ants first} 4. bQ bS1- (4. bA1 bS1- {deep}) 5. wQ -wA1) 4. bQ bS1-
`;
    const written = "wS1$1'the spider'(wG1'or this';bS1.wG1-);bS1.wS1-$3;wQ.-wS1$5'too early'(wA1.-wS1$2'ants first';bQ.bS1-(bA1.bS1-'deep');wQ.-wA1);bQ.bS1-";
    /** The moves of the address, with all that belongs to them. @param {import("puppeteer-core").Page} page */
    const moves = (page) => page.evaluate(() => decodeURIComponent(location.hash).replace(/@\d+$/, ""));
    await inPage("#analyse/Base", async (page) => {
      await drop(page, "tale.pgn", file);
      await waitForText(page, "#who", /^Ann – Bob/);
      await page.waitForFunction(() => location.hash.includes("deep"));
      assert.equal(await moves(page), `#analyse/Base'Before all';${written}`);
      // A mark, a comment and a variation more.
      await press(page, "End");
      await waitForPly(page, 4);
      await page.click("#tab-moves");
      await page.click('#marks button[data-title="game.mark_1"]');
      await page.type("#comment", "in time");
      await page.$eval("#comment", (comment) => /** @type {HTMLElement} */ (comment).blur());
      await press(page, "ArrowLeft");
      await waitForPly(page, 3);
      await play(page, "bG1");
      const edited = await moves(page);
      const [, variation = ""] = /\((bG1\.[^)]*)\)$/.exec(edited) ?? [];
      assert.equal(edited, `#analyse/Base'Before all';${written}$1'in time'(${variation})`);
      const saved = await savedPgn(page);
      assert.match(saved, /^\[Event "A tale"\]$/m);
      assert.match(saved, /^\{Before all\}$/m);
      await inPage("#analyse/Base", async (again) => {
        await drop(again, "again.pgn", saved);
        await waitForText(again, "#who", /^Ann – Bob/);
        await again.waitForFunction(() => location.hash.includes("bG1"));
        assert.equal(await moves(again), edited);
      });
    });
  });

  test("games and pictures are saved", async () => {
    await inPage("#analyse/Base", async (page) => {
      await drop(page, "resigned.txt", LONG.replace(";InProgress;", ";BlackWins;"));
      await page.waitForFunction(() => location.hash.includes("bG1"));
      const folder = mkdtempSync(join(tmpdir(), "waggle-page-"));
      const session = await page.createCDPSession();
      await session.send("Browser.setDownloadBehavior", { behavior: "allow", downloadPath: folder, browserContextId: page.browserContext().id });
      await page.click("#open-save");
      await page.$eval("#save-more", (more) => more.toggleAttribute("open", true));
      /** @type {[string, string, (content: Buffer) => void][]} */
      const formats = [
        ["pgn", "hive.pgn", (content) => assert.match(String(content), /^\[GameType "Base"\]/)],
        ["gamestring", "hive.txt", (content) => assert.equal(String(content).trim(), LONG.replace(";InProgress;", ";BlackWins;"))],
        ["svg", "hive.svg", (content) => assert.match(String(content), /^<svg [^]*<\/svg>\s*$/)],
        ["png", "hive.png", (content) => assert.equal(content.subarray(1, 4).toString(), "PNG")],
        ["gif", "hive.gif", (content) => assert.ok(content.subarray(0, 6).toString() === "GIF89a" && content.length < 2_000_000, `${content.length} bytes`)],
      ];
      for (const [format, name, check] of formats) {
        await page.click(`[data-format="${format}"]`);
        const path = join(folder, name);
        for (let tries = 0; tries < 3600 && !existsSync(path); tries += 1) await new Promise((resolve) => setTimeout(resolve, 50));
        check(readFileSync(path));
      }
      const drawn = await page.evaluate(async (bytes) => {
        const decoder = new ImageDecoder({ data: new Uint8Array(bytes), type: "image/gif" });
        await decoder.completed;
        const { image } = await decoder.decode({ frameIndex: 78 });
        return { count: decoder.tracks.selectedTrack?.frameCount, side: Math.max(image.displayWidth, image.displayHeight) };
      }, [...readFileSync(join(folder, "hive.gif"))]);
      assert.deepEqual(drawn, { count: 79, side: 480 }, "the start and a picture for each move");
      rmSync(folder, { recursive: true });
    });
  });

  test("what is shared opens elsewhere", async () => {
    await inPage("#analyse/Base;wS1;bS1.wS1-@1", async (page) => {
      const shared = () => page.evaluate(() => {
        /** @type {HTMLElement} */ (document.querySelector("#open-save")).click();
        document.querySelector("#save-more")?.toggleAttribute("open", true);
        const fields = [...document.querySelectorAll("#save-dialog input")].filter((field) => field.checkVisibility());
        const values = fields.map((field) => /** @type {HTMLInputElement} */ (field).value);
        /** @type {HTMLDialogElement} */ (document.querySelector("#save-dialog")).close();
        return values;
      });
      const game = "Base;InProgress;Black[1];wS1";
      const texts = [game, "base,S!,b"];
      const hash = "#analyse/Base;wS1;bS1.wS1-@1";
      const here = await page.evaluate(() => location.origin + location.pathname);
      // The address of `waggle board` ends with it, and without its token opens nothing.
      assert.deepEqual(await shared(), engine.isInPage ? [`${here}${hash}`, ...texts] : texts);
      await page.$eval("meta[name=public-address]", (meta) => meta.setAttribute("content", "https://example.org/hive/"));
      assert.deepEqual(await shared(), [`https://example.org/hive/${hash}`, ...texts]);
      // The device's own way to share gets the same: a link that opens, otherwise the game.
      const sharedBy = (/** @type {string} */ publicAddress) =>
        page.evaluate(async (address) => {
          document.querySelector("meta[name=public-address]")?.setAttribute("content", address);
          const given = new Promise((resolve) => (navigator.share = async (data) => resolve(data)));
          /** @type {HTMLElement} */ (document.querySelector("#open-save")).click();
          const button = /** @type {HTMLElement} */ (document.querySelector("#share"));
          if (!button.checkVisibility()) throw new Error("nothing to share with");
          button.click();
          /** @type {HTMLDialogElement} */ (document.querySelector("#save-dialog")).close();
          return /** @type {Promise<{ url?: string, text?: string }>} */ (given);
        }, publicAddress);
      assert.equal((await sharedBy("https://example.org/hive/")).url, `https://example.org/hive/${hash}`);
      const without = await sharedBy("");
      assert.deepEqual([without.url, without.text], engine.isInPage ? [`${here}${hash}`, undefined] : [undefined, game]);
    });
  });

  test("games and positions are pasted, as links, too", async () => {
    await inPage("#analyse/Base;wS1", async (page) => {
      const position = "Base;White[9] wQ@0,0 bQ@1,0 wA1@-1,0";
      for (const [text, count] of /** @type {[string, number][]} */ ([
        [LONG, 78],
        [position, 0],
        [`https://example.org/board/#analyse/${addressOf(LONG)}@30`, 78],
      ])) {
        const before = await page.evaluate(() => location.hash);
        await page.evaluate((pasted) => {
          const clipboardData = new DataTransfer();
          clipboardData.setData("text/plain", pasted);
          document.body.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true }));
        }, text);
        await page.waitForFunction((hash) => location.hash !== hash, {}, before);
        assert.equal((await listed(page)).length, count, text);
      }
    });
  });

  test("what cannot be read changes nothing, and it is said why, and from where on", async () => {
    await inPage("#analyse/Base;wS1;bS1.wS1-;wQ.-wS1", async (page) => {
      const before = await page.evaluate(() => location.hash);
      const moves = await listed(page);
      const read = (/** @type {string} */ name) => readFileSync(new URL(`games/${name}`, DATA), "utf8");
      const sgf = read("boardspace.sgf");
      /** @type {[string, string, RegExp][]} */
      const bad = [
        ["empty.pgn", " \n", /nothing to read/],
        ["illegal.txt", "Base;InProgress;White[2];wS1;bQ -wS1;wS1 bQ-", /cannot be opened: ./],
        ["picture.png", "\x89PNG\r\n\x1a\n\0\0\0\rIHDR", /cannot be opened: ./],
        ["position.txt", "Base;White[9] wQ@0,0 bQ@3,0", /not connected/],
        ["large.pgn", "x".repeat(2_000_000), /too large: 2,000,007 bytes, the engine reads at most 2,000,000/],
      ];
      for (const [name, content, reason] of bad) {
        await page.evaluate(() => document.querySelector("#told")?.replaceChildren());
        await drop(page, name, content);
        await waitForText(page, "#told.shown.failure", reason);
        assert.equal(await page.evaluate(() => location.hash), before, name);
        assert.deepEqual(await listed(page), moves, name);
      }
      // What can be read up to its error is opened up to there.
      /** @type {[string, string, RegExp][]} */
      const cut = [
        ["half.sgf", sgf.slice(0, sgf.length / 2), /only be opened up to here: ./],
        ["illegal.pgn", '[GameType "Base"]\n\n1. wS1\n2. bS1 wS1-\n3. wS1 bS1-\n', /only be opened up to here: .*wS1/],
      ];
      for (const [name, content, reason] of cut) {
        await page.evaluate(() => document.querySelector("#told")?.replaceChildren());
        await drop(page, name, content);
        await waitForText(page, "#told.shown", reason);
        assert.ok((await listed(page)).length >= 2, name);
      }
      // Of a file with good games, too, a bad one can be chosen in vain.
      await drop(page, "broken.pgn", read("broken.pgn"));
      await page.waitForFunction(() => document.querySelector("#open-games button, #told.shown.failure"));
    });
  });

  test("an address without a game that can be played leaves what is shown", async () => {
    for (const address of ["#analyse/Base;wS1;bQ.wS1!;wA1.bQ-", "#analyse/Base;x", "#analyse/*Base;hello"]) {
      await inPage(address, async (page) => {
        await waitForText(page, "#told.shown.failure", /address cannot be opened: ./);
        assert.equal((await listed(page)).length, 0);
        await page.evaluate(() => (location.hash = "#analyse/Base;wS1;bS1.wS1-"));
        await waitForPly(page, 2);
        // Sooner than it would go by itself.
        await page.waitForSelector("#told:not(.shown)", { timeout: 8000 });
        await page.evaluate((hash) => (location.hash = hash), address);
        await waitForText(page, "#told.shown.failure", /address cannot be opened: ./);
        await page.waitForFunction(() => location.hash === "#analyse/Base;wS1;bS1.wS1-");
        assert.equal((await listed(page)).length, 2);
      });
    }
  });

  test("long names of players are read in full on a phone", async () => {
    await inPage(
      "#analyse/Base;wS1",
      async (page) => {
        const [white, black] = ["Bartholomew-of-the-seven-beetles", "A_name_without_any_place_to_break_it_in_two_parts"];
        await drop(page, "names.pgn", `[GameType "Base"]\n[White "${white}"]\n[Black "${black}"]\n\n1. wS1\n2. bS1 wS1-\n`);
        await waitForText(page, "#who", new RegExp(`${white} – ${black}`));
        const { inside, wide } = await page.$eval("#who", (who) => {
          const range = document.createRange();
          range.selectNodeContents(who);
          const { left, right } = range.getBoundingClientRect();
          return {
            inside: left >= 0 && right <= innerWidth && who.scrollWidth <= who.clientWidth && who.scrollHeight <= who.clientHeight,
            wide: document.documentElement.scrollWidth,
          };
        });
        assert.ok(inside);
        assert.ok(wide <= 360);
      },
      PHONE,
    );
  });
});
