//! The PGN file of a match: appending finished games, and reading those of an earlier run.

use std::collections::HashSet;
use std::fs::{File, OpenOptions};
use std::io::Write as _;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail, ensure};
use waggle::arena::{
    Fixture, Results, Schedule, Shard, Tournament, differences, id_of, summary_of, write_settings,
};
use waggle::games::{GameRecord, pgn};
use waggle::rules::Color;

/// A PGN file opened for appending.
#[derive(Debug)]
pub(crate) struct MatchFile {
    path: PathBuf,
    file: File,
}

impl MatchFile {
    /// Opens a file for appending; it is created if missing.
    pub(crate) fn open(path: &Path) -> anyhow::Result<Self> {
        let file = OpenOptions::new()
            .create(true)
            .append(true)
            .open(path)
            .with_context(|| format!("opening `{}`", path.display()))?;
        Ok(Self { path: path.to_owned(), file })
    }

    /// Appends a game in a single write, so that an interruption leaves whole games.
    pub(crate) fn append(&mut self, record: &GameRecord) -> anyhow::Result<()> {
        let text = pgn::write(record);
        let written = self.file.write_all(text.as_bytes()).and_then(|()| self.file.flush());
        written.with_context(|| format!("writing to `{}`", self.path.display()))
    }
}

/// The games of a file. An unreadable game is reported to `complain` and skipped: the machine
/// may have stopped in the middle of it.
pub(crate) fn read(path: &Path, complain: fn(&str)) -> anyhow::Result<Vec<GameRecord>> {
    let text = std::fs::read_to_string(path)
        .with_context(|| format!("reading games from `{}`", path.display()))?;
    let mut records = Vec::new();
    for game in pgn::read(&text) {
        match game {
            Ok(record) => records.push(record),
            Err(error) => complain(&format!("`{}`: {error}; game left out", path.display())),
        }
    }
    Ok(records)
}

/// The games of an interrupted match.
#[derive(Debug, Default)]
pub(crate) struct EarlierGames {
    /// The identifier of the match, if it has begun.
    pub(crate) match_id: Option<String>,
    /// The finished games, each once.
    pub(crate) records: Vec<GameRecord>,
}

impl EarlierGames {
    /// The games in the file, which must belong to this match.
    pub(crate) fn read(path: &Path, resume: bool, tournament: &Tournament) -> anyhow::Result<Self> {
        let is_empty = std::fs::metadata(path).map_or(true, |metadata| metadata.len() == 0);
        if is_empty {
            return Ok(Self::default());
        }
        if !resume {
            bail!(
                "`{}` has games already\n\nhint: continue their match with --resume, or name another file",
                path.display()
            );
        }
        let mut earlier = Self::default();
        let mut numbers = HashSet::new();
        let records = read(path, super::warn)?;
        let whole = Schedule { shard: Shard::WHOLE, ..tournament.schedule };
        let fixtures = whole.fixtures_after(&results_of(&records));
        for record in records {
            let Some(id) = id_of(&record) else {
                bail!("`{}` holds a game that belongs to no match", path.display());
            };
            let differing = differences_of(&record, id.number, tournament, &fixtures);
            ensure!(
                differing.is_empty(),
                "game {} of `{}` belongs to another match: {}",
                id.number,
                path.display(),
                differing.join("; ")
            );
            earlier.match_id.get_or_insert(id.match_id);
            if summary_of(&record).is_some() && numbers.insert(id.number) {
                earlier.records.push(record);
            }
        }
        Ok(earlier)
    }

    /// The results of the games by their numbers.
    pub(crate) fn results(&self) -> Results {
        results_of(&self.records)
    }
}

fn results_of(records: &[GameRecord]) -> Results {
    let result = |record: &GameRecord| Some((id_of(record)?.number, record.result));
    records.iter().filter_map(result).collect()
}

/// How a game differs from the game with its number in this match.
fn differences_of(
    record: &GameRecord,
    number: u32,
    tournament: &Tournament,
    fixtures: &[Fixture],
) -> Vec<String> {
    let tag = |name: &str| record.tag(name).unwrap_or_default().to_owned();
    let settings = write_settings(&tournament.settings());
    let mut differing = differences(&tag("Settings"), &settings);
    let Some(fixture) = fixtures.iter().find(|fixture| fixture.number == number) else {
        differing.push(format!("there is no game {number} here"));
        return differing;
    };
    for color in Color::ALL {
        let engine = &tournament.engines[fixture.players[color]];
        for (what, name, here) in [
            ("", "", engine.name.clone()),
            ("'s command", "Engine", engine.description()),
            ("'s limit", "Limit", engine.limit.to_string()),
        ] {
            let there = tag(&format!("{color}{name}"));
            if there != here {
                differing.push(format!("{color}{what} is `{there}` there, `{here}` here"));
            }
        }
    }
    differing
}
