/**
 * Runs reviews of the game, one after the other.
 *
 * @import { Analysis } from "../engine/analysis.js"
 * @import { Thinking } from "../engine/thinking.js"
 * @import { Study } from "../game/study.js"
 * @import { Settings } from "../settings.js"
 */

import { reviewGame } from "../engine/review.js";
import { expectedSeconds, noteSeconds } from "../engine/review_time.js";
import { Stopped } from "../engine/uhp_client.js";
import { reasonOf } from "../game/refusal.js";
import { text } from "../texts/text.js";

export class ReviewRun {
  /**
   * @param {Study} study @param {Thinking} thinking @param {Analysis} analysis @param {Settings} settings
   * @param {(text: string) => void} say
   * @param {() => string} winner  Of the game played here, if the board does not show it.
   */
  constructor(study, thinking, analysis, settings, say, winner) {
    this.study = study;
    this.thinking = thinking;
    this.analysis = analysis;
    this.settings = settings;
    this.say = say;
    this.winner = winner;
    /** Where it is shown. @type {import("./review_panel.js").ReviewPanel | null} */
    this.panel = null;
  }

  /** What the speed of reviews depends on. */
  get machine() {
    return `${this.settings.engine} ${this.settings.threads}`;
  }

  /** How long a review takes. @param {string} limit @param {number} positions */
  seconds(limit, positions) {
    return expectedSeconds(this.machine, this.settings.threads, limit, positions);
  }

  stop() {
    this.thinking.stop();
  }

  /** @param {string} limit */
  async start(limit) {
    const { study, thinking, panel } = this;
    this.analysis.switch(false);
    const { tree } = study;
    const positions = tree.mainLine().length + 1;
    const isWhole = tree.unfinished?.limit !== limit;
    const start = performance.now();
    panel?.show({ look: 1, done: 0, all: positions });
    const watch = () => study.tree !== tree && thinking.stop();
    study.addEventListener("tree", watch);
    try {
      await reviewGame(study, thinking, limit, this.winner(), (progress) => panel?.show(progress));
      if (isWhole) noteSeconds(this.machine, limit, positions, (performance.now() - start) / 1000);
      panel?.show(null);
      this.say(text("review.ready"));
    } catch (error) {
      panel?.show(null, error instanceof Stopped ? "" : reasonOf(error));
    } finally {
      study.removeEventListener("tree", watch);
    }
  }
}
