//! The mobility of a player around the opponent's queen.

/// How a liberty of the opponent's queen can be filled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FillMethod {
    /// By one slide.
    Slide,
    /// By a step down from the top of the hive.
    StepDown,
    /// By a spider's walk.
    Spider,
    /// By a jump.
    Jump,
    /// By an ant's walk.
    Ant,
    /// By a ladybug's run.
    Ladybug,
    /// By a throw of either player's piece.
    Throw,
    /// By a new piece.
    Placement,
}

impl FillMethod {
    /// The number of methods.
    pub const COUNT: usize = Self::Placement as usize + 1;
}

/// The mobility of a player. Everything but `ring`, `open`, `three_ways`, `entries` and the
/// liberties beside one player only is zero while a queen is in hand.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Mobility {
    /// The liberties of the opponent's queen that can be filled, one bit per direction from her,
    /// by [`FillMethod`]. Mosquitoes count as the bug they copy.
    pub fillable: [u8; FillMethod::COUNT],
    /// The pieces that can fill one or climb onto her without opening another, one bit per index.
    pub attackers: u32,
    /// The filled hexes around the opponent's queen, one bit per direction; 0 while she is in hand.
    pub ring: u8,
    /// The number of liberties of the opponent's queen that slides from outside the hive reach.
    pub open: u8,
    /// The kinds of bugs that the mosquito touches, one bit per kind.
    pub mimicked: u8,
    /// The number of pieces of both players that can be thrown.
    pub throwable: u8,
    /// Whether the player's own queen can be thrown.
    pub queen_throwable: bool,
    /// The number of hexes where pieces can be placed.
    pub entries: u8,
    /// The number of pinned pieces on the ground with three gaps around them.
    pub three_ways: u8,
    /// The number of liberties of the opponent's queen that touch pieces of this player only; the
    /// opponent's on her hex are not counted.
    pub liberties_beside_us: u8,
    /// The number of those that touch pieces of the opponent only, besides her hex.
    pub liberties_beside_them: u8,
}
