//! The PGN file of a match: appends games, and reads those of an earlier run.

use std::collections::HashSet;
use std::path::Path;

use anyhow::{Context as _, bail, ensure};
use waggle::arena::{
    Fixture, Results, Schedule, Shard, Tournament, correct_ending, differences, id_of, summary_of,
    write_settings,
};
use waggle::games::{GameError, GameRecord, pgn};
use waggle::rules::Color;

use super::super::archive::LeftOut;
use super::super::game_files::{self, is_standard};
use super::super::growing_file::GrowingFile;
use super::super::terminal::warn;

/// Opens or creates the file of a match at its end, and cuts off a truncated game.
pub(crate) fn open(path: &Path) -> anyhow::Result<GrowingFile> {
    let mut file = GrowingFile::open(path)?;
    let text = file.bytes()?;
    let whole = text.get(..whole_games(&text)).unwrap_or_default();
    file.cut(whole.len() as u64)?;
    // The blank line after the last word may be missing.
    let end = whole.iter().rev().take_while(|&&byte| byte == b'\n').count();
    file.append(if whole.is_empty() { "" } else { "\n\n".get(end..).unwrap_or_default() })?;
    Ok(file)
}

pub(crate) fn read(path: &Path, left_out: &mut LeftOut) -> anyhow::Result<Vec<GameRecord>> {
    let text = std::fs::read_to_string(path)
        .with_context(|| format!("reading games from `{}`", path.display()))?;
    Ok(games_of(&text, path, left_out))
}

fn games_of(text: &str, path: &Path, left_out: &mut LeftOut) -> Vec<GameRecord> {
    let mut readable = |(number, game): (usize, Result<GameRecord, GameError>)| match game {
        Ok(mut record) => {
            correct_ending(&mut record);
            let file = game_files::name(path);
            left_out.warn_of_result(None, &file, number, &record.contradictions);
            Some(record)
        }
        Err(error) => {
            left_out.add(&format!("`{}`: {error}", path.display()));
            None
        }
    };
    (1..).zip(pgn::read(text)).filter_map(&mut readable).collect()
}

/// The first tag of a game written by a match, up to its value.
const FIRST_TAG: &[u8] = b"[GameType \"";

/// The length of the whole games of a match's file: up to the last game that its result closes.
fn whole_games(text: &[u8]) -> usize {
    let (mut whole, mut read) = (0, 0);
    let (mut result, mut after_blank) = (None, false);
    for line in text.split_inclusive(|&byte| byte == b'\n') {
        let content = line.trim_ascii_end();
        if content.starts_with(FIRST_TAG) {
            result = None;
        } else if let Some(word) = content.strip_prefix(b"[Result \"") {
            result = word.strip_suffix(b"\"]");
        }
        let is_blank = content.is_empty();
        let closes = after_blank && !is_blank && result == Some(content);
        let follows = is_blank && whole == read;
        read += line.len();
        if closes || follows {
            whole = read;
        }
        after_blank = is_blank;
    }
    whole
}

/// Whether a text can be the beginning of a match game.
fn is_begun_game(text: &[u8]) -> bool {
    let starts = text.windows(FIRST_TAG.len()).filter(|part| *part == FIRST_TAG).count();
    starts <= 1 && (text.starts_with(FIRST_TAG) || FIRST_TAG.starts_with(text))
}

#[derive(Debug, Default)]
pub(crate) struct EarlierGames {
    /// The identifier of the match, if it has begun.
    pub(crate) match_id: Option<String>,
    /// The finished games, without repeats.
    pub(crate) records: Vec<GameRecord>,
}

impl EarlierGames {
    /// Reads the games in the file, which must belong to this match.
    pub(crate) fn read(path: &Path, resume: bool, tournament: &Tournament) -> anyhow::Result<Self> {
        ensure!(!path.is_dir(), "`{}`: expected a file, found a folder", path.display());
        ensure!(!is_standard(path), "--pgn needs a file, which the match can be resumed from");
        let is_empty = std::fs::metadata(path).map_or(true, |metadata| metadata.len() == 0);
        if is_empty {
            return Ok(Self::default());
        }
        if !resume {
            bail!("`{}` already exists\n\nhint: --resume continues its match", path.display());
        }
        let mut earlier = Self::default();
        let mut numbers = HashSet::new();
        let text = std::fs::read(path)
            .with_context(|| format!("reading games from `{}`", path.display()))?;
        let (whole, torn) = text.split_at(whole_games(&text));
        ensure!(is_begun_game(torn), "`{}` does not end with games of a match", path.display());
        if !torn.is_empty() {
            warn(&format!(
                "`{}`: the last game is incomplete, and is played again",
                path.display()
            ));
        }
        let mut left_out = LeftOut::default();
        let records = games_of(&String::from_utf8_lossy(whole), path, &mut left_out);
        left_out.report();
        let whole = Schedule { shard: Shard::WHOLE, ..tournament.schedule };
        let fixtures = whole.fixtures_after(&results_of(&records));
        for record in records {
            let Some(id) = id_of(&record) else {
                bail!("`{}` has a game that does not belong to a match", path.display());
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

    pub(crate) fn results(&self) -> Results {
        results_of(&self.records)
    }
}

fn results_of(records: &[GameRecord]) -> Results {
    let result = |record: &GameRecord| Some((id_of(record)?.number, record.result));
    records.iter().filter_map(result).collect()
}

/// How a game differs from the match's game of the same number.
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
        differing.push(format!("there is no game {number} here, and --games may only grow"));
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
