//! A tile, its bug and its outline as SVG shapes.

use super::palette;
use crate::rules::{Bug, Color, Piece};

/// The distance of a tile's corners from its center.
pub(super) const TILE: f64 = 93.0;
/// The radius of a tile's outline, as a fraction of the tile's.
pub(super) const EDGE: f64 = 0.94;

/// The id of a bug's drawing.
pub(super) const fn id(bug: Bug) -> &'static str {
    match bug {
        Bug::Queen => "queen",
        Bug::Spider => "spider",
        Bug::Beetle => "beetle",
        Bug::Grasshopper => "grasshopper",
        Bug::Ant => "ant",
        Bug::Mosquito => "mosquito",
        Bug::Ladybug => "ladybug",
        Bug::Pillbug => "pillbug",
    }
}

pub(super) fn put(svg: &mut String, line: &str) {
    svg.push_str(line);
    svg.push('\n');
}

pub(super) fn corners((x, y): (f64, f64), radius: f64) -> String {
    let (half, quarter) = (radius * 0.866_025_403_784, radius / 2.0);
    [
        (0.0, -radius),
        (half, -quarter),
        (half, quarter),
        (0.0, radius),
        (-half, quarter),
        (-half, -quarter),
    ]
    .map(|(dx, dy)| format!("{:.1},{:.1}", x + dx, y + dy))
    .join(" ")
}

/// A tile without its bug.
pub(super) fn draw_tile(svg: &mut String, color: Color, at: (f64, f64), radius: f64) {
    let (face, edge) = palette::tile(color);
    let width = radius * 0.05;
    // A wide stroke in the color of the face rounds the corners; the edge is below it.
    for (paint, stroke) in [(edge, radius * 0.16 + 2.0 * width), (face, radius * 0.16)] {
        put(
            svg,
            &format!(
                r#"<polygon points="{}" fill="{paint}" stroke="{paint}" stroke-width="{stroke:.1}" stroke-linejoin="round"/>"#,
                corners(at, radius * 0.9 - width)
            ),
        );
    }
}

pub(super) fn draw_bug(svg: &mut String, piece: Piece, (x, y): (f64, f64), scale: f64) {
    let (face, _) = palette::tile(piece.color());
    put(
        svg,
        &format!(
            r##"<use href="#{}" transform="translate({x:.1} {y:.1}) scale({scale:.3})" color="{}" fill="{face}" stroke="{face}"/>"##,
            id(piece.bug()),
            palette::bug(piece)
        ),
    );
}

/// An outline around a tile of this radius.
pub(super) fn edge(svg: &mut String, at: (f64, f64), radius: f64, color: &str, more: &str) {
    put(
        svg,
        &format!(
            r#"<polygon points="{}" fill="none" stroke="{color}" stroke-width="{:.1}" stroke-linejoin="round"{more}/>"#,
            corners(at, radius * EDGE),
            edge_width(radius)
        ),
    );
}

/// The stroke width of such an outline.
pub(super) fn edge_width(radius: f64) -> f64 {
    4.0 + radius * 0.065
}
