/**
 * The first screen: what to do, and what was left to go on with.
 *
 * @typedef {import("../game/study.js").Study} Study
 * @typedef {{ title: string, about: string, open: () => void }} Left  Something that was left.
 */

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
    this.box.replaceChildren(
      ...left.map(({ title, about, open }) => {
        const entry = button("", open, { class: "main" });
        entry.append(make("b", {}, title), make("span", {}, about));
        return entry;
      }),
    );
  }
}
