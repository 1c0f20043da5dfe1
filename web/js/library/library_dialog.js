/**
 * The list of kept games: search, open, delete, export, import.
 *
 * @import { Keeper } from "./keeper.js"
 * @import { Facts, Library } from "./library.js"
 */

import { reasonOf } from "../game/refusal.js";
import { download, opens } from "../panels/dialog.js";
import { button, find, make } from "../panels/element.js";
import { namesOf } from "../play/played_game.js";
import { text } from "../texts/text.js";
import { search } from "./search.js";

/** How many games are listed. */
const MOST = 200;

export class LibraryDialog {
  /**
   * @param {Library} library
   * @param {Keeper} keeper
   */
  constructor(library, keeper) {
    this.library = library;
    this.keeper = keeper;
    /** @type {Facts[]} */
    this.games = [];
    this.drawn = "";
    this.dialog = /** @type {HTMLDialogElement} */ (find("library"));
    this.form = /** @type {HTMLFormElement} */ (find("library-search"));
    this.list = find("library-games");
    opens("open-library", "library", () => this.load());
    find("open-kept").onclick = () => this.show();
    for (const id of ["open-library", "open-kept"]) find(id).hidden = false;
    this.form.oninput = () => this.draw();
    find("library-export").onclick = () => this.export();
    const file = /** @type {HTMLInputElement} */ (find("library-file"));
    file.onchange = async () => {
      const [chosen] = file.files ?? [];
      if (chosen) await this.import(await chosen.text());
      file.value = "";
    };
  }

  /** Shows the list instead of other dialogs. */
  show() {
    for (const other of document.querySelectorAll("dialog")) other.close();
    find("open-library").click();
  }

  async load() {
    await this.keeper.keep();
    this.games = await this.library.list();
    const offer = (/** @type {string} */ name, /** @type {string[]} */ values, /** @type {(value: string) => string} */ words) => {
      const field = /** @type {HTMLSelectElement} */ (this.form.elements.namedItem(name));
      const chosen = field.value;
      const options = [...new Set(values)].map((value) => make("option", { value }, words(value)));
      field.replaceChildren(make("option", { value: "" }, text("library.any")), ...options);
      field.value = [...new Set(values)].includes(chosen) ? chosen : "";
    };
    offer("type", this.games.map(({ type }) => type).sort(), (type) => type);
    const levels = this.games.map(({ level }) => level).sort((one, other) => one - other);
    offer("level", levels.map(String), (level) => (level === "0" ? text("library.no_level") : level));
    this.draw();
  }

  draw() {
    const data = new FormData(this.form);
    const field = (/** @type {string} */ name) => String(data.get(name) ?? "");
    const query = { words: field("words"), days: Number(field("days")), type: field("type"), level: field("level"), result: field("result") };
    const found = search(this.games, query);
    find("library-count").textContent = this.games.length ? text("library.games", { n: found.length }) : text("library.empty");
    // A list that is the same stays: somebody may be clicking it.
    const now = JSON.stringify([found, document.documentElement.lang]);
    if (now === this.drawn) return;
    this.drawn = now;
    this.list.replaceChildren(...found.slice(0, MOST).map((game) => this.entry(game)));
  }

  /** @param {Facts} game */
  entry(game) {
    const open = button("", () => this.open(game), { class: "kept", "data-id": game.id });
    open.append(make("b", {}, titleOf(game)), make("span", { class: "soft" }, factsOf(game)));
    const remove = button("×", () => this.remove(game), {
      class: "icon",
      "aria-label": text("library.delete", { title: titleOf(game) }),
      title: text("library.delete_short"),
    });
    return make("li", {}, open, remove);
  }

  /** @param {Facts} game */
  async open({ id }) {
    const kept = await this.keeper.read(id);
    if (!kept) return this.load();
    this.dialog.close();
    await this.keeper.open(kept);
  }

  /** @param {Facts} game */
  async remove(game) {
    if (game.id === this.keeper.id) {
      find("library-count").textContent = text("library.is_open");
      return;
    }
    const removed = await this.library.remove(game.id);
    await this.load();
    this.list.querySelector("button")?.focus();
    const bring = async () => {
      if (removed) await this.library.restore(removed);
      await this.load();
    };
    find("library-count").replaceChildren(text("library.deleted", { title: titleOf(game) }), " ", button(text("library.undo"), bring, { class: "small" }));
  }

  async export() {
    await this.keeper.keep();
    const day = new Date().toISOString().slice(0, 10);
    download(`waggle-${day}.json`, new Blob([await this.library.export()], { type: "application/json" }));
  }

  /** Adds the games of an export. @param {string} content */
  async import(content) {
    try {
      const { added, known } = await this.library.import(content);
      await this.load();
      find("library-count").textContent = text("library.imported", { n: added, known });
    } catch (error) {
      find("library-count").textContent = text("library.not_imported", { reason: reasonOf(error) });
    }
  }
}

/** The players, or the type. @param {Facts} game */
export function titleOf({ white, black, type, played }) {
  const terms = /** @type {{ terms?: import("../play/played_game.js").Terms } | null} */ (played)?.terms;
  const { White = white, Black = black } = terms ? namesOf(terms) : {};
  return White || Black ? `${White || "?"} – ${Black || "?"}` : type;
}

/** @param {Facts} game */
export function factsOf({ changed, type, plies, result, isReviewed, played }) {
  const results = { White: text("library.white_won"), Black: text("library.black_won"), Draw: text("library.draw"), "": "" };
  const isOpen = /** @type {{ phase?: string } | null} */ (played)?.phase === "playing";
  const when = new Date(changed).toLocaleString(document.documentElement.lang || undefined, { dateStyle: "medium", timeStyle: "short" });
  const facts = [
    when,
    type,
    text("library.moves", { n: plies }),
    isOpen ? text("library.in_progress") : results[result],
    isReviewed ? text("library.reviewed") : "",
  ];
  return facts.filter(Boolean).join(" · ");
}
