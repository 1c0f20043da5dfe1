//! The parts of pictures, for pages that draw many positions.

use super::tiles::{EDGE, TILE, corners, draw_tile, id, put};
use super::{bugs, palette};
use crate::rules::{Bug, Color, Piece};

/// The content of an SVG `defs` element: the tiles `tile-w` and `tile-b`, the bugs of both
/// players by color and letter, such as `wQ`, and the outline `edge` of a tile, which inherits
/// its stroke.
///
/// All are centered on the origin. Neighbors in a row are 173.2 apart, and rows 150.
pub fn symbols() -> String {
    let mut symbols = String::new();
    for color in Color::ALL {
        put(&mut symbols, &format!(r#"<g id="tile-{}">"#, color.letter()));
        draw_tile(&mut symbols, color, (0.0, 0.0), TILE);
        put(&mut symbols, "</g>");
    }
    put(
        &mut symbols,
        &format!(
            r#"<polygon id="edge" points="{}" fill="none" stroke-linejoin="round"/>"#,
            corners((0.0, 0.0), TILE * EDGE)
        ),
    );
    for bug in Bug::ALL {
        put(&mut symbols, &format!("<g id=\"{}\">{}</g>", id(bug), bugs::drawing(bug)));
        for color in Color::ALL {
            let Some(piece) = Piece::new(color, bug, 1) else { continue };
            let (face, _) = palette::tile(color);
            put(
                &mut symbols,
                &format!(
                    "<use id=\"{}{}\" href=\"#{}\" color=\"{}\" fill=\"{face}\" stroke=\"{face}\"/>",
                    color.letter(),
                    bug.letter(),
                    id(bug),
                    palette::bug(piece),
                ),
            );
        }
    }
    symbols
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_piece_has_its_tile_and_its_bug() {
        let symbols = symbols();
        for piece in Piece::all() {
            let (color, bug) = (piece.color().letter(), piece.bug().letter());
            assert_eq!(symbols.matches(&format!(r#"id="{color}{bug}""#)).count(), 1);
            assert_eq!(symbols.matches(&format!(r#"id="tile-{color}""#)).count(), 1);
        }
        assert!(symbols.contains(r#"id="edge""#));
    }
}
