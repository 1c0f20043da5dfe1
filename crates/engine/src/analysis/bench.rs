//! A fixed amount of searching, which tells builds apart.

use std::sync::atomic::AtomicBool;

use crate::search::{Limits, MemoryError, Report, Searcher, Settings};
use waggle_hive_core::notation::parse_game;
use waggle_hive_core::rules::{Game, Move};

/// Positions from the opening to the endgame, of all game types, one a line.
const POSITIONS: &str = include_str!("bench_positions.txt");
/// The depth to which commits quote the signature.
pub const BENCH_DEPTH: u8 = 12;
/// The size of the table, in MiB.
const TABLE_MIB: usize = 16;

/// The positions of the bench as GameStrings with their games.
pub fn bench_positions() -> impl Iterator<Item = (&'static str, Game)> {
    POSITIONS.lines().filter_map(|line| Some((line, parse_game(line).ok()?)))
}

/// Searches a position of the bench to a depth, with an empty table.
///
/// With one thread, the nodes of all positions are the signature of a build.
///
/// # Errors
///
/// If there is not enough memory.
pub fn bench_search(game: &Game, depth: u8, threads: usize) -> Result<Report<Move>, MemoryError> {
    let settings = Settings { threads, table_mib: TABLE_MIB, ..Settings::default() };
    let never = AtomicBool::new(false);
    let limits = Limits::depth(depth);
    Ok(Searcher::new(&settings)?.search_game(game, &limits, &never, &mut ()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_position_can_be_read() {
        assert_eq!(bench_positions().count(), POSITIONS.lines().count());
    }
}
