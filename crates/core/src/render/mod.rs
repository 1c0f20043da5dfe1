//! Positions as pictures: text for a terminal, SVG, PNG.
//!
//! [`Layout`] unrolls the torus into the plane; [`text()`] and [`svg()`] draw it, and `png`,
//! of the feature `program`, renders the SVG. Everything in a picture is a shape, including
//! letters, so that it needs no font and looks the same everywhere. Nothing here reads or
//! writes files.

mod bugs;
mod glyphs;
mod layout;
mod palette;
mod svg;
mod symbols;
mod text;
mod tiles;

pub use layout::{Layout, StackAt};
pub use palette::Theme;
pub use svg::{PictureOptions, svg};
pub use symbols::symbols;
pub use text::{TextOptions, board_and_hands, text};
