//! Levels of play below full strength: a shorter look ahead, judgment that is a little off,
//! and now and then a move that is not seen at all.
//!
//! The search is the ordinary one. What it searches is not the position as it is but the
//! position as a weaker player sees it (`handicap`): moves and replies are missing, and the
//! evaluation is blurred. So a weak level errs the way people do, by overlooking and
//! misjudging, and plays its best within what it sees. How much is in one table
//! (`level`).
//!
//! What is overlooked depends on the position and on the seed of the game alone, not on
//! chance at every look: whoever looks twice sees the same, and a game can be repeated.

mod handicap;
mod level;

use std::sync::atomic::AtomicBool;

use crate::rules::{Game, Move};
use crate::search::{Limits, MemoryError, Observer, Report, Searcher, Settings};

use handicap::HandicappedPosition;
pub use level::Level;
pub(crate) use level::{HIGHEST, LOWEST};

/// Who is thinking: how well, and in which game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Skill {
    /// How well it plays.
    pub level: Level,
    /// What decides what it overlooks and misjudges; another one for each game.
    pub seed: u64,
}

/// Searches the present position of a game below full strength.
///
/// One thread and a small table of its own are used, whatever the limits: no level gets
/// stronger on a larger machine. At full strength the search is the ordinary one, on these
/// means.
///
/// # Errors
///
/// If there is no memory for the small table.
pub fn search(
    skill: Skill,
    game: &Game,
    limits: &Limits,
    stop: &AtomicBool,
    observer: &mut dyn Observer<Move>,
) -> Result<Report<Move>, MemoryError> {
    /// Enough for the nodes of the highest level.
    const TABLE_MIB: usize = 4;
    let settings = Settings { threads: 1, table_mib: TABLE_MIB, ..Settings::default() };
    let mut searcher = Searcher::new(&settings)?;
    let limits = skill.level.within(limits);
    let past: Vec<u64> = game.past_keys().collect();
    let position = HandicappedPosition::new(game.position(), skill);
    Ok(searcher.search(&position, &past, &limits, stop, observer))
}

#[cfg(test)]
mod tests;
