//! The strength of the engine.

use std::sync::atomic::AtomicBool;

use rand::SeedableRng;
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use waggle::bees::{Color, Game, Outcome, PLAYERS, Position};
use waggle::search::{GameSearcher, Limits, Params, Purpose, Score, Settings};

use crate::scatter::strew;

/// Plies after which a game counts as not won.
const MAX_PLIES: usize = 300;

fn searcher() -> GameSearcher<Position> {
    GameSearcher::new(&Settings { table_mib: 8, ..Settings::default() }).unwrap()
}

/// The outcome of a game against a player of random moves.
fn against_random(engine: Color, limits: &Limits, seed: u64) -> Option<Outcome> {
    let mut random = StdRng::seed_from_u64(seed);
    let mut searcher = searcher();
    let mut game = Game::new();
    while game.outcome().is_none() && game.ply() < MAX_PLIES {
        let position = *game.position();
        let mv = if position.side_to_move() == engine {
            let past: Vec<u64> = game.past_keys().collect();
            let stop = AtomicBool::new(false);
            searcher.search(&position, &past, Purpose::Play, limits, &stop, &mut ()).best.unwrap()
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
        let engine = PLAYERS[seed as usize % 2];
        against_random(engine, &Limits::nodes(60), seed) == Some(Outcome::Win(engine))
    });
    let won = won.count();
    assert!(won >= 95, "won {won} of 100");
}

/// The value of a position by exhaustive search.
fn minimax(position: &Position, depth: u32, ply: usize) -> Score {
    match position.outcome() {
        Some(Outcome::Draw) => return Score::DRAW,
        Some(Outcome::Win(color)) if color == position.side_to_move() => return Score::win_in(ply),
        Some(Outcome::Win(_)) => return Score::loss_in(ply),
        None if depth == 0 => return Score::new(position.evaluate()),
        None => {}
    }
    let replies = position.legal_moves().into_iter().map(|mv| position.after(mv));
    replies.map(|next| -minimax(&next, depth - 1, ply + 1)).max().unwrap()
}

#[test]
fn without_its_shortcuts_the_search_is_minimax() {
    let settings = Settings { table_mib: 1, params: Params::exact(), ..Settings::default() };
    for seed in 0..30 {
        let mut searcher = GameSearcher::new(&settings).unwrap();
        let position = strew(seed);
        let stop = AtomicBool::new(false);
        for depth in [1, 2] {
            let report = searcher.search(
                &position,
                &[],
                Purpose::SCORE,
                &Limits::depth(depth),
                &stop,
                &mut (),
            );
            let expected = minimax(&position, depth.into(), 0);
            assert_eq!(report.score, expected, "depth {depth} of {position}");
            let best = position.after(report.best.unwrap());
            assert_eq!(-minimax(&best, u32::from(depth) - 1, 1), expected, "{position}");
        }
    }
}
