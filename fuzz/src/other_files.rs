//! Any bytes as a file that does not hold games as such.

use waggle::arena::{GameObject, differences, id_of, names_of, summary_of, write_settings};
use waggle::book::Book;
use waggle::conformance::Transcript;
use waggle::eval::{Network, evaluate};
use waggle::games::pgn;
use waggle::rules::{Game, GameType};
use waggle::tune::PlayedGame;

/// Opening books, networks, lists of openings, transcripts, games of self-play and games of matches are read
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
    networks(data);
    let text = String::from_utf8_lossy(data);
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

/// A network is read or refused, as it is and with the hash that its bytes have.
fn networks(data: &[u8]) {
    let mut hashed = data.to_vec();
    if let Some((head, body)) = hashed.split_at_mut_checked(16) {
        let step = |hash: u64, byte: &u8| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
        let fnv1a = body.iter().fold(0xcbf2_9ce4_8422_2325, step);
        head[8..].copy_from_slice(&fnv1a.to_le_bytes());
    }
    for file in [data, &hashed] {
        match Network::read(file) {
            Ok(network) => {
                let again = Network::read(&network.weights().to_file(&network.origin()));
                assert_eq!(
                    again.expect("what is written can be read").weights(),
                    network.weights()
                );
                let _ = evaluate(&network, Game::new(GameType::BASE).position(), 0);
            }
            Err(error) => assert!(!error.to_string().contains('\n')),
        }
    }
}
