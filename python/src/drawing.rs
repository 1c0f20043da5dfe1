//! Drawings of positions.

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyTuple};
use waggle_hive_core::render::{
    Annotations, Arrow, Ink, Layout, PictureOptions, Tail, Theme, annotated_svg, svg,
};
use waggle_hive_core::rules;

use crate::hex::Hex;
use crate::moves::Move;
use crate::numbers::within;
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
    arrows: Option<&Bound<'_, PyAny>>,
    marks: Option<&Bound<'_, PyAny>>,
) -> PyResult<String> {
    let theme = if dark { Theme::Dark } else { Theme::Light };
    let size = within("a picture's size", size, 16..=16_384)?;
    let options = PictureOptions { size, names, theme };
    let position = game.position();
    let mut annotations = Annotations::default();
    for (ink, argument) in inked("arrows", arrows)? {
        annotations.arrows.extend(arrow(position, &argument)?.map(|arrow| Arrow { ink, ..arrow }));
    }
    for (ink, argument) in inked("marks", marks)? {
        annotations.marks.push((hex(position, &argument)?, ink));
    }
    let hexes = annotations.hexes();
    let places = Layout::with_destinations(game, &hexes).destinations;
    match hexes.iter().zip(places).find(|(_, place)| place.is_none()) {
        None => Ok(annotated_svg(game, &options, &annotations)),
        Some((hex, _)) => Err(PyValueError::new_err(format!(
            "expected hexes on the hive or beside it, found {}",
            Hex(*hex).__repr__()
        ))),
    }
}

/// The same as PNG.
pub(crate) fn png<'py>(
    drawn: &Bound<'py, PyAny>,
    options: Option<&Bound<'py, PyDict>>,
) -> PyResult<Bound<'py, PyBytes>> {
    let svg: String = drawn.call_method("svg", (), options)?.extract()?;
    let painted = drawn.py().detach(|| waggle_hive_png::png(&svg));
    let bytes = painted.map_err(|error| PyValueError::new_err(error.to_string()))?;
    Ok(PyBytes::new(drawn.py(), &bytes))
}

/// What a list has in the usual color, and a dictionary of lists by color.
fn inked<'py>(
    what: &str,
    given: Option<&Bound<'py, PyAny>>,
) -> PyResult<Vec<(Ink, Bound<'py, PyAny>)>> {
    let Some(given) = given else { return Ok(vec![]) };
    let by_color = PyDict::new(given.py());
    match given.cast::<PyDict>() {
        Ok(given) => by_color.update(given.as_mapping())?,
        Err(_) => by_color.set_item("green", given)?,
    }
    let mut all = vec![];
    for (name, list) in by_color {
        let name = name.to_string();
        let ink = Ink::NAMED.into_iter().find(|(known, _)| *known == name).ok_or_else(|| {
            let known = Ink::NAMED.map(|(known, _)| format!("`{known}`")).join(", ");
            PyValueError::new_err(format!("expected a color of {known}, found `{name}`"))
        })?;
        let items: Vec<_> = list.extract().map_err(|_| {
            PyTypeError::new_err(format!(
                "expected {what} as a list, or a dictionary of lists by color, found {given:?}"
            ))
        })?;
        all.extend(items.into_iter().map(|item| (ink.1, item)));
    }
    Ok(all)
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
    Ok(Some(Arrow { tail, head: hex(position, &head)?, ink: Ink::default() }))
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
