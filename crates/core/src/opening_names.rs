//! The names that players and books have given to openings and formations, from `opening_names.txt`.

use std::sync::LazyLock;

use crate::notation::{hop, parse_archived_game};
use crate::rules::{Color, Direction, Game, Hex, Move, Piece};

/// The list as text that any program can read, under CC0: blocks of fields, explained in its head.
pub const OPENING_NAMES: &str = include_str!("opening_names.txt");

/// Plies within which both queens are placed.
const PLIES: usize = 8;

/// An opening or a formation that has a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedOpening(Vec<(&'static str, &'static str)>);

static ALL: LazyLock<Vec<NamedOpening>> = LazyLock::new(|| {
    let blocks = OPENING_NAMES.split("\n\n").map(|block| {
        let lines = block.lines().filter(|line| !line.starts_with('#'));
        NamedOpening(lines.filter_map(|line| line.split_once(": ")).collect())
    });
    blocks.filter(|entry| !entry.0.is_empty()).collect()
});

impl NamedOpening {
    /// All of the list.
    pub fn all() -> &'static [Self] {
        &ALL
    }

    /// The values of a field, such as `source`.
    pub fn fields(&self, name: &str) -> impl Iterator<Item = &'static str> {
        self.0.iter().filter(move |(field, _)| *field == name).map(|(_, value)| *value)
    }

    /// The value of a field, empty if it is missing.
    pub fn field(&self, name: &str) -> &'static str {
        self.fields(name).next().unwrap_or_default()
    }

    /// The game or the position that shows it.
    pub fn example(&self) -> Option<Game> {
        parse_archived_game(self.field("example")).ok().filter(|game| game.position().ply() > 0)
    }

    fn fits(&self, game: &Game, first: Piece, queens: Option<&str>) -> bool {
        let fits = |&(field, value): &(&str, &str)| match field {
            "first" => Some(value.starts_with(first.bug().letter())),
            "queens" => Some(queens == Some(value)),
            "position" => Some(self.example().is_some_and(|example| {
                let length = example.moves().len();
                length == game.moves().len() && shape(&example) == shape(game)
            })),
            _ => None,
        };
        let mut fits = self.0.iter().filter_map(fits).peekable();
        fits.peek().is_some() && fits.all(|it| it)
    }
}

/// The position up to symmetry and numbering, without the piece that moved last.
fn shape(game: &Game) -> String {
    hop(game.position()).replace('!', "")
}

/// The names of the openings as which a game began, such as `J Opening, Ladybug Opening`; `None` if
/// it began in no way that has a name, or in a position set up.
///
/// ```
/// use waggle_hive_core::notation::parse_game;
/// use waggle_hive_core::opening_names::opening_name;
///
/// let game = parse_game("wL;bB1 wL-;wQ -wL;bQ bB1/")?;
/// let name = opening_name(&game.restarted(), game.moves());
/// assert_eq!(name.as_deref(), Some("J Opening, Ladybug Opening"));
/// # Ok::<(), waggle_hive_core::notation::GameStringError>(())
/// ```
pub fn opening_name(beginning: &Game, moves: impl IntoIterator<Item = Move>) -> Option<String> {
    // The opening explorer of a page shows no name, and has no room for the list.
    let is_explorer = cfg!(all(feature = "json", target_family = "wasm"));
    if is_explorer || beginning.start().is_some() {
        return None;
    }
    let mut game = beginning.clone();
    let mut placed: Vec<(Piece, Hex)> = vec![];
    let mut names: Vec<&str> = vec![];
    for mv in moves.into_iter().take(PLIES) {
        game.play(mv).ok()?;
        if let Move::To { piece, hex } = mv
            && placed.iter().all(|(other, _)| *other != piece)
        {
            placed.push((piece, hex));
        }
        let queens = queens(&placed);
        let first = placed.first()?.0;
        for entry in NamedOpening::all().iter().filter(|entry| entry.fits(&game, first, queens)) {
            let name = entry.field("name");
            if !names.contains(&name) {
                names.push(name);
            }
        }
    }
    let of_list = NamedOpening::all().iter().map(|entry| entry.field("name"));
    let names: Vec<&str> = of_list.filter(|name| names.contains(name)).collect();
    (!names.is_empty()).then(|| names.join(", "))
}

/// Where the queens were placed, as the list says it; `None` before both are, and if one came first.
fn queens(placed: &[(Piece, Hex)]) -> Option<&'static str> {
    let first = |color| placed.iter().find(|(piece, _)| piece.color() == color).copied();
    let queen = |color| placed.iter().find(|(piece, _)| *piece == Piece::queen(color)).copied();
    let (white, black) = (first(Color::White)?, first(Color::Black)?);
    let (white_queen, black_queen) = (queen(Color::White)?, queen(Color::Black)?);
    if white == white_queen || black == black_queen {
        return None;
    }
    let ahead = white.1.direction_to(black.1)?;
    let bends =
        (bend(white.1, white_queen.1, ahead.opposite()), bend(black.1, black_queen.1, ahead));
    Some(match bends {
        (Some(0), Some(0)) => "inline inline",
        (Some(0), Some(_)) => "inline elbow",
        (Some(_), Some(0)) => "elbow inline",
        (Some(white), Some(black)) if white == black => "elbow elbow, opposite sides",
        (Some(_), Some(_)) => "elbow elbow, same side",
        _ => "apart",
    })
}

/// How the way to the queen turns from straight ahead: 0, or 1 clockwise, or -1; `None` if she is not there.
fn bend(first: Hex, queen: Hex, ahead: Direction) -> Option<i8> {
    let direction = first.direction_to(queen)?;
    let ways = [ahead.counterclockwise(), ahead, ahead.clockwise()];
    [-1, 0, 1].into_iter().zip(ways).find(|(_, way)| *way == direction).map(|(turn, _)| turn)
}
