//! Drawings of the bugs, seen from above with the head to the north.
//!
//! A drawing fits in a circle of radius 66 around the origin; the corners of a hex are 100 away.
//! `currentColor` is the color of the bug; markings without a color inherit that of the tile.

use crate::rules::Bug;

/// The drawing of a bug, as the content of an SVG group.
pub(super) const fn drawing(bug: Bug) -> &'static str {
    match bug {
        Bug::Queen => include_str!("bugs/queen.svg"),
        Bug::Spider => include_str!("bugs/spider.svg"),
        Bug::Beetle => include_str!("bugs/beetle.svg"),
        Bug::Grasshopper => include_str!("bugs/grasshopper.svg"),
        Bug::Ant => include_str!("bugs/ant.svg"),
        Bug::Mosquito => include_str!("bugs/mosquito.svg"),
        Bug::Ladybug => include_str!("bugs/ladybug.svg"),
        Bug::Pillbug => include_str!("bugs/pillbug.svg"),
    }
}
