/**
 * The address, and the browser's Back and Forward: a step for each position shown, which go back to it without changing a
 * game.
 *
 * @import { Study } from "../game/study.js"
 * @import { Keeper } from "./keeper.js"
 * @typedef {{ id: string, path: string[], use: import("../game/study.js").Use }} Place
 */

import { writeAddress } from "../game/address.js";
import { nodeAfter } from "./tree_record.js";

export class BrowserHistory {
  /** @param {Study} study @param {Keeper} keeper @param {() => Promise<void>} openAddress */
  constructor(study, keeper, openAddress) {
    this.study = study;
    this.keeper = keeper;
    this.openAddress = openAddress;
    /** How many steps are under way. */
    this.travels = 0;
    study.on(["tree"], () => this.place()?.id === keeper.id && this.write("replace"));
    study.on(["position", "use"], () => this.write("push"));
    addEventListener("popstate", () => this.travel());
  }

  /** The place of the present entry. @returns {Place | null} */
  place() {
    return history.state?.path ? history.state : null;
  }

  /** Goes to the place of the present entry; to its address if it has none. */
  async travel() {
    const { study, keeper } = this;
    const place = this.place();
    this.travels += 1;
    try {
      if (place && place.id === keeper.id) {
        study.setUse(place.use);
        await study.go(nodeAfter(study.tree, place.path));
        return;
      }
      const kept = place && (await keeper.read(place.id));
      if (kept) await keeper.open(kept, place);
      else await this.openAddress();
    } finally {
      this.travels -= 1;
      this.write("replace");
    }
  }

  /** Does what is one step together. @param {() => Promise<void>} act */
  async asOne(act) {
    this.travels += 1;
    await act().finally(() => (this.travels -= 1));
    this.write("push");
  }

  /** Writes the address, as a step of its own if it shows another place. @param {"push" | "replace"} how */
  write(how) {
    const { study, keeper } = this;
    if (this.travels) return;
    const { tree, node, use } = study;
    /** @type {Place} */
    const place = { id: keeper.id, path: node.moves, use };
    const address = use === "puzzles" ? `#puzzles/${study.puzzle}` : `#${writeAddress(use, tree, node)}`;
    const was = this.place();
    if (location.hash === address && JSON.stringify(was) === JSON.stringify(place)) return;
    const isStep = how === "push" && was !== null && JSON.stringify(was) !== JSON.stringify(place);
    try {
      if (isStep) history.pushState(place, "", address);
      else history.replaceState(place, "", address);
    } catch {
      // Browsers limit how often this may be called; the next step catches up.
    }
  }
}
