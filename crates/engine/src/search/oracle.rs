//! Compares the search with plain minimax.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use super::game_position::{GamePosition, NOISY, Terminal};
use super::tree_game::{Noisy, TreeGame};
use super::{GameSearcher, Limits, NEVER, Params, Purpose, Report, Score, Settings};
use crate::eval::Network;
use waggle_hive_core::rules::GameType;

/// The value of the full tree. Repetitions cannot occur at the depths used.
fn minimax<G: GamePosition>(position: &mut G, depth: usize, ply: usize) -> Score {
    match position.terminal() {
        Some(Terminal::Win) => return Score::win_in(ply),
        Some(Terminal::Loss) => return Score::loss_in(ply),
        Some(Terminal::Draw) => return Score::DRAW,
        None => {}
    }
    if depth == 0 {
        return Score::new(position.evaluate(&Network::default(), 0));
    }
    let mut moves = vec![];
    position.moves_into(&mut moves);
    let mut best = -Score::INFINITE;
    for mv in moves {
        let undo = position.make(mv);
        best = best.max(-minimax(position, depth - 1, ply + 1));
        position.unmake(undo);
    }
    best
}

fn search<G: GamePosition>(position: &G, depth: u8, settings: &Settings) -> Report<G::Move> {
    let mut searcher = GameSearcher::new(settings).unwrap();
    searcher.search(
        position,
        &[],
        Purpose::SCORE,
        &Limits::depth(depth),
        &AtomicBool::new(false),
        &mut (),
    )
}

fn exact(threads: usize) -> Settings {
    Settings { threads, table_mib: 1, params: Params::exact(), ..Settings::default() }
}

#[test]
fn literal_trees_have_minimax_values() {
    for (tree, value, best) in
        [("((3 5)(2 9))", 3, 0), ("(((1 2)(3 4))((5 6)(7 8)))", 6, 1), ("((7 7)(8 8)(6 99))", 8, 1)]
    {
        let game = TreeGame::parse(tree);
        let depth = if tree.contains("(((") { 3 } else { 2 };
        let report = search(&game, depth, &exact(1));
        assert_eq!(report.score, Score::new(value), "{tree}");
        assert_eq!(report.best, Some(best), "{tree}");
    }
}

#[test]
fn without_pruning_the_search_is_minimax() {
    for seed in 0..60 {
        let game_type = GameType::ALL[seed % 8];
        let position = Noisy::after_moves(game_type, 6 + seed % 30, seed as u64 + 1);
        let truth = minimax(&mut position.clone(), 2, 0);
        for threads in [1, 2] {
            let report = search(&position, 2, &exact(threads));
            assert_eq!(report.score, truth, "seed {seed}, {threads} threads");
        }
    }
}

#[test]
fn deeper_searches_are_minimax_too() {
    for seed in 0..8 {
        let position = Noisy::after_moves(GameType::BASE, 5 + seed % 6, seed as u64 + 77);
        let truth = minimax(&mut position.clone(), 3, 0);
        assert_eq!(search(&position, 3, &exact(1)).score, truth, "seed {seed}");
    }
}

#[test]
fn several_lines_have_the_scores_of_their_moves() {
    let position = Noisy::after_moves(GameType::MLP, 14, 5);
    let mut searcher = GameSearcher::new(&exact(1)).unwrap();
    let purpose = Purpose::Score { lines: 3 };
    let report = searcher.search(&position, &[], purpose, &Limits::depth(2), &NEVER, &mut ());
    assert_eq!(report.lines.len(), 3);
    let mut scores: Vec<Score> = vec![];
    let mut moves = vec![];
    position.moves_into(&mut moves);
    let mut child = position.clone();
    for mv in moves {
        let undo = child.make(mv);
        scores.push(-minimax(&mut child, 1, 1));
        child.unmake(undo);
    }
    scores.sort_by_key(|score| -*score);
    let found: Vec<Score> = report.lines.iter().map(|line| line.score).collect();
    assert_eq!(found, scores[..3]);
}

#[test]
fn the_same_search_visits_the_same_nodes() {
    for limits in [Limits::depth(5), Limits::nodes(20_000)] {
        let position = Noisy::after_moves(GameType::MLP, 20, 9).0;
        let mut searcher = GameSearcher::new(&Settings::default()).unwrap();
        let first = searcher.search(&position, &[], Purpose::SCORE, &limits, &NEVER, &mut ());
        searcher.clear();
        let second = searcher.search(&position, &[], Purpose::SCORE, &limits, &NEVER, &mut ());
        assert_eq!((first.nodes, first.best), (second.nodes, second.best));
        assert_eq!(first.pv, second.pv);
    }
}

#[test]
fn a_node_limit_is_exact_and_threads_keep_it_together() {
    let position = Noisy::after_moves(GameType::BASE, 16, 3).0;
    for threads in [1, 2, 8] {
        let settings = Settings { threads, table_mib: 1, ..Settings::default() };
        let mut searcher = GameSearcher::new(&settings).unwrap();
        for nodes in [1, 100, 4_321, 20_000] {
            let limits = Limits::nodes(nodes);
            let report = searcher.search(&position, &[], Purpose::SCORE, &limits, &NEVER, &mut ());
            assert!(report.best.is_some());
            assert!(report.nodes <= nodes, "{} of {nodes}, {threads} threads", report.nodes);
            assert!(report.nodes == nodes || threads > 1, "{} of {nodes}", report.nodes);
        }
    }
}

#[test]
fn a_stopped_search_returns_a_legal_move() {
    let position = Noisy::after_moves(GameType::MLP, 24, 12).0;
    let mut searcher = GameSearcher::new(&Settings { threads: 2, ..Settings::default() }).unwrap();
    let stopped = AtomicBool::new(true);
    let report =
        searcher.search(&position, &[], Purpose::SCORE, &Limits::default(), &stopped, &mut ());
    assert!(report.best.is_some_and(|mv| position.is_legal(mv)));
}

#[test]
fn noisy_moves_are_those_with_a_noisy_score() {
    for seed in 0..200 {
        let position = Noisy::after_moves(GameType::ALL[seed % 8], 4 + seed % 60, seed as u64 + 3);
        let (mut noisy, mut all, mut by_score) = (vec![], vec![], vec![]);
        position.noisy_moves_into(&mut noisy);
        position.moves_into(&mut all);
        position.static_scores(&all, |mv, score| {
            if score >= NOISY {
                by_score.push(mv);
            }
        });
        noisy.sort_by_key(|mv| mv.bits());
        by_score.sort_by_key(|mv| mv.bits());
        assert_eq!(noisy, by_score, "seed {seed}");
    }
}

/// As when the system has to clear a page of the transposition table for each node.
#[test]
fn slow_positions_do_not_delay_the_check_of_the_time_limit() {
    let row = format!("({})", "7 ".repeat(40));
    let mut game = TreeGame::parse(&format!("({})", row.repeat(40)));
    game.delay = Duration::from_millis(1);
    let mut searcher = GameSearcher::new(&exact(1)).unwrap();
    let limits = Limits { time: Some(Duration::from_millis(1)), ..Limits::default() };
    let report =
        searcher.search(&game, &[], Purpose::SCORE, &limits, &AtomicBool::new(false), &mut ());
    assert!(report.nodes <= 2, "{} positions were entered", report.nodes);
    assert!(report.best.is_some());
}
