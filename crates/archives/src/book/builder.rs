//! Builds a book from games.

use std::collections::{HashMap, HashSet};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};

use super::replies::{Reply, choices, judged};
use super::tree::{Candidate, Played, Reached, Tree, sort};
use crate::archive::in_order;
use serde::{Deserialize, Serialize};
use waggle_hive_core::games::GameResult;
use waggle_hive_core::notation::{move_string, parse_move};
use waggle_hive_core::rules::{GameType, Move, Position};
use waggle_hive_engine::analysis::Stopped;
use waggle_hive_engine::book::{Book, upper};
use waggle_hive_engine::eval::Network;
use waggle_hive_engine::search::{Limits, MemoryError, Purpose, Searcher, Settings};

/// A game from the start, reduced to what a book needs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BookGame {
    /// Which pieces are in play.
    pub game_type: GameType,
    /// The moves.
    pub moves: Vec<Move>,
    /// Who won.
    pub result: GameResult,
}

/// What goes into a book.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BuilderSettings {
    /// The maximum length of a line in plies.
    pub plies: u16,
    /// The games in which a move must have been played; 0 also accepts moves that only the
    /// search likes.
    pub least: u32,
    /// Positions that so many games reach are searched, too, even if no line leads there.
    pub reached: Option<u32>,
    /// The maximum number of positions; the most frequent are kept.
    pub positions: usize,
    /// Nodes searched per position.
    pub nodes: u64,
    /// The number of best moves compared per position (`MultiPV`), at least 1. More lines leave
    /// less depth for each.
    pub lines: usize,
    /// The maximum expected score that either player may give up over a whole line, from 0 to 1,
    /// as judged by the search.
    pub loss: f64,
    /// Threads.
    pub threads: usize,
    /// The transposition table per thread, in MiB.
    pub table_mib: usize,
}

impl BuilderSettings {
    fn nodes_for(&self, reached: &Reached) -> u64 {
        if reached.asks_the_book() { self.nodes } else { self.nodes / REPLY_PART }
    }
}

/// What the search found in a position. Kept, it saves a later build of the same settings the
/// search.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Searched {
    /// The key of the position in games of its type.
    key: u64,
    nodes: u64,
    /// The best moves, each with the expected score.
    moves: Vec<(String, f64)>,
    /// The moves that shorter searches would play, with their probabilities.
    choices: Vec<(String, f64)>,
}

/// Called after each position with what was found, the positions searched so far, and the least
/// number that will be searched.
pub type OnPosition<'a> = &'a mut dyn FnMut(&Searched, usize, usize) -> ControlFlow<()>;

/// Why there is no book.
#[derive(Debug, thiserror::Error)]
pub enum BuildError {
    /// The build was stopped.
    #[error(transparent)]
    Stopped(#[from] Stopped),
    /// Memory for the searches could not be allocated.
    #[error(transparent)]
    Memory(#[from] MemoryError),
}

/// Collects games and builds a book from them.
#[derive(Debug, Default)]
pub struct Builder {
    /// Keyed by the position and the upper half of the next position's key.
    played: HashMap<(u64, u32), Played>,
    /// The number of games through each position.
    games: HashMap<u64, u32>,
    /// Those that as many games reach as the settings ask for.
    frequent: Vec<Position>,
    game_types: HashSet<GameType>,
    /// What an earlier build has searched, by the keys of the positions.
    searched: HashMap<u64, Searched>,
    network: Network,
}

/// How many positions are searched before the frontier is ranked again.
const AT_A_TIME: usize = 32;

/// The search for the replies of a player without a book has this many times fewer nodes.
const REPLY_PART: u64 = 4;
/// The ratio of nodes between the largest and the smallest search taken for such replies.
const REPLY_RANGE: u64 = 10;
/// The search's choice weighs as much as this many games when replies are estimated.
const GAMES_OF_A_SEARCH: f64 = 4.0;

impl Builder {
    /// A builder whose searches evaluate with this network.
    pub fn new(network: Network) -> Self {
        Self { network, ..Self::default() }
    }

    /// Includes lines from the start of this game type, even without games.
    pub fn add_type(&mut self, game_type: GameType) {
        self.game_types.insert(game_type);
    }

    /// Adds a search of an earlier build with the same network, nodes, lines and table.
    pub fn add_searched(&mut self, searched: Searched) {
        self.searched.insert(searched.key, searched);
    }

    /// Adds the first plies of a game.
    pub fn add(&mut self, game: &BookGame, settings: &BuilderSettings) {
        let mut position = Position::new(game.game_type);
        self.game_types.insert(game.game_type);
        let mut key = position.symmetric_key();
        *self.games.entry(key).or_default() += 1;
        for &mv in game.moves.iter().take(settings.plies.into()) {
            if !position.is_legal(mv) {
                break; // Older rules allow placing the queen first.
            }
            let us = position.side_to_move();
            position = position.after(mv);
            let next = position.symmetric_key();
            let played = self.played.entry((key, upper(next))).or_default();
            played.games += 1;
            played.half_points += game.result.half_points(us).unwrap_or(1);
            let games = self.games.entry(next).or_default();
            *games += 1;
            let goes_on = position.ply() < settings.plies && position.outcome().is_none();
            if goes_on && settings.reached == Some(*games) {
                self.frequent.push(position.clone());
            }
            key = next;
        }
    }

    /// Builds the book. Assuming that one player follows the book and the other plays as in the
    /// games, it searches the positions reached, most frequent first, and expands the moves that
    /// were played often enough and lose little enough. Values are then backed up from the leaves,
    /// and the moves that are still good become the book. The best move of a position is kept even
    /// if it was never played.
    ///
    /// # Errors
    ///
    /// If the build was stopped, be it by `on_position`, or memory for the searches could not be allocated.
    pub fn build(
        &self,
        settings: &BuilderSettings,
        stop: &AtomicBool,
        on_position: OnPosition<'_>,
    ) -> Result<Book, BuildError> {
        let mut tree = self.explore(settings, stop, on_position)?;
        tree.back_up();
        Ok(tree.book(self.starts(), settings))
    }

    fn searcher(&self, settings: &BuilderSettings) -> Result<Searcher, MemoryError> {
        let (network, table_mib) = (self.network.clone(), settings.table_mib);
        Searcher::new(&Settings { threads: 1, table_mib, network, ..Settings::default() })
    }

    /// The starting positions of the included game types, and what games reach often.
    fn starts(&self) -> Vec<Reached> {
        let types = GameType::ALL.into_iter().filter(|it| self.game_types.contains(it));
        let starts = types.map(|game_type| Reached::start(Position::new(game_type)));
        let games =
            |it: &Position| self.games.get(&it.symmetric_key()).copied().map_or(0.0, f64::from);
        let share = |it: &Position| games(it) / games(&Position::new(it.game_type()));
        let frequent = self.frequent.iter();
        starts.chain(frequent.map(|it| Reached::without_book(it.clone(), share(it)))).collect()
    }

    /// Searches the positions that good moves lead to.
    fn explore(
        &self,
        settings: &BuilderSettings,
        stop: &AtomicBool,
        on_position: OnPosition<'_>,
    ) -> Result<Tree, BuildError> {
        // Fails early, before any thread would.
        let _ = self.searcher(settings)?;
        let mut tree = Tree::default();
        let mut frontier: HashMap<u64, Reached> =
            self.starts().into_iter().map(|it| (it.key, it)).collect();
        while !frontier.is_empty() && tree.len() < settings.positions {
            let mut waiting: Vec<Reached> = frontier.into_values().collect();
            waiting.sort_by(|one, other| {
                other.share().total_cmp(&one.share()).then_with(|| one.key.cmp(&other.key))
            });
            // The opponent's positions are searched only where the book will have an answer.
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
                let search = || Some(search(searcher.as_mut()?, &it, settings, stop));
                let known = self.searched.get(&key_of(&it.position));
                let known = known.filter(|known| known.nodes == settings.nodes_for(&it));
                let searched = known.cloned().or_else(search);
                (it, searched)
            };
            let start = || self.searcher(settings).ok();
            let mut is_stopped = false;
            in_order(waiting, settings.threads, start, search, |(it, searched)| {
                let searched = searched.filter(|_| !stop.load(Ordering::Relaxed));
                let flow = searched.map_or(ControlFlow::Break(()), |searched| {
                    let (moves, replies) = self.moves_and_replies(&it, &searched);
                    it.expand(&it.good(&moves, settings), &replies, &mut frontier);
                    tree.insert(&it, moves, replies);
                    on_position(&searched, tree.len(), total)
                });
                is_stopped = flow.is_break();
                flow
            });
            if is_stopped {
                return Err(Stopped.into());
            }
            let least = settings.least.min(settings.reached.unwrap_or(u32::MAX));
            frontier.retain(|key, it| {
                // Positions that no game reached are skipped, unless `least` is 0.
                self.games.get(key).copied().unwrap_or(0) >= least
                    && it.position.ply() < settings.plies
                    && !tree.knows(*key)
            });
        }
        Ok(tree)
    }

    /// The best moves of a position by search and games, and the likely replies of a player
    /// without a book.
    fn moves_and_replies(
        &self,
        reached: &Reached,
        searched: &Searched,
    ) -> (Vec<Candidate>, Vec<Reply>) {
        let position = &reached.position;
        let read = |(text, value): &(String, f64)| Some((parse_move(position, text).ok()?, *value));
        let mut moves: Vec<Candidate> = vec![];
        for (mv, chance) in searched.moves.iter().filter_map(read) {
            let after = position.after(mv).symmetric_key();
            // Larger hives can be symmetric too, so two moves may be equivalent.
            if moves.iter().any(|other| other.after == after) {
                continue;
            }
            let played = self.played.get(&(reached.key, upper(after))).copied();
            moves.push(Candidate::new(mv, after, chance, played.unwrap_or_default()));
        }
        sort(&mut moves);
        let choices: Vec<(Move, f64)> = searched.choices.iter().filter_map(read).collect();
        (moves, self.replies(reached, &choices))
    }

    /// The likely replies of a player without a book: a mix of the games and the search's choices.
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

/// The key of a search: that of the position, in which a type of game may have other moves. Unlike the
/// symmetric key it tells images apart, in which moves are written otherwise.
fn key_of(position: &Position) -> u64 {
    position.key() ^ Position::new(position.game_type()).symmetric_key()
}

/// Searches a position.
fn search(
    searcher: &mut Searcher,
    reached: &Reached,
    settings: &BuilderSettings,
    stop: &AtomicBool,
) -> Searched {
    let position = &reached.position;
    let (most, nodes) = (settings.nodes / REPLY_PART, settings.nodes_for(reached));
    let mut iterations = vec![];
    searcher.clear();
    let (purpose, limits) = (Purpose::Score { lines: settings.lines }, Limits::nodes(nodes));
    let report = searcher.search(position, &[], purpose, &limits, stop, &mut iterations);
    let named = |(mv, value)| (move_string(position, mv), value);
    let moves = judged(&report, position.side_to_move()).into_iter().map(named).collect();
    let choices = choices(&iterations, (most / REPLY_RANGE, most)).into_iter().map(named).collect();
    Searched { key: key_of(position), nodes, moves, choices }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use waggle_hive_core::rules::Color;

    pub(in super::super) const SETTINGS: BuilderSettings = BuilderSettings {
        plies: 4,
        least: 2,
        reached: None,
        positions: 50,
        nodes: 300,
        lines: 5,
        loss: 0.3,
        threads: 2,
        table_mib: 1,
    };

    /// Games in which White opens with one of the first two moves, and wins with the second.
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

    fn builder(settings: &BuilderSettings) -> Builder {
        let mut builder = Builder::default();
        for game in games() {
            builder.add(&game, settings);
        }
        builder
    }

    fn build(settings: &BuilderSettings) -> Book {
        build_and_keep(&builder(settings), settings).0
    }

    fn build_and_keep(builder: &Builder, settings: &BuilderSettings) -> (Book, Vec<Searched>) {
        let mut kept = vec![];
        let book = builder.build(settings, &AtomicBool::new(false), &mut |it, _, _| {
            kept.push(it.clone());
            ControlFlow::Continue(())
        });
        (book.unwrap(), kept)
    }

    #[test]
    fn a_position_is_not_searched_again() {
        let mut builder = builder(&SETTINGS);
        let (book, kept) = build_and_keep(&builder, &SETTINGS);
        kept.iter().cloned().for_each(|it| builder.add_searched(it));
        assert_eq!(build_and_keep(&builder, &SETTINGS), (book, kept.clone()));
        // An earlier result is trusted, whatever it is.
        for mut it in kept {
            it.moves.clear();
            builder.add_searched(it);
        }
        assert!(build_and_keep(&builder, &SETTINGS).1.iter().all(|it| it.moves.is_empty()));
    }

    #[test]
    fn types_of_game_do_not_share_their_searches() {
        let settings = BuilderSettings { plies: 2, least: 0, positions: 2, ..SETTINGS };
        let build = |game_type, searched: Vec<Searched>| {
            let mut builder = Builder::default();
            builder.add_type(game_type);
            for it in searched {
                builder.add_searched(it);
            }
            build_and_keep(&builder, &settings)
        };
        for [one, other] in [[GameType::BASE, GameType::MLP], [GameType::MLP, GameType::BASE]] {
            let fresh = build(other, vec![]);
            let (_, of_one) = build(one, vec![]);
            assert_eq!(build(other, of_one), fresh, "{one} before {other}");
        }
    }

    #[test]
    fn winning_moves_weigh_more() {
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
    fn threads_do_not_change_the_book_and_limits_hold() {
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
}
