//! Any bytes as a file of games.

use waggle::games::{Format, GameRecord, decode, lines, pgn};

/// Every game that is read from any bytes, in whatever format, is legal, and the
/// same when written and read again.
///
/// # Panics
///
/// If it is not, or if bytes that are no games bring anything down.
pub fn game_files(data: &[u8]) {
    let text = decode(data.to_vec());
    let _ = Format::detect(None, &text).map_err(|error| error.to_string());
    for format in [Format::Pgn, Format::Sgf, Format::GameStrings] {
        for game in format.read(&text) {
            match game {
                Ok(record) => assert_round_trip(&record),
                Err(error) => assert!(!error.to_string().is_empty()),
            }
        }
    }
}

fn assert_round_trip(record: &GameRecord) {
    let game = record.replay().unwrap_or_else(|error| panic!("{record:?}: {error}"));
    game.position().assert_valid();
    let as_pgn = pgn::write(record);
    let line = lines::write(record).unwrap_or_else(|error| panic!("{record:?}: {error}"));
    for (format, text) in [(Format::Pgn, as_pgn), (Format::GameStrings, line)] {
        let games = format.read(&text);
        let [Ok(again)] = games.as_slice() else { panic!("{text}: {games:?}") };
        assert_eq!(again.game_type, record.game_type, "{text}");
        assert_eq!(again.moves, record.moves, "{text}");
        assert_eq!(again.result, record.result, "{text}");
    }
}
