//! Actions of the players, such as `12 dropb wG1 N 13 wA1\\`.

use crate::notation::parse_piece;
use crate::rules::{Color, Piece};

/// An action of a player that matters for the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Action {
    /// A piece is picked up.
    Pick(Pick),
    /// A piece is put somewhere. It becomes a move when the turn is done.
    Drop(Drop),
    /// The player passes, when the turn is done.
    Pass,
    /// The turn is over.
    Done,
    Resign,
    /// Both have agreed on a draw.
    AcceptDraw,
    /// A draw is offered or declined; the turn has no move.
    NegotiateDraw,
}

/// A piece that is picked up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Pick {
    /// The color, where it comes from a player's hand.
    pub(super) color: Option<Color>,
    /// Its name, which may lack the color.
    pub(super) name: String,
    pub(super) column: String,
    pub(super) row: String,
}

/// A piece that is put somewhere.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Drop {
    /// The color, where the action says it.
    pub(super) color: Option<Color>,
    /// Its name, which may lack the color.
    pub(super) name: String,
    pub(super) column: String,
    pub(super) row: String,
    /// The destination, as in a MoveString, or `.`.
    pub(super) goal: String,
    /// Whether this ends the turn.
    pub(super) is_done: bool,
}

/// Reads an action; `None` if it does not matter for the game.
pub(super) fn parse_action(text: &str) -> Option<Action> {
    let mut words = text.split_whitespace().peekable();
    words.next_if(|word| word.chars().all(|letter| letter.is_ascii_digit()));
    let verb = words.next()?.to_ascii_lowercase();
    let color = match verb.as_str() {
        "dropb" | "pdropb" => None,
        "move" | "pmove" | "movedone" | "pmovedone" => Some(color_of(words.next()?)?),
        "pick" => {
            let color = Some(color_of(words.next()?)?);
            let (row, name) = (words.next()?.to_owned(), words.next()?.to_owned());
            return Some(Action::Pick(Pick { color, name, column: String::new(), row }));
        }
        "pickb" => {
            let (column, row) = (words.next()?.to_ascii_uppercase(), words.next()?.to_owned());
            let name = words.next()?.to_owned();
            return Some(Action::Pick(Pick { color: None, name, column, row }));
        }
        "pass" => return Some(Action::Pass),
        "done" => return Some(Action::Done),
        "resign" => return Some(Action::Resign),
        "acceptdraw" => return Some(Action::AcceptDraw),
        "offerdraw" | "declinedraw" => return Some(Action::NegotiateDraw),
        _ => return None,
    };
    let name = words.next()?.to_owned();
    let (column, row) = (words.next()?.to_ascii_uppercase(), words.next()?.to_owned());
    let goal = words.next().unwrap_or(".").replace("\\\\", "\\");
    let is_done = verb.ends_with("movedone");
    Some(Action::Drop(Drop { color, name, column, row, goal, is_done }))
}

fn color_of(word: &str) -> Option<Color> {
    match word {
        "W" | "w" => Some(Color::White),
        "B" | "b" => Some(Color::Black),
        _ => None,
    }
}

/// The piece with this name, which may lack the color: `b1` is a beetle then.
pub(super) fn piece_of(color: Color, name: &str) -> Option<Piece> {
    parse_piece(name).or_else(|_| parse_piece(&format!("{}{name}", color.letter()))).ok()
}
