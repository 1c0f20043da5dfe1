//! GameTypeStrings such as `Base+MLP`.

use crate::rules::{Bug, GameType};
use crate::text::Quoted;

/// The text does not name a game type.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected a game type such as `Base` or `Base+MLP`, found `{}`", Quoted(.found))]
pub struct GameTypeError {
    /// The text found.
    pub found: String,
}

/// Parses a game type, ignoring case: `Base`, or the letters `M`, `L` and `P` in any order, with
/// or without `Base+` before them.
///
/// `GameType` displays the canonical form.
///
/// ```
/// use waggle_hive_core::notation::parse_game_type;
///
/// assert_eq!(parse_game_type("base+plm")?.to_string(), "Base+MLP");
/// # Ok::<(), waggle_hive_core::notation::GameTypeError>(())
/// ```
pub fn parse_game_type(text: &str) -> Result<GameType, GameTypeError> {
    let error = || GameTypeError { found: text.trim().to_owned() };
    let letters = text.chars().filter(|letter| !letter.is_whitespace());
    let compact: String = letters.map(|letter| letter.to_ascii_lowercase()).collect();
    let letters = match compact.strip_prefix("base") {
        Some("") => "",
        Some(rest) => rest.strip_prefix('+').ok_or_else(error)?,
        None if compact.is_empty() => return Err(error()),
        None => &compact,
    };
    let mut game_type = GameType::BASE;
    for letter in letters.chars() {
        game_type = with_expansion(game_type, letter).ok_or_else(error)?;
    }
    Ok(game_type)
}

fn with_expansion(game_type: GameType, letter: char) -> Option<GameType> {
    Bug::from_letter(letter).and_then(|bug| widened(game_type, bug))
}

/// The game type with the expansion that `bug` belongs to; `None` if it is a base bug.
pub(super) fn widened(game_type: GameType, bug: Bug) -> Option<GameType> {
    match bug {
        Bug::Mosquito => Some(GameType { mosquito: true, ..game_type }),
        Bug::Ladybug => Some(GameType { ladybug: true, ..game_type }),
        Bug::Pillbug => Some(GameType { pillbug: true, ..game_type }),
        Bug::Queen | Bug::Spider | Bug::Beetle | Bug::Grasshopper | Bug::Ant => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_type_is_read_from_its_name_in_any_case() {
        for game_type in GameType::ALL {
            let name = game_type.to_string();
            assert_eq!(parse_game_type(&name), Ok(game_type));
            assert_eq!(parse_game_type(&name.to_lowercase()), Ok(game_type));
        }
    }

    #[test]
    fn order_repetition_and_blanks_do_not_matter() {
        for text in ["Base+PLM", "BASE+MLPM", " base + m l p ", "MLP", "plm"] {
            assert_eq!(parse_game_type(text), Ok(GameType::MLP), "{text}");
        }
        assert_eq!(parse_game_type("Base+"), Ok(GameType::BASE));
    }
}
