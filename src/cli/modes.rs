//! Which options mean something in which mode of a verb. Clap's `requires` cannot say it: it is silent where the option that
//! is required conflicts with another one that is given.

use clap::error::ErrorKind;
use clap::parser::ValueSource;
use clap::{Arg, ArgMatches, Command, Error};

use Takes::{AllBut, Only};

/// The arguments that a mode takes, by their ids. `filter` is every option for which games count but `--type` and
/// `--up-to-error`.
enum Takes {
    Only(&'static str),
    AllBut(&'static str),
}

/// The verbs with modes, the argument that chooses a mode, and what the mode takes: of those of a verb, the first that is
/// chosen counts, and the last may need no argument.
const MODES: &[(&str, &str, Takes)] = &[
    ("book build", "sources", AllBut("")),
    ("book build", "self_play", AllBut("filter up_to_error")),
    ("book build", "", AllBut("filter up_to_error least reached")),
    ("match", "summarise", Only("summarise sprt anchor json")),
    ("openings", "names", Only("names")),
    ("openings", "sources", AllBut("")),
    ("openings", "", AllBut("report tree filter game_types up_to_error")),
    ("puzzles", "make", Only("make sources games seed resume force threads")),
    ("puzzles", "rate", Only("rate sources theme output force threads")),
    ("puzzles", "play", Only("play sources theme")),
    ("puzzles", "", AllBut("games seed")),
    ("review", "all", AllBut("game boards json")),
    ("review", "", AllBut("output resume pgn json_lines filter game_types")),
    ("solve", "all", AllBut("game ply json")),
    ("solve", "", AllBut("json_lines")),
    ("tune", "chance", AllBut("features later epochs units step warm out force")),
    ("tune", "features", AllBut("epochs units step warm out force")),
    ("tune-levels", "sources", AllBut("games")),
    ("tune-people", "reviews", Only("reviews sources out force")),
    ("tune-people", "puzzles", Only("puzzles sources model threads filter game_types up_to_error")),
    ("tune-people", "out", AllBut("model")),
    ("tune-people", "", AllBut("games epochs teachers seed force")),
];

impl Takes {
    fn takes(&self, arg: &Arg) -> bool {
        let id = arg.get_id().as_str();
        let is_filter = arg.get_help_heading() == Some(super::filter::HEADING)
            && !["game_types", "up_to_error"].contains(&id);
        let id = if is_filter { "filter" } else { id };
        let holds = |ids: &str| ids.split(' ').any(|it| it == id);
        match self {
            Only(ids) => holds(ids),
            AllBut(ids) => !holds(ids),
        }
    }
}

/// Refuses an option that would do nothing in the mode that is chosen.
pub(super) fn check(mut command: &Command, mut matches: &ArgMatches) -> Result<(), Error> {
    let mut verbs = vec![];
    while let Some((name, below)) = matches.subcommand()
        && let Some(verb) = command.find_subcommand(name)
    {
        (command, matches) = (verb, below);
        verbs.push(name);
    }
    let verb = verbs.join(" ");
    let is_given = |id: &str| matches.value_source(id) == Some(ValueSource::CommandLine);
    let modes: Vec<_> = MODES.iter().filter(|(of, ..)| *of == verb).collect();
    let chosen = modes.iter().find(|(_, by, _)| by.is_empty() || is_given(by));
    let Some((_, by, takes)) = chosen else { return Ok(()) };
    let given =
        command.get_arguments().filter(|it| !it.is_global_set() && is_given(it.get_id().as_str()));
    let Some(surplus) = given.into_iter().find(|arg| !takes.takes(arg)) else { return Ok(()) };
    let name = |id: &str| {
        let named = command.get_arguments().find(|arg| arg.get_id() == id);
        let name = named.map(|arg| match (arg.get_long(), arg.get_value_names()) {
            (None, Some([value, ..])) => value.to_string(),
            (long, _) => format!("--{}", long.unwrap_or_default()),
        });
        format!("`{}`", name.unwrap_or_default())
    };
    let others = modes.iter().filter(|(_, by, takes)| !by.is_empty() && takes.takes(surplus));
    let others: Vec<String> = others.map(|(_, by, _)| name(by)).collect();
    let message = match by {
        &"" => format!("without {}", others.join(" or ")),
        by => format!("with {}", name(by)),
    };
    let message = format!("{} means nothing {message}\n", name(surplus.get_id().as_str()));
    Err(Error::raw(ErrorKind::ArgumentConflict, message))
}
