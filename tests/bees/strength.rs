//! The engine plays.

use std::sync::atomic::AtomicBool;

use rand::SeedableRng;
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use waggle::bees::{Color, Game, Outcome};
use waggle::search::{Limits, Searcher, Settings};

/// Moves after which a game is not won any more.
const LONGEST: usize = 300;

fn searcher() -> Searcher {
    Searcher::new(&Settings { table_mib: 8, ..Settings::default() }).unwrap()
}

/// The outcome of a game of the engine against a player of random moves.
fn against_random(engine: Color, limits: &Limits, seed: u64) -> Option<Outcome> {
    let mut random = StdRng::seed_from_u64(seed);
    let mut searcher = searcher();
    let mut game = Game::new();
    while game.outcome().is_none() && game.ply() < LONGEST {
        let position = *game.position();
        let mv = if position.side_to_move() == engine {
            let past: Vec<u64> = game.past_keys().collect();
            let stop = AtomicBool::new(false);
            searcher.search(&position, &past, limits, &stop, &mut ()).best.unwrap()
        } else {
            *position.legal_moves().choose(&mut random).unwrap()
        };
        game.play(mv).unwrap();
    }
    game.outcome()
}

#[test]
fn the_engine_wins_95_of_100_games_against_random_moves() {
    let won = (0..100).filter(|&seed| {
        let engine = Color::ALL[seed as usize % 2];
        against_random(engine, &Limits::nodes(60), seed) == Some(Outcome::Win(engine))
    });
    let won = won.count();
    assert!(won >= 95, "won {won} of 100");
}
