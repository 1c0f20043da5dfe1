//! SGF as boardspace.net writes it: a log of what the players did.
//!
//! ```text
//! (;
//! GM[27]VV[1]
//! SU[Hive-PLM]
//! P0[id "one"]
//! P1[id "two"]
//! ; P0[1 pick W 3 wB1]TM[1034]
//! ; P0[2 dropb wB1 N 13 .]TM[2035]
//! ; P0[3 done]TM[3037]
//! )
//! ```
//!
//! `P0` is White. A piece may be picked up and dropped any number of times until `done`
//! makes it a move. Hexes have a letter and a number of their own, which matter only where
//! the destination is `.`: for the first move, and for climbing. In names and comments a backslash escapes
//! the next letter, as in all SGF; in actions it is a direction, which some files double and others do not.
//!
//! About 2013 pieces were written without their color, `b1`: it is that of the piece picked up
//! before, from a hand (`pick B 2 b1`) or from a hex (`pickb N 13 b1`). Passes were left out.

mod action;
mod boundary;
mod date;
mod properties;
mod read;
mod write;

pub use read::read;
pub use write::write;

use super::Format;

/// The format.
pub const FORMAT: Format = Format {
    name: "SGF",
    id: "sgf",
    about: "SGF as boardspace.net writes it",
    endings: &["sgf"],
    recognises: |line| line.starts_with('('),
    read: |text| read(text).collect(),
    boundary: || Box::new(boundary::OpenParenthesis::default()),
    write,
};
