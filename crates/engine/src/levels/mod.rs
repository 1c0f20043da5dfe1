//! Levels below full strength: fewer nodes, an inaccurate evaluation, overlooked moves, and a liking for
//! what people play.
//!
//! The normal search, over the position as a weaker player sees it (`handicapped_position`). So a
//! low level overlooks and misjudges, and plays its best among the moves that come to its mind.
//! `handicap` has the parameters.
//!
//! What is overlooked depends only on the position, its turn and the game's seed, so games are
//! reproducible, and a move overlooked today may be seen when the position recurs.

mod handicap;
mod handicapped_position;
mod level;

use std::sync::atomic::AtomicBool;

use crate::eval::Network;
use crate::search::{
    GameSearcher, Limits, Line, MemoryError, Observer, Params, Purpose, Report, Searcher, Settings,
};
use waggle_hive_core::rules::{Game, Move};

use handicapped_position::HandicappedPosition;
pub use level::{HIGHEST, LOWEST, Level};

/// A player's level, and the seed of its errors.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Skill {
    /// The level.
    pub level: Level,
    /// Determines what is overlooked and misjudged; different in each game.
    pub seed: u64,
}

/// Searches the current position of a game for a move at this level.
///
/// Uses one thread and its own small transposition table, so that no level gets stronger on a
/// larger machine. At full strength this is the normal search with that thread and table.
pub fn search(
    skill: Skill,
    game: &Game,
    limits: &Limits,
    stop: &AtomicBool,
    observer: &mut dyn Observer<Move>,
) -> Result<Report<Move>, MemoryError> {
    Ok(search_with(
        &mut searcher(Network::default())?,
        skill,
        game,
        Purpose::Play,
        limits,
        stop,
        observer,
    ))
}

impl Searcher {
    /// Searches the current position of a game at this level: at full strength with this searcher,
    /// below it as [`search`] does, after the delays that this searcher knows of its clock.
    pub fn search_at(
        &mut self,
        skill: Skill,
        game: &Game,
        purpose: Purpose,
        limits: &Limits,
        stop: &AtomicBool,
        observer: &mut dyn Observer<Move>,
    ) -> Report<Move> {
        if skill.level.is_full() {
            return self.search_game(game, purpose, limits, stop, observer);
        }
        match searcher(self.settings().network.clone()) {
            Ok(mut weaker) => {
                self.swap_delays(&mut weaker);
                let report = search_with(&mut weaker, skill, game, purpose, limits, stop, observer);
                self.swap_delays(&mut weaker);
                report
            }
            Err(error) => {
                log::warn!("searching with the large table: {error}");
                self.search_game(game, purpose, &skill.level.within(limits), stop, observer)
            }
        }
    }
}

fn searcher(network: Network) -> Result<GameSearcher<HandicappedPosition>, MemoryError> {
    /// Enough for the nodes of the highest level below full strength.
    const TABLE_MIB: usize = 8;
    let params = Params::default();
    GameSearcher::new(&Settings { threads: 1, table_mib: TABLE_MIB, params, network })
}

fn search_with(
    searcher: &mut GameSearcher<HandicappedPosition>,
    skill: Skill,
    game: &Game,
    purpose: Purpose,
    limits: &Limits,
    stop: &AtomicBool,
    observer: &mut dyn Observer<Move>,
) -> Report<Move> {
    let limits = skill.level.within(limits);
    let past: Vec<u64> = game.reversible_keys().collect();
    let position = HandicappedPosition::new(game, skill);
    let Some(taste) = position.taste().filter(|it| it.habit > 0.0 && purpose == Purpose::Play)
    else {
        return searcher.search(&position, &past, purpose, &limits, stop, observer);
    };
    let purpose = Purpose::Choose { lines: taste.ideas };
    let mut choosing = Choosing { position: &position, observer };
    let report = searcher.search(&position, &past, purpose, &limits, stop, &mut choosing);
    choose(&position, report)
}

/// Passes on what a player would choose after each iteration.
struct Choosing<'a> {
    position: &'a HandicappedPosition,
    observer: &'a mut dyn Observer<Move>,
}

impl Observer<Move> for Choosing<'_> {
    fn iteration(&mut self, report: &Report<Move>) {
        self.observer.iteration(&choose(self.position, report.clone()));
    }
}

/// Puts the line first that the player likes best: a win or a loss counts as it is.
fn choose(position: &HandicappedPosition, mut report: Report<Move>) -> Report<Move> {
    let gladly = |line: &Line<Move>| {
        let inclination = line.moves.first().map_or(0, |mv| position.inclination(*mv));
        if line.score.is_decisive() { line.score } else { line.score + inclination }
    };
    report.lines.sort_by_key(|line| std::cmp::Reverse(gladly(line)));
    if let Some(line) = report.lines.first() {
        report.best = line.moves.first().copied();
        report.score = line.score;
        report.pv.clone_from(&line.moves);
    }
    report
}

#[cfg(test)]
mod tests;
