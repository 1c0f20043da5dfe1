//! GameStrings: `Base+MLP;InProgress;Black[1];wS1`.

use super::cell::{Cell, Way};
use super::game::{Game, Ply};
use super::piece::{Bug, Piece};

/// Replays a GameString, ignoring its state and turn.
///
/// # Errors
/// A sentence that says what could not be read. Whether the moves are legal is not checked.
pub fn replay(game_string: &str) -> Result<Game, String> {
    let mut fields = game_string.split(';').map(str::trim);
    let mut game = Game::new(&parse_bugs(fields.next().unwrap_or_default())?);
    for text in fields.skip(2).filter(|text| !text.is_empty()) {
        let ply = parse_ply(&game, text)?;
        game.play(ply);
    }
    Ok(game)
}

/// The bugs of a game type such as `Base+MLP`.
fn parse_bugs(game_type: &str) -> Result<Vec<Bug>, String> {
    let extra = match game_type.split_once('+') {
        Some(("Base", extra)) => extra,
        None if game_type == "Base" => "",
        _ => return Err(format!("`{game_type}` is no game type")),
    };
    let plays = |bug: &Bug| !"MLP".contains(bug.letter()) || extra.contains(bug.letter());
    Ok(Bug::ALL.into_iter().filter(plays).collect())
}

/// Parses a move such as `wA1 bQ-`, with any neighbor as its reference.
///
/// # Errors
/// A sentence that says what could not be read.
pub fn parse_ply(game: &Game, text: &str) -> Result<Ply, String> {
    if text.eq_ignore_ascii_case("pass") {
        return Ok(Ply::Pass);
    }
    let mut words = text.split_whitespace();
    let name = words.next().unwrap_or_default();
    let piece = Piece::parse(name).ok_or_else(|| format!("`{name}` is no piece"))?;
    let cell = match words.next() {
        None | Some(".") if game.ply == 0 => Cell::ORIGIN,
        None => return Err(format!("`{text}` goes nowhere")),
        Some(place) => parse_place(game, place)?,
    };
    Ok(Ply::To { piece, cell, height: game.table.height(cell) })
}

/// Parses a destination: `bQ` is on top of the queen, `bQ/` to the north-east, `/bQ` to the south-west.
fn parse_place(game: &Game, place: &str) -> Result<Cell, String> {
    let name = place.trim_matches(['-', '/', '\\']);
    let way = match place.split_once(name) {
        Some(("", "")) => None,
        Some(("\\", "")) => Some(Way::NorthWest),
        Some(("", "/")) => Some(Way::NorthEast),
        Some(("", "-")) => Some(Way::East),
        Some(("", "\\")) => Some(Way::SouthEast),
        Some(("/", "")) => Some(Way::SouthWest),
        Some(("-", "")) => Some(Way::West),
        _ => return Err(format!("`{place}` is no place")),
    };
    let cell = Piece::parse(name)
        .and_then(|neighbor| game.table.cell_of(neighbor))
        .ok_or_else(|| format!("`{name}` is not on the table"))?;
    Ok(way.map_or(cell, |way| cell.next(way)))
}

/// Writes a move as UHP does: next to a neighbor, or on top of it.
pub fn write_ply(game: &Game, ply: Ply) -> String {
    let Ply::To { piece, cell, .. } = ply else { return "pass".to_owned() };
    let mut rest = game.table.clone();
    if let Some(from) = rest.cell_of(piece) {
        rest.lift(from);
    }
    if let Some(below) = rest.top(cell) {
        return format!("{piece} {below}");
    }
    let beside = Way::ALL.into_iter().find_map(|way| {
        // The direction is that of the neighbor, so the destination is on its other side.
        let neighbor = rest.top(cell.next(way))?;
        Some(match way {
            Way::NorthWest => format!("{piece} {neighbor}\\"),
            Way::NorthEast => format!("{piece} /{neighbor}"),
            Way::East => format!("{piece} -{neighbor}"),
            Way::SouthEast => format!("{piece} \\{neighbor}"),
            Way::SouthWest => format!("{piece} {neighbor}/"),
            Way::West => format!("{piece} {neighbor}-"),
        })
    });
    beside.unwrap_or_else(|| piece.to_string())
}
