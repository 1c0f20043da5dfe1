//! Positions as pictures: text for a terminal, SVG, PNG.
//!
//! [`Layout`] unrolls the torus into the plane; [`text()`] and [`svg()`] draw it, and
//! [`png()`] paints the SVG. Everything in a picture is a shape of our own, letters
//! too, so that it looks the same everywhere and needs no font. Nothing here reads
//! or writes files.

mod bugs;
mod glyphs;
mod layout;
mod palette;
mod png;
mod svg;
mod symbols;
mod text;

pub use layout::{Layout, Place};
pub use palette::Theme;
pub use png::{PngError, png};
pub use svg::{PictureOptions, svg};
pub use symbols::symbols;
pub use text::text;
