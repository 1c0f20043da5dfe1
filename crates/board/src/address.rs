//! A game in the URL of the page, as `web/js/game/address.js` parses it.

use std::fmt::Write as _;

use waggle_hive_core::notation::{move_string, setup_text};
use waggle_hive_core::rules::Game;

/// The fragment of the URL that shows this game.
pub fn fragment(game: &Game) -> String {
    let game_type = game.game_type();
    let mut text = match game.start() {
        Some(start) => {
            let setup = format!("{game_type};{}", setup_text(start));
            format!("analyse/*{}", percent_encoded(&setup))
        }
        None => format!("analyse/{game_type}"),
    };
    let mut replayed = game.restarted();
    for mv in game.moves() {
        let mv_text = move_string(replayed.position(), mv).replace(' ', ".").replace('\\', "!");
        text.push(';');
        text.push_str(&mv_text);
        if replayed.play(mv).is_err() {
            break; // The moves come from a game, so they are legal.
        }
    }
    text
}

/// Percent-encodes all but letters, digits, `-` and `_`. Not worth a crate.
fn percent_encoded(text: &str) -> String {
    text.bytes().fold(String::new(), |mut percent_encoded, byte| {
        match byte {
            b'-' | b'_' => percent_encoded.push(byte.into()),
            byte if byte.is_ascii_alphanumeric() => percent_encoded.push(byte.into()),
            byte => {
                // Writing to a string cannot fail.
                let _ = write!(percent_encoded, "%{byte:02X}");
            }
        }
        percent_encoded
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use waggle_hive_core::notation::parse_game;

    #[test]
    fn games_and_positions_become_fragments() {
        let address = |text| fragment(&parse_game(text).unwrap());
        assert_eq!(address("Base+MLP"), "analyse/Base+MLP");
        assert_eq!(address(r"Base;;;wS1;bS1 wS1-;wQ \wS1"), "analyse/Base;wS1;bS1.wS1-;wQ.!wS1");
        assert_eq!(
            address("Base;White[5] wQ@0,0 bQ@1,0;wQ /bQ"),
            "analyse/*Base%3BWhite%5B5%5D%20wQ%400%2C0%20bQ%401%2C0;wQ./bQ"
        );
    }
}
