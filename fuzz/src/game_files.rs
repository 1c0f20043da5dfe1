//! Any bytes as a game file.

use waggle::games::{Format, GameRecord, decode, lines, pgn};

/// Every game read from any bytes, in any format, is legal and survives a round trip.
///
/// # Panics
///
/// If a game does not, or if reading panics.
pub fn game_files(data: &[u8]) {
    let text = decode(data.to_vec());
    let _ = Format::detect(None, &text).map_err(|error| error.to_string());
    for format in Format::ALL {
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
    for (format, text) in [(&pgn::FORMAT, as_pgn), (&lines::FORMAT, line)] {
        let games = format.read(&text);
        let [Ok(again)] = games.as_slice() else { panic!("{text}: {games:?}") };
        assert_eq!(again.game_type, record.game_type, "{text}");
        assert_eq!(again.moves, record.moves, "{text}");
        assert_eq!(again.result, record.result, "{text}");
        if format == &pgn::FORMAT {
            assert_eq!(pgn::write(again), text, "comments and variations stay");
        }
    }
}
