/**
 * The tabs beside the board while a game is analysed or reviewed: one panel at a time, so that none is cut. Fires `change`.
 *
 * @import { Study } from "../game/study.js"
 * @typedef {typeof TABS[number]} Tab
 */

import { find } from "./element.js";

const TABS = /** @type {const} */ (["engine", "review", "openings", "moves"]);

export class SideTabs extends EventTarget {
  /** @param {Study} study */
  constructor(study) {
    super();
    this.study = study;
    /** @type {Tab} */
    this.tab = "engine";
    for (const tab of TABS) find(`tab-${tab}`).onclick = () => this.show(tab);
    find("side-tabs").onkeydown = ({ key }) => {
      const step = { ArrowLeft: -1, ArrowRight: 1 }[key];
      if (!step) return;
      const next = TABS[(TABS.indexOf(this.tab) + step + TABS.length) % TABS.length];
      this.show(next);
      find(`tab-${next}`).focus();
    };
    study.on(["use"], () => {
      if (study.use === "review") this.tab = "review";
      else if (study.use === "analyse" && this.tab === "review") this.tab = "engine";
      this.draw();
    });
    this.draw();
  }

  /** @param {Tab} tab */
  show(tab) {
    this.tab = tab;
    // A review has a mode of its own; the moves are those of both.
    if (tab !== "moves") this.study.setUse(tab === "review" ? "review" : "analyse");
    this.draw();
  }

  /** Whether a tab is seen. @param {Tab} tab */
  isOpen(tab) {
    return this.tab === tab && (this.study.use === "analyse" || this.study.use === "review");
  }

  draw() {
    document.body.dataset.tab = this.tab;
    for (const tab of TABS) {
      find(`tab-${tab}`).setAttribute("aria-selected", String(tab === this.tab));
      find(`tab-${tab}`).tabIndex = tab === this.tab ? 0 : -1;
    }
    this.dispatchEvent(new Event("change"));
  }
}
