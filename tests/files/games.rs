//! Files of games: the samples of each format, their ways into one another, and `waggle convert`.

use std::fs;
use std::path::{Path, PathBuf};

use proptest::prelude::*;
use waggle::games::{Format, GameRecord, decode, lines, pgn};

use crate::program::{Run, command, folder, run};

const SAMPLES: [&str; 5] =
    ["boardspace.sgf", "mzinga.pgn", "hivegame.pgn", "games.txt", "broken.pgn"];

fn path_of(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/games").join(name)
}

fn text_of(name: &str) -> String {
    decode(fs::read(path_of(name)).expect("the sample is there"))
}

/// The games of a sample, none of which is broken.
fn sample(name: &str) -> Vec<GameRecord> {
    let text = text_of(name);
    let format = Format::detect(Some(Path::new(name)), &text).expect("the format is known");
    format.read(&text).into_iter().map(|game| game.expect("the game is whole")).collect()
}

fn game_strings(records: &[GameRecord]) -> Vec<String> {
    records.iter().map(|record| lines::write(record).expect("it is legal").trim().into()).collect()
}

#[test]
fn boardspace_logs_are_games() {
    let records = sample("boardspace.sgf");
    assert_eq!(
        game_strings(&records),
        [
            "Base+MLP;BlackWins;White[5];wB1;bM -wB1;wQ wB1\\;bQ -bM;wQ bM\\;bB1 -bQ;wB1 bM;bA1 -bB1",
            "Base;Draw;White[2];wQ;bQ wQ-",
        ]
    );
    assert_eq!(records[0].tag("Date"), Some("2026.11.20"));
    assert_eq!(records[1].tag("White"), Some("joanna"));
}

#[test]
fn hivegame_exports_are_games_whatever_their_quirks() {
    let records = sample("hivegame.pgn");
    assert_eq!(
        game_strings(&records),
        [
            "Base+MLP;InProgress;White[3];wP;bL wP-;wQ -wP;bQ bL-",
            "Base+M;InProgress;Black[2];wQ;bQ wQ-;wM -wQ",
            "Base;Draw;White[2];wS1;bS1 wS1-",
            "Base;WhiteWins;White[2];wB1;bG1 /wB1",
        ]
    );
    assert_eq!(records[0].tag("ResultText"), Some("Adjudicated"));
    assert_eq!(records[1].tag("ResultText"), Some("Unkown"));
    assert_eq!(records[2].comments.len(), 1);
}

/// Whether a record survives being written and read.
fn assert_round_trips(record: &GameRecord) {
    let text = pgn::write(record);
    let again = pgn::read(&text).next().expect("a game").expect("it can be read");
    assert_eq!(pgn::write(&again), text);
    assert_eq!(again.moves, record.moves);
    let line = lines::write(record).expect("it is legal");
    assert_eq!(lines::write(&again), Ok(line.clone()));
    let from_line = lines::read(&line).next().expect("a game").expect("it can be read");
    assert_eq!(from_line.moves, record.moves);
    assert_eq!(lines::write(&from_line), Ok(line));
}

#[test]
fn every_sample_goes_into_both_formats_and_back() {
    for name in SAMPLES.iter().filter(|name| **name != "broken.pgn") {
        sample(name).iter().for_each(assert_round_trips);
    }
}

/// A damage to a text: where, how much of it goes, and what comes instead.
fn damage() -> impl Strategy<Value = (prop::sample::Index, usize, String)> {
    let piece = "[wb]?[QSBGAMLPqsx][0-9]?";
    let instead = prop_oneof![
        Just(String::new()),
        "[\\[\\](){};.\\\\/\"\n -]{1,3}",
        piece,
        "\\PC{1,3}",
        Just("; P1[3 done]\n".to_owned()),
        Just("\n1. ".to_owned()),
    ];
    (any::<prop::sample::Index>(), 0_usize..12, instead)
}

proptest! {
    #[test]
    fn no_damaged_file_panics_and_what_is_still_read_round_trips(
        name in prop::sample::select(&SAMPLES[..]),
        damages in prop::collection::vec(damage(), 1..6),
    ) {
        let mut letters: Vec<char> = text_of(name).chars().collect();
        for (place, length, instead) in damages {
            let start = place.index(letters.len() + 1);
            let end = (start + length).min(letters.len());
            letters.splice(start..end, instead.chars());
        }
        let text: String = letters.into_iter().collect();
        for format in Format::ALL {
            for record in format.read(&text).into_iter().flatten() {
                assert_round_trips(&record);
            }
        }
        prop_assert!(Format::detect(Some(Path::new("a.pgn")), &text).is_ok());
    }
}

fn convert(args: &[&Path]) -> Run {
    run(command(&["convert"]).args(args))
}

fn names_in(directory: &Path) -> Vec<String> {
    let entries = fs::read_dir(directory).expect("it is there");
    entries.map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned()).collect()
}

#[cfg(unix)]
#[test]
fn links_devices_and_permissions_stay_what_they_are() {
    use std::os::unix::fs::PermissionsExt as _;

    let directory = folder("convert-links");
    let (file, link) = (directory.join("file.txt"), directory.join("link.txt"));
    fs::write(&file, "before").expect("it can be written");
    std::os::unix::fs::symlink(&file, &link).expect("it can be linked");
    let (good, to) = (path_of("mzinga.pgn"), Path::new("-o"));
    assert_eq!(convert(&[&good, to, &link, Path::new("--force")]).code, Some(0));
    assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
    assert!(fs::read_to_string(&file).unwrap().starts_with("Base+MLP;BlackWins;"));
    fs::set_permissions(&file, fs::Permissions::from_mode(0o600)).expect("it can be private");
    assert_eq!(convert(&[&good, to, &file, Path::new("--force")]).code, Some(0));
    assert_eq!(fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o600);
    fs::remove_file(&file).expect("it can be removed");
    assert_eq!(convert(&[&good, to, &link]).code, Some(0));
    assert!(fs::symlink_metadata(&link).unwrap().is_symlink() && file.is_file());

    let plain = convert(&[&good]).out;
    assert_eq!(convert(&[&good, to, Path::new("-")]).out, plain);
    let device = directory.join("null.txt");
    std::os::unix::fs::symlink("/dev/null", &device).expect("it can be linked");
    assert_eq!(convert(&[&good, to, &device]).code, Some(0));
    assert_eq!(fs::read_link(&device).unwrap(), Path::new("/dev/null"));
    assert_eq!(names_in(&directory).len(), 3);
}
