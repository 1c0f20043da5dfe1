//! Reading an archive on several threads.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use super::repeats::{Repeats, Stage};
use super::{Archive, ArchiveText, Fault, Unreadable, in_order};
use waggle_hive_core::games::{GameError, GameRecord};
use waggle_hive_core::notation::Contradiction;

/// The result of processing a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MadeOfGame<R> {
    /// The name of its file, as shown in messages.
    pub file: Arc<str>,
    /// Its number in the file, from 1, counting unreadable games.
    pub number: usize,
    /// The bytes of the archive up to its end.
    pub bytes: u64,
    /// What its file says about it that its moves contradict.
    pub contradictions: Vec<Contradiction>,
    /// What `work` returned.
    pub made: R,
}

/// The result of a game in a text, with how far the game was; `None` if it does not count.
type MadeOrPassed<R> = Result<Option<(Option<Stage>, Vec<Contradiction>, R)>, GameError>;

/// The file, the bytes read, and the results of the games in a text.
type MadeOfText<R> = Result<(Arc<str>, u64, Vec<MadeOrPassed<R>>), Unreadable>;

/// Reads the games of an archive and runs `work` on them with this many threads, and passes the
/// results to `take` in the order of the archive, until `take` breaks.
///
/// Only a few games at a time are in memory.
///
/// # Panics
///
/// If `work` panics.
pub fn read_through<R: Send>(
    archive: Archive,
    threads: usize,
    work: impl Fn(GameRecord) -> R + Sync,
    mut take: impl FnMut(Result<MadeOfGame<R>, Unreadable>) -> ControlFlow<()>,
) {
    let (filter, passed_over) = (Arc::clone(&archive.filter), Arc::clone(&archive.passed_over));
    let (repeated, mut repeats) = (Arc::clone(&archive.repeated), Repeats::default());
    let read = |(): &mut (), text: Result<ArchiveText, Unreadable>| -> MadeOfText<R> {
        let ArchiveText { file, text, bytes } = text?;
        let work = |record: GameRecord| {
            let counts = filter.accepts(&record);
            counts.then(|| (Stage::of(&record), record.contradictions.clone(), work(record)))
        };
        let games = text.read().into_iter().map(|game| game.map(work)).collect();
        Ok((file, bytes, games))
    };
    let mut last: Option<Arc<str>> = None;
    let mut number = 0;
    in_order(
        archive.texts(),
        threads,
        || (),
        read,
        |text| {
            let (file, bytes, games) = match text {
                Ok(text) => text,
                Err(unreadable) => return take(Err(unreadable)),
            };
            if last.as_ref() != Some(&file) {
                (last, number) = (Some(Arc::clone(&file)), 0);
            }
            for game in games {
                number += 1;
                let file = Arc::clone(&file);
                take(match game {
                    Ok(None) => {
                        passed_over.fetch_add(1, Ordering::Relaxed);
                        continue;
                    }
                    Ok(Some((stage, ..))) if repeats.has_come(stage) => {
                        repeated.fetch_add(1, Ordering::Relaxed);
                        continue;
                    }
                    Ok(Some((_, contradictions, made))) => {
                        Ok(MadeOfGame { file, number, bytes, contradictions, made })
                    }
                    Err(error) => {
                        let error = GameError { game: number, ..error };
                        Err(Unreadable { file, fault: Fault::Game(error) })
                    }
                })?;
            }
            ControlFlow::Continue(())
        },
    );
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use super::*;

    #[test]
    fn threads_read_what_one_reads_and_stop_on_break() {
        let data = |name: &str| -> PathBuf {
            format!("{}/../../tests/data/games/{name}", env!("CARGO_MANIFEST_DIR")).into()
        };
        let archive = Archive::of(&["broken.pgn", "games.txt", "mzinga.pgn"].map(data)).unwrap();
        let name = |made: &MadeOfGame<GameRecord>| {
            format!("{} {} {} {:?}", made.file, made.number, made.bytes, made.made)
        };
        let expected: Vec<String> = archive
            .clone()
            .games()
            .map(|game| match game {
                Ok(game) => name(&MadeOfGame {
                    file: game.file,
                    number: game.number,
                    bytes: game.bytes,
                    contradictions: vec![],
                    made: game.record,
                }),
                Err(unreadable) => unreadable.to_string(),
            })
            .collect();
        let read = |threads: usize, most: usize| {
            let mut found = vec![];
            read_through(
                archive.clone(),
                threads,
                |record| record,
                |game| {
                    found.push(game.as_ref().map_or_else(ToString::to_string, name));
                    if found.len() == most {
                        return ControlFlow::Break(());
                    }
                    ControlFlow::Continue(())
                },
            );
            found
        };
        assert!(expected.iter().any(|game| game.contains("broken.pgn: game 2, ")));
        for threads in [1, 3] {
            assert_eq!(read(threads, usize::MAX), expected);
            assert_eq!(read(threads, 3), expected[..3]);
        }
    }
}
