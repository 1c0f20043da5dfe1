//! The board as SVG.

use super::annotations::{Annotations, Tail};
use super::layout::{Layout, StackAt};
use super::palette::{self, Theme, ThemeColors};
use super::tiles::{TILE, draw_bug, draw_tile, edge, id, put};
use super::{bugs, glyphs};
use crate::rules::{Bug, Color, Game, Hex, Outcome, Piece};

/// The distance of a hex's corners from its center. Tiles are smaller, which leaves a gap.
const HEX: f64 = 100.0;
/// Half the width of a hex.
const HALF: f64 = HEX * 0.866_025_403_784;
/// The margin around everything.
const MARGIN: f64 = 60.0;
/// The minimum width and height of the board, for a single tile.
const MIN_BOARD: (f64, f64) = (12.0 * HALF, 5.0 * HEX);
/// The width of a picture up to which the hands keep their size.
const HANDS_WIDTH: f64 = 1150.0;

/// Options of a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PictureOptions {
    /// The longer side in pixels.
    pub size: u32,
    /// The background.
    pub theme: Theme,
    /// Whether the tiles show the names of the pieces, such as `wA1`.
    pub names: bool,
}

impl Default for PictureOptions {
    fn default() -> Self {
        Self { size: 800, theme: Theme::Light, names: false }
    }
}

/// The current position of a game as a self-contained SVG drawing.
///
/// Black's hand is above the board and White's below it; a small tile marks the side to move.
/// The last piece moved has a bright outline, and its origin a dashed one. A stack shows its
/// covered pieces as small tiles, the lowest on the left. A surrounded queen has a red outline.
pub fn svg(game: &Game, options: &PictureOptions) -> String {
    annotated_svg(game, options, &Annotations::default())
}

/// The same with arrows and marks on it.
pub fn annotated_svg(game: &Game, options: &PictureOptions, annotations: &Annotations) -> String {
    let hexes = annotations.hexes();
    let layout = Layout::with_destinations(game, &hexes);
    let colors = options.theme.colors();
    let frame = Frame::around(&layout);
    let scale = f64::from(options.size) / frame.width.max(frame.height);
    let mut svg = format!(
        r#"<svg xmlns="http://www.w3.org/2000/svg" width="{:.0}" height="{:.0}" viewBox="{:.1} {:.1} {:.1} {:.1}">"#,
        (frame.width * scale).max(1.0),
        (frame.height * scale).max(1.0),
        frame.left,
        frame.top,
        frame.width,
        frame.height,
    );
    svg.push_str("\n<defs>\n");
    for bug in Bug::ALL {
        put(&mut svg, &format!(r#"<g id="{}">{}</g>"#, id(bug), bugs::drawing(bug)));
    }
    svg.push_str("</defs>\n");
    // Larger than the frame, whose sides are rounded to whole pixels.
    put(
        &mut svg,
        &format!(
            r#"<rect x="{:.1}" y="{:.1}" width="{:.1}" height="{:.1}" fill="{}"/>"#,
            frame.left - HEX,
            frame.top - HEX,
            frame.width + 2.0 * HEX,
            frame.height + 2.0 * HEX,
            colors.background
        ),
    );
    for color in [Color::Black, Color::White] {
        hand(&mut svg, game, color, &colors, &frame);
    }
    for stack in &layout.stacks {
        draw_stack(&mut svg, game, &layout, stack, options.names);
    }
    mark_last_move(&mut svg, &layout, &colors);
    let place_of = |hex: Hex| {
        let index = hexes.iter().position(|known| *known == hex)?;
        let (q, r) = layout.destinations[index]?;
        let stack = layout.stacks.iter().find(|stack| (stack.q, stack.r) == (q, r));
        Some(stack.map_or_else(|| center((q, r)), top_of))
    };
    for &(hex, ink) in &annotations.marks {
        if let Some(at) = place_of(hex) {
            edge(&mut svg, at, TILE, options.theme.ink(ink), "");
        }
    }
    for arrow in annotations.arrows.iter().rev() {
        let tail = match arrow.tail {
            Tail::Hex(hex) => place_of(hex),
            Tail::Hand(piece) => frame.place_in_hand(game, piece),
        };
        if let (Some(tail), Some(head)) = (tail, place_of(arrow.head)) {
            draw_arrow(&mut svg, tail, head, options.theme.ink(arrow.ink));
        }
    }
    svg.push_str("</svg>\n");
    svg
}

/// The visible part of the plane.
struct Frame {
    left: f64,
    top: f64,
    width: f64,
    height: f64,
    /// The height of each hand's strip.
    strip: f64,
}

impl Frame {
    fn around(layout: &Layout) -> Self {
        let (mut left, mut right, mut top, mut bottom) = (0.0f64, 0.0f64, 0.0f64, 0.0f64);
        for (index, hex) in layout.hexes().enumerate() {
            let (x, y) = center(hex);
            if index == 0 {
                (left, right, top, bottom) = (x, x, y, y);
            }
            (left, right) = (left.min(x), right.max(x));
            (top, bottom) = (top.min(y), bottom.max(y));
        }
        let width = (right - left + 2.0 * HALF).max(MIN_BOARD.0) + 2.0 * MARGIN;
        let board = (bottom - top + 2.0 * HEX).max(MIN_BOARD.1) + MARGIN;
        // The hands must stay legible in a tall, narrow picture.
        let strip = 125.0 * (width / HANDS_WIDTH).clamp(1.0, 2.0);
        let height = board + 2.0 * strip;
        Self {
            left: f64::midpoint(left, right) - width / 2.0,
            top: f64::midpoint(top, bottom) - height / 2.0,
            width,
            height,
            strip,
        }
    }

    /// The size of what is drawn in the hands, relative to a narrow picture.
    fn unit(&self) -> f64 {
        self.strip / 125.0
    }

    /// The height at which a player's hand is centered.
    fn height_of(&self, color: Color) -> f64 {
        match color {
            Color::Black => self.top + self.strip * 0.56,
            Color::White => self.top + self.height - self.strip * 0.56,
        }
    }

    /// The center of the tile of each kind of bug in a player's hand.
    fn places_in_hand(&self, game: &Game, color: Color) -> impl Iterator<Item = (Bug, (f64, f64))> {
        let position = game.position();
        let held = Bug::ALL.into_iter().filter(move |bug| position.in_hand(color, *bug) > 0);
        let (first, y) = (self.left + 116.0 * self.unit(), self.height_of(color));
        let step = 122.0 * self.unit();
        held.enumerate().map(move |(index, bug)| (bug, (first + index as f64 * step, y)))
    }

    /// The center of the tile that stands for a piece in hand.
    fn place_in_hand(&self, game: &Game, piece: Piece) -> Option<(f64, f64)> {
        let mut places = self.places_in_hand(game, piece.color());
        places.find(|(bug, _)| *bug == piece.bug()).map(|(_, place)| place)
    }
}

fn center((q, r): (i32, i32)) -> (f64, f64) {
    (HALF * f64::from(2 * q + r), 1.5 * HEX * f64::from(r))
}

/// The layout of the top tile of a stack, relative to its center.
struct Face {
    bug_y: f64,
    bug_scale: f64,
    /// The small tiles of the covered pieces.
    covered_y: f64,
    covered_radius: f64,
    name_y: f64,
    name_height: f64,
}

impl Face {
    const fn of(names: bool, is_stack: bool) -> Self {
        let (bug_y, bug_scale) = match (names, is_stack) {
            (false, false) => (0.0, 0.9),
            (false, true) => (-18.0, 0.76),
            (true, false) => (-18.0, 0.72),
            (true, true) => (-41.0, 0.46),
        };
        let (covered_y, covered_radius) = if names { (12.0, 25.0) } else { (50.0, 28.0) };
        let name_height = if is_stack { 20.0 } else { 23.0 };
        Self { bug_y, bug_scale, covered_y, covered_radius, name_y: 51.0, name_height }
    }
}

/// The center of the top tile of a stack.
fn top_of(stack: &StackAt) -> (f64, f64) {
    let (x, y) = center((stack.q, stack.r));
    let (dx, dy) = lift(stack, stack.covered().len());
    (x + dx, y + dy)
}

/// The offset of the tile at this height, which leaves the edges below it visible.
fn lift(stack: &StackAt, height: usize) -> (f64, f64) {
    let step = (30.0 / stack.covered().len().max(1) as f64).min(13.0);
    (0.0, -step * height as f64)
}

fn draw_stack(svg: &mut String, game: &Game, layout: &Layout, stack: &StackAt, names: bool) {
    let (x, y) = center((stack.q, stack.r));
    for (height, piece) in stack.pieces.iter().enumerate() {
        let (dx, dy) = lift(stack, height);
        draw_tile(svg, piece.color(), (x + dx, y + dy), TILE);
    }
    let piece = stack.top();
    let covered = stack.covered();
    let (x, y) = top_of(stack);
    let face = Face::of(names, !covered.is_empty());
    draw_bug(svg, piece, (x, y + face.bug_y), face.bug_scale);
    let step = (104.0 / covered.len().max(1) as f64).min(44.0);
    for (index, below) in covered.iter().enumerate() {
        let shift = (index as f64 - (covered.len() as f64 - 1.0) / 2.0) * step;
        let at = (x + shift, y + face.covered_y);
        draw_tile(svg, below.color(), at, face.covered_radius);
        draw_bug(svg, *below, at, face.covered_radius / TILE * 0.96);
    }
    if names {
        let at = (x, y + face.name_y);
        let color = palette::bug(piece);
        put(svg, &glyphs::lettering(&piece.to_string(), at, face.name_height, color));
    }
    let position = game.position();
    for color in Color::ALL {
        let queen = Piece::queen(color);
        let lost = match game.outcome() {
            Some(Outcome::Win(winner)) => winner != color,
            Some(Outcome::Draw) => position.hex_of(queen).is_some(),
            None => false,
        };
        if lost && stack.pieces.contains(&queen) && layout.last_piece != Some(piece) {
            edge(svg, (x, y), TILE, "#e03131", "");
        }
    }
}

fn mark_last_move(svg: &mut String, layout: &Layout, colors: &ThemeColors) {
    if let Some(from) = layout.last_from {
        let stack = layout.stacks.iter().find(|stack| (stack.q, stack.r) == from);
        let at = stack.map_or_else(|| center(from), top_of);
        edge(svg, at, TILE, colors.accent, r#" stroke-dasharray="22 20" stroke-linecap="round""#);
    }
    let stack = layout.stacks.iter().find(|stack| Some(stack.top()) == layout.last_piece);
    if let Some(stack) = stack {
        edge(svg, top_of(stack), TILE, colors.accent, "");
    }
}

/// An arrow between two centers, from outside a bug to just short of the middle.
fn draw_arrow(svg: &mut String, tail: (f64, f64), head: (f64, f64), color: &str) {
    const WIDTH: f64 = 16.0;
    const HEAD: (f64, f64) = (46.0, 27.0);
    let (dx, dy) = (head.0 - tail.0, head.1 - tail.1);
    let length = dx.hypot(dy);
    if length < 1.0 {
        return;
    }
    let (dx, dy) = (dx / length, dy / length);
    // Along the arrow from its tail, and to its right.
    let at = |along: f64, aside: f64| {
        (tail.0 + dx * along - dy * aside, tail.1 + dy * along + dx * aside)
    };
    let end = length - 14.0;
    let start = at((end - HEAD.0 - 20.0).min(30.0), 0.0);
    let neck = at(end - HEAD.0, 0.0);
    let corners = [at(end, 0.0), at(end - HEAD.0, HEAD.1), at(end - HEAD.0, -HEAD.1)];
    let corners = corners.map(|(x, y)| format!("{x:.1},{y:.1}")).join(" ");
    put(svg, &format!(r#"<g stroke="{color}" fill="{color}" opacity="0.85">"#));
    put(
        svg,
        &format!(
            r#"<path d="M{:.1} {:.1}L{:.1} {:.1}" stroke-width="{WIDTH}" stroke-linecap="round"/>"#,
            start.0, start.1, neck.0, neck.1
        ),
    );
    put(svg, &format!(r#"<polygon points="{corners}" stroke="none"/>"#));
    put(svg, "</g>");
}

/// The pieces in hand, in a row.
fn hand(svg: &mut String, game: &Game, color: Color, colors: &ThemeColors, frame: &Frame) {
    let unit = frame.unit();
    let position = game.position();
    if game.outcome().is_none() && position.side_to_move() == color {
        let at = (frame.left + 38.0 * unit, frame.height_of(color));
        draw_tile(svg, color, at, 22.0 * unit);
        edge(svg, at, 22.0 * unit, colors.accent, "");
    }
    for (bug, (x, y)) in frame.places_in_hand(game, color) {
        let Some(piece) = position.next_in_hand(color, bug) else { continue };
        draw_tile(svg, color, (x, y), 46.0 * unit);
        draw_bug(svg, piece, (x, y), 0.47 * unit);
        let count = position.in_hand(color, bug);
        if count > 1 {
            let at = (x + 58.0 * unit, y);
            put(svg, &glyphs::lettering(&count.to_string(), at, 26.0 * unit, colors.label));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::tiles::{EDGE, edge_width};
    use super::super::{Arrow, Ink};
    use super::*;
    use crate::notation::{parse_game, parse_move, parse_piece};
    use crate::rules::Direction;

    fn drawing(game: &str, names: bool) -> String {
        let game = parse_game(game).expect("the game can be read");
        let svg = svg(&game, &PictureOptions { names, ..PictureOptions::default() });
        // Without the drawings of the bugs, which may change.
        let after = svg.split_once("</defs>\n").expect("the bugs are defined first").1;
        after.to_owned()
    }

    #[test]
    fn a_stack_an_origin_and_the_hands_are_drawn() {
        insta::assert_snapshot!(drawing(
            "Base;;;wS1;bB1 wS1-;wB1 -wS1;bQ bB1-;wQ /wS1;bS1 bQ-;wB1 wS1",
            true
        ));
    }

    #[test]
    fn every_piece_on_the_table_is_drawn() {
        let drawing =
            drawing("Base;;;wS1;bB1 wS1-;wB1 -wS1;bQ bB1-;wQ /wS1;bS1 bQ-;wB1 wS1", false);
        // Six on the table, one of them covered; in each hand four kinds, but no queen.
        assert_eq!(drawing.matches("#beetle").count(), 2 + 2);
        assert_eq!(drawing.matches("#queen").count(), 2);
        assert_eq!(drawing.matches("#ant").count(), 2);
        assert_eq!(drawing.matches("stroke-dasharray").count(), 1, "where the beetle came from");
    }

    #[test]
    fn the_outline_of_a_tile_does_not_touch_its_name() {
        for is_stack in [false, true] {
            let face = Face::of(true, is_stack);
            // The widest names have three letters.
            let right = glyphs::width(3, face.name_height) / 2.0;
            let stroke = glyphs::STROKE * face.name_height / glyphs::HEIGHT;
            let bottom = face.name_y + f64::midpoint(face.name_height, stroke);
            // The lower edges fall towards the middle at 30 degrees.
            let edge = TILE * EDGE - right / 3.0_f64.sqrt();
            let inside = edge - edge_width(TILE) / 2.0 / 30.0_f64.to_radians().cos();
            assert!(bottom < inside, "stack {is_stack}: {bottom} is not above {inside}");
        }
    }

    #[test]
    fn arrows_and_marks_are_drawn_where_there_is_a_place_for_them() {
        let game =
            parse_game("Base;;;wS1;bB1 wS1-;wB1 -wS1;bQ bB1-").expect("the game can be read");
        let position = game.position();
        let hex = |name| position.hex_of(parse_piece(name).expect("a piece")).expect("in play");
        let arrows = ["wA1 -wB1", "wB1 wS1", "pass"].map(|text| {
            Arrow::of(position, parse_move(position, text).expect("a move can be read"))
        });
        let far = hex("bQ").stepped(Direction::East, 5);
        let beside = hex("bQ").stepped(Direction::East, 1);
        let mut annotations = Annotations {
            arrows: arrows.into_iter().flatten().collect(),
            marks: vec![(hex("wS1"), Ink::Green), (beside, Ink::Blue), (far, Ink::Green)],
        };
        assert_eq!(annotations.arrows.len(), 2, "a pass has none");
        annotations.arrows.push(Arrow { tail: Tail::Hex(far), head: hex("wS1"), ink: Ink::Red });
        let plain = svg(&game, &PictureOptions::default());
        let drawing = annotated_svg(&game, &PictureOptions::default(), &annotations);
        let added = |what: &str| drawing.matches(what).count() - plain.matches(what).count();
        assert_eq!((added("<path d=\"M"), added("opacity=\"0.85\"")), (2, 2));
        for outline in ["#2b8a3e", "#1864ab"] {
            assert_eq!(added(&format!("fill=\"none\" stroke=\"{outline}\"")), 1);
        }
    }

    #[test]
    fn an_empty_table_has_only_hands() {
        let drawing = drawing("Base+MLP", true);
        assert_eq!(drawing.matches("<use ").count(), 2 * Bug::ALL.len());
    }
}
