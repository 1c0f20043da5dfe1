//! `waggle book show`: the book moves of a position.

use std::borrow::Cow;
use std::fmt::Write as _;

use anyhow::Context as _;
use serde::Serialize;
use waggle::book::{Book, BookMove};
use waggle::document::{Format, Json, Side};
use waggle::notation::{game_string, move_string};
use waggle::rules::Game;

use super::super::position;
use super::super::terminal::print;
use crate::cli::BookShowArgs;
use crate::exit_code::ExitCode;

/// Prints the moves with their weights; the exit code says whether there are any.
pub(super) fn run(args: &BookShowArgs) -> anyhow::Result<ExitCode> {
    let book = match &args.book {
        Some(path) => Cow::Owned(super::read(path)?),
        None => Cow::Borrowed(Book::own().context("this build has no book, name one with --book")?),
    };
    let game = position::read(&args.position)?;
    let moves = book.moves(game.position());
    let text = if args.json {
        format!("{}\n", Json(document(&game, &moves)))
    } else {
        text(&game, &moves)
    };
    print(&text)?;
    Ok(if moves.is_empty() { ExitCode::Negative } else { ExitCode::Done })
}

fn text(game: &Game, moves: &[BookMove]) -> String {
    if moves.is_empty() {
        return "the book does not know the position\n".to_owned();
    }
    let mut text = "move          weight  played\n".to_owned();
    for book_move in moves {
        let name = move_string(game.position(), book_move.mv);
        let percent = 100.0 * book_move.share(moves);
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{name:<12}  {:>6}  {percent:>4.0} %", book_move.weight);
    }
    text
}

#[derive(Serialize)]
struct Document {
    kind: &'static str,
    format: Format,
    game: String,
    ply: u16,
    side_to_move: Side,
    moves: Vec<MoveObject>,
}

#[derive(Serialize)]
struct MoveObject {
    #[serde(rename = "move")]
    mv: String,
    weight: u16,
    share: f64,
}

fn document(game: &Game, moves: &[BookMove]) -> Document {
    let position = game.position();
    let entry = |book_move: &BookMove| MoveObject {
        mv: move_string(position, book_move.mv),
        weight: book_move.weight,
        share: (book_move.share(moves) * 1000.0).round() / 1000.0,
    };
    Document {
        kind: "book",
        format: Format,
        game: game_string(game),
        ply: position.ply(),
        side_to_move: position.side_to_move().into(),
        moves: moves.iter().map(entry).collect(),
    }
}
