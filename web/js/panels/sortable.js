/** A table that can be sorted by clicking a heading. */

import { make } from "./element.js";

/**
 * @template Row
 * @typedef {object} Column
 * @property {string} title
 * @property {(row: Row) => Node | string} show
 * @property {(row: Row) => string | number} [by]  The sort key; without one, the column cannot be sorted.
 * @property {boolean} [words]  Whether it holds text instead of numbers.
 * @property {boolean} [wide]  Whether it is hidden on narrow screens.
 */

/** @template Row */
export class SortableTable {
  /**
   * @param {HTMLElement} box @param {string} caption @param {Column<Row>[]} columns @param {Row[]} rows
   * @param {number} [most]  How many rows to show at first.
   */
  constructor(box, caption, columns, rows, most = Infinity) {
    this.columns = columns;
    this.rows = rows;
    this.most = most;
    /** @type {Column<Row> | null} */
    this.column = null;
    this.falls = false;
    this.headings = columns.map((column) =>
      make(
        "th",
        { scope: "col", class: classOf(column) },
        column.by ? make("button", { type: "button", onclick: () => this.sort(column) }, column.title) : make("span", {}, column.title),
      ),
    );
    this.body = make("tbody");
    box.replaceChildren(make("table", {}, make("caption", { class: "heard" }, caption), make("thead", {}, make("tr", {}, ...this.headings)), this.body));
    this.draw();
  }

  /** Sorts by a column: numbers descending, text ascending; reversed the next time. @param {Column<Row>} column */
  sort(column) {
    this.falls = this.column === column ? !this.falls : !column.words;
    this.column = column;
    this.headings.forEach((heading, index) => {
      if (this.columns[index] === column) heading.setAttribute("aria-sort", this.falls ? "descending" : "ascending");
      else heading.removeAttribute("aria-sort");
    });
    const by = /** @type {(row: Row) => string | number} */ (column.by);
    const sign = this.falls ? -1 : 1;
    this.rows = [...this.rows].sort((one, other) => {
      const [a, b] = [by(one), by(other)];
      return sign * (typeof a === "string" ? a.localeCompare(String(b)) : a - Number(b));
    });
    this.draw();
  }

  /** @param {Row[]} rows  In the order shown until a column is clicked. */
  setRows(rows) {
    this.rows = rows;
    const { column } = this;
    if (column) {
      this.falls = !this.falls;
      this.sort(column);
    } else this.draw();
  }

  draw() {
    const rows = this.rows.slice(0, this.most);
    this.body.replaceChildren(...rows.map((row) => make("tr", {}, ...this.columns.map((column) => make("td", { class: classOf(column) }, column.show(row))))));
  }
}

/** @param {{ words?: boolean, wide?: boolean }} column */
const classOf = ({ words, wide }) => [words ? "words" : "", wide ? "wide" : ""].join(" ").trim();
