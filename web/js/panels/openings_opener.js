/** Loads the opening explorer once somebody opens it. */

import { reasonOf } from "../game/refusal.js";
import { text } from "../texts/text.js";
import { find, make } from "./element.js";

/**
 * @param {import("../game/study.js").Study} study
 * @param {import("../engine/rules.js").Rules} rules
 * @param {boolean} isNative
 * @param {(text: string) => void} say
 * @param {(reason: string) => void} complain
 */
export function wireOpenings(study, rules, isNative, say, complain) {
  const box = /** @type {HTMLDetailsElement} */ (find("openings"));
  const open = async () => {
    if (!box.open) return;
    box.removeEventListener("toggle", open);
    document.head.append(make("link", { rel: "stylesheet", href: "css/openings.css" }));
    try {
      const { OpeningsTab } = await import("../openings/openings_tab.js");
      new OpeningsTab(box, study, rules, isNative, say);
    } catch (error) {
      box.open = false;
      box.addEventListener("toggle", open);
      complain(text("openings.not_loaded", { reason: reasonOf(error) }));
    }
  };
  box.addEventListener("toggle", open);
}
