/** Each language has all texts, with the same placeholders and its own plurals; and the page has no others. */

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { LANGUAGES, languageFor, setTexts, text } from "../js/texts/text.js";

const FOLDER = new URL("../js/texts/", import.meta.url);
const PAGE = new URL("../", import.meta.url);

/** @typedef {import("../js/texts/text.js").Texts} Texts */

/** @param {string} code @returns {Promise<Texts>} */
const load = async (code) => (await import(new URL(`${code}.js`, FOLDER).href))[code];

/** All texts of a language by key. @param {Texts} texts @returns {Map<string, import("../js/texts/text.js").Text>} */
const flat = (texts) =>
  new Map(
    Object.entries(texts).flatMap(([section, entries]) =>
      Object.entries(entries).map(([name, entry]) => /** @type {[string, import("../js/texts/text.js").Text]} */ ([`${section}.${name}`, entry])),
    ),
  );

/** @param {string} form */
const placeholders = (form) => [...new Set([...form.matchAll(/\{(\w+)(?::\w+)?\}/g)].map(([, name]) => name))].sort();

/** The placeholders of all forms. @param {import("../js/texts/text.js").Text} entry */
const placeholdersOf = (entry) => placeholders(typeof entry === "string" ? entry : Object.values(entry).join());

const isPlural = (/** @type {import("../js/texts/text.js").Text} */ entry) => typeof entry !== "string" && "other" in entry;

/** The modules of the page; those of standalone pages, which are in English, are not among them. */
const MODULES = readdirSync(new URL("js/", PAGE), { recursive: true, encoding: "utf8" }).filter(
  (name) => /\.js$/.test(name) && !/^texts\/|_page\.js$|^puzzles\/|openings_panel|sortable/.test(name),
);
const HTML = readFileSync(new URL("index.html", PAGE), "utf8");

/** @param {string} name */
const source = (name) => readFileSync(new URL(`js/${name}`, PAGE), "utf8");

/** What the page names as keys: whole ones, and the beginnings of those that it puts together. */
function named() {
  const all = [...MODULES.map(source), HTML].join("\n");
  const beginnings = [...all.matchAll(/`(\w+\.\w+)\$\{/g)].map(([, key]) => key);
  const keys = new Set([...all.matchAll(/"([a-z]+\.\w+)"/g)].map(([, key]) => String(key)));
  return { keys, beginnings };
}

for (const code of Object.keys(LANGUAGES)) {
  test(`${code} has the keys, placeholders and plurals of the page`, async () => {
    const [english, texts] = [flat(await load("en")), flat(await load(code))];
    assert.deepEqual([...texts.keys()].sort(), [...english.keys()].sort());
    const categories = new Intl.PluralRules(code).resolvedOptions().pluralCategories.sort();
    for (const [key, entry] of texts) {
      const original = english.get(key) ?? "";
      assert.deepEqual(placeholdersOf(entry), placeholdersOf(original), key);
      assert.equal(isPlural(entry), isPlural(original), key);
      if (isPlural(entry)) assert.deepEqual(Object.keys(entry).sort(), categories, key);
      else if (typeof entry !== "string") for (const form of Object.values(entry)) assert.deepEqual(placeholders(form), placeholdersOf(original), key);
    }
  });
}

test("the page has the texts that it and the evaluation name, and no others", async () => {
  const texts = flat(await load("en"));
  const features = readFileSync(new URL("../crates/engine/src/eval/features.rs", PAGE), "utf8");
  for (const [, name] of features.matchAll(/^    \w+: "(?:[A-Z]\w+ )?([^"]+)"/gm)) assert.ok(texts.has(`analyse.term_${name.replaceAll(" ", "_")}`), name);
  const { keys, beginnings } = named();
  for (const key of keys) if (key.split(".")[0] in (await load("en"))) assert.ok(texts.has(key), key);
  for (const form of texts.keys()) {
    // Phrases have cases, and reasons are named by their kinds.
    const key = form.replace(/_(acc|dat)$/, "");
    const [section, name] = key.split(".");
    if (section === "reasons" && (KINDS.includes(name) || source("panels/reason_words.js").includes(`"${name}"`) || name.startsWith("later_"))) continue;
    assert.ok(keys.has(key) || beginnings.some((beginning) => key.startsWith(beginning)), `nothing shows ${key}`);
  }
});

/** The kinds of reasons in docs/json.md. */
const KINDS = [...readFileSync(new URL("../docs/json.md", PAGE), "utf8").matchAll(/^\| (`\w+`(?:, `\w+`)*) \|/gm)].flatMap(([, kinds]) =>
  kinds.replaceAll("`", "").split(", "),
);

/** What stands in the page in every language. */
const EVERYWHERE = /^(Waggle|Base(\+[MLP]+)?|GameString|PGN|SVG|PNG|A1|[a-z]|[½\d.]+ s|[–\d ,/?+-]+|[←→↑↓]|)$/;

test("index.html has no words of its own, but for what is said without modules, in every language", () => {
  const [unserved] = /<div id="unserved">[\s\S]*?<\/div>/.exec(HTML) ?? [""];
  for (const kind of ["of-file", "of-part"]) {
    const found = [...unserved.matchAll(new RegExp(`<p lang="(\\w+)" class="${kind}">`, "g"))];
    assert.deepEqual(found.map(([, code]) => code).sort(), Object.keys(LANGUAGES).sort());
  }
  const body = HTML.slice(HTML.indexOf("<body"), HTML.indexOf("<noscript>")).replace(unserved, "");
  for (const [, words] of body.matchAll(/>([^<>]+)</g)) assert.match(words.trim(), EVERYWHERE);
  for (const [, name, words] of body.matchAll(/ (title|aria-label|placeholder|alt)="([^"]*)"/g)) assert.fail(`${name}: ${words}`);
});

test("the modules of the page have no words of their own", () => {
  for (const name of MODULES) {
    const code = source(name).replace(/\/\*\*?[\s\S]*?\*\//g, "").replace(/^\s*\/\/.*$/gm, "");
    for (const [, , words] of code.matchAll(/(["'`])((?:(?!\1)[^\n\\]|\\.)*)\1/g)) {
      const told = words.replace(/\$\{[^}]*\}|<[^>]*>/g, " ");
      const isWords = /(?:^|\s)[A-Z][a-z]+ [a-z]+ [a-z]/.test(told) || /^[A-Z][a-z]+ [a-z]+[.…]?$/.test(told);
      assert.ok(!isWords, `${name}: ${words}`);
    }
  }
});

test("texts are filled in, with the plural of the count", async () => {
  assert.equal(text("page.game_moves", { n: 1 }), "1 move");
  assert.equal(text("page.game_moves", { n: 0 }), "0 moves");
  assert.equal(text("openings.games", { n: 9_999 }), "9999 games");
  assert.equal(text("openings.games", { n: 50_000 }), "50,000 games");
  setTexts("de", await load("de"));
  assert.equal(text("page.game_moves", { n: 2 }), "2 Züge");
  assert.equal(text("openings.games", { n: 50_000 }), "50.000 Partien");
  assert.equal(text("game.a_white", { bug: "Käfer", gender: "m" }), "weißer Käfer");
  setTexts("en", await load("en"));
  assert.equal(text("game.onto", { piece: "wB1", other: (form) => `bQ in the ${form}` }), "wB1 onto bQ in the acc");
  assert.throws(() => text("page.none"), /no text page.none/);
  assert.throws(() => text("page.game_moves", {}), /needs n/);
});

test("the browser chooses the language", () => {
  assert.equal(languageFor(["fr-FR", "de-AT", "en"]), "de");
  assert.equal(languageFor(["fr"]), "en");
});
