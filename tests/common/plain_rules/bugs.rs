//! The moves of each bug.
//!
//! Every function takes the table *without* the moving piece, and its cell.

use std::collections::BTreeSet;

use super::cell::{Cell, Way};
use super::piece::Bug;
use super::steps::{climbs_and_slides, climbs_down, climbs_up, slides};
use super::table::Table;

/// The destinations of a bug. Rule 10: each once, and never the start.
pub fn walks(bug: Bug, rest: &Table, from: Cell) -> BTreeSet<Cell> {
    let mut goals = match bug {
        Bug::Queen | Bug::Pillbug => slides(rest, from).into_iter().collect(),
        Bug::Spider => spider(rest, &[from]),
        Bug::Beetle => climbs_and_slides(rest, from).into_iter().collect(),
        Bug::Grasshopper => grasshopper(rest, from),
        Bug::Ant => ant(rest, from),
        Bug::Mosquito => mosquito(rest, from),
        Bug::Ladybug => ladybug(rest, from),
    };
    goals.remove(&from);
    goals
}

/// The ends of all paths that start with `path` and have exactly three slides, no cell twice.
fn spider(rest: &Table, path: &[Cell]) -> BTreeSet<Cell> {
    let here = path[path.len() - 1];
    if path.len() == 4 {
        return BTreeSet::from([here]);
    }
    slides(rest, here)
        .into_iter()
        .filter(|next| !path.contains(next))
        .flat_map(|next| spider(rest, &[path, &[next]].concat()))
        .collect()
}

/// Any number of slides.
fn ant(rest: &Table, from: Cell) -> BTreeSet<Cell> {
    let mut reached = BTreeSet::new();
    let mut open = vec![from];
    while let Some(cell) = open.pop() {
        for next in slides(rest, cell) {
            if reached.insert(next) {
                open.push(next);
            }
        }
    }
    reached
}

/// Straight over one or more occupied cells to the first empty one, regardless of gates.
fn grasshopper(rest: &Table, from: Cell) -> BTreeSet<Cell> {
    Way::ALL
        .into_iter()
        .filter(|&way| !rest.is_empty(from.next(way)))
        .map(|way| {
            let mut cell = from.next(way);
            while !rest.is_empty(cell) {
                cell = cell.next(way);
            }
            cell
        })
        .collect()
}

/// Up, across on top of the hive, and down.
fn ladybug(rest: &Table, from: Cell) -> BTreeSet<Cell> {
    let mut goals = BTreeSet::new();
    for first in climbs_up(rest, from) {
        for second in climbs_up(rest, first) {
            goals.extend(climbs_down(rest, second));
        }
    }
    goals
}

/// On top of the hive a beetle; on the ground the bugs on top of the stacks around it, except another
/// mosquito.
fn mosquito(rest: &Table, from: Cell) -> BTreeSet<Cell> {
    if !rest.is_empty(from) {
        return walks(Bug::Beetle, rest, from);
    }
    from.neighbors()
        .filter_map(|neighbor| rest.top(neighbor))
        .filter(|piece| piece.bug != Bug::Mosquito)
        .flat_map(|piece| walks(piece.bug, rest, from))
        .collect()
}
