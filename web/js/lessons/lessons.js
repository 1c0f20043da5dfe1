/**
 * The lessons: positions with a task each. What is right follows from the rules; the texts of a lesson are
 * `lessons.title_<id>`, `idea_<id>` and `task_<id>`.
 *
 * @typedef {object} MoveTask  To bring about something by moves; the opponent waits in between.
 * @property {"move"} kind
 * @property {number} moves     How many moves it takes.
 * @property {{ piece: string, q: number, r: number }} [reach]  A piece, or the beginning of its name, is to stand there.
 * @property {string} [place]   A piece is to leave the hand.
 * @property {string} [state]   How the game is to end.
 * @property {boolean} [safe]   The opponent is to be unable to win with the next move.
 *
 * @typedef {object} PiecesTask  To choose the pieces that can move.
 * @property {"pieces"} kind
 * @property {string[]} among
 *
 * @typedef {object} HexesTask  To choose the hexes that a piece can reach.
 * @property {"hexes"} kind
 * @property {string} piece
 *
 * @typedef {object} PassTask  To see that nothing can be done.
 * @property {"pass"} kind
 *
 * @typedef {MoveTask | PiecesTask | HexesTask | PassTask} Task
 * @typedef {{ id: string, start: string, task: Task, about?: string }} Lesson  `start` is what `newgame` takes; `about` is the piece to be shown.
 */

/** @param {string} piece @param {number} q @param {number} r @param {number} [moves] @returns {MoveTask} */
const reach = (piece, q, r, moves = 1) => ({ kind: "move", moves, reach: { piece, q, r } });

/** @param {Partial<MoveTask>} goal @returns {MoveTask} */
const move = (goal) => ({ kind: "move", moves: 1, ...goal });

/** @param {string[]} among @returns {PiecesTask} */
const pieces = (...among) => ({ kind: "pieces", among });

/** @param {string} piece @returns {HexesTask} */
const hexes = (piece) => ({ kind: "hexes", piece });

/** The chapters, each with its lessons. @type {{ id: string, lessons: Lesson[] }[]} */
export const CHAPTERS = [
  {
    id: "placing",
    lessons: [
      { id: "first", start: "Base", task: move({}), about: "wQ" },
      { id: "beside_own", start: "Base;White[3] wS1@0,0 bS1@1,0 wQ@-1,0 bQ@2,0", task: hexes("wA1") },
      { id: "queen_by_four", start: "Base;White[4] wS1@0,0 bS1@1,0 wA1@-1,0 bQ@2,0 wG1@-1,1 bA1@3,-1", task: move({ place: "wQ" }) },
      { id: "queen_before_moves", start: "Base;White[3] wA1@-1,0 wG1@0,0 bS1@1,0 bQ@2,0", task: reach("wA1", 3, 0, 2) },
    ],
  },
  {
    id: "moving",
    lessons: [
      { id: "one_hive", start: "Base;White[5] wQ@0,0 wS1@-1,1 wA1@-2,1 wG1@1,-1 bQ@1,0 bA1@2,0", task: pieces("wQ", "wS1", "wA1", "wG1") },
      { id: "ring", start: "Base;White[5] wA1@1,0 bQ@0,1 wQ@-1,1 wS1@-1,0 bA1@0,-1 bG1@1,-1 bB1@-2,0", task: pieces("wA1", "wQ", "wS1") },
      { id: "queen", start: "Base;White[5] wQ@0,0 wG1@1,0 bG1@2,0 bQ@3,0", task: reach("wQ", 2, -1, 2), about: "wQ" },
      { id: "gate", start: "Base;White[6] wQ@-1,0 bA1@-1,1 bG1@0,1 bQ@1,0 wS1@1,-1 wA1@0,-1", task: hexes("wQ") },
    ],
  },
  {
    id: "bugs",
    lessons: [
      { id: "ant", start: "Base;White[6] wA1@-2,2 bA1@-1,1 bG1@0,1 bQ@1,0 wS1@1,-1 wQ@0,-1", task: reach("wA1", 1, -2), about: "wA" },
      { id: "spider", start: "Base;White[5] wS1@-1,0 wQ@0,0 bG1@1,0 bQ@2,0", task: hexes("wS1"), about: "wS" },
      { id: "grasshopper", start: "Base;White[5] wG1@-1,0 wQ@0,0 bG1@1,0 bQ@2,0", task: reach("wG1", 3, 0), about: "wG" },
      { id: "grasshopper_hole", start: "Base;White[6] wG1@2,0 bS1@1,0 bQ@0,1 wQ@-1,1 wS1@-1,0 bB1@0,-1 wA1@1,-1 bA1@2,-1", task: hexes("wG1") },
      { id: "beetle", start: "Base;White[5] wB1@1,-1 wQ@0,0 bS1@1,0 bQ@2,0", task: reach("wB1", 2, 0, 2), about: "wB" },
      { id: "beetle_hole", start: "Base;White[6] wB1@2,-1 bS1@1,0 bQ@0,1 wQ@-1,1 wS1@-1,0 bA1@0,-1 wA1@1,-1", task: reach("wB1", 0, 0, 2) },
      { id: "mosquito", start: "Base+M;White[5] wM@-1,0 bG1@0,0 wQ@1,0 bQ@2,0", task: reach("wM", 3, 0), about: "wM" },
      { id: "mosquito_two", start: "Base+M;White[5] wM@-1,0 wQ@0,0 wS1@0,-1 bG1@1,0 bQ@2,0 bA1@1,-1", task: hexes("wM") },
      { id: "mosquito_top", start: "Base+M;White[6] wQ@0,0 bS1@1,0 wM@1,0+ bQ@2,0 bA1@3,-1", task: reach("wM", 2, 0) },
      { id: "mosquito_alone", start: "Base+M;White[5] wM@-1,0 bM@0,0 wQ@1,0 bQ@2,0 wA1@3,0", task: pieces("wM", "wQ", "wA1") },
      { id: "ladybug", start: "Base+L;White[6] wL@2,0 bS1@1,0 bQ@0,1 wQ@-1,1 wS1@-1,0 bB1@0,-1 wA1@1,-1", task: reach("wL", 0, 0), about: "wL" },
      { id: "pillbug", start: "Base+P;White[5] wP@-1,0 wQ@0,0 bG1@1,0 bQ@2,0", task: hexes("wP"), about: "wP" },
    ],
  },
  {
    id: "throwing",
    lessons: [
      { id: "throw_own", start: "Base+P;White[5] wQ@1,0 wP@0,0 bG1@0,1 bQ@0,2 bA1@1,1 wS1@-1,1", task: reach("wQ", 0, -1) },
      { id: "throw_other", start: "Base+P;White[6] wP@0,0 wQ@1,0 bA1@-1,0 bQ@2,0 bG1@3,-1 wS1@1,-1", task: reach("bA1", 0, 1) },
      {
        id: "can_throw",
        start: "Base+P;White[7] wP@0,0 wQ@0,1 bQ@-1,2 bA1@1,0! wS1@-1,0 bB1@-1,0+ bG1@0,-1 bS1@1,-1 bG2@2,-2",
        task: pieces("bA1", "bB1", "bG1", "bS1"),
      },
      { id: "throw_mosquito", start: "Base+MP;White[5] wP@0,0 wM@1,0 bA1@2,-1 wQ@-1,0 bQ@-2,0", task: reach("bA1", 1, 1) },
      { id: "rest", start: "Base+P;White[6] bP@0,0 bQ@1,0 wA1@0,-1! wQ@-1,1 wB1@-2,1 wG1@0,1 bS1@2,-1", task: pieces("wA1", "wQ", "wB1", "wG1") },
    ],
  },
  {
    id: "stacks",
    lessons: [
      { id: "covered", start: "Base;White[6] wA1@-1,0 wB1@-1,0+ wQ@0,0 bS1@1,0 bQ@2,0 bA1@3,-1", task: reach("wA1", 2, 1, 2) },
      {
        id: "gate_above",
        start: "Base;White[8] wS1@0,0 wB1@0,0+ bS1@1,-1 bB1@1,-1+ bA1@0,1 bB2@0,1+ bQ@1,0 wQ@2,0",
        task: hexes("wB1"),
      },
      { id: "stack_color", start: "Base;White[6] wQ@0,0 bS1@1,0 bQ@2,0 wB1@2,0+ bA1@0,1 wS1@-1,0", task: reach("w", 3, 0) },
    ],
  },
  {
    id: "ending",
    lessons: [
      { id: "win", start: "Base;White[8] bQ@0,0 wA1@1,0 bS1@0,1 wB1@-1,1 bG1@0,-1 wS1@1,-1 wQ@2,-1 wA2@2,0 bA1@-1,2", task: move({ state: "WhiteWins" }) },
      {
        id: "win_jump",
        start: "Base;White[8] bQ@0,0 bA1@1,0 bS1@0,1 wB1@-1,1 bG1@0,-1 wS1@1,-1 wQ@2,-1 wG1@2,0 bA2@-1,-1 bB1@-2,1 bG2@-2,0 wA1@3,-1",
        task: move({ state: "WhiteWins" }),
      },
      { id: "save", start: "Base;White[8] wQ@0,0 bS1@1,0 bB1@0,1 wA1@-1,1 bG1@0,-1 bA1@1,-1 bQ@2,-1 bA2@2,0 wS1@1,1", task: move({ safe: true }) },
      { id: "draw", start: "Base;White[9] wQ@0,0 bQ@1,0 wS1@-1,1 bS1@-1,0 bG1@0,-1 wG1@1,-1 bA1@2,-1 wB1@2,0 bB1@1,1 wA1@2,1", task: move({ state: "Draw" }) },
      { id: "pass", start: "Base;White[5] wQ@0,0 bA1@1,0 bA2@-1,1 bS1@0,-1 bQ@2,0", task: { kind: "pass" } },
    ],
  },
];

/** All lessons in order. */
export const LESSONS = CHAPTERS.flatMap(({ lessons }) => lessons);
