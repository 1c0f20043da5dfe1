//! Games of the engine against itself from the start, which look for the best openings.
//!
//! A tree of openings grows by one position a game, as in Monte Carlo tree search: a game follows
//! the tree to a position that is new to it, which is judged by a search, and is played to its
//! end from there. In the tree each move is drawn as likely as it is to be the best by what the
//! judgment and the games say (Thompson sampling). So bad moves are soon left alone, good ones are
//! looked into, and the results of a move are more and more those against the best replies.

use std::collections::{HashMap, HashSet};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};

use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use statrs::distribution::{Beta, ContinuousCDF};

use super::builder::{BookGame, BuildError};
use super::tree::Played;
use crate::analysis::{Stopped, WhiteScore};
use crate::archive::in_order;
use crate::games::GameResult;
use crate::rules::{Game, GameType, Move, Position};
use crate::search::{Limits, MemoryError, Params, Report, Searcher, Settings};

/// Plays games against itself, each with what those before it have shown.
#[derive(Clone, Debug)]
pub struct BookSelfPlay {
    /// The game types, one after the other: at least one. One that stands there twice has twice
    /// as many games.
    pub game_types: Vec<GameType>,
    /// How many games. Those that end as another has ended are not counted in a book.
    pub games: u32,
    /// Positions searched for a move.
    pub nodes: u64,
    /// What the moves are drawn from.
    pub seed: u64,
    /// Threads, each with games of its own.
    pub threads: usize,
}

/// How many moves of a position are considered.
const LINES: usize = 6;
/// How many times as long as for a move of the games a position is searched to judge its moves.
const JUDGING: u64 = 10;
/// A game that has not ended by then is broken off.
const LONGEST_GAME: usize = 120;
/// How many games are played at most with the same knowledge: so many threads can share them.
const ROUND: u32 = 64;

/// The openings played so far: the positions that moves were drawn in, by their keys.
#[derive(Debug, Default)]
struct Openings {
    positions: HashMap<u64, Vec<Choice>>,
    /// The keys of the positions in which games have ended.
    ends: HashSet<u64>,
}

/// A move that may be drawn.
#[derive(Clone, Debug, PartialEq)]
struct Choice {
    /// The key of the position after it.
    after: u64,
    /// The points that a search expects of it.
    judged: f64,
    played: Played,
}

/// A game, and the position at which it left the known openings, unless it ended before.
#[derive(Debug)]
struct Explored {
    game: BookGame,
    left: Option<(u64, Vec<Choice>)>,
}

impl BookSelfPlay {
    /// Plays the games, and gives those that end differently. They are the same for any number
    /// of threads.
    ///
    /// # Errors
    ///
    /// If it was stopped, or there is not enough memory.
    pub fn play(
        &self,
        stop: &AtomicBool,
        take: &mut dyn FnMut(BookGame),
    ) -> Result<(), BuildError> {
        // Early, so that no thread has to say it.
        let _ = searcher()?;
        let mut openings = Openings::default();
        let types = u32::try_from(self.game_types.len()).unwrap_or(ROUND);
        let mut number = 0;
        while number < self.games {
            // Few at first, while many games would be the same.
            let round = (number / 4).clamp(types.min(ROUND), ROUND).min(self.games - number);
            let mut games = vec![];
            in_order(
                number..number + round,
                self.threads,
                || searcher().ok(),
                |searcher, number| self.explore(number, &openings, searcher.as_mut()?, stop),
                |game| {
                    games.extend(game);
                    ControlFlow::Continue(())
                },
            );
            if stop.load(Ordering::Relaxed) {
                return Err(Stopped.into());
            }
            number += round;
            games.into_iter().filter_map(|game| openings.learn(game)).for_each(&mut *take);
        }
        Ok(())
    }

    /// The game with this number; `None` if it was stopped.
    fn explore(
        &self,
        number: u32,
        openings: &Openings,
        searcher: &mut Searcher,
        stop: &AtomicBool,
    ) -> Option<Explored> {
        let mut random = ChaCha8Rng::seed_from_u64(self.seed);
        random.set_stream(u64::from(number));
        let game_type = self.game_types.get(number as usize % self.game_types.len().max(1))?;
        let mut game = Game::new(*game_type);
        let mut left = None;
        searcher.forget();
        while game.outcome().is_none()
            && game.repetitions() < 3
            && game.moves().len() < LONGEST_GAME
        {
            let position = game.position();
            let key = left.is_none().then(|| position.symmetric_key());
            let known = key.and_then(|key| openings.positions.get(&key));
            let mv = if let Some(choices) = known {
                draw(choices, position, &mut random)?
            } else {
                let (lines, times) = if key.is_some() { (LINES, JUDGING) } else { (1, 1) };
                if searcher.settings().lines != lines {
                    let settings = Settings { lines, ..searcher.settings().clone() };
                    // The threads and the table stay as they are, so it cannot fail.
                    searcher.configure(&settings).ok()?;
                }
                let limits = Limits::nodes(times * self.nodes);
                let report = searcher.search_game(&game, &limits, stop, &mut ());
                if stop.load(Ordering::Relaxed) {
                    return None;
                }
                left = left.or_else(|| Some((key?, choices(&report, position))));
                report.best?
            };
            if game.play(mv).is_err() {
                break;
            }
        }
        let result = match game.outcome() {
            None if game.repetitions() >= 3 => GameResult::Draw,
            outcome => outcome.into(),
        };
        let moves = game.moves().collect();
        Some(Explored { game: BookGame { game_type: *game_type, moves, result }, left })
    }
}

impl Openings {
    /// Takes in a game, by which the tree grows by a position; `None` if another has ended in the
    /// same position, so that it says nothing new.
    fn learn(&mut self, Explored { game, left }: Explored) -> Option<BookGame> {
        if let Some((key, choices)) = left {
            self.positions.entry(key).or_insert(choices);
        }
        let mut position = Position::new(game.game_type);
        let mut line = vec![];
        for &mv in &game.moves {
            let us = position.side_to_move();
            line.push((position.symmetric_key(), us));
            position = position.after(mv);
        }
        let end = position.symmetric_key();
        if !self.ends.insert(end) {
            return None;
        }
        let afters = line.iter().skip(1).map(|&(key, _)| key).chain([end]);
        for (&(key, us), after) in line.iter().zip(afters) {
            let Some(choices) = self.positions.get_mut(&key) else { break };
            for choice in choices.iter_mut().filter(|choice| choice.after == after) {
                choice.played.add(us, game.result);
            }
        }
        Some(game)
    }
}

/// A searcher for such games, of one thread.
fn searcher() -> Result<Searcher, MemoryError> {
    let params = Params { contempt: 0, ..Params::default() };
    Searcher::new(&Settings { table_mib: 4, params, ..Settings::default() })
}

/// The first moves of the lines that a search has found; of moves that are the same turned or
/// reflected, the first.
fn choices(report: &Report<Move>, position: &Position) -> Vec<Choice> {
    let us = position.side_to_move();
    let mut choices: Vec<Choice> = vec![];
    for line in &report.lines {
        let Some(&mv) = line.moves.first() else { continue };
        let after = position.after(mv).symmetric_key();
        if choices.iter().all(|choice| choice.after != after) {
            let judged = WhiteScore::new(line.score, us).chance(us);
            choices.push(Choice { after, judged, played: Played::default() });
        }
    }
    choices
}

/// One of the moves, as likely as it is the best.
fn draw(choices: &[Choice], position: &Position, random: &mut ChaCha8Rng) -> Option<Move> {
    let drawn = choices.iter().filter_map(|choice| {
        let (points, games) = choice.played.with_judgment(choice.judged.clamp(0.01, 0.99));
        let believed = Beta::new(points, games - points).ok()?;
        Some((choice.after, believed.inverse_cdf(random.random())))
    });
    let (after, _) = drawn.max_by(|one, other| one.1.total_cmp(&other.1))?;
    let mut moves = position.legal_moves().into_iter();
    moves.find(|&mv| position.after(mv).symmetric_key() == after)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Color;

    const SETTINGS: BookSelfPlay =
        BookSelfPlay { game_types: vec![], games: 10, nodes: 20, seed: 1, threads: 1 };

    fn play(settings: &BookSelfPlay) -> Vec<BookGame> {
        let mut games = vec![];
        settings.play(&AtomicBool::new(false), &mut |game| games.push(game)).unwrap();
        games
    }

    #[test]
    fn the_games_differ_and_are_the_same_for_any_number_of_threads() {
        let settings = BookSelfPlay { game_types: vec![GameType::BASE, GameType::MLP], ..SETTINGS };
        let games = play(&settings);
        assert!((6..=10).contains(&games.len()), "{}", games.len());
        assert_eq!((games[0].game_type, games[1].game_type), (GameType::BASE, GameType::MLP));
        for (number, game) in games.iter().enumerate() {
            assert!(!games[..number].contains(game), "game {number}");
        }
        assert_eq!(play(&BookSelfPlay { threads: 3, ..settings.clone() }), games);
        let others = play(&BookSelfPlay { seed: 2, ..settings.clone() });
        assert_ne!(others, games);
        let stopped = settings.play(&AtomicBool::new(true), &mut |_| panic!("a game"));
        assert!(matches!(stopped, Err(BuildError::Stopped(_))));
    }

    /// The start, with two moves that are judged alike.
    fn two_choices() -> (Position, [Move; 2], Vec<Choice>) {
        let start = Position::new(GameType::BASE);
        let moves = start.legal_moves();
        let choice = |&mv: &Move| Choice {
            after: start.after(mv).symmetric_key(),
            judged: 0.5,
            played: Played::default(),
        };
        let choices = moves[..2].iter().map(choice).collect();
        let moves = [moves[0], moves[1]];
        (start, moves, choices)
    }

    #[test]
    fn what_wins_is_drawn_more_often() {
        let (start, moves, mut choices) = two_choices();
        let mut random = ChaCha8Rng::seed_from_u64(1);
        let mut count = |choices: &[Choice]| {
            (0..200).filter(|_| draw(choices, &start, &mut random) == Some(moves[1])).count()
        };
        assert!((70..130).contains(&count(&choices)));
        for _ in 0..10 {
            choices[1].played.add(Color::White, GameResult::Win(Color::White));
        }
        let few = count(&choices);
        assert!((150..200).contains(&few), "{few}: the other one may be the best");
        for _ in 0..200 {
            choices[1].played.add(Color::White, GameResult::Win(Color::White));
        }
        assert_eq!(count(&choices), 200);
    }

    #[test]
    fn a_game_that_ends_like_another_is_not_counted() {
        let (start, moves, choices) = two_choices();
        let key = start.symmetric_key();
        let game = BookGame {
            game_type: GameType::BASE,
            moves: vec![moves[0]],
            result: GameResult::Win(Color::Black),
        };
        let explored = || Explored { game: game.clone(), left: Some((key, choices.clone())) };
        let mut openings = Openings::default();
        assert_eq!(openings.learn(explored()), Some(game.clone()));
        assert_eq!(openings.learn(explored()), None);
        let known = &openings.positions[&key];
        assert_eq!(known[0].played, Played { games: 1, half_points: 0 });
        assert_eq!(known[1].played, Played::default());
    }
}
