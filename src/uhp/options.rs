//! The option table: names, kinds, defaults and effects.
//!
//! The names are those that MzingaEngine or nokamute use; where both have one,
//! the other's is understood too, but not listed.

use std::num::NonZero;
use std::thread;

use crate::levels::{HIGHEST, LOWEST, Level};

/// Most threads that may be asked for.
const MOST_THREADS: usize = 256;
/// Largest transposition table, in MiB.
const LARGEST_TABLE_MIB: usize = 4096;
/// Transposition table of a new session, in MiB.
const DEFAULT_TABLE_MIB: usize = 64;

/// What can be set, and what it is set to.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of its own")]
pub struct Options {
    /// `Level`: how well to play, from 1 to 10.
    pub level: usize,
    /// `NumThreads`: threads that search.
    pub threads: usize,
    /// `TableSizeMiB`: size of the transposition table, in MiB.
    pub table_mib: usize,
    /// `BackgroundPondering`: think while the opponent does.
    pub ponder: bool,
    /// `ReportIntermediateBestMoves`: a line for each iteration of a search.
    pub report_intermediate: bool,
    /// `RepetitionDraw`: show a third occurrence of a position as a draw.
    pub repetition_draw: bool,
    /// `RandomOpening`: a random first move.
    pub random_opening: bool,
    /// `Verbose`: figures of the search on the error output.
    pub verbose: bool,
}

impl Default for Options {
    fn default() -> Self {
        let cores = thread::available_parallelism().map_or(1, NonZero::get);
        Self {
            level: HIGHEST,
            threads: cores.min(MOST_THREADS),
            table_mib: DEFAULT_TABLE_MIB,
            ponder: false,
            report_intermediate: false,
            repetition_draw: false,
            random_opening: false,
            verbose: false,
        }
    }
}

/// Why an option cannot be read or set.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OptionError {
    /// No option has this name.
    #[error("expected the name of an option, found `{0}`; try `options`")]
    Name(String),
    /// The option does not take this value.
    #[error("expected {expected} for `{name}`, found `{found}`")]
    Value {
        /// The option.
        name: String,
        /// The values it takes.
        expected: String,
        /// The value found.
        found: String,
    },
}

/// An entry of the table.
#[derive(Clone, Copy, Debug)]
struct Entry {
    name: &'static str,
    meaning: &'static str,
    slot: Slot,
}

/// Where an option is kept, and what it can be.
#[derive(Clone, Copy, Debug)]
enum Slot {
    Bool(fn(&mut Options) -> &mut bool),
    Int { place: fn(&mut Options) -> &mut usize, min: usize, max: usize },
}

/// The table, in the order in which options are listed.
const TABLE: [Entry; 8] = [
    Entry {
        name: "BackgroundPondering",
        meaning: "think about the expected reply while waiting for the next command",
        slot: Slot::Bool(|options| &mut options.ponder),
    },
    Entry {
        name: "Level",
        meaning: "how well to play: a beginner beats 1, and 10 is full strength",
        slot: Slot::Int { place: |options| &mut options.level, min: LOWEST, max: HIGHEST },
    },
    Entry {
        name: "NumThreads",
        meaning: "threads that search; with one, and a limit of depth, results repeat exactly",
        slot: Slot::Int { place: |options| &mut options.threads, min: 1, max: MOST_THREADS },
    },
    Entry {
        name: "RandomOpening",
        meaning: "play a random first move",
        slot: Slot::Bool(|options| &mut options.random_opening),
    },
    Entry {
        name: "RepetitionDraw",
        meaning: "show the third occurrence of a position as `Draw`; play may go on all the same",
        slot: Slot::Bool(|options| &mut options.repetition_draw),
    },
    Entry {
        name: "ReportIntermediateBestMoves",
        meaning: "during `bestmove`, a line `move;depth;score;line of play` for each depth",
        slot: Slot::Bool(|options| &mut options.report_intermediate),
    },
    Entry {
        name: "TableSizeMiB",
        meaning: "size of the transposition table in MiB",
        slot: Slot::Int { place: |options| &mut options.table_mib, min: 1, max: LARGEST_TABLE_MIB },
    },
    Entry {
        name: "Verbose",
        meaning: "figures of each iteration on the error output",
        slot: Slot::Bool(|options| &mut options.verbose),
    },
];

impl Options {
    /// How well to play.
    #[must_use]
    pub fn level(&self) -> Level {
        Level::new(self.level).unwrap_or_default()
    }

    /// The lines of all options.
    #[must_use]
    pub fn lines(&self) -> Vec<String> {
        TABLE.iter().map(|entry| self.line(entry)).collect()
    }

    /// The line of the option with this name, in any case.
    ///
    /// # Errors
    ///
    /// If there is none.
    pub fn get(&self, name: &str) -> Result<String, OptionError> {
        find(name).map(|entry| self.line(entry))
    }

    /// Sets the option with this name and returns its line.
    ///
    /// # Errors
    ///
    /// If there is none, or it does not take the value; then nothing changes.
    pub fn set(&mut self, name: &str, value: &str) -> Result<String, OptionError> {
        let entry = find(name)?;
        let translated = translate(name, value);
        let value = translated.as_deref().unwrap_or(value);
        let wrong = |expected: String| OptionError::Value {
            name: entry.name.to_owned(),
            expected,
            found: value.to_owned(),
        };
        match entry.slot {
            Slot::Bool(place) => {
                *place(self) = match value.to_lowercase().as_str() {
                    "true" => true,
                    "false" => false,
                    _ => return Err(wrong("`True` or `False`".to_owned())),
                };
            }
            Slot::Int { place, min, max } => {
                *place(self) = value
                    .parse()
                    .ok()
                    .filter(|number| (min..=max).contains(number))
                    .ok_or_else(|| wrong(format!("a whole number from {min} to {max}")))?;
            }
        }
        Ok(self.line(entry))
    }

    /// `name;type;current;default`, and the range of a number.
    fn line(&self, entry: &Entry) -> String {
        let (mut current, mut default) = (self.clone(), Self::default());
        match entry.slot {
            Slot::Bool(place) => {
                let text = |value: bool| if value { "True" } else { "False" };
                let (current, default) = (*place(&mut current), *place(&mut default));
                format!("{};bool;{};{}", entry.name, text(current), text(default))
            }
            Slot::Int { place, min, max } => {
                let (current, default) = (*place(&mut current), *place(&mut default));
                format!("{};int;{current};{default};{min};{max}", entry.name)
            }
        }
    }

    /// What each option means, a line for each.
    #[must_use]
    pub fn meanings() -> Vec<String> {
        TABLE.iter().map(|entry| format!("{}: {}", entry.name, entry.meaning)).collect()
    }
}

/// MzingaEngine's names for what this table calls otherwise.
const ALIASES: [(&str, &str); 3] = [
    ("MaxHelperThreads", "NumThreads"),
    ("PonderDuringIdle", "BackgroundPondering"),
    ("TranspositionTableSizeMB", "TableSizeMiB"),
];

fn find(name: &str) -> Result<&'static Entry, OptionError> {
    let known = ALIASES
        .iter()
        .find(|(alias, _)| alias.eq_ignore_ascii_case(name))
        .map_or(name, |&(_, known)| known);
    TABLE
        .iter()
        .find(|entry| entry.name.eq_ignore_ascii_case(known))
        .ok_or_else(|| OptionError::Name(name.to_owned()))
}

/// The value of one of MzingaEngine's options in the words of this table.
fn translate(name: &str, value: &str) -> Option<String> {
    let value = value.to_lowercase();
    if name.eq_ignore_ascii_case("MaxHelperThreads") {
        // It counts the threads besides the first.
        return match value.as_str() {
            "auto" => Some(Options::default().threads.to_string()),
            "none" => Some("1".to_owned()),
            helpers => Some(helpers.parse::<usize>().ok()?.checked_add(1)?.to_string()),
        };
    }
    if name.eq_ignore_ascii_case("PonderDuringIdle") {
        return match value.as_str() {
            "disabled" => Some("False".to_owned()),
            "singlethreaded" | "multithreaded" => Some("True".to_owned()),
            _ => None,
        };
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_option_has_a_well_formed_line() {
        for line in Options::default().lines() {
            let fields: Vec<&str> = line.split(';').collect();
            assert!(fields.iter().all(|field| !field.is_empty() && !field.contains(' ')), "{line}");
            let expected = match fields[1] {
                "bool" => 4,
                "int" => 6,
                other => panic!("a kind that viewers do not know: {other}"),
            };
            assert_eq!(fields.len(), expected, "{line}");
            assert_eq!(fields[2], fields[3], "{line}");
        }
    }

    #[test]
    fn the_readme_explains_every_option_and_no_other() {
        let readme = include_str!("../../README.md");
        let (_, section) = readme.split_once("\n## Options\n").unwrap();
        let (section, _) = section.split_once("\n## ").unwrap();
        let explained: Vec<&str> = section
            .lines()
            .filter_map(|line| line.strip_prefix("| `")?.split_once('`'))
            .map(|(name, _)| name)
            .collect();
        let names: Vec<&str> = TABLE.iter().map(|entry| entry.name).collect();
        assert_eq!(explained, names);
        for (alias, _) in ALIASES {
            assert!(section.contains(alias), "{alias}");
        }
    }

    #[test]
    fn options_are_listed_by_name() {
        assert!(TABLE.is_sorted_by_key(|entry| entry.name));
    }

    #[test]
    fn setting_answers_with_the_line_after_the_change() {
        let mut options = Options::default();
        assert_eq!(options.set("tablesizemib", "17").unwrap(), "TableSizeMiB;int;17;64;1;4096");
        assert_eq!(options.get("TableSizeMiB").unwrap(), "TableSizeMiB;int;17;64;1;4096");
        assert_eq!(options.table_mib, 17);
        assert_eq!(options.set("Verbose", "true").unwrap(), "Verbose;bool;True;False");
        assert!(options.verbose);
    }

    #[test]
    fn bad_names_and_values_change_nothing() {
        let mut options = Options::default();
        let message = |result: Result<String, OptionError>| result.unwrap_err().to_string();
        assert_eq!(
            message(options.set("NoSuch", "1")),
            "expected the name of an option, found `NoSuch`; try `options`"
        );
        assert_eq!(
            message(options.set("NumThreads", "0")),
            "expected a whole number from 1 to 256 for `NumThreads`, found `0`"
        );
        assert_eq!(
            message(options.set("Verbose", "1")),
            "expected `True` or `False` for `Verbose`, found `1`"
        );
        for (name, value) in [("TableSizeMiB", "1.5"), ("TableSizeMiB", "-1"), ("NumThreads", "")] {
            assert!(options.set(name, value).is_err(), "{name} {value}");
        }
        assert_eq!(options, Options::default());
    }

    #[test]
    fn names_and_values_of_mzinga_engine_are_understood() {
        let mut options = Options::default();
        options.set("MaxHelperThreads", "None").unwrap();
        assert_eq!(options.threads, 1);
        options.set("MaxHelperThreads", "3").unwrap();
        assert_eq!(options.threads, 4);
        options.set("MaxHelperThreads", "Auto").unwrap();
        assert_eq!(options.threads, Options::default().threads);
        options.set("PonderDuringIdle", "MultiThreaded").unwrap();
        assert!(options.ponder);
        options.set("PonderDuringIdle", "Disabled").unwrap();
        assert!(!options.ponder);
        assert_eq!(
            options.set("TranspositionTableSizeMB", "32").unwrap(),
            "TableSizeMiB;int;32;64;1;4096"
        );
        assert!(options.set("MaxHelperThreads", "many").is_err());
    }
}
