//! One step of anything, and what may hold it back.
//!
//! Every function here wants the table *without* the piece that moves.

use super::cell::Cell;
use super::table::Table;

/// Rule 8: the cells one slide away along the ground.
///
/// Of the two cells beside the step exactly one is occupied: the piece moves along that one and past
/// the other. With both occupied the gate is too narrow, with none the piece would lose contact.
///
/// ```text
///      a
///  from  to
///      b
/// ```
pub fn slides(rest: &Table, from: Cell) -> Vec<Cell> {
    from.neighbors()
        .filter(|&to| rest.is_empty(to))
        .filter(|&to| {
            let [a, b] = from.beside_step(to);
            rest.is_empty(a) != rest.is_empty(b)
        })
        .collect()
}

/// Rule 9: whether a step that climbs, walks above the ground or comes down passes between its flanks.
///
/// The piece rises to the higher of the two ends of the step; only two flanks that both rise above
/// that stop it.
///
/// ```text
///        a: 3
///  from: 1   to: 2     blocked, since 3 > 2 on both sides
///        b: 3
/// ```
pub fn passes_over(rest: &Table, from: Cell, to: Cell) -> bool {
    let level = rest.height(from).max(rest.height(to));
    !from.beside_step(to).into_iter().all(|beside| rest.height(beside) > level)
}

/// Rules 8 and 9 together, for a piece that may climb: all cells one step away.
///
/// From the ground to empty ground it slides; every other step has a stack at one end at least, so
/// that it cannot lose contact.
pub fn climbs_and_slides(rest: &Table, from: Cell) -> Vec<Cell> {
    if rest.is_empty(from) {
        let mut cells = slides(rest, from);
        cells.extend(climbs_up(rest, from));
        cells
    } else {
        from.neighbors().filter(|&to| passes_over(rest, from, to)).collect()
    }
}

/// Rule 9: the stacks beside `from` that can be stepped upon, from whatever height.
pub fn climbs_up(rest: &Table, from: Cell) -> Vec<Cell> {
    from.neighbors().filter(|&to| !rest.is_empty(to) && passes_over(rest, from, to)).collect()
}

/// Rule 9: the empty cells beside the stack `from` that can be stepped down upon.
pub fn climbs_down(rest: &Table, from: Cell) -> Vec<Cell> {
    from.neighbors().filter(|&to| rest.is_empty(to) && passes_over(rest, from, to)).collect()
}
