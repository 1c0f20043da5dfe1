/**
 * Loads the puzzles once somebody opens their mode.
 *
 * @import { PuzzlesTab } from "../training/puzzles_tab.js"
 */

import { reasonOf } from "../game/refusal.js";
import { text } from "../texts/text.js";

/**
 * What the board shows in the mode of puzzles.
 *
 * @param {import("../game/study.js").Study} study
 * @param {(Tab: typeof import("../training/puzzles_tab.js").PuzzlesTab) => PuzzlesTab} make
 * @param {(reason: string) => void} complain
 * @returns {import("../board_view.js").Instead}
 */
export function openPuzzles(study, make, complain) {
  /** The puzzles, once their mode was opened. @type {Promise<PuzzlesTab> | null} */
  let loaded = null;
  const isOpen = () => study.use === "puzzles";
  const show = async () => {
    loaded ??= import("../training/puzzles_tab.js").then(({ PuzzlesTab }) => make(PuzzlesTab));
    try {
      const tab = await loaded;
      if (isOpen()) await tab.open(study.puzzle);
    } catch (error) {
      loaded = null;
      complain(text("puzzles.not_loaded", { reason: reasonOf(error) }));
    }
  };
  study.on(["words"], () => loaded?.then((tab) => tab.draw()));
  return { isOpen, show };
}
