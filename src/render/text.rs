//! The board as text.

use std::fmt::Write as _;

use super::layout::{Layout, Place};
use super::palette::terminal_style;
use crate::rules::{Bug, Color, Game, Outcome, Piece};

/// The width of half a hex in characters.
const HALF: i32 = 3;

/// The present position of a game as text, for a terminal or a mail.
///
/// Brackets mark the last piece moved, a dot where it came from, and `^` a stack; stacks
/// are listed below. With `colored`, names carry ANSI colors.
///
/// ```
/// let game = waggle::notation::parse_game("Base;;;wS1;bS1 wS1-")?;
/// let drawing = waggle::render::text(&game, false);
/// assert!(drawing.contains(" wS1  [bS1]\n"));
/// # Ok::<(), waggle::notation::GameStringError>(())
/// ```
#[must_use]
pub fn text(game: &Game, colored: bool) -> String {
    let layout = Layout::of(game);
    let mut text = board(&layout, colored);
    if !text.is_empty() {
        text.push('\n');
    }
    for place in layout.places.iter().filter(|place| !place.covered().is_empty()) {
        let names = place.stack.iter().map(|piece| name(*piece, colored));
        // Writing to a string cannot fail, here and below.
        let _ = writeln!(text, "stack, from the bottom: {}", names.collect::<Vec<_>>().join(" "));
    }
    for color in Color::ALL {
        let _ = writeln!(text, "{color:?} in hand: {}", hand(game, color));
    }
    text + &status(game) + "\n"
}

fn board(layout: &Layout, colored: bool) -> String {
    let column = |(q, r): (i32, i32)| (2 * q + r) * HALF;
    let Some(left) = layout.hexes().map(column).min() else { return String::new() };
    let rows = || layout.hexes().map(|(_, r)| r);
    let (first, last) = (rows().min().unwrap_or(0), rows().max().unwrap_or(0));
    let mut text = String::new();
    for row in first..=last {
        let mut cells: Vec<(i32, usize, String)> = layout
            .places
            .iter()
            .filter(|place| place.r == row)
            .map(|place| {
                let (width, cell) = cell(layout, place, colored);
                (column((place.q, place.r)) - left, width, cell)
            })
            .collect();
        if let Some((q, r)) = layout.last_from.filter(|from| from.1 == row)
            && layout.places.iter().all(|place| (place.q, place.r) != (q, r))
        {
            cells.push((column((q, r)) - left, 3, "  .".to_owned()));
            cells.sort();
        }
        let mut line = String::new();
        let mut end = 0;
        for (start, width, cell) in cells {
            line += &" ".repeat((start as usize).saturating_sub(end));
            line += &cell;
            end = start as usize + width;
        }
        text += line.trim_end();
        text.push('\n');
    }
    text
}

/// The text of a place, and its visible width in characters.
fn cell(layout: &Layout, place: &Place, colored: bool) -> (usize, String) {
    let piece = place.top();
    let (open, close) = if layout.last_piece == Some(piece) { ("[", "]") } else { (" ", " ") };
    let stack = if place.covered().is_empty() { "" } else { "^" };
    let width = piece.to_string().len() + stack.len() + 2;
    (width, format!("{open}{}{stack}{close}", name(piece, colored)))
}

fn name(piece: Piece, colored: bool) -> String {
    if colored {
        let style = terminal_style(piece);
        format!("{style}{piece}{style:#}")
    } else {
        piece.to_string()
    }
}

fn hand(game: &Game, color: Color) -> String {
    let position = game.position();
    let count = |bug: Bug| match position.in_hand(color, bug) {
        0 => None,
        1 => Some(bug.letter().to_string()),
        many => Some(format!("{}\u{d7}{many}", bug.letter())),
    };
    let bugs: Vec<String> = Bug::ALL.into_iter().filter_map(count).collect();
    if bugs.is_empty() { "nothing".to_owned() } else { bugs.join(" ") }
}

fn status(game: &Game) -> String {
    let position = game.position();
    match game.outcome() {
        Some(Outcome::Win(color)) => format!("{color:?} has won"),
        Some(Outcome::Draw) => "a draw".to_owned(),
        None => format!("{:?} to move, turn {}", position.side_to_move(), position.ply() / 2 + 1),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::parse_game;

    fn plain(game: &str) -> String {
        text(&parse_game(game).expect("the game can be read"), false)
    }

    #[test]
    fn an_empty_table_shows_the_hands() {
        insta::assert_snapshot!(plain("Base+MLP"), @"
        White in hand: Q S×2 B×2 G×3 A×3 M L P
        Black in hand: Q S×2 B×2 G×3 A×3 M L P
        White to move, turn 1
        ");
    }

    #[test]
    fn rows_are_shifted_by_half_a_hex_and_stacks_are_listed() {
        let game = "Base;;;wS1;bB1 wS1-;wB1 -wS1;bQ bB1-;wQ /wS1;bS1 bQ-;wB1 wS1";
        insta::assert_snapshot!(plain(game), @"
          .   [wB1^] bB1   bQ    bS1
            wQ

        stack, from the bottom: wS1 wB1
        White in hand: S B G×3 A×3
        Black in hand: S B G×3 A×3
        Black to move, turn 4
        ");
    }

    #[test]
    fn colors_change_nothing_but_the_colors() {
        let game = parse_game("Base;;;wB1;bB1 wB1-").expect("the game can be read");
        let colored = text(&game, true);
        assert!(colored.contains("\u{1b}["), "{colored}");
        assert_eq!(anstream::adapter::strip_str(&colored).to_string(), text(&game, false));
    }
}
