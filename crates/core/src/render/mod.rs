//! Positions as pictures: text for a terminal, and SVG.
//!
//! [`Layout`] unrolls the torus into the plane; [`text()`] and [`svg()`] draw it, and
//! [`annotated_svg`] with arrows and marks. Everything in
//! an SVG picture is a shape, including letters, so it needs no font and looks the same
//! everywhere.

mod annotations;
mod bugs;
mod glyphs;
mod layout;
mod palette;
mod svg;
mod symbols;
mod text;
mod tiles;

pub use annotations::{Annotations, Arrow, Ink, Tail};
pub use layout::{Layout, StackAt};
pub use palette::Theme;
pub use svg::{PictureOptions, annotated_svg, svg};
pub use symbols::symbols;
pub use text::{TextOptions, board_and_hands, text};
