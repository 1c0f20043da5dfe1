//! The options of the engine as arguments, for bot hosts that can pass nothing else.

use std::process::Command;

use super::engine::{EXIT_TIME, Engine, PATIENCE};
use crate::program::waggle;

fn started_with(args: &[&str]) -> Engine {
    Engine::start_as(Command::new(env!("CARGO_BIN_EXE_waggle")).args(args))
}

/// The options that a session lists, except for the network, whose flag names a file: name, type, value, default, and range.
fn listed(engine: &mut Engine) -> Vec<Vec<String>> {
    let lines = engine.ask("options");
    let options = lines.iter().filter(|line| !line.starts_with("Network;"));
    options.map(|line| line.split(';').map(str::to_owned).collect()).collect()
}

/// The flags in `waggle uhp --help`, except for those that name files.
fn flags() -> Vec<String> {
    let help = waggle(&["uhp", "--help"]).out;
    let (_, options) = help.split_once("Options of the engine:").expect("a heading");
    let words = options.lines().filter_map(|line| line.trim_start().split(' ').next());
    words
        .filter(|word| word.starts_with("--") && !["--book", "--network"].contains(word))
        .map(str::to_owned)
        .collect()
}

#[test]
fn every_option_has_a_flag_that_sets_it() {
    let flags = flags();
    let options = listed(&mut Engine::start());
    assert_eq!(flags.len(), options.len(), "{flags:?}");
    let top_help = waggle(&["--help"]).out;
    let (mut joined, mut apart, mut expected) = (Vec::new(), Vec::new(), Vec::new());
    for (flag, option) in flags.iter().zip(&options) {
        assert_eq!(flag.replace('-', ""), option[0].to_lowercase());
        assert!(top_help.contains(&format!(" {flag} ")), "{top_help}");
        let value = match (option[1].as_str(), option[2] == option[4 % option.len()]) {
            ("bool", _) => "True".to_owned(),
            (_, false) => option[4].clone(),
            (_, true) => (option[4].parse::<u32>().expect("an integer") + 1).to_string(),
        };
        joined.push(format!("{flag}={value}"));
        apart.extend([flag.clone(), value.clone()]);
        let mut changed = option.clone();
        changed[2] = value;
        expected.push(changed);
    }
    for args in [joined, apart] {
        let args: Vec<&str> = args.iter().map(String::as_str).collect();
        for line in [args.clone(), [&["uhp"], &args[..]].concat()] {
            assert_eq!(listed(&mut started_with(&line)), expected, "{line:?}");
        }
    }
}

#[test]
fn a_flag_alone_means_true() {
    let mut engine = started_with(&["--verbose", "--random-opening", "false", "--level", "4"]);
    assert_eq!(engine.ask("options get Verbose"), ["Verbose;bool;True;False"]);
    assert_eq!(engine.ask("options get RandomOpening"), ["RandomOpening;bool;False;False"]);
    assert_eq!(engine.ask("options get Level"), ["Level;int;4;13;1;13"]);
    // They are only initial values.
    assert_eq!(engine.ask("options set Level 5"), ["Level;int;5;13;1;13"]);
}

#[test]
fn a_bot_host_passes_options_by_the_command_line() {
    let mut engine = started_with(&["uhp", "--num-threads=1", "--verbose"]);
    engine.send("newgame Base\nbestmove depth 2\n");
    engine.close_input();
    assert_eq!(engine.reply(), ["Base;NotStarted;White[1]"]);
    assert_eq!(engine.reply().len(), 1);
    assert!(engine.lines.recv_timeout(PATIENCE).is_err(), "nothing after the move");
    assert_eq!(engine.end_within(EXIT_TIME).code(), Some(0));
    assert!(engine.errors().contains("depth 2 "), "`Verbose` has taken effect");
}

#[test]
fn a_bad_value_is_refused_in_one_line() {
    for (args, expected) in [
        (&["--level", "14"][..], "expected a whole number from 1 to 13"),
        (&["uhp", "--num-threads=0"], "expected a whole number from 1 to 256"),
        (&["uhp", "--table-size-mib", "-1"], "expected a whole number from 1 to 65536"),
        (&["--verbose=maybe"], "expected `True` or `False`"),
    ] {
        let message = waggle(args).complaint();
        assert!(message.starts_with("error: ") && message.contains(expected), "{message}");
    }
}

#[test]
fn flags_before_the_verb_are_for_the_engine_and_no_other_verb() {
    let mut engine = started_with(&["--level", "3", "--num-threads=1", "uhp", "--level=4"]);
    assert_eq!(engine.ask("options get Level"), ["Level;int;4;13;1;13"]);
    assert!(engine.ask("options get NumThreads")[0].starts_with("NumThreads;int;1;"));
    let message = waggle(&["--level", "3", "perft"]).complaint();
    assert_eq!(message, "error: `--level` is an option of `waggle uhp`\n");
    let output = waggle(&["--color", "never", "perft", "Base", "--depth", "0"]);
    assert_eq!(output.code, Some(0), "`--color` is an option of all");
}
