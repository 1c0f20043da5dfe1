//! Searching the positions of a game.

use std::sync::atomic::{AtomicBool, Ordering};

use super::Review;
use super::proofs::prove;
use super::prover::Prover;
use super::second_look::enlarged;
use super::side_by_side::Positions;
use waggle_hive_core::rules::Game;
use waggle_hive_engine::search::{Limits, MemoryError, Searcher, Settings};

/// Searches every position of a game, looks again at the moves that are about to be marked,
/// judges them, and says why.
///
/// As many positions are searched at a time as the settings have threads, each by one thread
/// with a table of its own. The table of the settings is divided for that, though not below
/// 32 MiB, and is smaller if a search with these limits has use for less. No search knows what
/// another has found: with a limit of depth or nodes, the review is the same however many
/// threads there are, as long as their tables have the same size. Each position is searched at
/// least one ply deep, whatever the limits. `finished` is called by the calling thread after each
/// position; there is one more than moves. `None` if `stop` was set before the end.
///
/// # Errors
///
/// If there is no memory for the tables, or for the solver that proves forced wins.
pub fn review(
    game: &Game,
    settings: &Settings,
    limits: &Limits,
    stop: &AtomicBool,
    finished: &mut dyn FnMut(),
) -> Result<Option<Review>, MemoryError> {
    let positions = Positions::of(game, settings.threads, limits, stop);
    let alone =
        Settings { threads: 1, table_mib: table_of_a_search(settings, limits), ..settings.clone() };
    let threads = positions.threads();
    let searchers = (0..threads).map(|_| Searcher::new(&alone)).collect::<Result<_, _>>()?;
    let provers = (0..threads).map(|_| Prover::new(stop)).collect::<Result<_, _>>()?;
    let Some((games, mut assessments)) = positions.assess(searchers, provers, finished) else {
        return Ok(None);
    };
    prove(&games, &mut assessments, &mut Prover::new(stop)?);
    let mut review = Review::new(game, &assessments);
    review.explain(stop)?;
    Ok((!stop.load(Ordering::Relaxed)).then_some(review))
}

/// A table that is not divided further: a search of some seconds has use for so many MiB.
const UNDIVIDED_MIB: usize = 32;
/// Room for each position that a search enters: its entry, and as much again, so that few are lost.
const BYTES_FOR_A_NODE: u64 = 32;

/// The size in MiB of the table of each thread. No more than the longest search has use for, because
/// it is cleared before each: with 64 MiB that takes as long as some thousand nodes.
fn table_of_a_search(settings: &Settings, limits: &Limits) -> usize {
    let part = settings.table_mib / settings.threads.max(1);
    let part = part.max(settings.table_mib.min(UNDIVIDED_MIB));
    let Some(nodes) = enlarged(limits).nodes else { return part };
    let used = (nodes.saturating_mul(BYTES_FOR_A_NODE) >> 20) + 1;
    part.min(usize::try_from(used).unwrap_or(usize::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::review::{Mark, ReviewedMove};
    use waggle_hive_core::notation::parse_game;
    use waggle_hive_core::rules::Move;

    /// A game that can be ended with the next move.
    fn won_game() -> Game {
        let line = include_str!("../../../../tests/data/puzzles.txt")
            .lines()
            .find(|line| line.starts_with("win 1 "))
            .expect("there is a win in one");
        parse_game(line.splitn(3, ' ').nth(2).expect("a game")).expect("it can be read")
    }

    fn review_of(game: &Game, limits: &Limits) -> Review {
        let settings = Settings { table_mib: 1, ..Settings::default() };
        let never = AtomicBool::new(false);
        review(game, &settings, limits, &never, &mut || ()).unwrap().unwrap()
    }

    fn last_move_of(game: &Game) -> ReviewedMove {
        review_of(game, &Limits::depth(2)).moves.pop().expect("moves have been played")
    }

    #[test]
    fn the_score_after_a_move_is_the_score_before_the_next() {
        let game = parse_game("wS1;bS1 wS1-;wQ -wS1;bQ bS1-;wA1 -wQ;bA1 bQ-").unwrap();
        let reviewed = review_of(&game, &Limits::depth(2));
        for pair in reviewed.moves.windows(2) {
            assert!(pair[0].after == pair[1].before || pair.iter().any(|it| it.looked_again));
            assert_eq!(pair[0].player, pair[1].player.other());
        }
        let last = &reviewed.moves[5];
        assert!(last.after == reviewed.last || last.looked_again);
        assert!(reviewed.moves.iter().map(|reviewed| reviewed.mv).eq(game.moves()));
        assert!(reviewed.moves.iter().all(|reviewed| reviewed.depth == 2));
        let worse = reviewed.moves.iter().filter(|reviewed| reviewed.better.is_some());
        for reviewed in worse {
            assert!(reviewed.judgment.loss > 0.0);
            assert_ne!(reviewed.better.as_ref().unwrap().moves[0], reviewed.mv);
        }
    }

    #[test]
    fn each_position_is_searched_even_if_the_limits_are_too_low() {
        let game = parse_game("wS1;bS1 wS1-;wQ -wS1").unwrap();
        let limits = Limits { nodes: Some(1), ..Limits::default() };
        assert!(review_of(&game, &limits).moves.iter().all(|reviewed| reviewed.depth == 1));
    }

    #[test]
    fn a_win_that_is_played_is_best_and_one_that_is_not_is_missed() {
        let game = won_game();
        let mut searcher = Searcher::new(&Settings::default()).unwrap();
        let never = AtomicBool::new(false);
        let best = searcher.search_game(&game, &Limits::depth(2), &never, &mut ()).best.unwrap();
        let mut won = game.clone();
        won.play(best).unwrap();
        let player = game.position().side_to_move();
        let last = last_move_of(&won);
        assert_eq!(last.after.win(), Some((player, 0)));
        assert_eq!((last.judgment.mark, last.better), (Mark::Best, None));

        let wins_not = |mv: &Move| {
            let mut after = game.clone();
            after.play(*mv).unwrap();
            let report = searcher.search_game(&after, &Limits::depth(3), &never, &mut ());
            !report.score.is_decisive()
        };
        let poor = game.position().legal_moves().into_iter().find(wins_not).expect("a poor move");
        let mut missed = game.clone();
        missed.play(poor).unwrap();
        let last = last_move_of(&missed);
        assert_eq!(last.judgment.missed_win, Some(1));
        assert!(last.judgment.mark.is_error());
        assert_eq!(last.better.unwrap().score.plies_to_end(), Some(1));
    }

    #[test]
    fn there_is_no_review_after_a_stop() {
        let game = parse_game("wS1;bS1 wS1-").unwrap();
        let stop = AtomicBool::new(false);
        let mut finished = 0;
        let reviewed = review(&game, &Settings::default(), &Limits::depth(2), &stop, &mut || {
            finished += 1;
            stop.store(true, Ordering::Relaxed);
        });
        assert!(reviewed.unwrap().is_none());
        assert_eq!(finished, 1);
    }

    #[test]
    fn the_threads_make_no_difference() {
        let game =
            parse_game("Base+MLP;InProgress;White[4];wS1;bS1 wS1-;wQ -wS1;bQ bS1-;wA1 -wQ;bA1 bQ-")
                .unwrap();
        let [alone, together] = [1, 3].map(|threads| {
            let settings = Settings { threads, table_mib: 1, ..Settings::default() };
            let (never, mut finished) = (AtomicBool::new(false), 0);
            let limits = Limits::nodes(3000);
            let reviewed = review(&game, &settings, &limits, &never, &mut || finished += 1);
            (reviewed.unwrap().unwrap().moves, finished)
        });
        assert_eq!(alone, together);
        assert_eq!(alone.1, 7, "one more than moves");
    }

    #[test]
    fn the_table_is_divided_among_the_threads() {
        let table = |threads, table_mib| {
            let settings = Settings { threads, table_mib, ..Settings::default() };
            table_of_a_search(&settings, &Limits::depth(9))
        };
        assert_eq!([table(1, 64), table(2, 64), table(8, 64), table(8, 1024)], [64, 32, 32, 128]);
        assert_eq!([table(1, 1), table(8, 16)], [1, 16]);
    }

    #[test]
    fn the_table_is_no_larger_than_the_longest_search_can_fill() {
        let table = |nodes| table_of_a_search(&Settings::default(), &Limits::nodes(nodes));
        assert_eq!([table(500), table(20_000), table(1_000_000), table(u64::MAX)], [1, 7, 64, 64]);
    }
}
