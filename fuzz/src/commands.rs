//! Commands generated from bytes: valid, nearly valid, and nonsense.

use arbitrary::{Result, Unstructured};
use waggle::notation::{game_string, move_string};
use waggle::rules::{Direction, Game, GameType, Move, Piece, Position};

use super::quick_engine::MAX_TABLE_MIB;

/// The maximum plies of a game set up by one `newgame`.
const MAX_SETUP: usize = 40;
/// The maximum moves undone at once.
const MAX_UNDONE: usize = 12;

/// A line to send and the result it must have.
pub(super) struct Step {
    pub(super) line: String,
    pub(super) expected: Expected,
}

/// The result that a line must have.
pub(super) enum Expected {
    /// This is now the game in progress.
    Game(Box<Game>),
    /// The reply is a legal move; nothing changes.
    BestMove,
    /// The command succeeds; nothing changes.
    Answer,
    /// The command fails; nothing changes.
    Refusal,
    /// Any of these, or a different game.
    Anything,
}

/// The next command for a session with this game in progress.
pub(super) fn step(bytes: &mut Unstructured, game: Option<&Game>) -> Result<Step> {
    let step = |line: String, expected| Step { line, expected };
    let refused_without_game = game.map_or(Expected::Refusal, |_| Expected::Anything);
    Ok(match bytes.int_in_range(0..=31_u8)? {
        0..=12 => match game {
            Some(game) => play(bytes, game)?,
            None => step(corrupted(bytes, "play wS1")?, Expected::Anything),
        },
        13 => {
            let game = Game::new(*bytes.choose(&GameType::ALL)?);
            step(format!("newgame {}", game.game_type()), Expected::Game(Box::new(game)))
        }
        14 | 15 => {
            let game = some_game(bytes)?;
            step(format!("newgame {}", game_string(&game)), Expected::Game(Box::new(game)))
        }
        16 => {
            let text = game_string(&some_game(bytes)?);
            step(format!("newgame {}", corrupted(bytes, &text)?), Expected::Anything)
        }
        17 | 18 => undo(bytes, game)?,
        19..=21 => step(best_move(bytes)?, Expected::BestMove),
        22 => step(option(bytes)?, Expected::Answer),
        23 => {
            let mib = bytes.int_in_range(1..=5000_usize)?;
            let fits = mib <= MAX_TABLE_MIB;
            let expected = if fits { Expected::Answer } else { Expected::Refusal };
            step(format!("options set TableSizeMiB {mib}"), expected)
        }
        24 => step("pv".to_owned(), refused_without_game),
        25 => step(format!("perft {}", bytes.int_in_range(0..=1)?), refused_without_game),
        26 => {
            let asked = ["info", "help", "help bestmove", "licenses", "options", "?"];
            step((*bytes.choose(&asked)?).to_owned(), Expected::Answer)
        }
        27 => step("pass".to_owned(), Expected::Anything),
        28 => step(format!("play {}", nonsense(bytes)?), Expected::Anything),
        29 => {
            let wrong = ["frobnicate", "bestmove depth -1", "bestmove time soon", "options set x"];
            step((*bytes.choose(&wrong)?).to_owned(), Expected::Refusal)
        }
        _ => step(nonsense(bytes)?, Expected::Anything),
    })
}

/// A legal move in one of its notations, or an illegal pass.
fn play(bytes: &mut Unstructured, game: &Game) -> Result<Step> {
    let position = game.position();
    let moves = position.legal_moves();
    if moves.is_empty() {
        return Ok(Step { line: "play wA1".to_owned(), expected: Expected::Refusal });
    }
    let mv = *bytes.choose(&moves)?;
    let text = match bytes.int_in_range(0..=3_u8)? {
        0 => other_notation(bytes, position, mv)?,
        1 => move_string(position, mv).to_uppercase().replace(' ', " \t "),
        _ => move_string(position, mv),
    };
    let mut after = game.clone();
    after.play(mv).expect("it is among the legal moves");
    Ok(Step { line: format!("play {text}"), expected: Expected::Game(Box::new(after)) })
}

/// The move relative to any neighbor of the destination, covered pieces included.
fn other_notation(bytes: &mut Unstructured, position: &Position, mv: Move) -> Result<String> {
    let Move::To { piece, hex } = mv else { return Ok("PASS".to_owned()) };
    let mut texts = vec![move_string(position, mv)];
    for direction in Direction::ALL {
        for neighbor in position.stack(hex.neighbor(direction.opposite())) {
            // The direction from the neighbor to the destination.
            texts.push(match direction {
                Direction::NorthWest => format!("{piece} \\{neighbor}"),
                Direction::NorthEast => format!("{piece} {neighbor}/"),
                Direction::East => format!("{piece} {neighbor}-"),
                Direction::SouthEast => format!("{piece} {neighbor}\\"),
                Direction::SouthWest => format!("{piece} /{neighbor}"),
                Direction::West => format!("{piece} -{neighbor}"),
            });
        }
    }
    Ok(bytes.choose(&texts)?.clone())
}

fn undo(bytes: &mut Unstructured, game: Option<&Game>) -> Result<Step> {
    let count = bytes.int_in_range(1..=MAX_UNDONE)?;
    let line = format!("undo {count}");
    let expected = match game.cloned() {
        Some(mut game) if count <= game.moves().len() => {
            for _ in 0..count {
                game.undo();
            }
            Expected::Game(Box::new(game))
        }
        _ => Expected::Refusal,
    };
    Ok(Step { line, expected })
}

/// A game of random moves.
fn some_game(bytes: &mut Unstructured) -> Result<Game> {
    let mut game = Game::new(*bytes.choose(&GameType::ALL)?);
    for _ in 0..bytes.int_in_range(0..=MAX_SETUP)? {
        let moves = game.position().legal_moves();
        if moves.is_empty() {
            break;
        }
        game.play(*bytes.choose(&moves)?).expect("it is among the legal moves");
    }
    Ok(game)
}

fn best_move(bytes: &mut Unstructured) -> Result<String> {
    let limits = [
        "",
        " depth 0",
        " depth 1",
        " depth 255",
        " depth 99999999999",
        " time 00:00:00",
        " time 00:00:00.0010000",
        " time 1.00:00:00",
        " seconds 0",
        " depthorseconds 2 0.001",
    ];
    Ok(format!("bestmove{}", bytes.choose(&limits)?))
}

fn option(bytes: &mut Unstructured) -> Result<String> {
    let lines = [
        "options get TableSizeMiB",
        "options set NumThreads 2",
        "options set MaxHelperThreads None",
        "options set BackgroundPondering True",
        "options set PonderDuringIdle Disabled",
        "options set RandomOpening True",
        "options set RandomOpening False",
        "options set RepetitionDraw True",
        "options set RepetitionDraw False",
        "options set ReportIntermediateBestMoves True",
        "options set ReportIntermediateBestMoves False",
        "options set Verbose True",
    ];
    Ok((*bytes.choose(&lines)?).to_owned())
}

/// A text with one character changed.
fn corrupted(bytes: &mut Unstructured, text: &str) -> Result<String> {
    let mut letters: Vec<char> = text.chars().collect();
    let place = bytes.choose_index(letters.len())?;
    let letter = char::from(bytes.int_in_range(0x20..=0x7e_u8)?);
    if let Some(old) = letters.get_mut(place) {
        *old = letter;
    }
    Ok(letters.into_iter().collect())
}

/// Words of the protocol in any order, among others.
fn nonsense(bytes: &mut Unstructured) -> Result<String> {
    const WORDS: [&str; 24] = [
        "play",
        "pass",
        "undo",
        "newgame",
        "options",
        "get",
        "set",
        "pv",
        "bestmove depth",
        ";",
        "-",
        "/",
        "\\",
        ".",
        " ",
        "Base+MLP",
        "InProgress",
        "White[1]",
        "0",
        "-1",
        "é",
        "\u{0}",
        "\t",
        "\u{feff}",
    ];
    let mut text = String::new();
    for _ in 0..bytes.int_in_range(0..=8_u8)? {
        if bytes.ratio(2, 5)? {
            let pieces: Vec<Piece> = Piece::all().collect();
            text.push_str(&bytes.choose(&pieces)?.to_string());
        } else {
            text.push_str(bytes.choose(&WORDS)?);
        }
        if bytes.ratio(1, 3)? {
            text.push(' ');
        }
    }
    Ok(text)
}
