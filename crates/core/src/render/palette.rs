//! Colors: ivory and black tiles, and a color for each bug.

use anstyle::{Ansi256Color, Style};

use super::annotations::Ink;
use crate::rules::{Bug, Color, Piece};

/// The background of a picture.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Theme {
    /// A light table.
    #[default]
    Light,
    /// A dark table.
    Dark,
}

/// The colors of a theme, in SVG syntax.
pub(super) struct ThemeColors {
    pub(super) background: &'static str,
    pub(super) label: &'static str,
    pub(super) accent: &'static str,
}

impl Theme {
    /// The colors as CSS properties: `--table`, `--label`, `--accent`.
    pub fn css(self) -> String {
        let ThemeColors { background, label, accent, .. } = self.colors();
        format!("--table:{background};--label:{label};--accent:{accent};")
    }

    pub(super) const fn colors(self) -> ThemeColors {
        match self {
            Self::Light => {
                ThemeColors { background: "#ccd8dc", label: "#33424a", accent: "#e8590c" }
            }
            Self::Dark => {
                ThemeColors { background: "#3a4750", label: "#d5dee3", accent: "#ff922b" }
            }
        }
    }

    /// The color of an arrow or an outline.
    pub(super) const fn ink(self, ink: Ink) -> &'static str {
        match (self, ink) {
            (Self::Light, Ink::Green) => "#2b8a3e",
            (Self::Light, Ink::Red) => "#c92a2a",
            (Self::Light, Ink::Blue) => "#1864ab",
            (Self::Light, Ink::Yellow) => "#f08c00",
            (Self::Dark, Ink::Green) => "#69db7c",
            (Self::Dark, Ink::Red) => "#ff6b6b",
            (Self::Dark, Ink::Blue) => "#4dabf7",
            (Self::Dark, Ink::Yellow) => "#ffd43b",
        }
    }
}

/// The colors of a tile: its face and its edge.
pub(super) const fn tile(color: Color) -> (&'static str, &'static str) {
    match color {
        Color::White => ("#fbf4e0", "#bfae84"),
        Color::Black => ("#232328", "#6f6f7a"),
    }
}

/// The color of a bug on its player's tile: the same hue, darker on ivory, brighter on black.
pub(super) const fn bug(piece: Piece) -> &'static str {
    match (piece.color(), piece.bug()) {
        (Color::White, Bug::Queen) => "#dc9a00",
        (Color::White, Bug::Spider) => "#7a4a21",
        (Color::White, Bug::Beetle) => "#7b3fa8",
        (Color::White, Bug::Grasshopper) => "#2c8a3c",
        (Color::White, Bug::Ant) => "#2364bd",
        (Color::White, Bug::Mosquito) => "#767c86",
        (Color::White, Bug::Ladybug) => "#cc2a2a",
        (Color::White, Bug::Pillbug) => "#0b8f8c",
        (Color::Black, Bug::Queen) => "#ffc92e",
        (Color::Black, Bug::Spider) => "#bb7b46",
        (Color::Black, Bug::Beetle) => "#b57be0",
        (Color::Black, Bug::Grasshopper) => "#58c469",
        (Color::Black, Bug::Ant) => "#5b9df0",
        (Color::Black, Bug::Mosquito) => "#aeb4be",
        (Color::Black, Bug::Ladybug) => "#f25555",
        (Color::Black, Bug::Pillbug) => "#2fc9c4",
    }
}

/// The style of a piece's name in a terminal with 256 colors.
pub(super) const fn terminal_style(piece: Piece) -> Style {
    const IVORY: u8 = 230;
    const BLACK: u8 = 235;
    match (piece.color(), piece.bug()) {
        (Color::White, Bug::Queen) => style(136, IVORY),
        (Color::White, Bug::Spider) => style(94, IVORY),
        (Color::White, Bug::Beetle) => style(91, IVORY),
        (Color::White, Bug::Grasshopper) => style(28, IVORY),
        (Color::White, Bug::Ant) => style(26, IVORY),
        (Color::White, Bug::Mosquito) => style(242, IVORY),
        (Color::White, Bug::Ladybug) => style(160, IVORY),
        (Color::White, Bug::Pillbug) => style(30, IVORY),
        (Color::Black, Bug::Queen) => style(220, BLACK),
        (Color::Black, Bug::Spider) => style(173, BLACK),
        (Color::Black, Bug::Beetle) => style(177, BLACK),
        (Color::Black, Bug::Grasshopper) => style(77, BLACK),
        (Color::Black, Bug::Ant) => style(75, BLACK),
        (Color::Black, Bug::Mosquito) => style(250, BLACK),
        (Color::Black, Bug::Ladybug) => style(203, BLACK),
        (Color::Black, Bug::Pillbug) => style(44, BLACK),
    }
}

/// The style of the marks of the last move.
pub(super) const fn mark_style() -> Style {
    const ORANGE: u8 = 208;
    Style::new().bold().fg_color(Some(anstyle::Color::Ansi256(Ansi256Color(ORANGE))))
}

/// The style of a destination's number.
pub(super) const fn destination_style() -> Style {
    const INK: u8 = 16;
    const MEADOW: u8 = 114;
    style(INK, MEADOW)
}

/// A style from two of a terminal's 256 colors.
const fn style(foreground: u8, background: u8) -> Style {
    Style::new()
        .bold()
        .fg_color(Some(anstyle::Color::Ansi256(Ansi256Color(foreground))))
        .bg_color(Some(anstyle::Color::Ansi256(Ansi256Color(background))))
}
