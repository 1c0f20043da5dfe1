/**
 * The first screen: what Hive is, what to do, and what was left to go on with.
 *
 * @typedef {import("../game/study.js").Study} Study
 * @typedef {{ title: string, about: string, open: () => void, isOver: boolean }} Left  Something that was left.
 */

import { boxAround } from "../board/camera.js";
import { animateMove } from "../board/drawing.js";
import { centerOf } from "../board/geometry.js";
import { stackOfTiles } from "../board/tiles.js";
import { stacksOf } from "../game/position.js";
import { demonstrate, endOfDemonstration } from "../lessons/demonstration.js";
import { SolvedLessons } from "../lessons/solved_lessons.js";
import { text } from "../texts/text.js";
import { button, find, make } from "./element.js";

export class HomePanel {
  /** @param {Study} study @param {() => Promise<Left[]>} whatWasLeft */
  constructor(study, whatWasLeft) {
    this.study = study;
    this.whatWasLeft = whatWasLeft;
    this.box = find("home-go-on");
    for (const use of /** @type {const} */ (["learn", "puzzles", "play", "analyse"])) find(`home-${use}`).onclick = () => study.setUse(use);
    find("home-open").onclick = () => find("open-open").click();
    // Whoever opens a game wants to see it.
    study.on(["tree"], () => study.use === "home" && (study.tree.root.next || study.tree.start.includes(";")) && study.setUse("analyse"));
    study.on(["use", "words"], () => this.draw());
  }

  async draw() {
    if (this.study.use !== "home") return;
    const left = await this.whatWasLeft();
    const isNew = !left.length && !new SolvedLessons().ids.size;
    const first = { title: text("home.start"), about: text("home.start_about"), open: () => this.study.setUse("learn"), isOver: false };
    this.box.replaceChildren(
      ...(isNew ? [first] : left).map(({ title, about, open, isOver }) => {
        const entry = button("", open, { class: isOver ? "" : "main" });
        entry.append(make("b", {}, title), make("span", {}, about));
        return entry;
      }),
    );
  }
}

/** Shows a small game that plays itself, as long as the first screen is seen. */
export function playAtHome() {
  const svg = /** @type {SVGSVGElement & HTMLElement} */ (find("home-hive"));
  const [left, top, width, height] = boxAround(endOfDemonstration().pieces.map((hex) => centerOf(hex, false)));
  svg.setAttribute("viewBox", `${left} ${top} ${width} ${height}`);
  const look = { named: false, flipped: false };
  let isPlaying = false;
  const isSeen = () => document.body.dataset.use === "home";
  const play = async () => {
    if (isPlaying || !isSeen()) return;
    isPlaying = true;
    await demonstrate((position) => {
      svg.innerHTML = `<g>${stacksOf(position).map((stack) => stackOfTiles(stack, look)).join("")}</g>`;
      animateMove(svg, position, false);
    }, isSeen);
    isPlaying = matchMedia("(prefers-reduced-motion: reduce)").matches;
  };
  new MutationObserver(play).observe(document.body, { attributeFilter: ["data-use"] });
  play();
}
