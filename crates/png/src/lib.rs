//! SVG rendered as PNG.

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree};

/// The maximum side of a picture, in pixels.
const MAX_SIDE: u32 = 16_384;

/// Why a drawing cannot be rendered.
#[derive(Debug, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say what they mean")]
pub enum PngError {
    #[error("not an SVG drawing")]
    Drawing(#[from] resvg::usvg::Error),
    #[error("expected a picture of 1 to {MAX_SIDE} pixels a side, found {width} × {height}")]
    Size { width: u32, height: u32 },
    #[error("the picture cannot be encoded: {0}")]
    Encoding(String),
}

/// Renders an SVG drawing at its own size.
///
/// Only shapes are rendered; system fonts are not used.
pub fn png(svg: &str) -> Result<Vec<u8>, PngError> {
    let tree = Tree::from_str(svg, &Options::default())?;
    let size = tree.size().to_int_size();
    let (width, height) = (size.width(), size.height());
    let room = width.max(height) <= MAX_SIDE;
    let pixmap = if room { Pixmap::new(width, height) } else { None };
    let mut pixmap = pixmap.ok_or(PngError::Size { width, height })?;
    resvg::render(&tree, Transform::default(), &mut pixmap.as_mut());
    pixmap.encode_png().map_err(|error| PngError::Encoding(error.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use waggle_hive_core::notation::parse_game;
    use waggle_hive_core::render::{PictureOptions, Theme, svg};

    #[test]
    fn the_longer_side_has_the_size_asked_for_and_the_picture_is_not_blank() {
        let game = parse_game("Base+MLP;;;wL;bM wL-;wQ -wL;bQ bM-").expect("the game can be read");
        for (size, theme) in [(400, Theme::Light), (1600, Theme::Dark)] {
            let options = PictureOptions { size, theme, names: true };
            let bytes = png(&svg(&game, &options)).expect("it can be painted");
            let pixmap = Pixmap::decode_png(&bytes).expect("it is a PNG");
            assert_eq!(pixmap.width().max(pixmap.height()), size);
            let first = pixmap.pixels()[0];
            let clear = pixmap.pixels().iter().filter(|pixel| pixel.alpha() < 255).count();
            assert_eq!(clear, 0, "the table reaches every edge");
            let drawn = pixmap.pixels().iter().filter(|pixel| **pixel != first).count();
            assert!(drawn * 10 > pixmap.pixels().len(), "only {drawn} pixels are drawn");
        }
    }

    #[test]
    fn invalid_and_oversized_drawings_are_errors() {
        assert!(matches!(png("no drawing"), Err(PngError::Drawing(_))));
        let huge = r#"<svg xmlns="http://www.w3.org/2000/svg" width="20000" height="10"/>"#;
        let error = png(huge).expect_err("it is too large");
        assert_eq!(
            error.to_string(),
            "expected a picture of 1 to 16384 pixels a side, found 20000 × 10"
        );
    }
}
