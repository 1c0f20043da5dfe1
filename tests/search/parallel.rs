//! Parallel search: whenever it is stopped, there is a legal move, and nothing else has changed.
//!
//! The thread sanitizer runs this test too: see `docs/trust.md`.

use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use waggle::rules::{Game, GameType};
use waggle::search::{Limits, Purpose, Searcher, Settings};

/// The number of searches.
const SEARCHES: usize = if cfg!(debug_assertions) { 100 } else { 500 };
/// The plies after which a new game begins.
const MAX_PLIES: u16 = 60;

#[test]
fn searches_cut_short_at_any_moment_give_a_legal_move_and_change_nothing() {
    let mut random = ChaCha8Rng::seed_from_u64(500);
    let mut searchers = [2, 3, 4].map(|threads| {
        let settings = Settings { threads, table_mib: 1, ..Settings::default() };
        Searcher::new(&settings).expect("a small table fits")
    });
    let mut game = Game::new(GameType::MLP);
    for number in 0..SEARCHES {
        if game.outcome().is_some() || game.position().ply() > MAX_PLIES {
            game = Game::new(GameType::ALL[random.random_range(0..8)]);
        }
        let before = game.position().clone();
        let stop = AtomicBool::new(false);
        let delay = Duration::from_micros(random.random_range(0..3000));
        let searcher = &mut searchers[number % 3];
        let report = thread::scope(|scope| {
            scope.spawn(|| {
                thread::sleep(delay);
                stop.store(true, Ordering::Relaxed);
            });
            searcher.search_game(&game, Purpose::Play, &Limits::default(), &stop, &mut ())
        });
        assert_eq!(*game.position(), before);
        game.position().assert_valid();
        let best = report.best.expect("the game goes on");
        assert_eq!(report.pv.first(), Some(&best));
        let mut line = game.clone();
        for mv in report.pv {
            line.play(mv).expect("the line of play is legal");
        }
        game.play(best).expect("the best move is legal");
    }
}
