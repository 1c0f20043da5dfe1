//! Makes a book of games.

use std::collections::{HashMap, HashSet};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};

use super::{Book, upper};
use crate::analysis::{Stopped, WhiteScore};
use crate::archive::in_order;
use crate::games::GameResult;
use crate::rules::{Color, GameType, Move, Position};
use crate::search::{Limits, MemoryError, Params, Searcher, Settings};

/// A game from the start, as far as a book is concerned.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BookGame {
    /// Which pieces are in play.
    pub game_type: GameType,
    /// The moves.
    pub moves: Vec<Move>,
    /// Who won.
    pub result: GameResult,
}

/// What makes it into a book.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BuilderSettings {
    /// The plies that lines are long, at most.
    pub plies: u16,
    /// How often a move must have been played.
    pub least: u32,
    /// The most positions; those played most often are kept.
    pub positions: usize,
    /// How many positions the search visits to check the moves of one.
    pub nodes: u64,
    /// The most that either player may lose on a line, all moves together, as a share of a
    /// point, judged by the search.
    pub loss: f64,
    /// Threads.
    pub threads: usize,
    /// The transposition table of each, in MiB.
    pub table_mib: usize,
}

/// How far a builder has come: positions checked, and how many there are to check at least.
pub type Progress<'a> = &'a mut dyn FnMut(usize, usize);

/// Why there is no book.
#[derive(Debug, thiserror::Error)]
pub enum BuildError {
    /// It was stopped.
    #[error(transparent)]
    Stopped(#[from] Stopped),
    /// There is not enough memory for the searches.
    #[error(transparent)]
    Memory(#[from] MemoryError),
}

/// Takes in games, and makes a book of them.
#[derive(Debug, Default)]
pub struct Builder {
    /// By the position and the upper half of the key of the one after the move.
    played: HashMap<(u64, u32), Played>,
    game_types: HashSet<GameType>,
}

/// How a move has fared.
#[derive(Clone, Copy, Debug, Default)]
struct Played {
    games: u32,
    /// In halves of a point, for the player who made it.
    half_points: u32,
}

/// A position that the lines kept so far lead to.
#[derive(Clone, Debug)]
struct Reached {
    position: Position,
    /// The games that have gone through it.
    games: u32,
    /// What each player has lost on the way: the least, if there are several.
    lost: [f64; 2],
}

/// A move that stays, with the chances that the search gives it.
#[derive(Clone, Copy, Debug)]
struct Checked {
    mv: Move,
    chance: f64,
    played: Played,
}

/// How many of the best moves of a position are compared.
const LINES: usize = 8;
/// Games that a judgment of the search counts as, when weights are given.
const GAMES_OF_A_JUDGMENT: f64 = 10.0;
/// The loss of chances at which a move is played e times less often than the best.
const LOSS_OF_E: f64 = 0.02;
/// The weight of the best move.
const MOST: f64 = 1000.0;

impl Builder {
    /// Takes in a game, as far as lines go.
    pub fn add(&mut self, game: &BookGame, plies: u16) {
        let mut position = Position::new(game.game_type);
        self.game_types.insert(game.game_type);
        let mut key = position.symmetric_key();
        for &mv in game.moves.iter().take(plies.into()) {
            if !position.is_legal(mv) {
                break; // A queen that was placed first, as older rules allow.
            }
            let us = position.side_to_move();
            position = position.after(mv);
            let next = position.symmetric_key();
            let played = self.played.entry((key, upper(next))).or_default();
            played.games += 1;
            played.half_points += match game.result {
                GameResult::Win(winner) if winner == us => 2,
                GameResult::Win(_) => 0,
                GameResult::Draw | GameResult::Unfinished => 1,
            };
            key = next;
        }
    }

    /// Makes the book: goes through the lines ply by ply, searches each position, and keeps the
    /// moves that were played often enough and lose little enough. The best move of the search
    /// is kept even if it has not been played.
    ///
    /// # Errors
    ///
    /// If it was stopped, or there is not enough memory for the searches.
    pub fn build(
        &self,
        settings: &BuilderSettings,
        stop: &AtomicBool,
        progress: Progress<'_>,
    ) -> Result<Book, BuildError> {
        // Early, so that no thread has to say it.
        let _ = searcher(settings)?;
        let mut book = Book::default();
        let mut types: Vec<GameType> = GameType::ALL.into();
        types.retain(|game_type| self.game_types.contains(game_type));
        let start = |game_type| Reached {
            position: Position::new(game_type),
            games: u32::MAX,
            lost: [0.0; 2],
        };
        let mut reached: Vec<Reached> = types.into_iter().map(start).collect();
        for _ in 0..settings.plies {
            reached.sort_by_key(|it| (std::cmp::Reverse(it.games), it.position.symmetric_key()));
            reached.truncate(settings.positions.saturating_sub(book.len()));
            if reached.is_empty() {
                break;
            }
            let total = book.len() + reached.len();
            let mut next: HashMap<u64, Reached> = HashMap::new();
            let mut done = book.len();
            let check = |searcher: &mut Option<Searcher>, it: Reached| {
                let moves =
                    searcher.as_mut().map(|searcher| self.check(searcher, &it, settings, stop));
                (it, moves.unwrap_or_default())
            };
            let start = || searcher(settings).ok();
            in_order(reached, settings.threads, start, check, |(it, moves)| {
                keep(&mut book, &mut next, &it, &moves);
                done += 1;
                progress(done, total);
                if stop.load(Ordering::Relaxed) {
                    return ControlFlow::Break(());
                }
                ControlFlow::Continue(())
            });
            if stop.load(Ordering::Relaxed) {
                return Err(Stopped.into());
            }
            // What is only the search's choice is not looked into any further.
            reached = next.into_values().filter(|it| it.games >= settings.least).collect();
        }
        Ok(book)
    }

    /// The moves of a position that stay.
    fn check(
        &self,
        searcher: &mut Searcher,
        reached: &Reached,
        settings: &BuilderSettings,
        stop: &AtomicBool,
    ) -> Vec<Checked> {
        let position = &reached.position;
        let key = position.symmetric_key();
        let us = position.side_to_move();
        searcher.forget();
        let report = searcher.search(position, &[], &Limits::nodes(settings.nodes), stop, &mut ());
        let mut moves: Vec<Checked> = vec![];
        for line in &report.lines {
            let Some(&mv) = line.moves.first() else { continue };
            let after = upper(position.after(mv).symmetric_key());
            let played = self.played.get(&(key, after)).copied().unwrap_or_default();
            let chance = WhiteScore::new(line.score, us).chance(us);
            let lost = moves.first().map_or(0.0, |best| best.chance - chance);
            let is_known = moves.is_empty() || played.games >= settings.least;
            if is_known && reached.lost[us as usize] + lost <= settings.loss {
                moves.push(Checked { mv, chance, played });
            }
        }
        moves
    }
}

/// Puts the moves of a position into the book, and notes where they lead.
fn keep(book: &mut Book, next: &mut HashMap<u64, Reached>, reached: &Reached, moves: &[Checked]) {
    let position = &reached.position;
    let us = position.side_to_move();
    let expected: Vec<f64> = moves.iter().map(expected).collect();
    let best = expected.iter().copied().fold(0.0, f64::max);
    for (checked, expected) in moves.iter().zip(expected) {
        let weight = MOST * ((expected - best) / LOSS_OF_E).exp();
        book.insert(position, checked.mv, weight.round().clamp(1.0, MOST) as u16);
        let mut lost = reached.lost;
        lost[us as usize] += moves.first().map_or(0.0, |first| first.chance - checked.chance);
        let after = position.after(checked.mv);
        if after.outcome().is_some() {
            continue;
        }
        let games = checked.played.games;
        next.entry(after.symmetric_key())
            .and_modify(|known| {
                known.games = known.games.saturating_add(games);
                for color in Color::ALL {
                    let index = color as usize;
                    known.lost[index] = known.lost[index].min(lost[index]);
                }
            })
            .or_insert(Reached { position: after, games, lost });
    }
}

/// The points that a move can be expected to bring: what the games say and what the search
/// says, which counts as so many games.
fn expected(checked: &Checked) -> f64 {
    let Played { games, half_points } = checked.played;
    let points = f64::from(half_points) / 2.0 + GAMES_OF_A_JUDGMENT * checked.chance;
    points / (f64::from(games) + GAMES_OF_A_JUDGMENT)
}

fn searcher(settings: &BuilderSettings) -> Result<Searcher, MemoryError> {
    let params = Params { contempt: 0, ..Params::default() };
    let table_mib = settings.table_mib;
    Searcher::new(&Settings { threads: 1, table_mib, lines: LINES, params })
}

#[cfg(test)]
mod tests {
    use super::*;

    const SETTINGS: BuilderSettings = BuilderSettings {
        plies: 4,
        least: 2,
        positions: 50,
        nodes: 300,
        loss: 0.3,
        threads: 2,
        table_mib: 1,
    };

    /// Games in which White begins with one of the first two moves, and wins with the second.
    fn games() -> Vec<BookGame> {
        let start = Position::new(GameType::BASE);
        let games = (0..12).map(|number| {
            let first = start.legal_moves()[number % 2];
            let mut position = start.after(first);
            let mut moves = vec![first];
            for _ in 0..5 {
                let legal = position.legal_moves();
                let mv = legal[(number / 4) % legal.len()];
                position = position.after(mv);
                moves.push(mv);
            }
            let winner = if number % 2 == 1 { Color::White } else { Color::Black };
            BookGame { game_type: GameType::BASE, moves, result: GameResult::Win(winner) }
        });
        games.collect()
    }

    fn build(settings: &BuilderSettings) -> Book {
        let mut builder = Builder::default();
        for game in games() {
            builder.add(&game, settings.plies);
        }
        builder.build(settings, &AtomicBool::new(false), &mut |_, _| ()).unwrap()
    }

    #[test]
    fn what_was_played_and_wins_weighs_more() {
        let book = build(&SETTINGS);
        let start = Position::new(GameType::BASE);
        let moves = book.moves(&start);
        let weight = |mv: Move| moves.iter().find(|it| it.mv == mv).map(|it| it.weight);
        let [lost, won] = [start.legal_moves()[0], start.legal_moves()[1]].map(weight);
        assert!(won > lost, "{moves:?}");
        assert!(moves.iter().any(|it| it.weight == 1000));
        assert!(book.moves(&Position::new(GameType::MLP)).is_empty());
        assert!(book.len() > 2);
    }

    #[test]
    fn the_threads_change_nothing_and_the_limits_hold() {
        let book = build(&SETTINGS);
        assert_eq!(build(&BuilderSettings { threads: 1, ..SETTINGS }), book);
        assert_eq!(build(&BuilderSettings { positions: 2, ..SETTINGS }).len(), 2);
        let strict = build(&BuilderSettings { loss: 0.0, ..SETTINGS });
        assert!(strict.len() <= book.len());
        let start = Position::new(GameType::BASE);
        assert!(strict.moves(&start).len() <= book.moves(&start).len());
        let rare = build(&BuilderSettings { least: 100, ..SETTINGS });
        assert_eq!((rare.len(), rare.moves(&start).len()), (1, 1), "the choice of the search");
    }

    #[test]
    fn a_builder_that_is_stopped_has_no_book() {
        let mut builder = Builder::default();
        for game in games() {
            builder.add(&game, 4);
        }
        let stopped = builder.build(&SETTINGS, &AtomicBool::new(true), &mut |_, _| ());
        assert!(matches!(stopped, Err(BuildError::Stopped(_))));
    }
}
