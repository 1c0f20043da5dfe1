//! Pieces of Hive by any name, and their moves.

use waggle::notation::parse_piece;
use waggle::rules::{Bug, Color, Hex, Move, Piece, Position};

/// The player's pieces that a text names: `wA1`, `A1`, `ant`, `a`.
pub(super) fn pieces_named(text: &str, us: Color) -> Option<Vec<Piece>> {
    let own = format!("{}{text}", us.letter());
    if let Ok(piece) = parse_piece(text).or_else(|_| parse_piece(&own)) {
        return Some(vec![piece]);
    }
    let bug = bug_named(&text.to_lowercase())?;
    Some(Piece::of(us).filter(|piece| piece.bug() == bug).collect())
}

/// The kind with this letter or name, or a word of it, in lower case.
fn bug_named(text: &str) -> Option<Bug> {
    let mut letters = text.chars();
    if let (Some(letter), None) = (letters.next(), letters.next()) {
        return Bug::from_letter(letter);
    }
    let is_name = |bug: &Bug| {
        let name = bug.name().to_lowercase();
        let is = |word: &str| word == text || text.strip_suffix('s') == Some(word);
        is(&name) || name.split(' ').any(is)
    };
    Bug::ALL.into_iter().find(is_name)
}

/// The legal moves of the only one of these pieces that can move, or why there are none.
pub(super) fn choices_of(position: &Position, pieces: &[Piece]) -> Result<Vec<Move>, String> {
    let mut moves = position.legal_moves();
    moves.retain(|mv| mv.piece().is_some_and(|piece| pieces.contains(&piece)));
    let mut able: Vec<Piece> = moves.iter().filter_map(|mv| mv.piece()).collect();
    able.sort_unstable();
    able.dedup();
    match able.as_slice() {
        [] => Err(why_none_goes(position, pieces)),
        [_] => Ok(moves),
        [.., last] => {
            let name = |piece: &Piece| match position.hex_of(*piece) {
                Some(_) => piece.to_string(),
                None => format!("{piece} (from the hand)"),
            };
            let names: Vec<String> = able.iter().map(name).collect();
            Err(format!("which {}? {}", last.bug(), names.join(", ")))
        }
    }
}

/// Why none of these pieces can move.
fn why_none_goes(position: &Position, pieces: &[Piece]) -> String {
    let is_in_play = |piece: &&Piece| position.game_type().contains(piece.bug());
    let is_in_hand = |piece: &&Piece| position.hex_of(**piece).is_none();
    let Some(piece) = pieces.iter().find(is_in_play).or(pieces.first()) else {
        return String::new();
    };
    let mut hexes: Vec<Hex> = position
        .pieces_on_table()
        .filter_map(|piece| position.hex_of(piece))
        .flat_map(Hex::neighbors)
        .collect();
    hexes.push(Hex::CENTER);
    let mut objections =
        hexes.into_iter().filter_map(|hex| position.objection_to(Move::To { piece: *piece, hex }));
    match objections.find(|objection| !objection.is_about_goal()) {
        Some(objection) => objection.to_string(),
        None if is_in_hand(&piece) => format!("there is no place for {piece} to enter"),
        None => format!("{piece} has nowhere to go"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(text: &str) -> Option<String> {
        let pieces = pieces_named(text, Color::White)?;
        Some(pieces.iter().map(Piece::to_string).collect::<Vec<_>>().join(" "))
    }

    #[test]
    fn pieces_have_many_names() {
        for (text, pieces) in [
            ("wA1", "wA1"),
            ("a1", "wA1"),
            ("bA1", "bA1"),
            ("b1", "wB1"),
            ("b", "wB1 wB2"),
            ("m", "wM"),
            ("M1", "wM"),
            ("bee", "wQ"),
            ("Queen Bee", "wQ"),
            ("ants", "wA1 wA2 wA3"),
            ("soldier ant", "wA1 wA2 wA3"),
        ] {
            assert_eq!(names(text).as_deref(), Some(pieces), "{text}");
        }
        for text in ["", "x", "wA", "a9", "wA1 bQ-", "hint", "s s", "\u{fffd}"] {
            assert_eq!(names(text), None, "{text}");
        }
    }
}
