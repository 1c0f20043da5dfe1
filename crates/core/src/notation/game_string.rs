//! GameStrings: a whole game in one line, such as `Base+MLP;InProgress;White[2];wS1;bG1 wS1-`.
//! A game from a set-up position has that position before its moves.

use std::borrow::Cow;

use crate::rules::{Game, GameType, IllegalMove};
use crate::text::Quoted;

use super::game_state::{GameState, turn_string};
use super::game_type::{GameTypeError, parse_game_type, widened};
use super::hop::{is_hop, parse_hop};
use super::move_string::{MoveStringError, move_string, parse_move};
use super::numbering::Numbering;
use super::piece_name::parse_piece;
use super::setup::{SetupTextError, is_setup, parse_setup_at, setup_text};

/// Fields before the first move: type, state and turn.
const HEADER_FIELDS: usize = 3;

/// Why a GameString is invalid.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum GameStringError {
    /// The first field is neither a game type nor a move.
    #[error(transparent)]
    GameType(#[from] GameTypeError),
    /// The initial position is invalid.
    #[error(transparent)]
    Setup(#[from] SetupTextError),
    /// A move cannot be read.
    #[error("move {index}, `{}`: {fault}", Quoted(.text))]
    Unreadable {
        /// The number of the move, counted from 1.
        index: usize,
        /// Its text.
        text: String,
        /// What is wrong with the text.
        fault: MoveStringError,
    },
    /// A move is illegal.
    #[error("move {index}, `{}`: {fault}", Quoted(.text))]
    Illegal {
        /// The number of the move, counted from 1.
        index: usize,
        /// Its text.
        text: String,
        /// What is wrong with the move.
        fault: IllegalMove,
    },
}

/// Parses a game.
///
/// Only the type and the moves count; the state and the turn between them may be wrong, empty or
/// missing. Empty fields among the moves are skipped. Without a type, the expansions are those
/// of the pieces in the moves. A type alone is a game without moves.
///
/// An initial position, as [`setup_text`] writes it, may precede the first move. It may omit its
/// turn if that is the previous field, as in `Base;setup;White[5];wQ@0,0 bQ@1,0`. A position in HOP
/// takes the place of all fields before the first move: `QA-aq,b` alone, or with moves after it.
///
/// # Errors
///
/// If the type or a move cannot be read, or a move is illegal.
pub fn parse_game(text: &str) -> Result<Game, GameStringError> {
    let (game_type, moves) = split(text)?;
    replay(Game::new(game_type), text, &moves, None)
}

/// Parses a game from an archive, where the opening rule and the type are not always observed.
///
/// A queen may be the first piece of either side, the type is widened by the expansions
/// whose pieces occur in the moves, and pieces may be numbered in any order.
///
/// # Errors
///
/// As for [`parse_game`].
pub fn parse_archived_game(text: &str) -> Result<Game, GameStringError> {
    let (game_type, moves) = split(text)?;
    let game = Game::lenient(widened_by(game_type, moves.iter().copied()));
    replay(game, text, &moves, Some(Numbering::default()))
}

fn split(text: &str) -> Result<(GameType, Vec<&str>), GameStringError> {
    let fields = text.split(';').map(str::trim);
    let moves = fields.skip(header(text).count()).filter(|field| !field.is_empty());
    let moves: Vec<&str> = moves.collect();
    let game_type = match header(text).next() {
        Some(field) => parse_game_type(field)?,
        None => widened_by(GameType::BASE, moves.iter().copied()),
    };
    Ok((game_type, moves))
}

/// The fields before the first move.
pub(super) fn header(text: &str) -> impl Iterator<Item = &str> {
    let fields = text.split(';').map(str::trim).take(HEADER_FIELDS);
    fields.take_while(|field| !begins_with_piece(field) && !is_setup(field) && !is_hop(field))
}

fn begins_with_piece(field: &str) -> bool {
    field.split_whitespace().next().is_some_and(|word| parse_piece(word).is_ok())
}

/// The game type with the expansions of the pieces that these moves move.
#[must_use]
pub fn widened_by<'a>(game_type: GameType, moves: impl IntoIterator<Item = &'a str>) -> GameType {
    moves
        .into_iter()
        .filter_map(|text| parse_piece(text.split_whitespace().next()?).ok())
        .fold(game_type, |so_far, piece| widened(so_far, piece.bug()).unwrap_or(so_far))
}

/// Plays the moves, the first of which may be a position to begin in.
fn replay(
    mut game: Game,
    text: &str,
    moves: &[&str],
    mut numbering: Option<Numbering>,
) -> Result<Game, GameStringError> {
    let (setup, moves) = match moves.split_first() {
        Some((&setup, moves)) if is_setup(setup) => (Some(setup), moves),
        Some((&hop, moves)) if is_hop(hop) && header(text).next().is_none() => (Some(hop), moves),
        _ => (None, moves),
    };
    if let Some(setup) = setup {
        let position = if is_hop(setup) {
            parse_hop(setup).map_err(SetupTextError::from)?
        } else {
            parse_setup_at(game.game_type(), setup, header(text).skip(1).last())?
        };
        game = if position.ply() == 0 {
            Game::new(position.game_type())
        } else {
            Game::from_position(position)
        };
        numbering = numbering.map(|_| Numbering::of(game.position()));
    }
    for (number, &text) in moves.iter().enumerate() {
        let index = number + 1;
        let numbered = numbering.as_mut().map_or(Cow::Borrowed(text), |known| known.numbered(text));
        let mv = parse_move(game.position(), &numbered)
            .map_err(|fault| GameStringError::Unreadable { index, text: text.to_owned(), fault })?;
        game.play(mv).map_err(|fault| GameStringError::Illegal {
            index,
            text: text.to_owned(),
            fault,
        })?;
    }
    Ok(game)
}

/// Writes a game in the canonical form, with the state on the board.
#[must_use]
pub fn game_string(game: &Game) -> String {
    write_game(game, GameState::of(game))
}

/// Writes a game in the canonical form with the given state, such as a result by agreement.
#[must_use]
pub fn write_game(game: &Game, state: GameState) -> String {
    let game_type = game.game_type();
    let mut text = format!("{game_type};{state};{}", turn_string(game.position().ply().into()));
    if let Some(start) = game.start() {
        text.push(';');
        text.push_str(&setup_text(start));
    }
    let mut position = game.restarted().position().clone();
    for mv in game.moves() {
        text.push(';');
        text.push_str(&move_string(&position, mv));
        // Never unmade.
        let _ = position.make(mv);
    }
    text
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::rules::random_games::game_of_choices;
    use crate::rules::{Color, Move, Piece, Position};

    fn random_game(game_type: GameType, choices: &[u16]) -> Game {
        game_of_choices(game_type, choices.iter().map(|&choice| choice.into()))
    }

    fn reprinted(text: &str) -> String {
        game_string(&parse_game(text).unwrap())
    }

    #[test]
    fn a_new_game_is_a_type_alone() {
        assert_eq!(reprinted("Base"), "Base;NotStarted;White[1]");
        assert_eq!(reprinted(" base+plm "), "Base+MLP;NotStarted;White[1]");
    }

    #[test]
    fn state_and_turn_are_ignored() {
        let canonical = "Base+MLP;InProgress;White[2];wS1;bM wS1-";
        for text in [
            canonical,
            "base+PLM;BlackWins;White[9];wS1;bM wS1-",
            "Base+MLP;Finished(½-½);;wS1;bM wS1-;",
            "Base+MLP;;;WS1;BM1  ws1- ;;",
            "Base+MLP;InProgress;wS1;bM wS1-",
            "Base+MLP;wS1;bM wS1-",
        ] {
            assert_eq!(reprinted(text), canonical, "{text}");
        }
    }

    #[test]
    fn a_missing_type_is_inferred_from_the_pieces() {
        assert_eq!(reprinted("wS1;bM wS1-"), "Base+M;InProgress;White[2];wS1;bM wS1-");
        assert_eq!(reprinted("wS1"), "Base;InProgress;Black[1];wS1");
    }

    #[test]
    fn archives_may_open_with_a_queen_and_understate_the_type() {
        let text = "Base;InProgress;White[2];wQ;bP wQ-";
        assert!(parse_game(text).is_err());
        let game = parse_archived_game(text).unwrap();
        assert_eq!(game_string(&game), "Base+P;InProgress;White[2];wQ;bP wQ-");
    }

    #[test]
    fn the_neighbor_first_from_the_north_west_is_named() {
        let text = "Base+MLP;Finished(½-½);;wS1;bS1 wS1-;wQ -wS1;bQ bS1-;wQ \\wS1;bQ /bQ;";
        let canonical =
            "Base+MLP;InProgress;White[4];wS1;bS1 wS1-;wQ -wS1;bQ bS1-;wQ \\wS1;bQ bS1\\";
        assert_eq!(reprinted(text), canonical);
    }

    #[test]
    fn the_state_may_differ_from_the_board() {
        let game = parse_game("wS1").unwrap();
        assert_eq!(write_game(&game, GameState::BlackWins), "Base;BlackWins;Black[1];wS1");
    }

    /// Every text for the move: with each neighbor of the destination, covered or not, the
    /// moving piece itself, and each piece at the destination.
    fn all_texts(position: &Position, mv: Move) -> Vec<String> {
        let Move::To { piece, hex } = mv else {
            return vec!["pass".to_owned(), " PASS ".to_owned()];
        };
        let mut texts = Vec::new();
        for reference in Piece::all() {
            let Some(place) = position.hex_of(reference) else { continue };
            let direction = place.direction_to(hex).map(|direction| direction as usize);
            if place == hex {
                texts.push(format!("{piece} {reference}"));
            } else if let Some(direction) = direction {
                let patterns = ["\\X", "X/", "X-", "X\\", "/X", "-X"];
                let goal = patterns[direction].replace('X', &reference.to_string());
                texts.push(format!("  {piece}\t{goal} "));
                texts.push(format!("{piece} {goal}").to_uppercase());
                texts.push(format!("{piece} {goal}").to_lowercase());
            }
        }
        texts
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(48))]

        #[test]
        fn written_games_are_read_back(
            game_type in 0..8_usize, choices in prop::collection::vec(any::<u16>(), 0..90)
        ) {
            let game = random_game(GameType::ALL[game_type], &choices);
            let text = game_string(&game);
            let read = parse_game(&text).unwrap();
            prop_assert!(read.moves().eq(game.moves()), "{}", text);
            prop_assert_eq!(read.position(), game.position());
            prop_assert_eq!(game_string(&read), text);
        }

        #[test]
        fn every_way_to_write_a_move_is_read_as_that_move(
            game_type in 0..8_usize, choices in prop::collection::vec(any::<u16>(), 2..70)
        ) {
            let game = random_game(GameType::ALL[game_type], &choices);
            let position = game.position();
            for mv in position.legal_moves() {
                let canonical = move_string(position, mv);
                prop_assert_eq!(parse_move(position, &canonical), Ok(mv), "{}", &canonical);
                if let Move::To { piece, .. } = mv {
                    let own_name = canonical.matches(&piece.to_string()).count();
                    prop_assert_eq!(own_name, 1, "a self reference: {}", &canonical);
                }
                let texts = all_texts(position, mv);
                prop_assert!(!texts.is_empty() && texts.iter().any(|text| {
                    text.eq_ignore_ascii_case(&canonical) || text.trim().replace('\t', " ") == canonical
                }) || mv == Move::Pass, "{}", canonical);
                for text in texts {
                    prop_assert_eq!(parse_move(position, &text), Ok(mv), "{}", &text);
                }
            }
        }
    }

    #[test]
    fn illegal_moves_have_a_text_too() {
        let position = Position::new(GameType::BASE);
        let far = crate::rules::Hex::CENTER;
        let mv = Move::To { piece: Piece::queen(Color::White), hex: far };
        assert_eq!(move_string(&position, mv), "wQ");
    }
}
