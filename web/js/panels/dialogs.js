/**
 * The dialogs: new game, open, save, settings, help.
 *
 * @import { Board } from "../board/board.js"
 * @import { Rules } from "../engine/rules.js"
 * @import { Study } from "../game/study.js"
 */

import { gifOf } from "../board/animation.js";
import { pngOf, svgOf } from "../board/picture.js";
import { readGames, textOf, titleOf } from "../game/files.js";
import { reasonOf } from "../game/refusal.js";
import { GameTree } from "../game/tree.js";
import { LANGUAGES, text } from "../texts/text.js";
import { dialog, download, opens } from "./dialog.js";
import { button, find, isTyping, make } from "./element.js";
import { mended } from "./voice.js";

/** @param {Study} study */
export function wireNewGame(study) {
  opens("open-new", "new-game");
  find("new-start").onclick = async () => {
    const type = /** @type {HTMLSelectElement} */ (find("new-type")).value;
    dialog("new-game").close();
    await study.open(new GameTree(type));
  };
}

/**
 * Opens games from text, from a file, or from either dropped onto the page.
 *
 * @param {Study} study
 * @param {Rules} rules
 * @param {(text: string) => void} complain
 */
export function wireOpen(study, rules, complain) {
  const field = /** @type {HTMLTextAreaElement} */ (find("open-text"));
  const file = /** @type {HTMLInputElement} */ (find("open-file"));
  const list = find("open-games");
  const fault = find("open-fault");
  const clear = () => {
    list.replaceChildren();
    fault.textContent = "";
  };
  const open = async (/** @type {string} */ content) => {
    clear();
    const { games, errors, cut, warnings } = await readGames(rules, content);
    const cutOff = cut.length ? text("page.up_to_error", { reasons: cut.join("; ") }) : "";
    const contradicts = warnings.length ? text("page.contradicts", { reasons: warnings.join("; ") }) : "";
    const warning = [cutOff, contradicts].filter(Boolean).join(" ");
    if (games.length === 1 && !errors.length) {
      await study.open(games[0].tree);
      mended();
      if (warning) complain(warning);
      dialog("open-dialog").close();
      return;
    }
    const choose = (/** @type {GameTree} */ tree) => async () => {
      try {
        await study.open(tree);
        mended();
        dialog("open-dialog").close();
      } catch (error) {
        fault.textContent = text("page.unreadable", { reason: reasonOf(error) });
      }
    };
    list.replaceChildren(...games.map((game) => button(titleOf(game), choose(game.tree))));
    const left = errors.length ? text("page.left_out", { reasons: errors.join("; ") }) : "";
    fault.textContent = [left, warning].filter(Boolean).join(" ");
    if (!dialog("open-dialog").open) dialog("open-dialog").showModal();
    list.querySelector("button")?.focus();
  };
  const attempt = async (/** @type {string} */ content) => {
    const before = study.tree;
    try {
      await open(content);
      if (study.tree !== before && !study.showsGame) study.setUse("analyse");
    } catch (error) {
      const reason = text("page.unreadable", { reason: reasonOf(error) });
      fault.textContent = reason;
      if (!dialog("open-dialog").open) complain(reason);
    }
  };
  opens("open-open", "open-dialog", clear);
  field.addEventListener("input", () => (fault.textContent = ""));
  find("open-read").onclick = () => attempt(field.value);
  file.onchange = async () => {
    const [chosen] = file.files ?? [];
    if (chosen) await attempt(await textOf(chosen));
    file.value = "";
  };
  document.addEventListener("dragover", (event) => {
    if (!event.dataTransfer?.types.some((type) => type === "Files" || type === "text/plain")) return;
    event.preventDefault();
    document.body.classList.add("dropping");
  });
  document.addEventListener("dragleave", (event) => {
    if (!event.relatedTarget) document.body.classList.remove("dropping");
  });
  document.addEventListener("drop", async (event) => {
    document.body.classList.remove("dropping");
    event.preventDefault();
    const [dropped] = event.dataTransfer?.files ?? [];
    await attempt(dropped ? await textOf(dropped) : (event.dataTransfer?.getData("text/plain") ?? ""));
  });
  document.addEventListener("paste", (event) => {
    if (isTyping(event)) return;
    const pasted = event.clipboardData?.getData("text/plain");
    if (pasted) attempt(pasted);
  });
}

/**
 * A link that others can open: to the public address of the page if it has one; empty if the page is served to this computer
 * only, by an address that ends with the program.
 *
 * @param {string} hash @param {import("../connection/connect.js").Engine} engine
 */
export function linkTo(hash, { isNative, publicAddress }) {
  const known = publicAddress || document.querySelector("meta[name=public-address]")?.getAttribute("content");
  const address = known || (isNative ? "" : location.href.replace(/[?#].*/, ""));
  return address && address + hash;
}

/**
 * Copies a text, and says so; whether that is allowed.
 * @param {string} words @param {"link" | "text" | "hop" | "result"} what @param {(text: string) => void} tell
 */
export async function copied(words, what, tell) {
  const isDone = await navigator.clipboard?.writeText(words).then(() => true, () => false);
  if (isDone) tell(text(`page.copied_${what}`));
  return Boolean(isDone);
}

/**
 * @param {Study} study
 * @param {Rules} rules
 * @param {Board} board
 * @param {import("../connection/connect.js").Engine} engine  Tells where links lead.
 * @param {(text: string) => void} tell
 * @param {() => import("../game/position.js").Player | "Draw" | ""} winner  Of the game played here, if the board does not show it.
 */
export function wireSave(study, rules, board, engine, tell, winner) {
  const link = /** @type {HTMLInputElement} */ (find("save-link"));
  const gameString = /** @type {HTMLInputElement} */ (find("save-text"));
  const hop = /** @type {HTMLInputElement} */ (find("save-hop"));
  const share = find("share");
  opens("open-save", "save-dialog", () => {
    link.value = linkTo(location.hash, engine);
    find("share-link").hidden = link.value === "";
    // Without a link, the texts are what there is to share.
    /** @type {HTMLDetailsElement} */ (find("save-more")).open = link.value === "";
    gameString.value = study.position?.game ?? "";
    hop.value = study.position?.hop ?? "";
    share.hidden = !("share" in navigator);
  });
  share.onclick = async () => {
    try {
      await navigator.share(link.value ? { title: document.title, url: link.value } : { title: document.title, text: gameString.value });
    } catch (error) {
      if (!(error instanceof DOMException && error.name === "AbortError")) tell(text("page.unsaved", { reason: reasonOf(error) }));
    }
  };
  for (const [id, field, what] of /** @type {const} */ ([["copy-link", link, "link"], ["copy-text", gameString, "text"], ["copy-hop", hop, "hop"]])) {
    find(id).onclick = async () => {
      field.select();
      if (!(await copied(field.value, what, tell))) tell(text(`page.selected_${what}`));
    };
  }
  const end = () => study.node.end();
  const game = (/** @type {string} */ format) => rules.write(study.tree, study.tree.root.end(), format, winner());
  /** @type {Record<string, () => Promise<[string, string | Blob, string]>>} */
  const formats = {
    pgn: async () => ["hive.pgn", await game("pgn"), "application/x-chess-pgn"],
    gamestring: async () => {
      const isGame = end() === study.tree.root.end();
      return ["hive.txt", isGame ? await game("gamestrings") : `${(await rules.positionOf(study.tree, end())).game}\n`, "text/plain"];
    },
    svg: async () => ["hive.svg", svgOf(board), "image/svg+xml"],
    png: async () => ["hive.png", await pngOf(board), "image/png"],
    gif: async () => {
      const positions = await Promise.all(end().path().map((node) => rules.positionOf(study.tree, node)));
      return ["hive.gif", await gifOf(positions, board.options), "image/gif"];
    },
  };
  for (const entry of /** @type {NodeListOf<HTMLButtonElement>} */ (dialog("save-dialog").querySelectorAll("[data-format]"))) {
    entry.onclick = async () => {
      entry.disabled = true;
      try {
        const [name, content, type] = await formats[entry.dataset.format ?? ""]();
        download(name, content instanceof Blob ? content : new Blob([content], { type }));
      } catch (error) {
        tell(text("page.unsaved", { reason: reasonOf(error) }));
      }
      entry.disabled = false;
    };
  }
}

export function wireHelp() {
  opens("open-help", "help");
  document.addEventListener("keydown", (event) => {
    if (event.key !== "?" || isTyping(event, "dialog")) return;
    dialog("help").showModal();
  });
}

/** The powers of two up to a maximum, and the maximum. @param {number} most */
function upTo(most) {
  const powers = Array.from({ length: Math.ceil(Math.log2(most)) }, (_, power) => 2 ** power);
  return [...powers, most];
}

/**
 * @param {import("../settings.js").Settings} settings
 * @param {import("../connection/connect.js").Engine} engine  Determines the choices.
 * @param {(settings: import("../settings.js").Settings) => void} apply
 */
export function wireSettings(settings, { tables, threads }, apply) {
  opens("open-settings", "settings");
  const form = /** @type {HTMLFormElement} */ (find("settings-form"));
  const offer = (/** @type {string} */ name, /** @type {number[]} */ numbers, unit = "") => {
    const options = numbers.map((number) => make("option", { value: String(number) }, `${number}${unit}`));
    /** @type {HTMLSelectElement} */ (form.elements.namedItem(name)).replaceChildren(...options);
  };
  /** @type {HTMLSelectElement} */ (form.elements.namedItem("language")).append(
    ...Object.entries(LANGUAGES).map(([code, name]) => make("option", { value: code, lang: code }, name)),
  );
  offer("table", tables, " MiB");
  offer("threads", upTo(threads));
  find("threads-choice").hidden = threads === 1;
  for (const [name, value] of Object.entries(settings)) {
    const field = form.elements.namedItem(name);
    if (field instanceof HTMLInputElement && field.type === "checkbox") field.checked = Boolean(value);
    else if (field instanceof HTMLSelectElement) field.value = String(value);
  }
  form.addEventListener("change", () => {
    for (const [name, value] of Object.entries(settings)) {
      const field = form.elements.namedItem(name);
      if (field instanceof HTMLInputElement) Object.assign(settings, { [name]: field.checked });
      else if (field instanceof HTMLSelectElement) Object.assign(settings, { [name]: typeof value === "number" ? Number(field.value) : field.value });
    }
    apply(settings);
  });
}
