//! Any bytes as lines of JSON of hivegame.com.

use waggle::games::{decode, pgn, site};

/// Every game read from any lines is written and read again with all that the form keeps.
///
/// # Panics
///
/// If it is not.
pub fn site_lines(data: &[u8]) {
    for game in site::read(&decode(data.to_vec())) {
        match game {
            Ok(record) => {
                let line = site::write(&record).expect("its moves are legal");
                let mut again = site::read(&line);
                let Some(Ok(again)) = again.next() else { panic!("{line}") };
                assert_eq!((&again.moves, again.result), (&record.moves, record.result), "{line}");
                assert_eq!(site::write(&again).as_ref(), Ok(&line), "{}", pgn::write(&record));
            }
            Err(error) => assert!(!error.to_string().is_empty()),
        }
    }
}
