//! Reads the games of an archive with a progress bar, collecting those that cannot be read.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};

use waggle::archive::{Archive, read_through};
use waggle::games::GameRecord;

use super::{LeftOut, Progress};

/// Runs `work` on each game with this many threads, and passes the results to `take` in the order
/// of the archive, until `stop` is set. Returns the number of games read.
pub(crate) fn read_games<R: Send>(
    archive: &Archive,
    threads: usize,
    stop: &AtomicBool,
    left_out: &mut LeftOut,
    work: impl Fn(GameRecord) -> R + Sync,
    mut take: impl FnMut(R),
) -> usize {
    let mut progress = Progress::new(archive.bytes());
    let mut read = 0;
    read_through(archive.clone(), threads, work, |game| {
        match game {
            Ok(game) => {
                read += 1;
                progress.game(game.bytes);
                let found = &game.contradictions;
                left_out.warn_of_result(Some(&progress), &game.file, game.number, found);
                take(game.made);
            }
            Err(unreadable) => left_out.add(&unreadable),
        }
        if stop.load(Ordering::Relaxed) {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    });
    progress.close();
    read
}
