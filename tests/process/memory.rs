//! The memory of the table, and resizing it; what the system reports about a process.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use super::engine::{EXIT_TIME, Engine, GAME, assert_is_move};
use super::system;

impl Engine {
    /// The resident size of the process.
    pub(crate) fn resident_mib(&self) -> u64 {
        system::resident_kib(self.child.id()) / 1024
    }

    /// Processor time used so far, in hundredths of a second.
    pub(crate) fn ticks(&self) -> u64 {
        system::ticks(self.child.id())
    }

    /// The system's folders for its threads.
    pub(crate) fn tasks(&self) -> Vec<PathBuf> {
        let tasks = fs::read_dir(format!("/proc/{}/task", self.child.id()));
        let tasks = tasks.expect("the engine runs");
        tasks.map(|task| task.expect("a thread").path()).collect()
    }

    /// How often its threads have been switched off the processor.
    pub(crate) fn switches(&self) -> u64 {
        let count = |task: &PathBuf| -> u64 {
            // A thread may end meanwhile.
            let status = fs::read_to_string(task.join("status")).unwrap_or_default();
            let lines = status.lines().filter_map(|line| line.split_once("_ctxt_switches:"));
            lines.map(|(_, count)| count.trim().parse::<u64>().expect("a number")).sum()
        };
        self.tasks().iter().map(count).sum()
    }
}

/// Whether a thread sleeps.
pub(crate) fn sleeps(task: &Path) -> bool {
    let stat = fs::read_to_string(task.join("stat")).unwrap_or_default();
    stat.rsplit(')').next().is_some_and(|rest| rest.starts_with(" S"))
}

#[test]
fn a_table_that_does_not_fit_is_refused_and_the_old_one_stays() {
    // Two threads with their stacks and some small tables fit, four GiB do not.
    let limited = format!("ulimit -v 1500000; exec {}", env!("CARGO_BIN_EXE_waggle"));
    let mut engine = Engine::start_as(Command::new("sh").arg("-c").arg(limited));
    engine.ask("options set NumThreads 2");
    engine.ask("options set TableSizeMiB 3");
    engine.ask(&format!("newgame {GAME}"));
    let moves = engine.ask("validmoves");
    engine.ask("bestmove depth 3");
    let line = engine.ask("pv");
    assert_eq!(
        engine.ask("options set TableSizeMiB 4096"),
        ["err a transposition table of 4096 MiB does not fit into memory"]
    );
    assert_eq!(engine.ask("options get TableSizeMiB"), ["TableSizeMiB;int;3;64;1;65536"]);
    assert_eq!(engine.ask("pv"), line);
    assert_eq!(engine.ask("validmoves"), moves);
    assert_is_move(&engine.ask("bestmove depth 3"));
}

#[test]
fn threads_that_do_not_fit_are_refused_and_the_old_ones_stay() {
    let limited = format!("ulimit -v 1000000; exec {}", env!("CARGO_BIN_EXE_waggle"));
    let mut engine = Engine::start_as(Command::new("sh").arg("-c").arg(limited));
    engine.ask("options set NumThreads 2");
    engine.ask(&format!("newgame {GAME}"));
    let moves = engine.ask("validmoves");
    assert_eq!(
        engine.ask("options set NumThreads 256"),
        ["err 256 threads do not fit into memory"]
    );
    let threads = engine.ask("options get NumThreads");
    assert!(threads[0].starts_with("NumThreads;int;2;"), "{threads:?}");
    assert_eq!(engine.ask("validmoves"), moves);
    assert_is_move(&engine.ask("bestmove depth 3"));
}

#[test]
fn a_new_size_in_the_middle_of_a_game_loses_nothing() {
    let mut engine = Engine::start();
    let game = engine.ask(&format!("newgame {GAME}"));
    let moves = engine.ask("validmoves");
    for mib in [1, 100, 7, 64] {
        engine.ask("bestmove depth 3");
        let line = engine.ask("pv");
        let answer = engine.ask(&format!("options set TableSizeMiB {mib}"));
        assert_eq!(answer, [format!("TableSizeMiB;int;{mib};64;1;65536")]);
        assert_eq!(engine.ask("pv"), line);
        assert_eq!(engine.ask("validmoves"), moves);
        assert!(engine.ask("undo 2")[0].ends_with(";wS1;bS1 wS1-;wQ -wS1;bQ bS1-"));
        engine.ask("play wQ \\wS1");
        assert_eq!(engine.ask("play bQ bS1\\"), game);
    }
}

#[test]
fn a_table_takes_what_it_says_and_gives_it_back() {
    let mut engine = Engine::start();
    engine.ask("options set NumThreads 1");
    engine.ask("options set TableSizeMiB 1");
    engine.ask(&format!("newgame {GAME}"));
    engine.ask("bestmove depth 3");
    let least = engine.resident_mib();
    assert!(least < 40, "{least} MiB");
    engine.ask("options set TableSizeMiB 64");
    engine.ask("bestmove time 00:00:00.7");
    let with_table = engine.resident_mib();
    assert!((least + 1..=least + 68).contains(&with_table), "{least} and {with_table} MiB");
    engine.ask("options set TableSizeMiB 1");
    let again = engine.resident_mib();
    assert!(again <= least + 4, "{least} and {again} MiB");
}

#[test]
fn a_line_of_ten_megabytes_is_refused_and_leaves_no_trace() {
    let mut engine = Engine::start();
    let game = engine.ask(&format!("newgame {GAME}"));
    let before = engine.resident_mib();
    for line in ["x".repeat(10 << 20), format!("newgame Base{}", ";wS1".repeat(3 << 20))] {
        let reply = engine.ask(&line);
        assert_eq!(reply, ["err a line of more than 2000000 bytes"]);
    }
    // Neither is a line.
    engine.send(&"\r\n".repeat(5 << 20));
    engine.ask("undo");
    assert_eq!(engine.ask("play bQ bS1\\"), game);
    assert!(engine.resident_mib() <= before + 20, "{} MiB", engine.resident_mib());
    // The input may end in the middle of such a line.
    engine.send(&"\0".repeat(10 << 20));
    engine.close_input();
    assert_eq!(engine.reply(), ["err a line of more than 2000000 bytes"]);
    assert_eq!(engine.end_within(EXIT_TIME + Duration::from_secs(1)).code(), Some(0));
}
