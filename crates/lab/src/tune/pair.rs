//! A pair of games between two sets of search parameters.

use crate::arena::{Judge, Openings};
use waggle_hive_core::rules::{Color, Game, Outcome};
use waggle_hive_engine::search::{Limits, MemoryError, NEVER, Params, Purpose, Searcher, Settings};
use waggle_hive_selfplay::TURNS;

/// The ply at which unfinished games are drawn.
const MAX_PLIES: u16 = 160;
/// Plies and imbalance of random openings, in liberties: in an uneven one each side wins once.
const OPENING_PLIES: u32 = 6;
const BALANCE: f64 = 0.4;
const JUDGE_NODES: u64 = 400;

/// The openings of all pairs, of all game types in turn.
pub(super) fn openings(seed: u64) -> Openings {
    Openings::Random {
        plies: OPENING_PLIES,
        game_types: TURNS.to_vec(),
        seed,
        balance: Some(BALANCE),
    }
}

/// Two games from one opening, colors swapped: the first player's points minus the second's.
pub(super) fn play_pair(
    nodes: u64,
    openings: &Openings,
    pair: u32,
    players: &[Params; 2],
) -> Result<i32, MemoryError> {
    let mut searchers = vec![];
    for params in players {
        let params = params.clone();
        searchers.push(Searcher::new(&Settings { table_mib: 4, params, ..Settings::default() })?);
    }
    let mut judge = Judge::new(JUDGE_NODES);
    let opening = openings.opening(pair, &mut |game| judge.score(game));
    let mut lead = 0;
    for first_is in Color::ALL {
        for searcher in &mut searchers {
            searcher.clear();
        }
        lead += match play(nodes, opening.clone(), &mut searchers, first_is) {
            Some(winner) if winner == first_is => 1,
            Some(_) => -1,
            None => 0,
        };
    }
    Ok(lead)
}

/// A game; the winner, if there is one.
fn play(nodes: u64, mut game: Game, searchers: &mut [Searcher], first_is: Color) -> Option<Color> {
    while game.outcome().is_none() && !game.is_threefold() && game.position().ply() < MAX_PLIES {
        let player = usize::from(game.position().side_to_move() != first_is);
        let limits = Limits::nodes(nodes);
        let report = searchers[player].search_game(&game, Purpose::Play, &limits, &NEVER, &mut ());
        game.play(report.best?).ok()?;
    }
    match game.outcome()? {
        Outcome::Win(color) => Some(color),
        Outcome::Draw => None,
    }
}
