//! Reading an archive on several threads.

use std::ops::ControlFlow;
use std::sync::Arc;

use super::walk::Walk;
use super::{Archive, ArchiveText, ArchivedGame, Unreadable, in_order};
use waggle_hive_core::games::GameRecord;

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
    mut take: impl FnMut(Result<ArchivedGame<R>, Unreadable>) -> ControlFlow<()>,
) {
    let (mut walk, filter) = (Walk::of(&archive), Arc::clone(&archive.filter));
    let read = |(): &mut (), text: Result<ArchiveText, _>| Ok(text?.games(&filter, &work));
    in_order(
        archive.texts(),
        threads,
        || (),
        read,
        |games| match games {
            Ok(games) => walk.through(games).try_for_each(&mut take),
            Err(unreadable) => take(Err(unreadable)),
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
        let told = |game: &Result<ArchivedGame, Unreadable>| match game {
            Ok(ArchivedGame { file, number, bytes, record, .. }) => {
                format!("{file} {number} {bytes} {record:?}")
            }
            Err(unreadable) => unreadable.to_string(),
        };
        let expected: Vec<String> = archive.clone().games().map(|game| told(&game)).collect();
        let bytes = archive.clone().games().filter_map(|game| game.ok().map(|game| game.bytes));
        let bytes: Vec<u64> = bytes.collect();
        assert!(bytes.is_sorted() && bytes.last().copied() == archive.bytes(), "{bytes:?}");
        let read = |threads: usize, most: usize| {
            let mut found = vec![];
            read_through(
                archive.clone(),
                threads,
                |record| record,
                |game| {
                    found.push(told(&game));
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
