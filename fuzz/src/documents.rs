//! Any bytes as JSON.

use waggle::book::Searched;
use waggle::document::{self, Json};
use waggle::games::pgn;
use waggle::puzzles::{self, PuzzleLine};
use waggle::review::{ReviewDocument, ReviewLine, ReviewPages, Tally, annotated};
use waggle::search::Instant;
use waggle::uhp::Answer;

use super::quick_engine::{Lines, session};

/// Reviews and puzzles that are read can be counted, shown as pages, written and read again. A
/// session takes or refuses the texts of files, and headings, comments and variations.
///
/// # Panics
///
/// If they cannot, or if reading panics.
pub fn documents(data: &[u8]) {
    if let Ok(review) = document::read::<ReviewDocument>(data) {
        let text = Json(review).to_string();
        assert!(document::read::<ReviewDocument>(text.as_bytes()).is_ok(), "{text}");
    }
    if let Ok(line) = document::read::<ReviewLine>(data) {
        let text = Json(&line).to_string();
        assert!(document::read::<ReviewLine>(text.as_bytes()).is_ok(), "{text}");
        let (mut tally, mut report) = (Tally::default(), ReviewPages::default());
        if let Ok(record) = annotated(&line) {
            let _ = pgn::write(&record);
        }
        for _ in 0..2 {
            tally.add(&line);
            report.add(&line);
        }
        assert!(!tally.text().is_empty() && !report.rest().is_empty(), "{text}");
    }
    if let Ok(searched) = document::read::<Searched>(data) {
        let text = Json(searched).to_string();
        assert!(document::read::<Searched>(text.as_bytes()).is_ok(), "{text}");
    }
    match PuzzleLine::read(data) {
        Ok(PuzzleLine::Puzzle(puzzle)) => {
            let _ = puzzles::html(std::slice::from_ref(&puzzle)).map_err(|error| error.to_string());
            let text = Json(puzzle).to_string();
            assert!(PuzzleLine::read(text.as_bytes()).is_ok(), "{text}");
        }
        Ok(PuzzleLine::Repeat(_) | PuzzleLine::Searched(_)) => {}
        Err(error) => assert!(!error.to_string().is_empty()),
    }
    ask(&String::from_utf8_lossy(data).replace(['\n', '\r'], " "));
}

/// Sends the text as what `read` and `write` take.
fn ask(text: &str) {
    let mut session = session();
    for line in [
        &format!("read {text}"),
        "newgame Base;;;wS1;bS1 wS1-",
        &format!("write pgn {text}"),
        &format!("write sgf {text}"),
    ] {
        let Answer::Reply(reply) = session.execute(line, Instant::now(), &mut Lines::default())
        else {
            panic!("`{line}` has a reply");
        };
        let reply = reply.to_string();
        let (reply, _) = reply.split_once("\nok\n").expect("a reply ends with `ok`");
        assert_eq!(reply.lines().count(), 1, "{line}: {reply}");
        let Some(written) = reply.strip_prefix('"').filter(|_| line.starts_with("write pgn"))
        else {
            continue;
        };
        // What has been written is read again.
        let again =
            session.execute(&format!("read \"{written}"), Instant::now(), &mut Lines::default());
        let Answer::Reply(again) = again else { panic!("`read` has a reply") };
        assert!(!again.to_string().starts_with("err"), "{reply}: {again}");
    }
}
