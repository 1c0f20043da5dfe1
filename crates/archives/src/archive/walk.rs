//! The step from texts to the games that count: numbered, filtered, and without repeats.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use super::repeats::{Repeats, Stage};
use super::{Archive, ArchiveText, ArchivedGame, Filter, ReadFault, Unreadable};
use waggle_hive_core::games::{GameError, GameRecord};

/// What was made of a game, with how far the game was, and the error up to which it was read; `None`
/// if it does not count.
type MadeOrPassed<R> = Result<Option<(Option<Stage>, R, Option<GameError>)>, GameError>;

/// What was made of the games of a text.
pub(super) struct TextGames<R> {
    file: Arc<str>,
    bytes: u64,
    games: Vec<MadeOrPassed<R>>,
}

impl ArchiveText {
    /// Reads the games and runs `work` on those that the filter accepts.
    pub(super) fn games<R>(self, filter: &Filter, work: impl Fn(GameRecord) -> R) -> TextGames<R> {
        let made = |(record, error): (GameRecord, Option<GameError>)| {
            filter.accepts(&record).then(|| (Stage::of(&record), work(record), error))
        };
        let beginning = |error: GameError| {
            if !filter.up_to_error {
                return Err(error);
            }
            error.beginning().map(|(record, error)| (record, Some(error)))
        };
        let games = self.text.read().into_iter();
        let games = games.map(|game| game.map(|it| (it, None)).or_else(beginning).map(made));
        TextGames { file: self.file, bytes: self.bytes, games: games.collect() }
    }
}

/// A walk through the games of an archive, in its order.
pub(super) struct Walk {
    pub(super) filter: Arc<Filter>,
    passed_over: Arc<AtomicU64>,
    repeated: Arc<AtomicU64>,
    repeats: Repeats,
    /// The file of the last game, and its number in it.
    file: Option<Arc<str>>,
    number: usize,
}

impl Walk {
    pub(super) fn of(archive: &Archive) -> Self {
        Self {
            filter: Arc::clone(&archive.filter),
            passed_over: Arc::clone(&archive.passed_over),
            repeated: Arc::clone(&archive.repeated),
            repeats: Repeats::default(),
            file: None,
            number: 0,
        }
    }

    /// Counts the games of the next text, and passes on those that count or cannot be read.
    pub(super) fn through<R>(
        &mut self,
        text: TextGames<R>,
    ) -> impl Iterator<Item = Result<ArchivedGame<R>, Unreadable>> {
        let TextGames { file, bytes, games } = text;
        if self.file.as_ref() != Some(&file) {
            (self.file, self.number) = (Some(Arc::clone(&file)), 0);
        }
        games.into_iter().filter_map(move |game| {
            self.number += 1;
            let (file, number) = (Arc::clone(&file), self.number);
            match game {
                Ok(None) => {
                    self.passed_over.fetch_add(1, Ordering::Relaxed);
                    None
                }
                Ok(Some((stage, ..))) if self.repeats.has_come(stage) => {
                    self.repeated.fetch_add(1, Ordering::Relaxed);
                    None
                }
                Ok(Some((_, record, error))) => {
                    let error = error.map(|error| GameError { game: number, ..error });
                    Some(Ok(ArchivedGame { file, number, bytes, record, error }))
                }
                Err(error) => {
                    let error = GameError { game: number, ..error };
                    Some(Err(Unreadable { file, fault: ReadFault::Game(error.into()) }))
                }
            }
        })
    }
}
