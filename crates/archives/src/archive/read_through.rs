//! Reading an archive with many threads.

use std::ops::ControlFlow;
use std::sync::Arc;

use super::{Archive, ArchiveText, Fault, Unreadable, in_order};
use waggle_hive_core::games::{GameError, GameRecord};

/// What was made of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MadeOfGame<R> {
    /// The name of its file, as messages give it.
    pub file: Arc<str>,
    /// Its number in the file, from 1; those that cannot be read are counted.
    pub number: usize,
    /// How many bytes of the archive end with it.
    pub bytes: u64,
    /// What was made of it.
    pub made: R,
}

/// What was made of the games of a text, and where it stands.
type MadeOfText<R> = Result<(Arc<str>, u64, Vec<Result<R, GameError>>), Unreadable>;

/// Reads the games of an archive with this many threads, which also do `work` on them, and
/// hands what comes of it to `take` in the order of the archive, until it breaks off.
///
/// A few games at a time are in memory, however many there are.
///
/// # Panics
///
/// If `work` does.
pub fn read_through<R: Send>(
    archive: Archive,
    threads: usize,
    work: impl Fn(GameRecord) -> R + Sync,
    mut take: impl FnMut(Result<MadeOfGame<R>, Unreadable>) -> ControlFlow<()>,
) {
    let read = |(): &mut (), text: Result<ArchiveText, Unreadable>| -> MadeOfText<R> {
        let ArchiveText { file, text, bytes } = text?;
        let games = text.read().into_iter().map(|game| game.map(&work)).collect();
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
                    Ok(made) => Ok(MadeOfGame { file, number, bytes, made }),
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
    fn it_reads_what_one_thread_reads_and_stops_when_it_is_told() {
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
