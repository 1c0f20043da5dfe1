/**
 * The buttons and keys that step through a game or change the look of the board.
 *
 * @typedef {import("../board/board.js").Board} Board
 * @typedef {import("../game/study.js").Study} Study
 */

import { find, isTyping } from "./element.js";

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
  document.addEventListener("keydown", (event) => {
    const act = keys[event.key];
    if (!act || event.ctrlKey || event.altKey || event.metaKey || event.defaultPrevented) return;
    if (isTyping(event, "select", "dialog", "[role=slider]", "[role=tablist]")) return;
    if (/^(Arrow|Home|End)/.test(event.key) && !study.showsGame) return;
    event.preventDefault();
    act();
  });
  const menu = document.getElementById("menu");
  document.addEventListener("click", ({ target }) => {
    const isOpening = target instanceof Node && menu?.contains(target) && menu.getAttribute("aria-expanded") === "false";
    menu?.setAttribute("aria-expanded", String(Boolean(isOpening)));
  });
  find("first").onclick = keys.Home;
  find("back").onclick = keys.ArrowLeft;
  find("forth").onclick = keys.ArrowRight;
  find("last").onclick = keys.End;
  find("flip").onclick = keys.f;
  find("names").onclick = keys.n;
  find("coordinates").onclick = keys.c;
  study.on(["position", "tree"], () => {
    const { node } = study;
    for (const id of ["first", "back"]) /** @type {HTMLButtonElement} */ (find(id)).disabled = !node.parent;
    for (const id of ["forth", "last"]) /** @type {HTMLButtonElement} */ (find(id)).disabled = !node.next;
    find("where").textContent = `${node.ply} / ${node.end().ply}`;
  });
}
