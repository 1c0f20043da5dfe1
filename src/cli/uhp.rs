//! Arguments of `waggle uhp`, and of `waggle` alone: a flag for each option of the engine.
//!
//! The flags follow from the table of options, so this is written by hand where the other
//! verbs derive their arguments.

use std::path::{Path, PathBuf};

use clap::error::ErrorKind;
use clap::{Arg, ArgAction, ArgMatches, Command, FromArgMatches, value_parser};
use waggle::uhp::{OptionError, OptionInfo, Options};

/// The options of the engine set at the start.
#[derive(Clone, Debug, Default)]
pub(crate) struct UhpArgs {
    settings: Vec<(&'static str, String)>,
    book: Option<PathBuf>,
    networks: Vec<PathBuf>,
}

/// The names of the arguments that are not UHP options.
const BOOK: &str = "book";
const NETWORK: &str = "network";

impl UhpArgs {
    pub(crate) fn book(&self) -> Option<&Path> {
        self.book.as_deref()
    }

    pub(crate) fn networks(&self) -> impl Iterator<Item = &Path> {
        self.networks.iter().map(PathBuf::as_path)
    }

    /// These options of the engine, changed by the flags. Naming a book turns it on.
    pub(crate) fn options(&self, options: Options) -> Result<Options, OptionError> {
        let mut options = Options { own_book: self.book.is_some(), ..options };
        for (name, value) in &self.settings {
            options.set(name, value)?;
        }
        Ok(options)
    }

    /// These settings, overridden by those of `later`.
    pub(crate) fn and(mut self, later: Self) -> Self {
        self.settings.extend(later.settings);
        self.book = later.book.or(self.book);
        self.networks.extend(later.networks);
        self
    }

    /// Refuses the flags before a verb other than `uhp`.
    pub(crate) fn ensure_none(&self) -> Result<(), clap::Error> {
        let setting = self.settings.first().map(|(name, _)| kebab_case(name));
        let Some(name) = setting
            .or_else(|| self.book.as_ref().map(|_| BOOK.to_owned()))
            .or_else(|| self.networks.first().map(|_| NETWORK.to_owned()))
        else {
            return Ok(());
        };
        let message = format!("`--{name}` is an option of `waggle uhp`\n");
        Err(clap::Error::raw(ErrorKind::ArgumentConflict, message))
    }
}

impl clap::Args for UhpArgs {
    fn augment_args(command: Command) -> Command {
        command.args(flags().map(flag)).args([
            Arg::new(BOOK)
                .long(BOOK)
                .value_name("FILE")
                .help("Play from this opening book of `waggle book build`")
                .help_heading("Options of the engine")
                .value_parser(value_parser!(PathBuf)),
            Arg::new(NETWORK)
                .long(NETWORK)
                .value_name("FILE")
                .help("Network to evaluate with; if repeated, the option Network chooses another")
                .help_heading("Options of the engine")
                .action(ArgAction::Append)
                .value_parser(value_parser!(PathBuf)),
        ])
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl FromArgMatches for UhpArgs {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let value =
            |OptionInfo { name, .. }| Some((name, matches.get_one::<String>(name)?.clone()));
        let settings = flags().filter_map(value).collect();
        let networks = matches.get_many(NETWORK).into_iter().flatten().cloned().collect();
        Ok(Self { settings, book: matches.get_one(BOOK).cloned(), networks })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

/// The options that have a flag of their own.
fn flags() -> impl Iterator<Item = OptionInfo> {
    Options::default().offered().filter(|option| option.name != Options::NETWORK)
}

/// The flag of an option; the value of a Boolean may be omitted.
fn flag(option: OptionInfo) -> Arg {
    let OptionInfo { name, meaning, is_bool } = option;
    let flag = Arg::new(name)
        .long(kebab_case(name))
        .help(capitalized(meaning))
        .help_heading("Options of the engine")
        .value_parser(move |value: &str| check(name, value));
    if is_bool {
        flag.value_name("true|false").num_args(0..=1).default_missing_value("true")
    } else {
        flag.value_name("N")
    }
}

/// The value, if the option accepts it.
fn check(name: &str, value: &str) -> Result<String, String> {
    match Options::default().set(name, value) {
        Ok(_) => Ok(value.to_owned()),
        Err(OptionError::Value { expected, .. }) => Err(format!("expected {expected}")),
        Err(error) => Err(error.to_string()),
    }
}

/// `NumThreads` as `num-threads`, `TableSizeMiB` as `table-size-mib`: a word begins with a capital
/// letter before a small one.
fn kebab_case(name: &str) -> String {
    let mut text = String::with_capacity(2 * name.len());
    let mut letters = name.chars().peekable();
    while let Some(letter) = letters.next() {
        let begins_word =
            letter.is_uppercase() && letters.peek().is_some_and(|next| next.is_lowercase());
        if begins_word && !text.is_empty() {
            text.push('-');
        }
        text.push(letter.to_ascii_lowercase());
    }
    text
}

fn capitalized(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map(|first| first.to_ascii_uppercase()).into_iter().chain(letters).collect()
}
