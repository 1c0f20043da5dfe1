//! The options. Each is one entry in one table: its field, its default, and what UHP says
//! about it.
//!
//! The names are those of MzingaEngine or nokamute. Where both have one, the other's is an
//! alias: understood, but not listed.

use std::num::NonZero;
use std::thread;

use crate::levels::{HIGHEST, LOWEST, Level};

/// Most threads.
const MAX_THREADS: usize = 256;
/// Largest transposition table, in MiB.
const MAX_TABLE_MIB: usize = 4096;
/// Largest factor of the scores in intermediate lines.
const MAX_SCORE_SCALE: usize = 10_000_000;
/// Transposition table of a new session, in MiB.
const DEFAULT_TABLE_MIB: usize = 64;

/// An entry of the table.
#[derive(Clone, Copy, Debug)]
struct Entry {
    name: &'static str,
    aliases: &'static [Alias],
    meaning: &'static str,
    scope: Scope,
    effect: Effect,
    value: Value,
}

/// The name that another engine has for an option.
#[derive(Clone, Copy, Debug)]
struct Alias {
    name: &'static str,
    /// The other engine's value as ours; `None` if there is nothing to translate.
    translate: fn(&str) -> Option<String>,
}

/// The games in which an option means something.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Scope {
    /// Hive.
    #[default]
    Hive,
    /// Hive, and any other game.
    EveryGame,
}

/// Where an option takes effect.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// The session reads it when needed.
    OnSession,
    /// The engine must be configured anew.
    OnEngine,
}

/// The type of an option and the field that holds its value.
#[derive(Clone, Copy, Debug)]
enum Value {
    Bool(fn(&mut Options) -> &mut bool),
    Int { field: fn(&mut Options) -> &mut usize, min: usize, max: usize },
}

/// What is known of an option whatever it is set to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OptionInfo {
    /// Its name in the protocol.
    pub name: &'static str,
    /// What it does, in a few words.
    pub meaning: &'static str,
    /// Whether it is either true or false; if not, it is a whole number.
    pub is_bool: bool,
}

/// Declares [`Options`], its defaults and the table at once.
macro_rules! options {
    ($($field:ident: $type:ty = $default:expr, $entry:expr;)*) => {
        /// What can be set, and what it is set to; `options` and `help options` say more.
        #[derive(Clone, Debug, PartialEq, Eq)]
        #[allow(missing_docs, reason = "the table says what each option means")]
        pub struct Options {
            /// Which options can be seen and set.
            pub scope: Scope,
            $(pub $field: $type,)*
        }

        impl Options {
            /// The options of a session about a game of this scope, with their defaults.
            #[must_use]
            pub fn new(scope: Scope) -> Self {
                Self { scope, $($field: $default,)* }
            }
        }

        /// The table, in the order in which options are listed: by name.
        const TABLE: &[Entry] = &[$($entry),*];
    };
}

options! {
    ponder: bool = false, Entry {
        name: "BackgroundPondering",
        aliases: &[Alias { name: "PonderDuringIdle", translate: from_pondering }],
        meaning: "think about the expected reply while waiting for the next command",
        scope: Scope::Hive,
        effect: Effect::OnSession,
        value: Value::Bool(|options| &mut options.ponder),
    };
    level: usize = HIGHEST, Entry {
        name: "Level",
        aliases: &[],
        meaning: "how well to play: a beginner beats 1, and 10 is full strength",
        scope: Scope::Hive,
        effect: Effect::OnSession,
        value: Value::Int { field: |options| &mut options.level, min: LOWEST, max: HIGHEST },
    };
    threads: usize = default_threads(), Entry {
        name: "NumThreads",
        aliases: &[Alias { name: "MaxHelperThreads", translate: from_helper_threads }],
        meaning: "threads that search; with one, and a limit of depth, results repeat exactly",
        scope: Scope::EveryGame,
        effect: Effect::OnEngine,
        value: Value::Int { field: |options| &mut options.threads, min: 1, max: MAX_THREADS },
    };
    random_opening: bool = false, Entry {
        name: "RandomOpening",
        aliases: &[],
        meaning: "play a random first move",
        scope: Scope::Hive,
        effect: Effect::OnSession,
        value: Value::Bool(|options| &mut options.random_opening),
    };
    repetition_draw: bool = false, Entry {
        name: "RepetitionDraw",
        aliases: &[],
        meaning: "show the third occurrence of a position as `Draw`; play may go on all the same",
        scope: Scope::Hive,
        effect: Effect::OnSession,
        value: Value::Bool(|options| &mut options.repetition_draw),
    };
    report_intermediate: bool = false, Entry {
        name: "ReportIntermediateBestMoves",
        aliases: &[],
        meaning: "during `bestmove`, a line `move;depth;score;line of play` for each depth",
        scope: Scope::Hive,
        effect: Effect::OnSession,
        value: Value::Bool(|options| &mut options.report_intermediate),
    };
    score_scale: usize = 1, Entry {
        name: "ScoreScale",
        aliases: &[],
        meaning: "factor of the scores in these lines, for clients that grade moves by them",
        scope: Scope::Hive,
        effect: Effect::OnSession,
        value: Value::Int { field: |options| &mut options.score_scale, min: 1, max: MAX_SCORE_SCALE },
    };
    table_mib: usize = DEFAULT_TABLE_MIB, Entry {
        name: "TableSizeMiB",
        aliases: &[Alias { name: "TranspositionTableSizeMB", translate: |_| None }],
        meaning: "size of the transposition table in MiB",
        scope: Scope::EveryGame,
        effect: Effect::OnEngine,
        value: Value::Int { field: |options| &mut options.table_mib, min: 1, max: MAX_TABLE_MIB },
    };
    verbose: bool = false, Entry {
        name: "Verbose",
        aliases: &[],
        meaning: "figures of each iteration on the error output",
        scope: Scope::Hive,
        effect: Effect::OnSession,
        value: Value::Bool(|options| &mut options.verbose),
    };
}

impl Default for Options {
    fn default() -> Self {
        Self::new(Scope::default())
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

impl Options {
    /// How well to play.
    #[must_use]
    pub fn level(&self) -> Level {
        Level::new(self.level).unwrap_or_default()
    }

    /// The lines of all options.
    #[must_use]
    pub fn lines(&self) -> Vec<String> {
        in_scope(self.scope).map(|entry| self.line(entry)).collect()
    }

    /// The line of the option with this name, in any case.
    ///
    /// # Errors
    ///
    /// If there is none.
    pub fn get(&self, name: &str) -> Result<String, OptionError> {
        self.find(name).map(|(entry, _)| self.line(entry))
    }

    /// Sets the option with this name.
    ///
    /// # Errors
    ///
    /// If there is none, or it does not take the value; then nothing changes.
    pub fn set(&mut self, name: &str, value: &str) -> Result<Effect, OptionError> {
        let (entry, alias) = self.find(name)?;
        let translated = alias.and_then(|alias| (alias.translate)(&value.to_lowercase()));
        let value = translated.as_deref().unwrap_or(value);
        let wrong = |expected: String| OptionError::Value {
            name: entry.name.to_owned(),
            expected,
            found: value.to_owned(),
        };
        match entry.value {
            Value::Bool(field) => {
                *field(self) = match value.to_lowercase().as_str() {
                    "true" => true,
                    "false" => false,
                    _ => return Err(wrong("`True` or `False`".to_owned())),
                };
            }
            Value::Int { field, min, max } => {
                *field(self) = value
                    .parse()
                    .ok()
                    .filter(|number| (min..=max).contains(number))
                    .ok_or_else(|| wrong(format!("a whole number from {min} to {max}")))?;
            }
        }
        Ok(entry.effect)
    }

    /// `name;type;current;default`, and the range of a number.
    fn line(&self, entry: &Entry) -> String {
        let (mut current, mut default) = (self.clone(), Self::default());
        match entry.value {
            Value::Bool(field) => {
                let text = |value: bool| if value { "True" } else { "False" };
                let (current, default) = (*field(&mut current), *field(&mut default));
                format!("{};bool;{};{}", entry.name, text(current), text(default))
            }
            Value::Int { field, min, max } => {
                let (current, default) = (*field(&mut current), *field(&mut default));
                format!("{};int;{current};{default};{min};{max}", entry.name)
            }
        }
    }

    /// The entry with this name or alias.
    fn find(&self, name: &str) -> Result<(&'static Entry, Option<&'static Alias>), OptionError> {
        let named = |entry: &'static Entry| {
            if entry.name.eq_ignore_ascii_case(name) {
                return Some((entry, None));
            }
            let alias = entry.aliases.iter().find(|alias| alias.name.eq_ignore_ascii_case(name));
            alias.map(|alias| (entry, Some(alias)))
        };
        in_scope(self.scope).find_map(named).ok_or_else(|| OptionError::Name(name.to_owned()))
    }

    /// All options of this scope.
    pub fn all(scope: Scope) -> impl Iterator<Item = OptionInfo> {
        in_scope(scope).map(|&Entry { name, meaning, value, .. }| OptionInfo {
            name,
            meaning,
            is_bool: matches!(value, Value::Bool(_)),
        })
    }
}

/// The entries that a session about a game of this scope offers.
fn in_scope(scope: Scope) -> impl Iterator<Item = &'static Entry> {
    TABLE.iter().filter(move |entry| entry.scope == Scope::EveryGame || entry.scope == scope)
}

fn default_threads() -> usize {
    thread::available_parallelism().map_or(1, NonZero::get).min(MAX_THREADS)
}

/// MzingaEngine counts the threads besides the first.
fn from_helper_threads(value: &str) -> Option<String> {
    match value {
        "auto" => Some(default_threads().to_string()),
        "none" => Some("1".to_owned()),
        helpers => Some(helpers.parse::<usize>().ok()?.checked_add(1)?.to_string()),
    }
}

fn from_pondering(value: &str) -> Option<String> {
    match value {
        "disabled" => Some("False".to_owned()),
        "singlethreaded" | "multithreaded" => Some("True".to_owned()),
        _ => None,
    }
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
        for alias in TABLE.iter().flat_map(|entry| entry.aliases) {
            assert!(section.contains(alias.name), "{}", alias.name);
        }
    }

    #[test]
    fn options_are_listed_by_name() {
        assert!(TABLE.is_sorted_by_key(|entry| entry.name));
    }

    #[test]
    fn setting_changes_the_line_and_says_where_it_takes_effect() {
        let mut options = Options::default();
        assert_eq!(options.set("tablesizemib", "17"), Ok(Effect::OnEngine));
        assert_eq!(options.get("TableSizeMiB").unwrap(), "TableSizeMiB;int;17;64;1;4096");
        assert_eq!(options.table_mib, 17);
        assert_eq!(options.set("Verbose", "true"), Ok(Effect::OnSession));
        assert_eq!(options.get("Verbose").unwrap(), "Verbose;bool;True;False");
        assert!(options.verbose);
    }

    #[test]
    fn another_game_has_only_the_options_of_every_game() {
        let mut options = Options::new(Scope::EveryGame);
        let names = |options: &Options| {
            let lines = options.lines();
            lines.iter().map(|line| line.split(';').next().unwrap().to_owned()).collect::<Vec<_>>()
        };
        assert_eq!(names(&options), ["NumThreads", "TableSizeMiB"]);
        assert_eq!(names(&Options::default()).len(), TABLE.len());
        assert!(options.set("Level", "3").is_err() && options.get("Verbose").is_err());
        assert_eq!(options.set("MaxHelperThreads", "1"), Ok(Effect::OnEngine));
    }

    #[test]
    fn bad_names_and_values_change_nothing() {
        let mut options = Options::default();
        let message = |result: Result<Effect, OptionError>| result.unwrap_err().to_string();
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
        options.set("TranspositionTableSizeMB", "32").unwrap();
        assert_eq!(
            options.get("TranspositionTableSizeMB").unwrap(),
            "TableSizeMiB;int;32;64;1;4096"
        );
        assert!(options.set("MaxHelperThreads", "many").is_err());
    }
}
