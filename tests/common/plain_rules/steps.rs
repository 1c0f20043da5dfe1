//! Single steps and gates.
//!
//! Every function takes the table *without* the moving piece.

use super::cell::Cell;
use super::table::Table;

/// Rule 8: the cells one slide away along the ground.
///
/// Exactly one of the two cells flanking the step is occupied. With both occupied there is a gate; with
/// none the piece would lose contact.
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

/// Rule 9: whether no gate blocks a step up, across or down.
///
/// The step is at the height of its higher end; two flanks that are both higher block it.
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
/// From the ground to empty ground it slides; every other step has a stack at one end, so it cannot
/// lose contact.
pub fn climbs_and_slides(rest: &Table, from: Cell) -> Vec<Cell> {
    if rest.is_empty(from) {
        let mut cells = slides(rest, from);
        cells.extend(climbs_up(rest, from));
        cells
    } else {
        from.neighbors().filter(|&to| passes_over(rest, from, to)).collect()
    }
}

/// Rule 9: the stacks next to `from` that a piece can step onto, from any height.
pub fn climbs_up(rest: &Table, from: Cell) -> Vec<Cell> {
    from.neighbors().filter(|&to| !rest.is_empty(to) && passes_over(rest, from, to)).collect()
}

/// Rule 9: the empty cells next to the stack `from` that a piece can step down to.
pub fn climbs_down(rest: &Table, from: Cell) -> Vec<Cell> {
    from.neighbors().filter(|&to| rest.is_empty(to) && passes_over(rest, from, to)).collect()
}
