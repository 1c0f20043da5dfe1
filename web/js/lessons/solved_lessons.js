/** Which lessons were solved in this browser. */

import { KeptSet } from "../kept.js";

export class SolvedLessons extends KeptSet {
  constructor() {
    super("waggle-lessons-solved");
  }
}
