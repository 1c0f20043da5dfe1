//! A game in the address of the page, as `web/js/game/address.js` reads it.

use std::fmt::Write as _;

use waggle_hive_core::notation::{move_string, setup_text};
use waggle_hive_core::rules::Game;

/// The part of the address after `#` that shows this game; empty for a usual start of the
/// page.
#[must_use]
pub fn fragment(game: &Game) -> String {
    let game_type = game.game_type();
    let mut text = match game.start() {
        Some(start) => {
            let setup = format!("{game_type};{}", setup_text(start));
            format!("analyse/*{}", protected(&setup))
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

/// Everything but letters, digits and two harmless signs in the form `%3B`. Too little
/// for a crate.
fn protected(text: &str) -> String {
    text.bytes().fold(String::new(), |mut protected, byte| {
        match byte {
            b'-' | b'_' => protected.push(byte.into()),
            byte if byte.is_ascii_alphanumeric() => protected.push(byte.into()),
            byte => {
                // Writing to a string cannot fail.
                let _ = write!(protected, "%{byte:02X}");
            }
        }
        protected
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use waggle_hive_core::notation::parse_game;

    #[test]
    fn games_and_positions_become_addresses() {
        let address = |text| fragment(&parse_game(text).unwrap());
        assert_eq!(address("Base+MLP"), "analyse/Base+MLP");
        assert_eq!(address(r"Base;;;wS1;bS1 wS1-;wQ \wS1"), "analyse/Base;wS1;bS1.wS1-;wQ.!wS1");
        assert_eq!(
            address("Base;White[5] wQ@0,0 bQ@1,0;wQ /bQ"),
            "analyse/*Base%3BWhite%5B5%5D%20wQ%400%2C0%20bQ%401%2C0;wQ./bQ"
        );
    }
}
