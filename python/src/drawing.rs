//! Drawings of positions.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use waggle_hive_core::render::{
    Annotations, Arrow, Layout, PictureOptions, Tail, Theme, annotated_svg, svg,
};
use waggle_hive_core::rules;

use crate::hex::Hex;
use crate::moves::Move;
use crate::piece::Piece;

/// What a notebook shows of a game.
pub(crate) fn in_notebook(game: &rules::Game) -> String {
    svg(game, &PictureOptions { size: 480, names: true, theme: Theme::Light })
}

/// An SVG drawing of a game's current position.
pub(crate) fn drawing(
    game: &rules::Game,
    size: i64,
    names: bool,
    dark: bool,
    arrows: &[Bound<'_, PyAny>],
    marks: &[Bound<'_, PyAny>],
) -> PyResult<String> {
    let theme = if dark { Theme::Dark } else { Theme::Light };
    let options = PictureOptions { size: size.clamp(16, 100_000) as u32, names, theme };
    let position = game.position();
    let mut annotations = Annotations::default();
    for argument in arrows {
        annotations.arrows.extend(arrow(position, argument)?);
    }
    for argument in marks {
        annotations.marks.push(hex(position, argument)?);
    }
    let hexes = annotations.hexes();
    let places = Layout::with_destinations(game, &hexes).destinations;
    match hexes.iter().zip(places).find(|(_, place)| place.is_none()) {
        None => Ok(annotated_svg(game, &options, &annotations)),
        Some((hex, _)) => Err(PyValueError::new_err(format!(
            "expected hexes on the hive or beside it, found Hex({}, {})",
            hex.q(),
            hex.r()
        ))),
    }
}

/// A move or a pair; a pass has no arrow.
fn arrow(position: &rules::Position, argument: &Bound<'_, PyAny>) -> PyResult<Option<Arrow>> {
    let Ok(pair) = argument.cast::<PyTuple>() else {
        return Ok(Arrow::of(position, Move::of_argument(position, argument)?));
    };
    let (tail, head): (Bound<'_, PyAny>, Bound<'_, PyAny>) = pair.extract()?;
    let tail = if let Ok(hex) = tail.cast::<Hex>() {
        Tail::Hex(hex.get().0)
    } else {
        let piece = Piece::of_argument(&tail)?;
        position.hex_of(piece).map_or(Tail::Hand(piece), Tail::Hex)
    };
    Ok(Some(Arrow { tail, head: hex(position, &head)? }))
}

/// A hex, or that of a piece in play.
fn hex(position: &rules::Position, argument: &Bound<'_, PyAny>) -> PyResult<rules::Hex> {
    if let Ok(hex) = argument.cast::<Hex>() {
        return Ok(hex.get().0);
    }
    let piece = Piece::of_argument(argument)?;
    position.hex_of(piece).ok_or_else(|| {
        PyValueError::new_err(format!("expected a hex or a piece in play, found {piece} in hand"))
    })
}
