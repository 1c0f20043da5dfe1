/**
 * The dialogs: new game, open, save, settings, help.
 *
 * @typedef {import("../board/board.js").Board} Board
 * @typedef {import("../engine/rules.js").Rules} Rules
 * @typedef {import("../game/study.js").Study} Study
 */

import { pngOf, svgOf } from "../board/picture.js";
import { readGames, textOf, titleOf } from "../game/files.js";
import { GameTree } from "../game/tree.js";
import { button, find, isTyping, make } from "./element.js";

/** How many games that cannot be read are named. */
const NAMED_ERRORS = 3;

/** @param {string} id */
const dialog = (id) => /** @type {HTMLDialogElement} */ (find(id));

/** Makes a button open a dialog, and a click outside the dialog close it. @param {string} opener @param {string} id @param {() => void} [prepare] */
function opens(opener, id, prepare = () => {}) {
  find(opener).onclick = () => {
    prepare();
    dialog(id).showModal();
  };
  dialog(id).addEventListener("click", (event) => {
    if (event.target === event.currentTarget) dialog(id).close();
  });
}

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
  const text = /** @type {HTMLTextAreaElement} */ (find("open-text"));
  const file = /** @type {HTMLInputElement} */ (find("open-file"));
  const list = find("open-games");
  const fault = find("open-fault");
  const clear = () => {
    list.replaceChildren();
    fault.textContent = "";
  };
  const open = async (/** @type {string} */ content) => {
    clear();
    const { games, errors } = await readGames(rules, content);
    if (games.length === 1 && !errors.length) {
      await study.open(games[0].tree);
      dialog("open-dialog").close();
      return;
    }
    const choose = (/** @type {GameTree} */ tree) => async () => {
      try {
        await study.open(tree);
        dialog("open-dialog").close();
      } catch (error) {
        fault.textContent = `This cannot be opened: ${error instanceof Error ? error.message : error}`;
      }
    };
    list.replaceChildren(...games.map((game) => button(titleOf(game), choose(game.tree))));
    const more = errors.length > NAMED_ERRORS ? `; and ${errors.length - NAMED_ERRORS} more` : "";
    if (errors.length) fault.textContent = `Left out: ${errors.slice(0, NAMED_ERRORS).join("; ")}${more}`;
    if (!dialog("open-dialog").open) dialog("open-dialog").showModal();
    list.querySelector("button")?.focus();
  };
  const attempt = async (/** @type {string} */ content) => {
    try {
      await open(content);
    } catch (error) {
      const reason = `This cannot be opened: ${error instanceof Error ? error.message : error}`;
      fault.textContent = reason;
      if (!dialog("open-dialog").open) complain(reason);
    }
  };
  opens("open-open", "open-dialog", clear);
  find("open-read").onclick = () => attempt(text.value);
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

/** Downloads a file. @param {string} name @param {Blob} content */
function download(name, content) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/** @param {Study} study @param {Rules} rules @param {Board} board @param {(text: string) => void} tell */
export function wireSave(study, rules, board, tell) {
  const link = /** @type {HTMLInputElement} */ (find("save-link"));
  const text = /** @type {HTMLInputElement} */ (find("save-text"));
  opens("open-save", "save-dialog", () => {
    link.value = location.href.replace(/\?[^#]*/, "");
    text.value = study.position?.game ?? "";
  });
  const copy = async (/** @type {HTMLInputElement} */ field, /** @type {string} */ what) => {
    field.select();
    try {
      await navigator.clipboard.writeText(field.value);
      tell(`${what} copied.`);
    } catch {
      tell(`${what} selected: copy it with Ctrl+C.`);
    }
  };
  find("copy-link").onclick = () => copy(link, "Link");
  find("copy-text").onclick = () => copy(text, "GameString");
  const end = () => study.node.end();
  /** @type {Record<string, () => Promise<[string, string | Blob, string]>>} */
  const formats = {
    pgn: async () => ["hive.pgn", await rules.write(study.tree, end(), "pgn"), "application/x-chess-pgn"],
    gamestring: async () => ["hive.txt", `${(await rules.positionOf(study.tree, end())).game}\n`, "text/plain"],
    svg: async () => ["hive.svg", svgOf(board), "image/svg+xml"],
    png: async () => ["hive.png", await pngOf(board), "image/png"],
  };
  for (const entry of /** @type {NodeListOf<HTMLElement>} */ (dialog("save-dialog").querySelectorAll("[data-format]"))) {
    entry.onclick = async () => {
      try {
        const [name, content, type] = await formats[entry.dataset.format ?? ""]();
        download(name, content instanceof Blob ? content : new Blob([content], { type }));
      } catch (error) {
        tell(`This cannot be saved: ${error instanceof Error ? error.message : error}`);
      }
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
  offer("table", tables, " MiB");
  offer("threads", upTo(threads));
  find("threads-choice").hidden = threads === 1;
  for (const [name, value] of Object.entries(settings)) {
    const field = form.elements.namedItem(name);
    if (field instanceof HTMLInputElement && field.type === "checkbox") field.checked = Boolean(value);
    else if (field instanceof HTMLSelectElement) field.value = String(value);
  }
  form.addEventListener("change", () => {
    const data = new FormData(form);
    settings.theme = /** @type {"auto"} */ (data.get("theme") ?? "auto");
    settings.table = Number(data.get("table"));
    settings.threads = Number(data.get("threads"));
    settings.arrows = data.has("arrows");
    settings.animate = data.has("animate");
    apply(settings);
  });
}
