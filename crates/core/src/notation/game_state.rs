//! GameStateStrings such as `InProgress`, and TurnStrings such as `Black[3]`.

use std::fmt;

use crate::rules::{Color, Game, Outcome};

/// The state of a game: the second field of a GameString.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GameState {
    /// No move has been played.
    NotStarted,
    /// The game is not over.
    InProgress,
    /// The game is drawn.
    Draw,
    /// White wins.
    WhiteWins,
    /// Black wins.
    BlackWins,
}

impl GameState {
    /// All five.
    pub const ALL: [Self; 5] =
        [Self::NotStarted, Self::InProgress, Self::Draw, Self::WhiteWins, Self::BlackWins];

    /// The state of a game on the board, ignoring repetitions.
    pub fn of(game: &Game) -> Self {
        match game.outcome() {
            Some(outcome) => outcome.into(),
            None if game.position().ply() == 0 => Self::NotStarted,
            None => Self::InProgress,
        }
    }

    /// The state of a game with a draw at the third occurrence of a position, as in tournaments.
    pub fn with_repetition(game: &Game) -> Self {
        match Self::of(game) {
            Self::InProgress if was_repeated(game) => Self::Draw,
            state => state,
        }
    }

    /// Parses a state, ignoring case.
    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|state| state.name().eq_ignore_ascii_case(text.trim()))
    }

    /// The name that UHP uses.
    pub const fn name(self) -> &'static str {
        match self {
            Self::NotStarted => "NotStarted",
            Self::InProgress => "InProgress",
            Self::Draw => "Draw",
            Self::WhiteWins => "WhiteWins",
            Self::BlackWins => "BlackWins",
        }
    }
}

impl From<Outcome> for GameState {
    fn from(outcome: Outcome) -> Self {
        match outcome {
            Outcome::Win(Color::White) => Self::WhiteWins,
            Outcome::Win(Color::Black) => Self::BlackWins,
            Outcome::Draw => Self::Draw,
        }
    }
}

impl fmt::Display for GameState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// Whether any position of the game has occurred three times.
fn was_repeated(game: &Game) -> bool {
    let mut past = game.clone();
    loop {
        if past.is_threefold() {
            return true;
        }
        if past.undo().is_none() {
            return false;
        }
    }
}

/// The TurnString after `plies` moves, including passes: the side to move and the number of the
/// turn, counted from 1.
///
/// ```
/// assert_eq!(waggle_hive_core::notation::turn_string(5), "Black[3]");
/// ```
pub fn turn_string(plies: usize) -> String {
    let mover = if plies.is_multiple_of(2) { Color::White } else { Color::Black };
    format!("{mover}[{}]", plies / 2 + 1)
}

/// Whether this is a TurnString, such as `white[12]`.
pub(super) fn is_turn(field: &str) -> bool {
    let number = field.split_once('[').and_then(|(color, rest)| {
        let is_color = ["White", "Black"].iter().any(|name| name.eq_ignore_ascii_case(color));
        rest.strip_suffix(']').filter(|_| is_color)
    });
    number.is_some_and(|digits| {
        !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
    })
}

/// Whether a program or a site has this word for the state of a game without moves, or its turn if it names
/// no state.
pub(super) fn is_state_told(field: &str) -> bool {
    GameState::parse(field).is_some()
        || field.starts_with("Finished(")
        || field == "Adjudicated"
        || field.eq_ignore_ascii_case(&turn_string(0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn turns_are_counted_in_pairs_of_plies() {
        let turns: Vec<String> = (0..4).map(turn_string).collect();
        assert_eq!(turns, ["White[1]", "Black[1]", "White[2]", "Black[2]"]);
    }

    #[test]
    fn states_are_read_from_their_names_in_any_case() {
        for state in GameState::ALL {
            assert_eq!(GameState::parse(&state.to_string().to_lowercase()), Some(state));
        }
        assert_eq!(GameState::parse("Finished(½-½)"), None);
    }
}
