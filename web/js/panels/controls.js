/**
 * The buttons and keys that step through a game or change the look of the board.
 *
 * @import { Board } from "../board/board.js"
 * @import { Study } from "../game/study.js"
 */

import { find, isTyping } from "./element.js";

/** Lets keys act, unless an element takes them. @param {Record<string, () => void>} keys @param {(key: string) => boolean} [isMeant] */
export function wireKeys(keys, isMeant = () => true) {
  document.addEventListener("keydown", (event) => {
    const act = keys[event.key];
    if (!act || event.ctrlKey || event.altKey || event.metaKey || event.defaultPrevented || !isMeant(event.key)) return;
    if (isTyping(event, "select", "dialog", "[role=slider]", "[role=tablist]")) return;
    event.preventDefault();
    act();
  });
}

/** Changes the look of a board that keeps no settings. @param {Board} board @param {"named" | "coordinates" | "flipped"} name */
export function toggleLook(board, name) {
  board.configure({ [name]: !board.options[name] });
  find("names").setAttribute("aria-pressed", String(board.options.named));
  find("coordinates").setAttribute("aria-pressed", String(board.options.coordinates));
}

/** Names in the address what is shown. @param {string} hash */
export function showAddress(hash) {
  try {
    history.replaceState(null, "", hash);
  } catch {
    // An embedded page may not be allowed to change its address.
  }
}

/** @param {Study} study @param {Board} board @param {(name: "named" | "coordinates" | "flipped") => void} toggle */
export function wireControls(study, board, toggle) {
  /** @type {Record<string, () => void>} */
  const keys = {
    ArrowLeft: () => study.back(),
    ArrowRight: () => study.forth(),
    ArrowUp: () => study.beside(-1),
    ArrowDown: () => study.beside(1),
    Home: () => study.first(),
    End: () => study.last(),
    f: () => toggle("flipped"),
    n: () => toggle("named"),
    c: () => toggle("coordinates"),
    0: () => board.camera.fit(),
    "+": () => zoomBy(0.8),
    "-": () => zoomBy(1.25),
  };
  const zoomBy = (/** @type {number} */ factor) => {
    const { left, top, width, height } = board.area.getBoundingClientRect();
    board.camera.zoom(factor, { x: left + width / 2, y: top + height / 2 });
  };
  wireKeys(keys, (key) => study.showsGame || !/^(Arrow|Home|End)/.test(key));
  const menu = document.getElementById("menu");
  document.addEventListener("click", ({ target }) => {
    const isOpening = target instanceof Node && menu?.contains(target) && menu.getAttribute("aria-expanded") === "false";
    menu?.setAttribute("aria-expanded", String(Boolean(isOpening)));
  });
  const buttons = { first: "Home", back: "ArrowLeft", forth: "ArrowRight", last: "End", flip: "f", names: "n", coordinates: "c" };
  for (const [id, key] of Object.entries(buttons)) find(id).onclick = keys[key];
  study.on(["position", "tree"], () => {
    const { node } = study;
    for (const id of ["first", "back"]) /** @type {HTMLButtonElement} */ (find(id)).disabled = !node.parent;
    for (const id of ["forth", "last"]) /** @type {HTMLButtonElement} */ (find(id)).disabled = !node.next;
    find("where").textContent = `${node.ply} / ${node.end().ply}`;
  });
}
