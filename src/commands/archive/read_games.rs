//! Reads the games of an archive with a progress bar, collecting those that cannot be read.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::ensure;
use waggle::archive::{Archive, ArchivedGame, read_through};
use waggle::arena::correct_ending;
use waggle::games::GameRecord;

use super::{LeftOut, Progress, none_of};
use crate::exit_code::ExitCode;

/// Runs `work` on each game with this many threads, and passes the results to `take` in the order
/// of the archive; then lists on the error output what was left out, and fails if nothing could be
/// read. `None` if `stop` was set.
pub(crate) fn read_all<R: Send>(
    archive: &Archive,
    threads: usize,
    stop: &AtomicBool,
    work: impl Fn(GameRecord) -> R + Sync,
    take: impl FnMut(R),
) -> anyhow::Result<Option<ExitCode>> {
    let mut left_out = LeftOut::default();
    let read = read_games(archive, threads, stop, &mut left_out, work, take);
    left_out.report_of(archive);
    if stop.load(Ordering::Relaxed) {
        return Ok(None);
    }
    ensure_any(read, archive)?;
    Ok(Some(left_out.exit_code()))
}

/// Fails if no game was read, and says why.
pub(crate) fn ensure_any(read: usize, archive: &Archive) -> anyhow::Result<()> {
    let passed_over = archive.take_passed_over();
    ensure!(read > 0 || passed_over == 0, none_of(passed_over));
    ensure!(read > 0, "the archive holds no game that can be read");
    Ok(())
}

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
    let work = |mut record: GameRecord| {
        correct_ending(&mut record);
        (record.contradictions.clone(), work(record))
    };
    read_through(archive.clone(), threads, work, |game| {
        match game {
            Ok(ArchivedGame { file, number, bytes, record: (contradictions, made), error }) => {
                read += 1;
                progress.game(bytes);
                if let Some(error) = error {
                    LeftOut::warn_of_error(Some(&progress), &file, &error);
                }
                left_out.warn_of_result(Some(&progress), &file, number, &contradictions);
                take(made);
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
