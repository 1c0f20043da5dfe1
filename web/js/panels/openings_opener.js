/** Loads the opening explorer once somebody opens it. */

import { reasonOf } from "../game/refusal.js";
import { text } from "../texts/text.js";
import { find, make } from "./element.js";

/**
 * @param {import("./side_tabs.js").SideTabs} tabs
 * @param {import("../game/study.js").Study} study
 * @param {import("../engine/rules.js").Rules} rules
 * @param {boolean} isNative
 * @param {(text: string) => void} say
 * @param {(reason: string) => void} complain
 */
export function wireOpenings(tabs, study, rules, isNative, say, complain) {
  const isOpen = () => tabs.isOpen("openings");
  const open = async () => {
    if (!isOpen()) return;
    tabs.removeEventListener("change", open);
    document.head.append(make("link", { rel: "stylesheet", href: "css/openings.css" }));
    try {
      const { OpeningsTab } = await import("../openings/openings_tab.js");
      const tab = new OpeningsTab(find("openings"), study, rules, isNative, say, isOpen);
      tabs.addEventListener("change", () => tab.ask());
    } catch (error) {
      tabs.show("engine");
      tabs.addEventListener("change", open);
      complain(text("openings.not_loaded", { reason: reasonOf(error) }));
    }
  };
  tabs.addEventListener("change", open);
}
