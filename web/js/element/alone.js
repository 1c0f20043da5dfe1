/** `<waggle-board>` on other people's pages, with its own colors and both languages. */

import boardStyle from "../../css/board.css";
import themeStyle from "../../css/theme.css";
import { de } from "../texts/de.js";
import { en } from "../texts/en.js";
import { setTexts } from "../texts/text.js";
import { WaggleBoard } from "./waggle_board.js";

const theme = themeStyle.replaceAll("data-", "").replace(/:root((?:\[[^\]]*\]|:not\([^)]*\))+)/g, ":host($1)").replaceAll(":root", ":host");
WaggleBoard.rules = theme + boardStyle;

customElements.define("waggle-board", class extends WaggleBoard {
  speak() {
    const isGerman = /^de\b/.test(this.closest("[lang]")?.getAttribute("lang") ?? "");
    setTexts(isGerman ? "de" : "en", isGerman ? de : en);
  }
});
