//! Checks the state and the turn in a GameString against its moves.
//!
//! The parser ignores both, because some programs write wrong ones.

use std::fmt;

use crate::rules::Game;
use crate::text::Quoted;

use super::game_state::{GameState, is_turn, turn_string};
use super::game_string::header;

/// A wrong statement about a game in a text, such as its state or a number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Contradiction {
    /// Its subject, such as `state` or `turn`.
    pub field: &'static str,
    /// The value in the text.
    pub said: Box<str>,
    /// The right value.
    pub given: Box<str>,
    /// The source of the right value, such as `the moves give`.
    pub source: &'static str,
}

impl Contradiction {
    /// A value that the moves contradict.
    pub(crate) fn of_moves(field: &'static str, said: &str, given: impl fmt::Display) -> Self {
        let (said, given) = (said.into(), given.to_string().into());
        Self { field, said, given, source: "the moves give" }
    }
}

impl fmt::Display for Contradiction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { field, said, given, source } = self;
        write!(f, "the {field} is `{}`, but {source} `{given}`", Quoted(said))
    }
}

/// The fields of a GameString that contradict its moves.
///
/// A result that is not on the board is a contradiction, because UHP has no resignations or agreed
/// draws; a draw after a position has occurred three times is not. Empty fields and words that are
/// not UHP are ignored.
///
/// ```
/// use waggle_hive_core::notation::{contradictions, parse_game};
///
/// let text = "Base;Draw;White[99];wS1";
/// let found = contradictions(text, &parse_game(text)?);
/// assert_eq!(found[0].to_string(), "the state is `Draw`, but the moves give `InProgress`");
/// assert_eq!(found[1].to_string(), "the turn is `White[99]`, but the moves give `Black[1]`");
/// # Ok::<(), waggle_hive_core::notation::GameStringError>(())
/// ```
pub fn contradictions(text: &str, game: &Game) -> Vec<Contradiction> {
    let mut fields = header(text);
    if game.start().is_some() && fields.any(|field| field.eq_ignore_ascii_case("setup")) {
        // The turn is then that of the initial position.
        return vec![];
    }
    header(text).filter_map(|field| contradiction(field, game)).collect()
}

fn contradiction(field: &str, game: &Game) -> Option<Contradiction> {
    if let Some(state) = GameState::parse(field) {
        let possible = [GameState::of(game), GameState::with_repetition(game)];
        return if possible.contains(&state) {
            None
        } else {
            Some(Contradiction::of_moves("state", field, possible[0]))
        };
    }
    let turn = turn_string(game.position().ply().into());
    if is_turn(field) && !field.eq_ignore_ascii_case(&turn) {
        return Some(Contradiction::of_moves("turn", field, turn));
    }
    None
}
