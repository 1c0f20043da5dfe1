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
//! `P0` is White. A bug is picked up and dropped, as often as the player likes,
//! until `done` makes it a move. Places have a letter and a number of their own,
//! which matter only where the goal is `.`: the first move, and climbing.

mod action;
mod date;
mod properties;
mod read;

pub use read::read;

#[cfg(test)]
mod tests;
