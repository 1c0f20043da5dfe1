//! Reading and writing in each format: what the texts in `cases` are read as, with snapshots that tell it, and
//! what holds for any game and any text.

use std::fmt::Write as _;
use std::path::Path;

use proptest::prelude::*;
use waggle::games::{
    Comment, Format, GameError, GameRecord, GameResult, IncrementalReader, WriteError, bga,
    collection, decode, lines, pgn, sgf, site,
};
use waggle::notation::parse_game;
use waggle::rules::random_games::game_of_choices;
use waggle::rules::{Color, GameType, IllegalMove, Move};

/// The texts of a file with their titles, each below a line `=== title`.
fn cases(file: &str) -> impl Iterator<Item = (&str, &str)> {
    file.split("=== ").skip(1).filter_map(|case| case.split_once('\n'))
}

/// What a reader tells of a game.
fn told(game: &Result<GameRecord, GameError>) -> String {
    let record = match game {
        Ok(record) => record,
        Err(error) => {
            let before = error.before.as_deref();
            let before = before.map(|record| lines::write(record).expect("its moves are legal"));
            return format!(
                "{error}\n{}",
                before.map(|text| format!("  before: {text}")).unwrap_or_default()
            );
        }
    };
    let mut text = lines::write(record).expect("its moves are legal");
    for (name, value) in &record.tags {
        let _ = writeln!(text, "  {name}={value}");
    }
    for comment in &record.comments {
        let _ = writeln!(text, "  after {}: {}", comment.ply, comment.text.replace('\n', " / "));
    }
    for variation in &record.variations {
        let (moves, comments) = (variation.moves.len(), variation.comments.len());
        let _ = writeln!(text, "  a line from {}: {moves}, comments: {comments}", variation.ply);
    }
    for contradiction in &record.contradictions {
        let _ = writeln!(text, "  {contradiction}");
    }
    text
}

/// Asserts that a game reads as before after it was written, as far as its format keeps it.
fn assert_kept(format: &Format, record: &GameRecord, again: &GameRecord) {
    assert_eq!((again.game_type, &again.moves), (record.game_type, &record.moves));
    if *format == bga::FORMAT {
        return;
    }
    assert_eq!(again.result, record.result);
    if ![&lines::FORMAT, &collection::FORMAT].contains(&format) {
        assert_eq!(again.comments, record.comments);
        // What SGF says of the result may have been in words that do not.
        let mut tags = record.tags.iter().filter(|(name, _)| name != "SgfResult");
        assert!(tags.all(|tag| again.tags.contains(tag)), "{:?}", again.tags);
    }
}

#[test]
fn every_case_is_read_as_recorded_and_read_again_as_it_is_written() {
    let site_lines = include_str!("../data/sites/site.jsonl");
    let site = format!("=== lines of the site\n{site_lines}{}", include_str!("cases/site.txt"));
    for (format, file) in [
        (&pgn::FORMAT, include_str!("cases/pgn.txt")),
        (&sgf::FORMAT, include_str!("cases/sgf.txt")),
        (&bga::FORMAT, include_str!("cases/bga.txt")),
        (&lines::FORMAT, include_str!("cases/gamestrings.txt")),
        (&site::FORMAT, &*site),
        (&collection::FORMAT, include_str!("cases/collection.txt")),
    ] {
        let mut all = String::new();
        for (title, text) in cases(file) {
            let _ = writeln!(all, "=== {title}");
            for game in format.read(text) {
                all.push_str(&told(&game));
                let Ok(record) = game else { continue };
                if let Ok(written) = format.writer()(&record) {
                    let again = format.read(&written).pop();
                    assert_kept(format, &record, &again.expect("a game").expect(title));
                }
            }
        }
        assert!(!all.contains(|letter: char| letter.is_control() && letter != '\n'));
        insta::assert_snapshot!(format.id(), all);
    }
}

#[test]
fn the_first_line_decides_and_then_the_name() {
    for (name, text, format) in [
        ("a.txt", "\u{feff}\n [GameType \"Base\"]\n", Some(&pgn::FORMAT)),
        ("a", "1.wS1", Some(&pgn::FORMAT)),
        ("a", "{a remark}\n1. wS1", Some(&pgn::FORMAT)),
        ("a.pgn", "(;\nGM[27]", Some(&sgf::FORMAT)),
        ("a", "# games\nBase+PLM;;;wS1", Some(&lines::FORMAT)),
        ("a", "Base", Some(&lines::FORMAT)),
        ("a", "wS1;bS1 wS1-", Some(&lines::FORMAT)),
        ("a.pgn", "bS1 wS1-", Some(&lines::FORMAT)),
        ("a.PGN", "hello", Some(&pgn::FORMAT)),
        ("a.sgf", "hello", Some(&sgf::FORMAT)),
        ("a.uhp", "hello", Some(&lines::FORMAT)),
        ("a.hive", "", Some(&lines::FORMAT)),
        ("a.txt", "", Some(&lines::FORMAT)),
        ("a.doc", "hello", None),
        ("a.txt", "{\"uuid\":1,\"game_id\":\"x\"}", Some(&site::FORMAT)),
        ("a.jsonl", "", Some(&site::FORMAT)),
        ("a.pgn", "{\"Well\", he said: go on}", Some(&pgn::FORMAT)),
        ("a", "{\"kind\":\"review\"}", None),
        ("a", "[{\"table_id\":\"1\",\"data\":[{\"type\":\"tokenPlayed\"}]}]", Some(&bga::FORMAT)),
        ("a", "ann plays [wG3]", Some(&bga::FORMAT)),
        ("a", "[wG3 .]", Some(&bga::FORMAT)),
        ("a", "[White \"wG3\"]", Some(&pgn::FORMAT)),
    ] {
        assert_eq!(Format::detect(Some(Path::new(name)), text).ok(), format, "{name} {text}");
    }
}

#[test]
fn text_in_no_format_is_quoted_briefly() {
    let error = |text: &str| Format::detect(None, text).unwrap_err().to_string();
    assert_eq!(
        error("\n a\tb\n"),
        "expected games as collections with `uhp_string`, JSON of hivegame.com, logs of Board Game Arena, PGN, SGF or GameStrings, found `a b`"
    );
    assert!(error(&"x".repeat(99)).ends_with(&format!(" `{}…`", "x".repeat(39))));
    assert!(error("").ends_with("found nothing"));
}

#[test]
fn formats_can_be_told_apart() {
    for (index, one) in Format::ALL.iter().enumerate() {
        for other in &Format::ALL[index + 1..] {
            assert_ne!(one, other);
            assert!(one.ending() != other.ending());
        }
    }
}

#[test]
fn utf_16_is_known_by_its_mark() {
    let text = "\u{feff}[White \"Ren\u{e9} \u{1f41d}\"]";
    let bytes = |bytes: fn(u16) -> [u8; 2]| text.encode_utf16().flat_map(bytes).collect();
    assert_eq!(decode(bytes(u16::to_le_bytes)), text);
    assert_eq!(decode(bytes(u16::to_be_bytes)), text);
    assert_eq!(decode(vec![0xff, 0xfe, b'a', 0, b'b']), "\u{feff}a\u{fffd}");
}

#[test]
fn old_archives_are_latin_1() {
    assert_eq!(decode(b"Ren\xe9".to_vec()), "René");
    assert_eq!(decode("René".as_bytes().to_vec()), "René");
}

fn by_lines(format: &'static Format, text: &str) -> Vec<Result<GameRecord, GameError>> {
    let mut reader = IncrementalReader::new(format);
    let mut games: Vec<_> = text.lines().flat_map(|line| reader.push(line.as_bytes())).collect();
    games.extend(reader.finish());
    games
}

#[test]
fn the_files_of_all_formats_read_the_same() {
    for (format, text, games) in [
        (&pgn::FORMAT, include_str!("../data/games/mzinga.pgn"), 1),
        (&pgn::FORMAT, include_str!("../data/games/hivegame.pgn"), 1),
        (&pgn::FORMAT, include_str!("../data/games/broken.pgn"), 2),
        (&sgf::FORMAT, include_str!("../data/games/boardspace.sgf"), 2),
        (&lines::FORMAT, include_str!("../data/games/games.txt"), 2),
    ] {
        let twice = format!("{text}\n{text}");
        let read = by_lines(format, &twice);
        assert_eq!(read, format.read(&twice), "{format}");
        assert!(read.len() >= 2 * games, "{format}: {}", read.len());
    }
}

#[test]
fn games_come_as_soon_as_the_next_one_begins() {
    let mut reader = IncrementalReader::new(&lines::FORMAT);
    assert_eq!(reader.push(b"Base;;;wS1").len(), 0);
    assert_eq!(reader.push(b"Base;;;wA9").len(), 1);
    let error = reader.push(b"").pop().expect("a game").expect_err("it is broken");
    assert_eq!((error.game, error.line), (2, 2));
    assert!(reader.finish().is_empty());
}

#[test]
fn one_line_in_latin_1_leaves_the_others_alone() {
    let mut reader = IncrementalReader::new(&pgn::FORMAT);
    reader.push("[White \"René\"]".as_bytes());
    reader.push(b"1. wS1");
    let first = reader.push(b"[White \"Ren\xe9\"]").remove(0);
    let second = reader.finish().remove(0);
    for game in [first, second] {
        assert_eq!(game.expect("it can be read").tag("White"), Some("René"));
    }
}

/// Pieces of files that can be put together in any order, with `|` between them.
const PGN: &str = "[Event \"x\"]|\n|1. wS1|{a|}|{b}|1-0|2. bS1 wS1-|[|3.| |\u{feff}";
const SGF: &str =
    "(|)|;|\n|P0[1 dropb wB1 N 13 .]|P0[2 done]|C[|]|\\|P1[|SU[hive]|ab| |RE[a (b|P0[id \"";

#[test]
fn a_table_is_read_line_by_line_as_it_is_at_once() {
    let text = "# a collection\n\nplayer_white, uhp_string ,note\n\
        ann,wS1;bS1 wS1-,\"two\nlines\"\nbob,wS1;bS1,\n\n\"c, d\",Base;;;wQ;bA3 wQ-\n";
    let mut reader = IncrementalReader::new(&collection::FORMAT);
    let mut games: Vec<_> = text.lines().flat_map(|line| reader.push(line.as_bytes())).collect();
    games.extend(reader.finish());
    assert_eq!(games, collection::read(text));
    let told = |game: &Result<GameRecord, GameError>| match game {
        Ok(record) => record.tag("White").unwrap_or_default().to_owned(),
        Err(error) => format!("{} {}", error.game, error.line),
    };
    assert_eq!(games.iter().map(told).collect::<Vec<_>>(), ["ann", "2 6", "c, d"]);
}

fn read_one(format: &'static Format, text: &str) -> GameRecord {
    let mut games = format.read(text);
    let game = games.pop().expect("there is a game").expect("it can be read");
    assert!(games.is_empty(), "there is one game only");
    game
}

const GAME: &str = "\
[GameType \"Base+MLP\"]
[Date \"2026.11.20\"]
[Event \"\"]
[Site \"\"]
[Round \"1\"]
[White \"one\"]
[Black \"two\"]
[Result \"WhiteWins\"]
[Ending \"Timeout\"]

{before}
1. wS1
2. bS1 wS1-
{a
remark}
3. wA1 -wS1

WhiteWins

";

#[test]
fn what_is_read_is_written_again_and_braces_and_quotes_do_not_break_it() {
    let mut record = read_one(&pgn::FORMAT, GAME);
    assert_eq!(pgn::write(&record), GAME);
    record.set_tag("White", "the\n\"one\"");
    record.comments = vec![Comment { ply: 1, text: "{x}\n{y}".into() }];
    let read = read_one(&pgn::FORMAT, &pgn::write(&record));
    assert_eq!(read.tag("White"), Some("the \"one\""));
    assert_eq!(read.comments, record.comments);
}

#[test]
fn a_game_in_progress_is_written_without_a_last_word() {
    let mut record = read_one(&pgn::FORMAT, "[Beta \"2\"]\n[White \"ann\"]\n\n1. wS1\n");
    record.set_tag("Event", "a\nb");
    assert_eq!(
        pgn::write(&record),
        "[GameType \"Base\"]\n[Date \"\"]\n[Event \"a b\"]\n[Site \"\"]\n[Round \"\"]\n\
         [White \"ann\"]\n[Black \"\"]\n[Result \"InProgress\"]\n[Beta \"2\"]\n\n1. wS1\n\n"
    );
    record.moves.clear();
    assert!(pgn::write(&record).contains("[Result \"NotStarted\"]\n"));
}

/// What SGF keeps.
fn kept(record: &GameRecord) -> (GameType, Vec<Move>, GameResult, Vec<Comment>) {
    (record.game_type, record.moves.clone(), record.result, record.comments.clone())
}

#[test]
fn places_are_those_of_boardspace() {
    let text = include_str!("../data/games/boardspace.sgf");
    let record = sgf::read(text).next().expect("a game").expect("it can be read");
    let written = sgf::write(&record).unwrap();
    for drop in ["dropb wB1 N 13 .", "dropb bM M 13 -wB1", "dropb wQ N 12 wB1\\\\", "J 13 -b"] {
        assert!(written.contains(drop), "{drop}\n{written}");
    }
}

#[test]
fn results_survive_with_and_without_names() {
    for names in [
        &[][..],
        &[("White", "ann"), ("Black", "joanna")],
        &[("White", "x"), ("Black", "x")],
        &[("White", "the \"one\""), ("Black", "[ann]")],
        &[("White", r#"a\"]"#), ("Black", r#""b]\"#)],
    ] {
        for result in [
            GameResult::Win(Color::White),
            GameResult::Win(Color::Black),
            GameResult::Draw,
            GameResult::Unfinished,
        ] {
            let mut record = GameRecord { result, ..GameRecord::default() };
            for (tag, name) in names {
                record.set_tag(tag, *name);
            }
            record.comments.push(Comment { ply: 0, text: "a ] \\ b".to_owned() });
            let again = read_one(&sgf::FORMAT, &sgf::write(&record).unwrap());
            assert_eq!(kept(&again), kept(&record), "{names:?}");
            for (tag, name) in names {
                assert_eq!(again.tag(tag), Some(*name));
            }
        }
    }
}

#[test]
fn an_illegal_move_is_an_error() {
    let record = GameRecord { moves: vec![Move::Pass], ..GameRecord::default() };
    assert_eq!(sgf::write(&record), Err(WriteError::Illegal(IllegalMove::NeedlessPass)));
}

#[test]
fn a_position_set_up_has_no_place() {
    let game = parse_game("Base;White[5] wQ@0,0 bQ@1,0").unwrap();
    let error = sgf::write(&GameRecord::of(&game)).unwrap_err();
    let message = "SGF has no place for a game that begins in a position set up";
    assert_eq!(error.to_string(), message);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn random_games_are_read_as_they_were_written(
        game_type in 0..8_usize, choices in prop::collection::vec(0..1000_usize, 0..120)
    ) {
        let mut record = GameRecord::of(&game_of_choices(GameType::ALL[game_type], choices));
        record.set_tag("White", "ann");
        record.set_tag("Black", "joanna");
        for format in Format::ALL.into_iter().filter(|_| !record.moves.is_empty()) {
            // Lines of the site have no comments but clocks, and logs no type.
            let ply = Some(record.moves.len()).filter(|_| *format != site::FORMAT);
            let comment = ply.map(|ply| Comment { ply, text: "the end".to_owned() });
            record.comments = comment.into_iter().collect();
            let again = read_one(format, &format.writer()(&record).unwrap());
            if *format == bga::FORMAT {
                prop_assert_eq!(&again.moves, &record.moves);
            } else {
                assert_kept(format, &record, &again);
            }
        }
    }

    #[test]
    fn no_text_panics(lines in prop::collection::vec("[\\[{}0-9. ]{0,3}(GameType|w[SQ]1?|b[SA]1 [-/]?w[SQ]1?[-/]?|pass|1-0|\\PC{0,5})[\"}\\] ]{0,2}", 0..12)) {
        let games = pgn::read(&lines.join("\n")).count();
        prop_assert!(games <= lines.len());
    }

    #[test]
    fn any_text_is_read_alike(pieces in prop::collection::vec(0..15usize, 0..30)) {
        let put_together = |parts: &str| -> String {
            let parts: Vec<&str> = parts.split('|').collect();
            pieces.iter().map(|&piece| parts[piece % parts.len()]).collect()
        };
        let pgn = put_together(PGN);
        prop_assert_eq!(by_lines(&pgn::FORMAT, &pgn), pgn::FORMAT.read(&pgn), "{:?}", pgn);
        let sgf = put_together(SGF);
        prop_assert_eq!(by_lines(&sgf::FORMAT, &sgf), sgf::FORMAT.read(&sgf), "{:?}", sgf);
    }
}
