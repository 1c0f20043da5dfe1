//! Actions of the players, such as `12 dropb wG1 N 13 wA1\\`.

use crate::notation::parse_piece;
use crate::rules::{Color, Piece};

/// An action of a player that matters for the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Action {
    /// A piece is put somewhere. It becomes a move when the turn is done.
    Drop(Drop),
    /// The player passes, when the turn is done.
    Pass,
    /// The turn is over.
    Done,
    /// The player resigns.
    Resign,
    /// Both have agreed on a draw.
    AcceptDraw,
    /// A draw is offered or declined; the turn has no move.
    NegotiateDraw,
}

/// A piece that is put somewhere.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Drop {
    /// The piece, as in a MoveString.
    pub(super) piece: String,
    pub(super) column: String,
    pub(super) row: String,
    /// The destination, as in a MoveString, or `.`.
    pub(super) goal: String,
    /// Whether this ends the turn.
    pub(super) is_done: bool,
}

/// Reads an action of `player`; `None` if it does not matter for the game.
pub(super) fn parse_action(player: Color, text: &str) -> Option<Action> {
    let mut words = text.split_whitespace().peekable();
    words.next_if(|word| word.chars().all(|letter| letter.is_ascii_digit()));
    let verb = words.next()?.to_ascii_lowercase();
    let color = match verb.as_str() {
        "dropb" | "pdropb" => player,
        "move" | "pmove" | "movedone" | "pmovedone" => match words.next()? {
            "W" | "w" => Color::White,
            "B" | "b" => Color::Black,
            _ => return None,
        },
        "pass" => return Some(Action::Pass),
        "done" => return Some(Action::Done),
        "resign" => return Some(Action::Resign),
        "acceptdraw" => return Some(Action::AcceptDraw),
        "offerdraw" | "declinedraw" => return Some(Action::NegotiateDraw),
        _ => return None,
    };
    let name = words.next()?;
    let piece = piece_of(color, name).map_or_else(|| name.to_owned(), |piece| piece.to_string());
    let (column, row) = (words.next()?.to_ascii_uppercase(), words.next()?.to_owned());
    let goal = words.next().unwrap_or(".").replace("\\\\", "\\");
    Some(Action::Drop(Drop { piece, column, row, goal, is_done: verb.ends_with("movedone") }))
}

/// The piece with this name, which may lack the color: `b1` is a beetle then.
fn piece_of(color: Color, name: &str) -> Option<Piece> {
    parse_piece(name).or_else(|_| parse_piece(&format!("{}{name}", color.letter()))).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn dropped(player: Color, text: &str) -> (String, String) {
        match parse_action(player, text) {
            Some(Action::Drop(drop)) => (drop.piece, drop.goal),
            other => panic!("{text}: {other:?}"),
        }
    }

    #[test]
    fn pieces_without_a_color_are_those_of_the_player() {
        let black = |text| dropped(Color::Black, text);
        assert_eq!(black("4 dropb b1 N 12 wS1\\\\"), ("bB1".into(), "wS1\\".into()));
        assert_eq!(black("4 Dropb m1 N 12 \\wS1"), ("bM".into(), "\\wS1".into()));
        assert_eq!(black("PDropb wP1 N 12"), ("wP".into(), ".".into()));
        assert_eq!(black("4 pmove W A1 N 12 bQ-"), ("wA1".into(), "bQ-".into()));
    }

    #[test]
    fn every_verb_of_a_drop_is_understood() {
        for (text, is_done) in [
            ("dropb wA1 n 12 bQ-", false),
            ("12 PDROPB A1 n 12 bQ-", false),
            ("move W A1 n 12 bQ-", false),
            ("move w A1 n 12 bQ-", false),
            ("PMove W wA1 n 12 bQ-", false),
            ("movedone W A1 n 12 bQ-", true),
            ("3 pmovedone W A1 n 12 bQ-", true),
        ] {
            let (piece, goal) = ("wA1".to_owned(), "bQ-".to_owned());
            let (column, row) = ("N".to_owned(), "12".to_owned());
            let drop = Drop { piece, column, row, goal, is_done };
            assert_eq!(parse_action(Color::White, text), Some(Action::Drop(drop)), "{text}");
        }
        assert_eq!(dropped(Color::White, "move b A1 N 12"), ("bA1".into(), ".".into()));
        assert_eq!(dropped(Color::White, "move B A1 N 12"), ("bA1".into(), ".".into()));
        assert_eq!(dropped(Color::White, "dropb xyz N 12"), ("xyz".into(), ".".into()));
        assert_eq!(parse_action(Color::White, "move X A1 N 12 bQ-"), None);
    }

    #[test]
    fn every_verb_without_a_piece_is_understood() {
        for (text, action) in [
            ("7 Pass", Action::Pass),
            ("done", Action::Done),
            ("8 RESIGN", Action::Resign),
            ("AcceptDraw", Action::AcceptDraw),
            ("9 OfferDraw", Action::NegotiateDraw),
            ("DeclineDraw", Action::NegotiateDraw),
        ] {
            assert_eq!(parse_action(Color::Black, text), Some(action), "{text}");
        }
    }

    #[test]
    fn other_actions_are_ignored() {
        for text in ["", "0 Start P0", "3 pick W 0 wQ", "3 pickb N 13 wQ", "time 0:01", "3 dropb"] {
            assert_eq!(parse_action(Color::White, text), None, "{text}");
        }
        assert_eq!(parse_action(Color::White, "3 Done "), Some(Action::Done));
    }
}
