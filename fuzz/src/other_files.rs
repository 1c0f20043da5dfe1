//! Any bytes as a file that does not hold games as such.

use waggle::arena::{
    GameObject, differences, id_of, names_of, read_openings, summary_of, write_settings,
};
use waggle::book::Book;
use waggle::conformance::Transcript;
use waggle::games::pgn;
use waggle::tune::PlayedGame;

/// Opening books, lists of openings, transcripts, games of self-play and games of matches are read
/// or refused; what is read can be written and read again.
///
/// # Panics
///
/// If they are not.
pub fn other_files(data: &[u8]) {
    match Book::from_bytes(data) {
        Ok(book) => assert_eq!(Book::from_bytes(&book.to_bytes()), Ok(book)),
        Err(error) => assert!(!error.to_string().is_empty()),
    }
    let text = String::from_utf8_lossy(data);
    let _ = read_openings(&text).map_err(|error| error.to_string());
    let _ = Transcript::parse(&text).map_err(|error| error.to_string());
    for line in text.lines() {
        match line.parse::<PlayedGame>() {
            Ok(game) => {
                let written = game.to_string();
                let again = written.parse::<PlayedGame>().expect("what is written can be read");
                assert_eq!(again.to_string(), written);
            }
            Err(error) => assert!(!error.to_string().is_empty()),
        }
    }
    let records: Vec<_> = pgn::read(&text).flatten().collect();
    for record in &records {
        let _ = (id_of(record), summary_of(record), GameObject::of(record));
        let settings = write_settings(&vec![("random-plies", "4".to_owned())]);
        let _ = differences(record.tag("Settings").unwrap_or_default(), &settings);
    }
    let _ = names_of(&records);
}
