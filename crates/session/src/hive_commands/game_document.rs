//! A game of a file as JSON, for `read`.

use serde::Serialize;

use waggle_hive_core::games::GameRecord;
use waggle_hive_core::notation::write_game;
use waggle_hive_core::rules::IllegalMove;
use waggle_hive_study::notes::{Notes, RESULT};

/// A game that has been read.
#[derive(Serialize)]
pub(super) struct GameDocument {
    number: usize,
    game: String,
    players: [String; 2],
    #[serde(flatten)]
    notes: Notes,
}

impl GameDocument {
    pub(super) fn of(number: usize, record: &GameRecord) -> Result<Self, IllegalMove> {
        let game = record.replay()?;
        let tag = |name| record.tag(name).unwrap_or_default().to_owned();
        let mut notes = Notes::of(record)?;
        if record.result != game.outcome().into() {
            notes.headings.push((RESULT.to_owned(), record.result.state(false).to_string()));
        }
        let state = record.result.state(game.position().ply() == 0);
        let players = [tag("White"), tag("Black")];
        Ok(Self { number, game: write_game(&game, state), players, notes })
    }
}
