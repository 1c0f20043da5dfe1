//! (Tests only.) What the texts in `cases` are read as, one file for each format: snapshots tell it, and each game
//! is written and read again.

use std::fmt::Write as _;

use super::{Format, GameError, GameRecord, bga, lines, pgn, sgf, site};

/// The texts of a file with their titles, each below a line `=== title`.
fn cases(file: &str) -> impl Iterator<Item = (&str, &str)> {
    file.split("=== ").skip(1).filter_map(|case| case.split_once('\n'))
}

/// What a reader tells of a game.
fn told(game: &Result<GameRecord, GameError>) -> String {
    let record = match game {
        Ok(record) => record,
        Err(error) => return format!("{error}\n"),
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
    if *format != lines::FORMAT {
        assert_eq!(again.comments, record.comments);
        // What SGF says of the result may have been in words that do not.
        let mut tags = record.tags.iter().filter(|(name, _)| name != "SgfResult");
        assert!(tags.all(|tag| again.tags.contains(tag)), "{:?}", again.tags);
    }
}

#[test]
fn every_case_is_read_as_recorded_and_read_again_as_it_is_written() {
    let site_lines = include_str!("../../../../tests/data/sites/site.jsonl");
    let site = format!("=== lines of the site\n{site_lines}{}", include_str!("cases/site.txt"));
    for (format, file) in [
        (&pgn::FORMAT, include_str!("cases/pgn.txt")),
        (&sgf::FORMAT, include_str!("cases/sgf.txt")),
        (&bga::FORMAT, include_str!("cases/bga.txt")),
        (&lines::FORMAT, include_str!("cases/gamestrings.txt")),
        (&site::FORMAT, &*site),
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
