//! `waggle match` and `waggle verify` as a user sees them.

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use crate::engine::{ARGS, SCRIPT};
use crate::program::{self, Run, command, ended, folder, run, send, start};

/// A match of scripted engines.
pub(crate) fn scripted(scripts: &[&str], args: &[&str]) -> Command {
    let mut command = command(&["match", "--depth", "1", "--max-plies", "12", "--patience", "1"]);
    if !args.contains(&"--openings") {
        command.args(["--random-plies", "2", "--balance", "inf"]);
    }
    let program = std::env::current_exe().expect("this program is a file");
    for script in scripts {
        command.arg("--engine").arg(format!("\"{}\"", program.display()));
        command.args(["--name", script, "--env", &format!("{SCRIPT}={script}")]);
        command.args(ARGS.map(|arg| format!("--arg={arg}")));
    }
    command.args(args);
    command
}

pub(crate) fn play(scripts: &[&str], args: &[&str]) -> Run {
    run(&mut scripted(scripts, args))
}

pub(crate) fn summarise(args: &[&str]) -> Run {
    program::waggle(&[&["match", "--summarise"], args].concat())
}

/// `waggle verify` of a scripted engine.
fn verify(script: &str, args: &[&str]) -> Command {
    let program = std::env::current_exe().expect("this program is a file");
    let mut command = command(&["verify", &format!("\"{}\"", program.display())]);
    command.args(ARGS.map(|arg| format!("--arg={arg}"))).env(SCRIPT, script).args(args);
    command
}

/// A path that does not exist yet.
pub(crate) fn fresh_file(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    // A previous run may have left it.
    let _ = fs::remove_file(&path);
    path
}

/// Replaces what varies between runs: times, date, match id and the engines' path.
fn timeless(text: &str) -> String {
    let program = std::env::current_exe().expect("this program is a file");
    let text = text.replace(&program.display().to_string(), "ENGINE");
    let mut words = Vec::new();
    for line in text.lines() {
        if line.starts_with("[Match ") {
            words.push("[Match \"#\"]".to_owned());
            continue;
        }
        let line: Vec<String> = line
            .split(' ')
            .map(|word| {
                let digits = word.trim_matches(|c: char| !c.is_ascii_digit());
                let is_time = digits.contains('.')
                    && digits.split('.').next_back().is_some_and(|d| d.len() == 3);
                let is_day = digits.split('.').count() == 3;
                if is_time || is_day { word.replace(digits, "#") } else { word.to_owned() }
            })
            .collect();
        words.push(line.join(" "));
    }
    words.join("\n")
}

#[test]
fn the_short_help_fits_on_a_screen() {
    insta::assert_snapshot!(program::waggle(&["match", "-h"]).out);
}

#[test]
fn a_short_match_reads_like_this() {
    let pgn = fresh_file("short.pgn");
    let path = pgn.display().to_string();
    let output = play(&["honest", "crash"], &["--games", "2", "--pgn", &path, "--recover"]);
    assert_eq!(output.code, Some(3), "faults alone say nothing");
    insta::assert_snapshot!("short_match_progress", timeless(&output.err));
    insta::assert_snapshot!("short_match_report", timeless(&output.out));
    let games = fs::read_to_string(&pgn).expect("the games were written");
    insta::assert_snapshot!("short_match_games", timeless(&games));
}

#[test]
fn games_that_were_written_are_summarised_alike() {
    let pgn = fresh_file("alike.pgn");
    let path = pgn.display().to_string();
    let scripts = ["honest", "dialect", "illegal move"];
    let args = ["--games", "2", "--pgn", &path, "--concurrency", "2", "--json", "--recover"];
    let played = play(&scripts, &args);
    let read = summarised(&[&path], &[]);
    let count = |output: &Run| {
        let report = output.document();
        let mut totals: Vec<String> = report["engines"]
            .as_array()
            .expect("a list")
            .iter()
            .map(|engine| format!("{} {} {}", engine["name"], engine["total"], engine["faults"]))
            .collect();
        totals.sort();
        (report["games"].clone(), report["endings"].to_string(), totals)
    };
    assert_eq!(count(&played), count(&read));
    assert_eq!(count(&read).0, 6);
    // The board knows better than the tag how a game has ended.
    let wrong = "[GameType \"Base\"]\n[White \"a\"]\n[Black \"b\"]\n[Result \"Draw\"]\n[Ending \"Timeout\"]";
    let moves = r"wA1;bA1 wA1-;wQ -wA1;bQ bA1-;wQ \wA1;bQ bA1/;wQ -wA1;bQ bA1-;wQ \wA1;bQ bA1/;wQ -wA1;bQ bA1-";
    let numbered = (1..).zip(moves.split(';')).map(|(number, mv)| format!("{number}. {mv}\n"));
    let game = format!("{wrong}\n\n{}\nDraw\n", numbered.collect::<String>());
    fs::write(&pgn, &game).expect("the file can be written");
    let read = summarised(&[&path], &[]);
    let said = "game 1: the ending is `Timeout`, but the moves give `Repetition`";
    assert!(read.err.contains(said), "{}", read.err);
    assert!(count(&read).1.contains("Repetition"), "{}", read.out);
    let won = game.replace("\"Draw\"", "\"WhiteWins\"").replace("Draw\n", "WhiteWins\n");
    fs::write(&pgn, won.replace("Timeout", "QueenSurrounded")).expect("the file can be written");
    let read = summarised(&[&path], &[]);
    let said = "the ending is `QueenSurrounded`, but the moves give `OffTheBoard`";
    assert!(read.err.contains(said) && count(&read).1.contains("OffTheBoard"), "{}", read.err);
}

#[test]
fn an_interrupted_match_is_resumed_where_it_stopped() {
    let pgn = fresh_file("resumed.pgn");
    let path = pgn.display().to_string();
    let args = |games| ["--pgn", &path, "--games", games].map(str::to_owned).to_vec();
    let play = |args: Vec<String>| {
        let args: Vec<&str> = args.iter().map(String::as_str).collect();
        play(&["honest", "chatty"], &args)
    };
    assert_eq!(play(args("2")).code, Some(0));
    // The last game is truncated in the middle of its record.
    let mut half = fs::read_to_string(&pgn).expect("the games were written");
    half.push_str("[GameType \"Base+MLP\"]\n[Game \"3\"]\n\n1. wS1\n{0.0");
    fs::write(&pgn, half).expect("the file can be written");

    let refused = play(args("4"));
    assert_eq!(refused.code, Some(2));
    assert!(refused.err.contains("hint: --resume continues its match"));

    let resumed = play([args("4"), vec!["--resume".to_owned()]].concat());
    assert_eq!(resumed.code, Some(0));
    let progress = resumed.err;
    assert!(progress.contains("the last game is incomplete, and is played again"), "{progress}");
    assert!(progress.contains("game 3: ") && progress.contains("game 4: "), "{progress}");
    assert!(!progress.contains("game 2: "), "{progress}");
    assert!(resumed.out.starts_with("honest against chatty: 4 games"));

    for (other, differing) in [
        (&["--seed", "9"][..], "--seed is 1 there, 9 here"),
        (&["--random-plies", "4"], "--random-plies is 2 there, 4 here"),
        (&["--type", "Base"], "--type is Base+MLP there, Base here"),
        (&["--max-plies", "14"], "--max-plies is 12 there, 14 here"),
        (&["--adjudicate-win", "5,6"], "--adjudicate-win is missing there, 5,6 here"),
        (&["--depth", "2"], "Black's limit is `depth 1` there, `depth 2` here"),
        (&["--arg=--fast"], "Black's command is `"),
    ] {
        let other = other.iter().map(|&word| word.to_owned()).collect();
        let refused = play([args("4"), vec!["--resume".to_owned()], other].concat());
        let message = refused.err;
        assert_eq!(refused.code, Some(2), "{message}");
        assert!(message.contains("belongs to another match: "), "{message}");
        assert!(message.contains(differing), "{message}");
    }
}

#[test]
fn pairs_of_two_matches_are_not_mixed_up() {
    // In each file the second game of the pair is missing.
    let files = [("one-half.pgn", "1"), ("other-half.pgn", "2")].map(|(name, seed)| {
        let path = fresh_file(name).display().to_string();
        let args = ["--games", "1", "--seed", seed, "--pgn", &path];
        let played = play(&["honest", "chatty"], &args);
        assert_eq!(played.code, Some(0), "{}", played.err);
        path
    });
    let report = summarise(&files.each_ref().map(String::as_str)).out;
    assert!(report.starts_with("honest against chatty: 2 games\n"), "{report}");
    assert!(report.contains("pairs     0 0 0 0 0 "), "{report}");
}

#[test]
fn a_sequential_test_stops_early_and_tells_its_verdict() {
    for (scripts, code) in [(["optimist", "pessimist"], 0), (["pessimist", "optimist"], 1)] {
        let args = ["--sprt", "elo0=0,elo1=200", "--games", "1000", "--adjudicate-win", "5,4"];
        let output = play(&scripts, &args);
        assert_eq!(output.code, Some(code), "{}", output.out);
        assert!(output.err.lines().count() < 1000);
    }
    // As people and `.ci/sprt` write the bounds of a simplification.
    for test in [&["--sprt", "-4,1"][..], &["--sprt=-4,1"], &["--sprt", "elo0=-4,elo1=1"]] {
        let output = play(&["honest", "chatty"], &[test, &["--games", "2"]].concat());
        let report = output.out;
        assert_eq!(output.code, Some(3), "{}", output.err);
        assert!(report.contains("elo0=-4,elo1=1,alpha=0.05"), "{test:?}: {report}");
    }
}

/// The error output of a match that exits with code 2.
fn refused(scripts: &[&str], args: &[&str]) -> String {
    let output = play(scripts, args);
    assert_eq!(output.code, Some(2), "{}", output.out);
    output.err
}

#[test]
fn an_engine_that_does_not_work_ends_the_match_at_once() {
    let sprt = ["--games", "1000", "--sprt", "elo0=0,elo1=200"];
    let message = refused(&["honest", "crash at start"], &sprt);
    assert!(message.starts_with("error: engine 2 (`"), "{message}");
    assert!(message.contains("does not work (StartFailure): the engine ended"), "{message}");
    assert!(message.contains("\n    ! no strength today\n"), "{message}");
    assert!(message.contains("hint: with --recover"), "{message}");
    // A misspelt option.
    let message =
        refused(&["honest", "honest too"], &[&sprt[..], &["--option", "NumThread=1"]].concat());
    assert!(
        message.contains("`options set NumThread 1` was answered with `err what?`"),
        "{message}"
    );
    assert!(message.contains("\n    < err what?\n"), "{message}");
    // Nested quotations are not empty ones.
    let waggle_itself = format!("\"{}\"", env!("CARGO_BIN_EXE_waggle"));
    let args = ["--engine", &waggle_itself, "--option", "NumThread=1"];
    let message = refused(&["honest"], &args);
    assert!(message.contains("found `NumThread`; try `options``\n"), "{message}");
    // An engine that fails in its first game.
    for script in ["crash", "illegal move", "garbage", "err"] {
        let message = refused(&[script, "honest"], &sprt);
        assert!(message.contains("error: engine 1 (`"), "{message}");
    }
}

#[test]
fn with_recover_faults_are_counted_and_feed_no_test() {
    let args = ["--games", "12", "--sprt", "elo0=0,elo1=200", "--recover"];
    let output = play(&["honest", "crash at start"], &args);
    assert_eq!(output.code, Some(3), "{}", output.err);
    let report = output.out;
    assert!(report.contains("sprt      withheld: llr 0.00 "), "{report}");
    assert!(report.contains(" games ended by faults, 3 are tolerated"), "{report}");
    assert!(report.contains("faults      crash at start: StartFailure "), "{report}");
}

#[test]
fn each_game_is_counted_once() {
    let pgn = fresh_file("once.pgn").display().to_string();
    let played = play(&["honest", "chatty"], &["--games", "2", "--pgn", &pgn]);
    let twice = summarise(&[&pgn, &pgn]);
    assert_eq!(twice.out, played.out);
    assert_eq!(twice.err, "warning: 2 duplicate games are counted once\n");
    let empty = fresh_file("empty.pgn");
    fs::write(&empty, "").expect("the file can be written");
    let nothing = summarise(&[&pgn, &empty.display().to_string()]);
    assert_eq!(nothing.code, Some(2));
    assert!(nothing.err.contains("empty.pgn` has no finished game"));
}

#[test]
fn a_game_that_cannot_be_read_is_no_success() {
    let pgn = fresh_file("unreadable.pgn").display().to_string();
    let test = "elo0=0,elo1=200";
    let args = ["--games", "1000", "--pgn", &pgn, "--sprt", test, "--adjudicate-win", "5,4"];
    assert_eq!(play(&["optimist", "pessimist"], &args).code, Some(0));
    let summarise = |args: &[&str]| {
        let output = summarise(&[&[pgn.as_str()], args].concat());
        (output.code, output.err)
    };
    assert_eq!(summarise(&["--sprt", test]), (Some(0), String::new()));
    let games = fs::read_to_string(&pgn).expect("the games were written");
    fs::write(&pgn, games.replacen("\n1. ", "\n1. x", 1)).expect("the file can be written");
    for (args, code) in [(&[][..], 1), (&["--sprt", test], 3)] {
        let (found, said) = summarise(args);
        assert_eq!(found, Some(code), "{said}");
        assert!(said.contains("unreadable.pgn`: game 1, line "), "{said}");
    }
}

#[test]
fn names_in_a_file_cannot_command_the_terminal() {
    let pgn = fresh_file("names.pgn").display().to_string();
    let game = "[GameType \"Base\"]\n[White \"a\u{1b}[2Jb\u{9b}\"]\n[Black \"c\"]\n\
        [Result \"1-0\"]\n\n1. wS1\n\n1-0\n";
    fs::write(&pgn, game).expect("the file can be written");
    let report = summarise(&[&pgn]).out;
    assert!(report.starts_with("a\u{fffd}[2Jb\u{fffd} against c: 1 game\n"), "{report:?}");
    if cfg!(unix) {
        let named = fresh_file("\u{1b}[2J.pgn").display().to_string();
        fs::write(&named, "x").expect("the file can be written");
        let said = refused(&["honest", "chatty"], &["--openings", &named]);
        assert!(said.contains("left out") && !said.contains('\u{1b}'), "{said:?}");
    }
}

#[test]
fn no_more_workers_are_started_than_there_are_games() {
    // If all of them were started, this would take minutes, and memory.
    let start = std::time::Instant::now();
    let output = play(&["honest", "chatty"], &["--concurrency", "256"]);
    assert_eq!(output.code, Some(0), "{}", output.err);
    assert!(start.elapsed() < std::time::Duration::from_secs(20));
}

/// A config file with scripted engines.
fn config(name: &str, settings: &str, scripts: &[&str]) -> String {
    let program = std::env::current_exe().expect("this program is a file");
    let engines = scripts.iter().map(|script| {
        format!(
            "[[engine]]\ncommand = '\"{}\"'\nname = '{script}'\narg = {ARGS:?}\n\
             env = {{ {SCRIPT} = '{script}' }}\n",
            program.display()
        )
    });
    let path = fresh_file(name);
    let text = format!(
        "depth = 1\nrandom-plies = 2\nbalance = inf\nmax-plies = 12\npatience = 5\n{settings}{}",
        engines.collect::<String>()
    );
    fs::write(&path, text).expect("the file can be written");
    path.display().to_string()
}

fn play_config(path: &str, args: &[&str]) -> Run {
    program::waggle(&[&["match", "--config", path], args].concat())
}

#[test]
fn a_match_can_be_played_from_a_file() {
    let path = config("match.toml", "games = 4\ntype = ['Base+L']\n", &["honest", "chatty"]);
    let report = play_config(&path, &[]).out;
    assert!(report.starts_with("honest against chatty: 4 games\n"), "{report}");
    assert!(report.contains("  Base+L    "), "{report}");
    // The command line takes precedence.
    let report = play_config(&path, &["--games", "2", "--type", "Base"]).out;
    assert!(report.starts_with("honest against chatty: 2 games\n"), "{report}");
    assert!(report.contains("  Base      ") && !report.contains("Base+L"), "{report}");
    // Errors are those of the command line, with the line of the file.
    for (settings, message) in [
        ("gamez = 1\n", "wrong.toml`: line 6: expected the name of an option, found `gamez`"),
        (
            "games = 0\n",
            "wrong.toml`: line 6: invalid value '0' for '--games <N>': expected a whole",
        ),
        ("games = \n", "wrong.toml`: "),
    ] {
        let output = play_config(&config("wrong.toml", settings, &["honest"]), &[]);
        assert_eq!(output.code, Some(2));
        assert!(output.err.contains(message), "{}", output.err);
    }
}

#[test]
fn the_cross_table_has_the_results_of_each_encounter() {
    let settings = "games = 2\nformat = 'gauntlet'\nadjudicate-win = '5,4'\n";
    let path = config("gauntlet.toml", settings, &["optimist", "pessimist", "honest"]);
    let output = play_config(&path, &["--judge-nodes", "1"]);
    let report = output.out;
    assert_eq!(output.code, Some(0), "{}", output.err);
    let table = "
                      1         2         3
 1. optimist          -       1/2       2/2
 2. honest          1/2         -         .
 3. pessimist       0/2         .         -
";
    assert!(report.contains(table), "{report}");
}

#[test]
fn the_winners_of_a_knockout_meet_until_one_is_left() {
    let settings = "games = 2\nformat = 'knockout'\nadjudicate-win = '5,4'\n";
    let scripts = ["pessimist", "optimist", "optimist too", "pessimist too"];
    let path = config("knockout.toml", settings, &scripts);
    let pgn = fresh_file("knockout.pgn").display().to_string();
    let output = play_config(&path, &["--pgn", &pgn, "--concurrency", "2"]);
    let report = output.out;
    assert_eq!(output.code, Some(0), "{}", output.err);
    // Two tied encounters take all extra pairs, and the engines listed first advance.
    for encounter in [
        "pessimist against pessimist too: 12",
        "optimist against optimist too: 12",
        "pessimist against optimist: 2",
    ] {
        assert!(report.contains(&format!("\n{encounter} games\n")), "{report}");
    }
    // 4 regular games, 5 × 4 extra ones, and then the next round.
    let numbers = fs::read_to_string(&pgn).expect("the games were written");
    assert_eq!(numbers.matches("\n[Game \"").count(), 26);
    assert!((1..=26).all(|number| numbers.contains(&format!("\n[Game \"{number}\"]\n"))));
    // Nothing is left to play.
    let resumed = play_config(&path, &["--pgn", &pgn, "--resume"]);
    assert_eq!(resumed.code, Some(0), "{}", resumed.err);
    assert_eq!(resumed.err, "");
}

#[test]
fn what_is_said_is_written_down() {
    let folder = folder("logs");
    let args = ["--recover", "--log", &folder.display().to_string()];
    let output = play(&["honest", "crash"], &args);
    assert_eq!(output.code, Some(3), "{}", output.err);
    let log = |name: &str| fs::read_to_string(folder.join(name)).expect("a log");
    let conversation = |log: &str| {
        let lines = log.lines().map(|line| line.split("] ").nth(1).unwrap_or_default().to_owned());
        lines.collect::<Vec<_>>()
    };
    let honest = conversation(&log("honest.log"));
    assert!(honest.contains(&"< id Scripted v1".to_owned()), "{honest:?}");
    assert!(honest.contains(&"> bestmove depth 1".to_owned()), "{honest:?}");
    assert_eq!(honest.last().map(String::as_str), Some("> exit"));
    assert!(log("crash.log").contains("] ! segmentation fault, or so\n"));
}

#[test]
fn only_a_resumed_match_appends_to_logs() {
    let folder = folder("logs-of-mine");
    let (log, pgn) = (folder.join("honest.log"), fresh_file("logged.pgn"));
    fs::write(&log, "what I wanted to say\n").expect("a file can be written");
    let [folder, pgn] = [folder, pgn].map(|path| path.display().to_string());
    let play = |more: &[&str]| {
        play(&["honest", "chatty"], &[&["--log", &folder, "--pgn", &pgn], more].concat())
    };
    let said = || fs::read_to_string(&log).expect("a log");
    let refused = play(&[]);
    assert_eq!(refused.code, Some(2), "{}", refused.err);
    assert!(refused.err.contains("honest.log` already exists"));
    assert_eq!(said(), "what I wanted to say\n");
    assert_eq!(play(&["--list"]).code, Some(0), "nothing is written");
    assert_eq!(play(&["--resume"]).code, Some(0));
    assert!(said().starts_with("what I wanted to say\n") && said().contains("< id Scripted v1"));
}

/// The result of a match, without what varies between runs.
fn counted(output: &Run) -> serde_json::Value {
    let mut report = output.document();
    for engine in report["engines"].as_array_mut().expect("a list") {
        engine["time"] = engine["time"]["moves"].clone();
    }
    let played = report["played"].as_array_mut().expect("a list");
    played.sort_by_key(|game| game["number"].as_u64());
    report
}

/// `waggle match` with the engine itself, at full strength and at a level, which is reproducible.
fn repeatable(args: &[&str]) -> Run {
    let one = ["match", "--json", "--max-plies", "30", "--engine", "self", "--depth", "1"];
    let two = ["--engine", "self", "--nodes", "60", "--name", "two"];
    program::waggle(&[&one[..], &two, args].concat())
}

fn summarised(files: &[&str], args: &[&str]) -> Run {
    program::waggle(&[&["match", "--json", "--summarise"], files, args].concat())
}

#[test]
fn shards_together_are_the_whole_match() {
    let all = fresh_file("shards-all.pgn").display().to_string();
    let whole = repeatable(&["--games", "9", "--pgn", &all]);
    assert_eq!(whole.code, Some(0), "{}", whole.err);
    let names = ["1/3", "2/3", "3/3", "2/2"].map(|part| {
        let pgn =
            fresh_file(&format!("shard-{}.pgn", part.replace('/', "-"))).display().to_string();
        let played = repeatable(&["--games", "9", "--shard", part, "--pgn", &pgn]);
        assert_eq!(played.code, Some(0), "{}", played.err);
        pgn
    });
    let [first, second, third, again] = names.each_ref().map(String::as_str);
    let merged = summarised(&[third, first, second], &[]);
    assert_eq!(merged.err, "");
    assert_eq!(counted(&merged), counted(&whole));
    // Shards that overlap, or were played twice, belong to the same match, and so does the whole.
    let twice = summarised(&[first, second, third, again, &all], &[]);
    let complaint = "warning: 13 duplicate games are counted once\n";
    assert_eq!(twice.err, complaint);
    assert_eq!(counted(&twice), counted(&whole));
}

#[test]
fn the_games_to_be_played_are_listed() {
    let pgn = fresh_file("listed.pgn").display().to_string();
    let list = |args: &[&str]| {
        let output = play(&["honest", "chatty"], &[args, &["--list"]].concat());
        assert_eq!(output.code, Some(0), "{}", output.err);
        output.out
    };
    assert_eq!(
        list(&["--games", "6", "--shard", "2/2"]),
        "game 3: honest - chatty, opening 2\ngame 4: chatty - honest, opening 2\n"
    );
    let played = play(&["honest", "chatty"], &["--games", "3", "--pgn", &pgn]);
    assert_eq!(played.code, Some(0), "{}", played.err);
    let missing = list(&["--games", "5", "--pgn", &pgn, "--resume", "--json"]);
    let missing: serde_json::Value = serde_json::from_str(&missing).expect("JSON");
    assert_eq!(missing["pairs"], 3);
    let games = serde_json::json!([
        {"number": 4, "pair": 2, "opening": 2, "white": "chatty", "black": "honest"},
        {"number": 5, "pair": 3, "opening": 3, "white": "honest", "black": "chatty"},
    ]);
    assert_eq!(missing["games"], games);
}

#[test]
fn a_sequential_test_counts_games_by_their_numbers() {
    let sprt =
        ["--sprt", "elo0=0,elo1=200", "--games", "1000", "--adjudicate-win", "5,4", "--json"];
    let pgn = fresh_file("many-at-once.pgn").display().to_string();
    let scripts = ["optimist", "pessimist"];
    let alone = play(&scripts, &sprt);
    let args = [&sprt[..], &["--concurrency", "7", "--pgn", &pgn]].concat();
    let together = play(&scripts, &args);
    assert_eq!(together.code, Some(0), "{}", together.err);
    assert_eq!(counted(&together), counted(&alone));
    // The file also has the games that ended after the decision.
    let read = summarised(&[&pgn], &sprt[..2]);
    assert_eq!(counted(&read), counted(&alone));
    let numbers = |report: &serde_json::Value| -> Vec<u64> {
        let played = report["played"].as_array().expect("a list");
        played.iter().filter_map(|game| game["number"].as_u64()).collect()
    };
    let found = numbers(&counted(&alone));
    assert_eq!(found, (1..=found.len() as u64).collect::<Vec<_>>());
}

#[test]
fn openings_are_taken_from_files_in_turns() {
    let list = fresh_file("openings.txt");
    let lines = "# two\nBase;;;wS1;bS1 wS1-\n\nBase+M;;;wG1;bG1 wG1-;wQ -wG1\n";
    fs::write(&list, lines).expect("the file can be written");
    let pgn = fresh_file("openings.pgn");
    let play = |openings: &PathBuf, pgn: &PathBuf, types: &[&str]| {
        let (openings, pgn) = (openings.display().to_string(), pgn.display().to_string());
        let args = ["--games", "4", "--openings", &openings, "--pgn", &pgn];
        play(&["honest", "chatty"], &[&args, types].concat())
    };
    let output = play(&list, &pgn, &[]);
    assert_eq!(output.code, Some(0), "{}", output.err);
    let games = fs::read_to_string(&pgn).expect("the games were written");
    assert_eq!(games.matches("[GameType \"Base\"]").count(), 2);
    assert_eq!(games.matches("3. wQ -wG1\n4. ").count(), 2);
    // The games played can be the openings of another match, and game types can be chosen.
    let again = fresh_file("openings-again.pgn");
    let output = play(&pgn, &again, &["--type", "Base+M", "--max-plies", "14"]);
    assert_eq!(output.code, Some(0), "{}", output.err);
    assert!(output.out.contains("Base+M    +0 =4 -0"), "{}", output.out);
}

#[test]
fn games_from_positions_set_up_are_read_back_as_they_were_played() {
    let list = fresh_file("set-up.txt");
    let start = "Black[5] wQ@0,0 wA1@-1,0 bQ@1,0 bA1@2,0";
    fs::write(&list, format!("Base;setup;{start};bA1 bQ/\n")).expect("the file can be written");
    let pgn = fresh_file("set-up.pgn");
    let (list, pgn) = (list.display().to_string(), pgn.display().to_string());
    let args = ["--openings", &list, "--pgn", &pgn, "--json"];
    let output = play(&["honest", "chatty"], &args);
    assert_eq!(output.code, Some(0), "{}", output.err);
    let games = program::waggle(&["convert", &pgn]).said();
    assert_eq!(games.lines().count(), 2, "{games}");
    for game in games.lines() {
        assert!(game.contains(&format!(";{start};bA1 bQ/;w")), "{game}");
        assert_eq!(game.split(';').count(), 4 + 12, "all plies are there: {game}");
    }
    assert_eq!(counted(&summarised(&[&pgn], &[])), counted(&output));
}

#[cfg(unix)]
#[test]
fn a_request_to_end_ends_a_match_with_its_statistics_and_its_engines() {
    use std::io::{BufRead as _, BufReader, Read as _};

    use nix::sys::signal::Signal;

    for signal in [Signal::SIGINT, Signal::SIGTERM] {
        let pgn = fresh_file(&format!("{signal}.pgn")).display().to_string();
        let args = ["--games", "1000", "--patience", "600", "--pgn", &pgn];
        let mut command = scripted(&["honest", "sleeper"], &args);
        let mut child = start(&mut command);
        let mut progress = BufReader::new(child.stderr.take().expect("a pipe"));
        let mut line = String::new();
        progress.read_line(&mut line).expect("the first game ends");
        assert!(line.starts_with("game 1: "), "{line}");
        let engines = children_of(child.id());
        send(&child, signal);
        assert_eq!(child.wait().expect("it ends").code(), Some(130), "{signal}");
        let mut report = String::new();
        child.stdout.take().expect("a pipe").read_to_string(&mut report).expect("text");
        assert!(report.starts_with("honest against sleeper: 1 game\n"), "{report}");
        let mut said = String::new();
        progress.read_to_string(&mut said).expect("text");
        assert_eq!(said, "interrupted: the same command with --resume continues\n");
        assert_eq!(summarise(&[&pgn]).out, report, "{signal}");
        assert!(engines.len() == 2 || cfg!(not(target_os = "linux")), "{engines:?}");
        assert_gone(&engines);
    }
}

#[cfg(unix)]
#[test]
fn an_engine_that_starts_slowly_is_not_to_blame_for_ctrl_c() {
    use nix::sys::signal::Signal;

    let mut command = scripted(&["silent at start", "honest"], &["--patience", "600"]);
    let child = start(&mut command);
    while children_of(child.id()).is_empty() {
        std::thread::yield_now();
    }
    send(&child, Signal::SIGINT);
    let ended = ended(child);
    assert_eq!((ended.code, ended.err), (Some(130), String::new()));
    assert_eq!(ended.out, "", "there is nothing to report");
}

#[cfg(unix)]
#[test]
fn a_request_to_end_ends_a_verification_and_its_engine() {
    use nix::sys::signal::Signal;
    use std::io::{BufRead as _, BufReader};

    let mut child = start(&mut verify("silence", &["--patience", "1"]));
    let mut checks = BufReader::new(child.stdout.take().expect("a pipe"));
    checks.read_line(&mut String::new()).expect("a check is made");
    let engines = children_of(child.id());
    send(&child, Signal::SIGTERM);
    assert_eq!(child.wait().expect("it ends").code(), Some(130));
    assert_gone(&engines);
}

/// The child processes of a process, where the system lists them.
#[cfg(unix)]
fn children_of(id: u32) -> Vec<i32> {
    let threads = fs::read_dir(format!("/proc/{id}/task")).into_iter().flatten().flatten();
    let lists =
        threads.filter_map(|thread| fs::read_to_string(thread.path().join("children")).ok());
    lists
        .flat_map(|list| list.split_whitespace().map(str::to_owned).collect::<Vec<_>>())
        .map(|number| number.parse().expect("a number"))
        .collect()
}

/// Waits for these processes to end.
#[cfg(unix)]
fn assert_gone(processes: &[i32]) {
    let deadline = std::time::Instant::now() + std::time::Duration::from_secs(5);
    for &number in processes {
        let lives = || {
            let state = fs::read_to_string(format!("/proc/{number}/stat"));
            // Its new parent may take a moment to reap it.
            state.is_ok_and(|state| !state.contains(") Z "))
        };
        while lives() {
            assert!(std::time::Instant::now() < deadline, "process {number} is left behind");
            std::thread::yield_now();
        }
    }
}

#[test]
fn verify_reports_the_first_difference_with_its_game() {
    let verify = |script: &str| {
        let limits = ["--patience", "2", "--games", "1", "--plies", "20"];
        let output = run(&mut verify(script, &limits));
        (output.code, output.out)
    };
    let (code, report) = verify("liar");
    assert_eq!(code, Some(1));
    let lie =
        "`play wS1`: expected `Base;InProgress;Black[1];wS1`, found `Base;WhiteWins;Black[99];wS1`";
    assert!(report.contains(lie), "{report}");
    assert_eq!(verify("crash at start"), (Some(2), String::new()));
}

/// The soak test of `docs/trust.md` in small: sixty games take no more memory than twenty.
#[test]
#[cfg(target_os = "linux")]
fn more_games_take_no_more_memory() {
    let limits = "--nodes 20 --max-plies 20 --games 80 --type Base+MLP --option TableSizeMiB=1";
    let args = ["match --engine self --engine self", limits].join(" ");
    let notes = run(command(&args.split(' ').collect::<Vec<_>>()).env("RUST_LOG", "info")).err;
    let mib_after = |games: u32| -> u64 {
        let line = notes.lines().find(|line| line.contains(&format!(" {games} games, ")));
        let words = line.and_then(|line| line.split(' ').rev().nth(1));
        words.and_then(|mib| mib.parse().ok()).unwrap_or_else(|| panic!("no memory in {notes}"))
    };
    assert!(mib_after(60) <= mib_after(20) + 4, "{notes}");
}

#[test]
fn names_that_differ_in_a_sign_have_logs_of_their_own() {
    let folder = folder("logs-of-signs");
    let mut command = scripted(&[], &["--games", "1", "--log", &folder.display().to_string()]);
    let program = std::env::current_exe().expect("this program is a file");
    for name in ["a?b", "a*b", "A_B"] {
        command.arg("--engine").arg(format!("\"{}\"", program.display()));
        command.args(["--name", name, "--env", &format!("{SCRIPT}=honest")]);
        command.args(ARGS.map(|arg| format!("--arg={arg}")));
    }
    let output = run(&mut command);
    assert_eq!(output.code, Some(0), "{}", output.err);
    let files = fs::read_dir(&folder).expect("a folder");
    let mut names: Vec<String> = files
        .map(|file| file.expect("a file").file_name().to_string_lossy().into_owned())
        .collect();
    names.sort();
    assert_eq!(names, ["A_B-3.log", "a_b-2.log", "a_b.log"]);
}

#[test]
fn names_of_engines_command_no_terminal() {
    let pgn = fresh_file("names-with-commands.pgn");
    let path = pgn.display().to_string();
    let commands = |text: &str| text.contains(|letter: char| letter.is_control() && letter != '\n');
    for last in [&["--list"][..], &["--list", "--json"], &["--json"], &["--pgn", &path]] {
        let mut command = scripted(&[], &["--games", "1", "--engine", "self"]);
        command.args(["--engine", "self", "--name", "a\u{1b}[2J\u{9b}31m"]).args(last);
        let output = run(&mut command);
        assert_eq!(output.code, Some(0), "{}", output.err);
        let told = output.out + &output.err;
        assert!(!commands(&told), "{last:?}: {told:?}");
    }
    assert!(!commands(&fs::read_to_string(&pgn).expect("the games were written")));
}
