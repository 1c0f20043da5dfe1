//! Makes a book of games.

use std::collections::{HashMap, HashSet};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};

use super::replies::{Reply, choices};
use super::tree::{Candidate, Played, Reached, Tree, sort};
use crate::archive::in_order;
use waggle_hive_core::games::GameResult;
use waggle_hive_core::rules::{GameType, Move, Position};
use waggle_hive_engine::analysis::{Stopped, WhiteScore};
use waggle_hive_engine::book::{Book, upper};
use waggle_hive_engine::search::{Limits, MemoryError, Params, Searcher, Settings};

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
    /// How often a move must have been played; 0 takes those that the search alone thinks good.
    pub least: u32,
    /// The most positions; those are kept that games get to most often.
    pub positions: usize,
    /// How many positions the search visits to check the moves of one.
    pub nodes: u64,
    /// How many of the best moves of a position are compared, at least 1. More of them leave less
    /// depth for each.
    pub lines: usize,
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
    /// The games that have gone through a position.
    games: HashMap<u64, u32>,
    game_types: HashSet<GameType>,
}

/// How many positions are searched before it is asked again which ones games get to most often.
const AT_A_TIME: usize = 32;

/// Where the book is not asked, a search of so many times fewer nodes says what is played.
const REPLY_PART: u64 = 4;
/// The least search that says what is played there has so many times fewer nodes than the greatest.
const REPLY_RANGE: u64 = 10;
/// How many games count as much for what is played as what the search would play.
const GAMES_OF_A_SEARCH: f64 = 4.0;

impl Builder {
    /// Begins lines at the start of this game type, even if no game does.
    pub fn add_type(&mut self, game_type: GameType) {
        self.game_types.insert(game_type);
    }

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
            *self.games.entry(next).or_default() += 1;
            key = next;
        }
    }

    /// Makes the book: searches the positions that games get to, most often first, if one player
    /// follows the book and the other plays as in the games, and goes on with the moves that were
    /// played often enough and lose little enough. Then each move is judged once more by what was
    /// found behind it, and what is still good makes the book. The best move of a position is kept
    /// even if it has not been played.
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
        let mut tree = self.explore(settings, stop, progress)?;
        tree.back_up();
        Ok(tree.book(self.starts(), settings))
    }

    /// The starts of the game types that have games.
    fn starts(&self) -> Vec<Reached> {
        let types = GameType::ALL.into_iter();
        types
            .filter(|game_type| self.game_types.contains(game_type))
            .map(|game_type| Reached::start(Position::new(game_type)))
            .collect()
    }

    /// Searches the positions that the good moves of the games lead to.
    fn explore(
        &self,
        settings: &BuilderSettings,
        stop: &AtomicBool,
        progress: Progress<'_>,
    ) -> Result<Tree, BuildError> {
        // Early, so that no thread has to say it.
        let _ = searcher(settings)?;
        let mut tree = Tree::default();
        let mut frontier: HashMap<u64, Reached> =
            self.starts().into_iter().map(|it| (it.key, it)).collect();
        while !frontier.is_empty() && tree.len() < settings.positions {
            let mut waiting: Vec<Reached> = frontier.into_values().collect();
            waiting.sort_by(|one, other| {
                other.share().total_cmp(&one.share()).then_with(|| one.key.cmp(&other.key))
            });
            // What the other player does is only looked into where the book answers it.
            let left = settings.positions - tree.len();
            let mut asked = 0;
            waiting.retain(|it| {
                asked += usize::from(it.asks_the_book());
                asked <= left
            });
            let total = tree.len() + asked.min(left);
            let later = waiting.split_off(waiting.len().min(AT_A_TIME));
            frontier = later.into_iter().map(|it| (it.key, it)).collect();
            let search = |searcher: &mut Option<Searcher>, it: Reached| {
                let found =
                    searcher.as_mut().map(|searcher| self.search(searcher, &it, settings, stop));
                (it, found.unwrap_or_default())
            };
            let start = || searcher(settings).ok();
            in_order(waiting, settings.threads, start, search, |(it, (moves, replies))| {
                it.go_on(&it.good(&moves, settings), &replies, &mut frontier);
                tree.insert(&it, moves, replies);
                progress(tree.len(), total);
                if stop.load(Ordering::Relaxed) {
                    return ControlFlow::Break(());
                }
                ControlFlow::Continue(())
            });
            if stop.load(Ordering::Relaxed) {
                return Err(Stopped.into());
            }
            frontier.retain(|key, it| {
                // What the games do not lead to is not looked into, unless it is asked for.
                self.games.get(key).copied().unwrap_or(0) >= settings.least
                    && it.position.ply() < settings.plies
                    && !tree.knows(*key)
            });
        }
        Ok(tree)
    }

    /// The best moves of a position, as the search judges them, with what the games say, and
    /// what a player without a book may play.
    fn search(
        &self,
        searcher: &mut Searcher,
        reached: &Reached,
        settings: &BuilderSettings,
        stop: &AtomicBool,
    ) -> (Vec<Candidate>, Vec<Reply>) {
        let position = &reached.position;
        let us = position.side_to_move();
        let most = settings.nodes / REPLY_PART;
        let nodes = if reached.asks_the_book() { settings.nodes } else { most };
        let mut iterations = vec![];
        searcher.clear();
        let report = searcher.search(position, &[], &Limits::nodes(nodes), stop, &mut iterations);
        let mut moves: Vec<Candidate> = vec![];
        for line in &report.lines {
            let Some(&mv) = line.moves.first() else { continue };
            let after = position.after(mv).symmetric_key();
            // Larger hives can be symmetric, too, and then have two moves that are one.
            if moves.iter().any(|other| other.after == after) {
                continue;
            }
            let played = self.played.get(&(reached.key, upper(after))).copied();
            let chance = WhiteScore::new(line.score, us).chance(us);
            moves.push(Candidate::new(mv, after, chance, played.unwrap_or_default()));
        }
        sort(&mut moves);
        let choices = choices(&iterations, (most / REPLY_RANGE, most));
        (moves, self.replies(reached, &choices))
    }

    /// What a player without a book may play: as in the games, and as searches choose.
    fn replies(&self, reached: &Reached, choices: &[(Move, f64)]) -> Vec<Reply> {
        let mut replies: Vec<Reply> = vec![];
        for mv in reached.position.legal_moves() {
            let after = reached.position.after(mv).symmetric_key();
            let chosen: f64 = choices.iter().filter(|it| it.0 == mv).map(|it| it.1).sum();
            let share = GAMES_OF_A_SEARCH * chosen;
            if let Some(known) = replies.iter_mut().find(|reply| reply.after == after) {
                known.share += share;
            } else {
                let played = self.played.get(&(reached.key, upper(after)));
                let games = played.map_or(0.0, |played| f64::from(played.games));
                replies.push(Reply { mv, after, share: share + games });
            }
        }
        let total: f64 = replies.iter().map(|reply| reply.share).sum();
        replies.retain(|reply| reply.share > 0.0);
        for reply in &mut replies {
            reply.share /= total;
        }
        replies
    }
}

fn searcher(settings: &BuilderSettings) -> Result<Searcher, MemoryError> {
    let params = Params { contempt: 0, ..Params::default() };
    let table_mib = settings.table_mib;
    Searcher::new(&Settings { threads: 1, table_mib, lines: settings.lines, params })
}

#[cfg(test)]
mod tests {
    use super::*;
    use waggle_hive_core::rules::Color;

    const SETTINGS: BuilderSettings = BuilderSettings {
        plies: 4,
        least: 2,
        positions: 50,
        nodes: 300,
        lines: 5,
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
