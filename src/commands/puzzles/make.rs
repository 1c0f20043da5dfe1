//! `waggle puzzles --make`: a set of puzzles from games of the levels against each other.

use std::io::{self, IsTerminal as _, Write as _};
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::{Context as _, bail};
use waggle::archive::in_order;
use waggle::puzzles::{Entry, Finder, balanced, level_game, set_file, write_set};
use waggle::rules::GameType;

use super::super::growing_file::{Existing, GrowingFile};
use super::super::interrupt::say_how_to_resume;
use super::super::outputs::Outputs;
use super::super::terminal::bar;
use super::super::{game_files, interrupt};
use super::measured::measured;
use super::sets;
use crate::cli::PuzzlesArgs;
use crate::exit_code::ExitCode;

/// The file that keeps the puzzles found until the set is written.
const FOUND: &str = "found.tsv";
/// The longest win to look for: five moves.
const WITHIN: u8 = 9;
/// The nodes of a proof; that of a win in four or five moves may take more than usual.
const NODES: u64 = 3_000_000;
/// The table of a proof. It is fixed because what is given up depends on it.
const TABLE_MIB: usize = 16;

pub(super) fn run(args: &PuzzlesArgs, folder: &Path) -> anyhow::Result<ExitCode> {
    let sets_of_types = Outputs::default().folder(folder, GameType::ALL.map(set_file));
    sets_of_types.growing([folder.join(FOUND)]).check(&args.sources, args.force)?;
    let earlier = if args.sources.is_empty() { vec![] } else { sets(args)? };
    let stop = interrupt::stop_flag()?;
    let threads = args.engine.settings().threads;
    let mut found = Found::open(folder, Existing::of(args.resume, args.force), args.seed)?;
    found.look(args, threads, &stop)?;
    let chosen = balanced(&earlier, &found.games);
    if chosen.is_empty() && !stop.load(Ordering::Relaxed) {
        found.file.remove()?;
        bail!("found no puzzle in the games: try more than --games {}", args.games);
    }
    let Some(measured) = measured(chosen, threads, &stop)? else {
        say_how_to_resume();
        return Ok(ExitCode::Interrupted);
    };
    let table = measured.table();
    let entries = measured.into_sorted();
    for game_type in GameType::ALL {
        let of_type = |entry: &&Entry| entry.position.game_type() == game_type;
        let own: Vec<Entry> = entries.iter().filter(of_type).cloned().collect();
        let path = folder.join(set_file(game_type));
        game_files::write(&path, write_set(game_type, &own).as_bytes())?;
    }
    let candidates = earlier.len() + found.games.iter().map(Vec::len).sum::<usize>();
    writeln!(
        io::stderr().lock(),
        "{table}puzzles chosen: {} of {candidates} found; games played: {}",
        entries.len(),
        found.games.len()
    )?;
    found.file.remove()?;
    Ok(ExitCode::Done)
}

/// Ends the puzzles of a game.
const END: &str = "# end of a game\n";
const START: &str = "# puzzles found in games of the levels, seed ";

/// The puzzles found so far, kept in a file beside the set until that is written, so that an
/// interrupted run can be resumed.
struct Found {
    file: GrowingFile,
    games: Vec<Vec<Entry>>,
}

impl Found {
    fn open(folder: &Path, existing: Existing, seed: u64) -> anyhow::Result<Self> {
        let path = folder.join(FOUND);
        let head = format!("# puzzles found in games of the levels, seed {seed}\n");
        let (mut file, text) = GrowingFile::open_beside(&path, existing, START, "puzzles")?;
        // A full disk may have torn even the first line.
        if text.len() < head.len() && head.starts_with(&text) {
            file.cut(0)?;
            file.append(&head)?;
            return Ok(Self { file, games: vec![] });
        }
        let resuming = || format!("resuming `{}`", path.display());
        let body = text.strip_prefix(&head);
        let body = body.with_context(|| format!("expected `{}`", head.trim_end()));
        let (mut games, mut whole) = (vec![], head.len());
        // A torn last game is cut off.
        for game in body.with_context(resuming)?.split_inclusive(END).filter(|it| it.ends_with(END))
        {
            games.push(
                game.trim_end_matches(END)
                    .lines()
                    .map(str::parse)
                    .collect::<Result<_, _>>()
                    .with_context(resuming)?,
            );
            whole += game.len();
        }
        file.cut(whole as u64)?;
        Ok(Self { file, games })
    }

    /// Plays the games that are missing and looks for puzzles in them.
    fn look(
        &mut self,
        args: &PuzzlesArgs,
        threads: usize,
        stop: &AtomicBool,
    ) -> anyhow::Result<()> {
        let done = u32::try_from(self.games.len()).unwrap_or(u32::MAX);
        let bar = bar(
            args.games.into(),
            io::stderr().is_terminal(),
            "{bar:24} {pos}/{len} games, {left}",
        );
        bar.set_position(done.into());
        let mut kept = Ok(());
        let finder = || Finder::new(WITHIN, NODES, TABLE_MIB).map(Finder::allowing_duals);
        let work =
            |finder: &mut Result<Finder, _>, number: u32| -> anyhow::Result<Option<Vec<Entry>>> {
                let finder = finder.as_mut().map_err(|error| anyhow::anyhow!("{error}"))?;
                let Some(game) = level_game(number, args.seed, stop)? else { return Ok(None) };
                Ok(finder.entries_of_game(&game, stop).ok())
            };
        in_order(done..args.games, threads, finder, work, |puzzles| {
            bar.inc(1);
            kept = puzzles.and_then(|puzzles| puzzles.map_or(Ok(()), |puzzles| self.keep(puzzles)));
            let is_last = kept.is_err() || stop.load(Ordering::Relaxed);
            if is_last { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        bar.finish_and_clear();
        kept
    }

    fn keep(&mut self, puzzles: Vec<Entry>) -> anyhow::Result<()> {
        let mut lines = String::new();
        for entry in &puzzles {
            lines.push_str(&entry.to_string());
            lines.push('\n');
        }
        self.file.append(&(lines + END))?;
        self.games.push(puzzles);
        Ok(())
    }
}
