//! Files of games: the samples of each format, their ways into one another, and `waggle convert`.

use std::collections::BTreeMap;
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
fn mzinga_games_are_written_as_they_were() {
    let written: String = sample("mzinga.pgn").iter().map(pgn::write).collect();
    assert_eq!(written, text_of("mzinga.pgn"));
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

#[test]
fn game_strings_are_games_in_every_form() {
    assert_eq!(
        game_strings(&sample("games.txt")),
        [
            "Base+MLP;InProgress;White[3];wS1;bM wS1-;wQ -wS1;bQ bM-",
            "Base+MLP;InProgress;White[2];wS1;bM wS1-",
            "Base;WhiteWins;White[2];wQ;bQ wQ-",
            "Base+L;InProgress;White[2];wS1;bL wS1-",
            "Base+MLP;BlackWins;Black[1];wA1",
        ]
    );
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

#[test]
fn convert_writes_game_strings_unless_told_otherwise() {
    let output = convert(&[&path_of("games.txt"), &path_of("boardspace.sgf")]);
    let mut expected = game_strings(&sample("games.txt"));
    expected.extend(game_strings(&sample("boardspace.sgf")));
    assert_eq!(output.out, expected.join("\n") + "\n");
    assert_eq!(output.code, Some(0));

    let output = convert(&[&path_of("mzinga.pgn"), Path::new("--to"), Path::new("pgn")]);
    assert_eq!(output.out, text_of("mzinga.pgn"));
}

#[test]
fn convert_writes_a_whole_file_by_its_ending() {
    let directory = folder("convert-whole");
    let pgn = directory.join("out.pgn");
    let output = convert(&[&path_of("games.txt"), Path::new("-o"), &pgn]);
    assert_eq!(output.said(), "", "that a player has resigned contradicts no move");
    let lines = convert(&[&pgn]).said();
    assert_eq!(lines.lines().collect::<Vec<_>>(), game_strings(&sample("games.txt")));
    assert_eq!(names_in(&directory), ["out.pgn"]);
}

#[test]
fn a_broken_game_leaves_the_output_as_it_was_unless_it_is_left_out() {
    let directory = folder("convert-broken");
    let (broken, out) = (path_of("broken.pgn"), directory.join("out.txt"));
    fs::write(&out, "before").expect("it can be written");
    let output = convert(&[&broken, Path::new("-o"), &out, Path::new("--force")]);
    let message = format!(
        "{}: game 2, line 10: move 3, `wS1 bS1-`: no piece may move before its own queen is placed",
        broken.display()
    );
    assert_eq!((output.code, output.err), (Some(2), format!("error: {message}\n")));
    assert_eq!(fs::read_to_string(&out).unwrap(), "before");

    let output =
        convert(&[&broken, Path::new("--keep-going"), Path::new("-o"), &out, Path::new("--force")]);
    let warning = format!("warning: {message}; left out\n");
    assert_eq!((output.code, output.err), (Some(1), warning));
    assert_eq!(
        fs::read_to_string(&out).unwrap(),
        "Base;InProgress;White[2];wS1;bS1 wS1-\nBase;InProgress;Black[1];wG1\n"
    );
    assert_eq!(names_in(&directory), ["out.txt"]);
}

#[test]
fn a_game_string_that_contradicts_its_moves_is_converted_with_a_warning() {
    let directory = folder("convert-contradiction");
    let file = directory.join("games.txt");
    fs::write(&file, "Base;Draw;Black[1];wS1\nBase;NotStarted;White[99];wS1\n").expect("written");
    let output = convert(&[&file]);
    let warnings = [
        "state is `NotStarted`, but the moves give `InProgress`",
        "turn is `White[99]`, but the moves give `Black[1]`",
    ]
    .map(|what| format!("warning: {}: game 2: the {what}\n", file.display()))
    .concat();
    assert_eq!((output.code, output.err), (Some(0), warnings));
    assert_eq!(
        output.out, "Base;Draw;Black[1];wS1\nBase;InProgress;Black[1];wS1\n",
        "a draw by agreement is none"
    );
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

/// The text of every file of a folder by its name.
fn files_in(directory: &Path) -> BTreeMap<String, String> {
    let text = |name: String| (name.clone(), fs::read_to_string(directory.join(name)).unwrap());
    names_in(directory).into_iter().map(text).collect()
}

#[test]
fn convert_splits_games_into_files_named_by_players_date_and_round() {
    let directory = folder("convert-split");
    let (input, folder) = (directory.join("games.pgn"), directory.join("new/folder"));
    let game = |round: &str, moves: &str| {
        format!(
            "[GameType \"Base\"]\n[Date \"2026.11.20\"]\n[Event \"\"]\n[Site \"\"]\n[Round \"{round}\"]\n\
             [White \"ann b.\"]\n[Black \"joanna\"]\n[Result \"InProgress\"]\n\n{moves}\n\n"
        )
    };
    let games = [game("1", "1. wS1"), game("1", "1. wG1"), game("2", "1. wA1\n2. bA1 wA1-")];
    fs::write(&input, games.concat()).expect("it can be written");
    let output = convert(&[&input, Path::new("--split"), &folder]);
    assert_eq!((output.code, output.err), (Some(0), String::new()));
    assert_eq!(output.out, "");
    let [first, second, third] = games;
    let expected = BTreeMap::from([
        ("ann_b-joanna-2026.11.20-round1.pgn".to_owned(), first),
        ("ann_b-joanna-2026.11.20-round1-2.pgn".to_owned(), second),
        ("ann_b-joanna-2026.11.20-round2.pgn".to_owned(), third),
    ]);
    assert_eq!(files_in(&folder), expected);
    let again = convert(&[&input, Path::new("--split"), &folder, Path::new("--force")]);
    assert_eq!(again.code, Some(0));
    assert_eq!(files_in(&folder), expected);
}

#[test]
fn convert_splits_games_without_names_into_game_strings() {
    let directory = folder("convert-split-lines");
    let args = ["--to", "gamestrings", "--split"].map(Path::new);
    let output = convert(&[&[path_of("games.txt").as_path()], &args[..], &[&directory]].concat());
    assert_eq!(output.code, Some(0), "{}", output.err);
    let names = ["", "-2", "-3", "-4", "-5"].map(|number| format!("White-Black{number}.txt"));
    let games = game_strings(&sample("games.txt")).into_iter().map(|game| game + "\n");
    assert_eq!(files_in(&directory), names.into_iter().zip(games).collect());
}

#[test]
fn a_broken_game_is_split_only_if_it_is_left_out() {
    let directory = folder("convert-split-broken");
    let (broken, folder) = (path_of("broken.pgn"), directory.join("folder"));
    let output = convert(&[&broken, Path::new("--split"), &folder]);
    assert_eq!(output.code, Some(2));
    assert_eq!(names_in(&directory), [""; 0], "nothing is written");
    let output = convert(&[&broken, Path::new("--keep-going"), Path::new("--split"), &folder]);
    assert_eq!(output.code, Some(1));
    assert_eq!(names_in(&folder).len(), 2);
}

#[test]
fn convert_writes_sgf_that_has_the_same_games() {
    let file = folder("convert-sgf").join("games.sgf");
    let output = convert(&[&path_of("games.txt"), &path_of("mzinga.pgn"), Path::new("-o"), &file]);
    assert!((output.code == Some(0)), "{}", output.err);
    let mut expected = game_strings(&sample("games.txt"));
    expected.extend(game_strings(&sample("mzinga.pgn")));
    let output = convert(&[&file]);
    assert_eq!(output.out.lines().collect::<Vec<_>>(), expected);
}

#[test]
fn convert_takes_folders_and_leaves_out_what_cannot_be_read() {
    let directory = folder("convert-archive");
    fs::copy(path_of("mzinga.pgn"), directory.join("b.pgn")).expect("copied");
    fs::copy(path_of("broken.pgn"), directory.join("c.pgn")).expect("copied");
    fs::write(directory.join("a.txt"), "hello").expect("written");
    let output = convert(&[&directory]);
    assert_eq!(output.code, Some(2));
    assert!(output.err.contains("a.txt: expected games as JSON"), "{}", output.err);
    let keep_going = convert(&[&directory, Path::new("--keep-going")]);
    assert_eq!(keep_going.code, Some(1));
    let lines = keep_going.out;
    assert_eq!(lines.lines().count(), 3, "{lines}");
    assert!(lines.starts_with("Base+MLP;BlackWins;"), "in the order of the names: {lines}");
    assert!(keep_going.err.ends_with("warning: 2 left out in total\n"));
}

#[test]
fn convert_takes_one_game_by_its_number_through_all_files() {
    let one = |files: &[&str], number: &str| {
        let mut paths: Vec<PathBuf> = files.iter().map(|name| path_of(name)).collect();
        paths.extend(["--game", number].map(PathBuf::from));
        convert(&paths.iter().map(PathBuf::as_path).collect::<Vec<_>>())
    };
    let text = |output: &Run| output.out.trim().to_owned();
    let (lines, log) =
        (game_strings(&sample("games.txt")), game_strings(&sample("boardspace.sgf")));
    assert_eq!(text(&one(&["games.txt"], "1")), lines[0]);
    assert_eq!(text(&one(&["games.txt", "boardspace.sgf"], "5")), lines[4]);
    assert_eq!(text(&one(&["games.txt", "boardspace.sgf"], "6")), log[0]);
    // Another game that is broken is not in the way.
    assert_eq!(text(&one(&["broken.pgn"], "3")), "Base;InProgress;Black[1];wG1");
    assert_eq!(one(&["broken.pgn"], "2").code, Some(2));
    let missing = one(&["games.txt", "boardspace.sgf"], "8");
    assert_eq!(
        (missing.code, missing.err.as_str()),
        (Some(2), "error: there are 7 games, and no game 8\n")
    );
}

#[test]
fn convert_says_in_one_line_what_is_wrong_with_a_file() {
    let directory = folder("convert-wrong");
    let (odd, empty) = (directory.join("odd.doc"), directory.join("empty.txt"));
    fs::write(&odd, "hello").expect("it can be written");
    fs::write(&empty, "\n").expect("it can be written");
    let good = path_of("mzinga.pgn");
    let to = Path::new("-o");
    for (args, message) in [
        (vec![directory.join("missing.pgn")], "expected a file or a folder, found none"),
        (vec![directory.clone()], "empty.txt: expected games as JSON of hivegame.com, logs"),
        (vec![odd], "Arena, PGN, SGF or GameStrings, found `hello`"),
        (vec![empty], "holds no game"),
        (
            vec![good.clone(), to.into(), "out.doc".into()],
            "expected an ending such as .jsonl or .bga or .pgn or .sgf or .txt, or --to",
        ),
        (vec![good.clone(), to.into(), directory.join("none/out.pgn")], "writing `"),
        (vec![good.clone(), "--split".into(), good.clone()], "making `"),
    ] {
        let args: Vec<&Path> = args.iter().map(PathBuf::as_path).collect();
        let output = convert(&args);
        let error = output.err;
        assert_eq!((output.code, error.lines().count()), (Some(2), 1), "{error}");
        assert!(error.starts_with("error: ") && error.contains(message), "{error}");
    }
}
