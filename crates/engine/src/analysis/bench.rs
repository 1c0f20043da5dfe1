//! The bench: fixed searches whose node count is the signature of a build.

use crate::eval::Network;
use crate::search::{Limits, MemoryError, NEVER, Purpose, Report, Searcher, Settings};
use waggle_hive_core::notation::parse_game;
use waggle_hive_core::rules::{Game, Move};

/// Positions from opening to endgame, of all game types, one per line.
const POSITIONS: &str = include_str!("bench_positions.txt");
/// The depth of the signature in commit messages.
pub const BENCH_DEPTH: u8 = 12;
/// The size of the transposition table, in MiB.
const TABLE_MIB: usize = 16;

/// The bench positions, as GameStrings and games.
pub fn bench_positions() -> impl Iterator<Item = (&'static str, Game)> {
    POSITIONS.lines().filter_map(|line| Some((line, parse_game(line).ok()?)))
}

/// Searches a bench position to a depth with this network and an empty transposition table.
///
/// With one thread and the built-in network, the sum of the nodes is the bench signature.
pub fn bench_search(
    game: &Game,
    depth: u8,
    threads: usize,
    network: &Network,
) -> Result<Report<Move>, MemoryError> {
    let settings =
        Settings { threads, table_mib: TABLE_MIB, network: network.clone(), ..Settings::default() };
    let limits = Limits::depth(depth);
    Ok(Searcher::new(&settings)?.search_game(game, Purpose::Play, &limits, &NEVER, &mut ()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_position_can_be_parsed() {
        assert_eq!(bench_positions().count(), POSITIONS.lines().count());
    }
}
