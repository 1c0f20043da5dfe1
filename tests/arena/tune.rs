//! `waggle tune`: self-play games that are saved, resumed and shared, and training on them; and
//! `waggle tune-search`: measuring search parameters; `waggle tune-levels`;
//! `waggle tune-people`.

use std::fs;
use std::path::Path;

use crate::program::{Run, command, folder, run, waggle};

/// A short training in a folder.
fn tune(folder: &Path, args: &[&str]) -> Run {
    let shared = "tune --nodes 20 --epochs 1 --units 15 --out weights.bin --force".split(' ');
    let args: Vec<&str> = shared.chain(args.iter().copied()).collect();
    run(command(&args).current_dir(folder))
}

/// The number of positions it reports.
fn positions(output: &Run) -> usize {
    let number = output.out.split_once(" positions, squared error ");
    number.and_then(|it| it.0.parse().ok()).unwrap_or_else(|| panic!("{output:?}"))
}

#[test]
fn games_are_kept_resumed_and_shared_with_other_runs() {
    let folder = folder("tune");
    let one = positions(&tune(&folder, &["--games", "4", "--keep", "one"]));
    let resumed = positions(&tune(&folder, &["--games", "6", "--keep", "one"]));
    assert!(resumed > one, "{resumed} of six games, {one} of four");
    assert_eq!(positions(&tune(&folder, &["--games", "6"])), resumed, "as played in one go");
    // A file that another run is still writing.
    let kept = fs::read_to_string(folder.join("one")).expect("the games");
    fs::write(folder.join("one"), format!("{kept}Base;InPro")).expect("it can be written");
    let other = positions(&tune(&folder, &["--games", "5", "--seed", "2", "--keep", "other"]));
    let args = ["--games", "5", "--seed", "2", "--keep", "other", "--also", "one"];
    assert_eq!(positions(&tune(&folder, &args)), other + resumed);
    let weights = fs::read(folder.join("weights.bin")).expect("the weights");
    let origin = String::from_utf8_lossy(&weights[..400]);
    assert!(origin.contains("and games kept of another run:\n"), "{origin}");
}

#[test]
fn files_of_other_games_are_refused() {
    let folder = folder("tune-refused");
    fs::write(folder.join("games.txt"), "Base;;;wS1\n").expect("it can be written");
    let said = tune(&folder, &["--games", "1", "--also", "games.txt"]).complaint();
    assert!(said.contains("expected games written by `--keep` in `games.txt`"), "{said}");
    let said = tune(&folder, &["--games", "1", "--keep", "games.txt"]).complaint();
    assert!(said.contains("expected `# games without contempt"), "{said}");
    tune(&folder, &["--games", "1", "--also", "missing.txt"]).complaint();
}

#[test]
fn every_feature_is_listed_with_what_it_is_good_for() {
    let folder = folder("tune-features");
    let args = ["tune", "--nodes", "20", "--games", "4", "--features"];
    let output = run(command(&args).current_dir(&folder));
    let said = output.out;
    assert_eq!(output.code, Some(0), "{said}");
    let rows: Vec<&str> = said.lines().skip(3).collect();
    assert_eq!(rows.len(), waggle::eval::Feature::COUNT, "{said}");
    assert!(rows.iter().any(|row| row.contains("queen has 1 liberty")), "{said}");
    assert!(!folder.join("weights.bin").exists(), "nothing is trained");
}

/// A device that is full, and a file that may grow no more.
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_told_with_the_name_of_the_file() {
    let folder = folder("tune-full");
    let said = tune(&folder, &["--games", "2", "--keep", "/dev/full"]).complaint();
    assert!(said.contains("writing to `/dev/full`: "), "{said}");
    let kept = folder.join("kept").display().to_string();
    let args = ["tune", "--nodes", "20", "--games", "60", "--keep", &kept, "--features"];
    let said = crate::nothing_is_lost::on_a_full_disk(&command(&args)).complaint();
    assert!(said.contains(&format!("writing to `{kept}`: ")), "{said}");
    let games = fs::read_to_string(&kept).expect("the games that found room");
    assert!(games.lines().count() > 2 && games.ends_with('\n'), "{games}");
    let one_more = games.lines().count().to_string();
    let resumed = waggle(&args.map(|word| if word == "60" { &one_more } else { word }));
    assert_eq!(resumed.code, Some(0), "{}", resumed.err);
}

/// Enough for a test.
const FEW: [&str; 4] = ["--pairs", "20", "--nodes", "30"];

fn tune_search(args: &[&str]) -> Run {
    waggle(&[&["tune-search"], args].concat())
}

/// The output after all games.
fn said(output: Run) -> String {
    assert_eq!(output.code, Some(0), "{output:?}");
    output.out
}

#[test]
fn candidates_are_measured_together() {
    let candidates = ["--candidate", "late_move_base=1", "--candidate", "reduction_slope=0.45"];
    let said = said(tune_search(&[&FEW[..], &candidates].concat()));
    let lines: Vec<&str> = said.lines().collect();
    assert_eq!(lines[0], "after 32 pairs", "as many for each row of the design");
    assert!(lines[1].starts_with("  late_move_base=1 "), "{said}");
    assert!(lines[2].starts_with("  reduction_slope=0.45 "), "{said}");
    for line in &lines[1..] {
        let words: Vec<&str> = line.split_whitespace().collect();
        let [_, elo, "±", error, "Elo"] = words[..] else { panic!("{line}") };
        let (elo, error): (f64, f64) = (elo.parse().unwrap(), error.parse().unwrap());
        assert!(elo.abs() < 350.0 && error > 0.0, "{line}");
    }
    assert_eq!(lines.len(), 3);
}

#[test]
fn what_cannot_be_measured_is_refused_before_a_game_is_played() {
    for (arguments, expected) in [
        (&["--candidate", "contempt=3"][..], "expected one of"),
        (&["--candidate", "late_move_base=99"], "from 1 to 20"),
        (&["--candidate", "late_move_base"], "NAME=VALUE"),
        (&["--pairs", "1"], "--candidate <NAME=VALUE>"),
        (&["--candidate", "late_move_base=9", "--candidate", "late_move_base=8"], "one value"),
    ] {
        let output = tune_search(arguments);
        let complaint = output.err;
        assert!(complaint.contains(expected), "{arguments:?}: {complaint}");
        assert_eq!((output.code, output.out.len()), (Some(2), 0), "{arguments:?}");
    }
}

#[test]
fn levels_are_measured_in_games_and_in_positions() {
    let tune_levels = |arguments: &[&str]| {
        waggle(&[&["tune-levels", "--games", "2", "--positions", "1"], arguments].concat())
    };
    let said = said(tune_levels(&["--from", "2", "--to", "2"]));
    let rows = |with: &str| said.lines().filter(|line| line.contains(with)).count();
    assert_eq!((rows("| random |"), rows("| level 1 |"), rows(" % |")), (2, 2, 1), "{said}");
    assert_eq!(rows("| 2 |"), 5, "{said}");
    for row in said.lines().filter(|line| line.contains("| level 1 |")) {
        let columns: Vec<&str> = row.split('|').map(str::trim).collect();
        let expected = match columns[4..7] {
            ["2", "0", "0"] => "above -156.0",
            ["0", "0", "2"] => "below +156.0",
            ["0", "2", "0"] | ["1", "0", "1"] => "+0.0 ± ",
            _ => "(",
        };
        assert!(columns[7].contains(expected), "{row}");
    }
    let games = ["examples/levels.pgn", "--from", "2", "--to", "2", "--positions", "1"];
    let of_games = waggle(&[&["tune-levels"], &games[..]].concat()).said();
    assert!(of_games.contains("\n| people | ") && !of_games.contains(" random "), "{of_games}");
    assert!(of_games.contains("\nlevel 2 errs most like people: "), "{of_games}");
    let refused = tune_levels(&["--from", "3", "--to", "2"]);
    let expected = "--from at most as high as --to, found 3 and 2";
    assert!(refused.err.contains(expected) && refused.code != Some(0), "{refused:?}");
}

#[test]
fn a_model_of_peoples_moves_is_trained_and_measured() {
    let folder = folder("people");
    let all = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/levels.pgn");
    let all = fs::read_to_string(all).expect("it is there");
    let few: Vec<&str> = all.split_inclusive("[GameType ").take(9).collect();
    let few = few.concat();
    fs::write(folder.join("few.pgn"), few.trim_end_matches("[GameType ")).unwrap();
    let tune_people = |arguments: &[&str]| {
        let all = [&["tune-people", "few.pgn"], arguments].concat();
        run(command(&all).current_dir(&folder))
    };
    // Games of levels stand for those of people; only two of them are learned.
    let learn = ["--games", "2", "--epochs", "1", "--teachers", "1", "--out"];
    let learned = tune_people(&[&learn[..], &["some.people"]].concat()).said();
    assert!(learned.starts_with("network 1, pass 1: "), "{learned}");
    let again = tune_people(&[&learn[..], &["again.people", "--threads", "1"]].concat()).said();
    assert_eq!(again, learned, "the number of threads changes nothing");
    let files = ["some.people", "again.people"].map(|name| fs::read(folder.join(name)).unwrap());
    assert!(files[0] == files[1], "nor the model");
    let measured = tune_people(&["--model", "some.people"]).said();
    let recipe = "`waggle tune-people --epochs 1 --teachers 1 --seed 1` on 2 games";
    assert!(measured.starts_with(recipe), "{measured}");
    let own = tune_people(&[]).said();
    let loss = |text: &str| -> f64 {
        let (_, rest) = text.rsplit_once(" loss ").expect("a loss");
        rest.split(';').next().and_then(|it| it.parse().ok()).expect("a number")
    };
    assert!(loss(&own) + 0.5 < loss(&measured), "{own}{measured}");

    let found = tune_people(&["--puzzles", "--model", "some.people"]).said();
    assert!(found.starts_with("weights of a puzzle's rating: "), "{found}");
    let sum_of = |part: &str| -> usize {
        let (_, rest) = found.split_once(&format!("\n{part}\n")).expect("a part");
        let counts = rest.lines().skip(3).map_while(|line| line.strip_prefix("| "));
        counts.filter_map(|line| line.split(' ').next()?.parse::<usize>().ok()).sum()
    };
    let by_length: usize = ["one move", "two moves", "three moves"].map(sum_of).iter().sum();
    assert!(sum_of("all") > 0 && sum_of("all") == by_length, "{found}");

    let refused = tune_people(&[&learn[..], &["some.people"]].concat()).complaint();
    assert!(refused.contains("`some.people` already exists"), "{refused}");
    fs::write(folder.join("other"), "not a model").unwrap();
    let refused = tune_people(&["--model", "other"]).complaint();
    assert!(refused.contains("expected a model of people's moves"), "{refused}");
}
