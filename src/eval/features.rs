//! The features of a position: small counts for each player.

use std::fmt;

use super::info::FillMethod;
use crate::rules::Bug;

/// What is counted for a player for each kind of bug.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PieceFeature {
    InHand,
    /// Another piece stands on it.
    Covered,
    /// It holds the hive together.
    Pinned,
    /// It stands on another piece.
    Atop,
    /// It could leave, but has no way to slide.
    Hemmed,
    /// It can slide one way.
    OneWay,
    /// It can slide several ways.
    ManyWays,
    BesideTheirQueen,
    PinnedBesideTheirQueen,
    BesideOurQueen,
    PinnedBesideOurQueen,
}

/// What is counted for a player once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PlayerFeature {
    /// One of these is 1: how many liberties of our queen are filled.
    Filled0,
    Filled1,
    Filled2,
    Filled3,
    Filled4,
    Filled5,
    /// A piece of theirs on top of our queen.
    QueenCoveredByThem,
    /// Liberties of their queen that our next move can fill.
    Fillable,
    /// Those that it can fill by each means.
    FillableBySlide,
    FillableByStepDown,
    FillableBySpider,
    FillableByJump,
    FillableByAnt,
    FillableByLadybug,
    FillableByThrow,
    FillableByPlacement,
    /// Their queen has one liberty left, and we can fill it.
    LastLibertyFillable,
    /// Their queen has two liberties left, and we can fill both.
    TwoLibertiesFillable,
    /// Liberties of their queen to which slides lead.
    Open,
    /// Our pieces that can come beside their queen.
    Attackers,
    /// Hexes where we can place pieces.
    Entries,
    /// Pieces that we can throw.
    Throwable,
    /// One if our mosquito touches such a bug.
    MosquitoAsQueen,
    MosquitoAsSpider,
    MosquitoAsBeetle,
    MosquitoAsGrasshopper,
    MosquitoAsAnt,
    MosquitoAsLadybug,
    MosquitoAsPillbug,
}

impl PlayerFeature {
    /// By how many liberties are filled.
    pub(super) const FILLED: [Self; 6] =
        [Self::Filled0, Self::Filled1, Self::Filled2, Self::Filled3, Self::Filled4, Self::Filled5];

    /// In the order of [`FillMethod`].
    pub(super) const FILLABLE_BY: [Self; FillMethod::COUNT] = [
        Self::FillableBySlide,
        Self::FillableByStepDown,
        Self::FillableBySpider,
        Self::FillableByJump,
        Self::FillableByAnt,
        Self::FillableByLadybug,
        Self::FillableByThrow,
        Self::FillableByPlacement,
    ];

    /// By the kind of bug that the mosquito touches.
    pub(super) const MIMICKED: [(Bug, Self); 7] = [
        (Bug::Queen, Self::MosquitoAsQueen),
        (Bug::Spider, Self::MosquitoAsSpider),
        (Bug::Beetle, Self::MosquitoAsBeetle),
        (Bug::Grasshopper, Self::MosquitoAsGrasshopper),
        (Bug::Ant, Self::MosquitoAsAnt),
        (Bug::Ladybug, Self::MosquitoAsLadybug),
        (Bug::Pillbug, Self::MosquitoAsPillbug),
    ];
}

const PIECE_FEATURES: [PieceFeature; 11] = [
    PieceFeature::InHand,
    PieceFeature::Covered,
    PieceFeature::Pinned,
    PieceFeature::Atop,
    PieceFeature::Hemmed,
    PieceFeature::OneWay,
    PieceFeature::ManyWays,
    PieceFeature::BesideTheirQueen,
    PieceFeature::PinnedBesideTheirQueen,
    PieceFeature::BesideOurQueen,
    PieceFeature::PinnedBesideOurQueen,
];

const PLAYER_FEATURES: [PlayerFeature; 29] = [
    PlayerFeature::Filled0,
    PlayerFeature::Filled1,
    PlayerFeature::Filled2,
    PlayerFeature::Filled3,
    PlayerFeature::Filled4,
    PlayerFeature::Filled5,
    PlayerFeature::QueenCoveredByThem,
    PlayerFeature::Fillable,
    PlayerFeature::FillableBySlide,
    PlayerFeature::FillableByStepDown,
    PlayerFeature::FillableBySpider,
    PlayerFeature::FillableByJump,
    PlayerFeature::FillableByAnt,
    PlayerFeature::FillableByLadybug,
    PlayerFeature::FillableByThrow,
    PlayerFeature::FillableByPlacement,
    PlayerFeature::LastLibertyFillable,
    PlayerFeature::TwoLibertiesFillable,
    PlayerFeature::Open,
    PlayerFeature::Attackers,
    PlayerFeature::Entries,
    PlayerFeature::Throwable,
    PlayerFeature::MosquitoAsQueen,
    PlayerFeature::MosquitoAsSpider,
    PlayerFeature::MosquitoAsBeetle,
    PlayerFeature::MosquitoAsGrasshopper,
    PlayerFeature::MosquitoAsAnt,
    PlayerFeature::MosquitoAsLadybug,
    PlayerFeature::MosquitoAsPillbug,
];

const FIRST_PLAYER_FEATURE: usize = Bug::ALL.len() * PIECE_FEATURES.len();

/// The index of what is counted for a kind of bug.
pub(super) const fn of_piece(bug: Bug, what: PieceFeature) -> usize {
    bug as usize * PIECE_FEATURES.len() + what as usize
}

/// The index of what is counted once.
pub(super) const fn of_player(what: PlayerFeature) -> usize {
    FIRST_PLAYER_FEATURE + what as usize
}

/// One of the features.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Feature(u8);

impl Feature {
    /// How many features there are.
    pub const COUNT: usize = FIRST_PLAYER_FEATURE + PLAYER_FEATURES.len();

    /// All features in the order of their index.
    pub fn all() -> impl ExactSizeIterator<Item = Self> {
        (0..Self::COUNT).map(|index| Self(index as u8))
    }

    /// A dense number below [`Feature::COUNT`].
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

impl fmt::Display for Feature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let index = self.index();
        if index >= FIRST_PLAYER_FEATURE {
            return f.pad(match PLAYER_FEATURES[index - FIRST_PLAYER_FEATURE] {
                PlayerFeature::Filled0 => "queen has 6 liberties",
                PlayerFeature::Filled1 => "queen has 5 liberties",
                PlayerFeature::Filled2 => "queen has 4 liberties",
                PlayerFeature::Filled3 => "queen has 3 liberties",
                PlayerFeature::Filled4 => "queen has 2 liberties",
                PlayerFeature::Filled5 => "queen has 1 liberty",
                PlayerFeature::QueenCoveredByThem => "queen is covered by them",
                PlayerFeature::Fillable => "liberties of their queen we can fill",
                PlayerFeature::FillableBySlide => "liberties we can fill by a slide",
                PlayerFeature::FillableByStepDown => "liberties we can fill from above",
                PlayerFeature::FillableBySpider => "liberties we can fill with a spider",
                PlayerFeature::FillableByJump => "liberties we can fill by a jump",
                PlayerFeature::FillableByAnt => "liberties we can fill with an ant",
                PlayerFeature::FillableByLadybug => "liberties we can fill with a ladybug",
                PlayerFeature::FillableByThrow => "liberties we can fill by a throw",
                PlayerFeature::FillableByPlacement => "liberties we can fill from hand",
                PlayerFeature::LastLibertyFillable => "their last liberty can be filled",
                PlayerFeature::TwoLibertiesFillable => "their last two liberties can be filled",
                PlayerFeature::Open => "liberties of their queen open to slides",
                PlayerFeature::Attackers => "pieces that can attack their queen",
                PlayerFeature::Entries => "hexes to place on",
                PlayerFeature::Throwable => "pieces we can throw",
                PlayerFeature::MosquitoAsQueen => "Mosquito moves as a queen",
                PlayerFeature::MosquitoAsSpider => "Mosquito moves as a spider",
                PlayerFeature::MosquitoAsBeetle => "Mosquito moves as a beetle",
                PlayerFeature::MosquitoAsGrasshopper => "Mosquito moves as a grasshopper",
                PlayerFeature::MosquitoAsAnt => "Mosquito moves as an ant",
                PlayerFeature::MosquitoAsLadybug => "Mosquito moves as a ladybug",
                PlayerFeature::MosquitoAsPillbug => "Mosquito moves as a pillbug",
            });
        }
        let bug = Bug::ALL[index / PIECE_FEATURES.len()];
        let what = match PIECE_FEATURES[index % PIECE_FEATURES.len()] {
            PieceFeature::InHand => "in hand",
            PieceFeature::Covered => "covered",
            PieceFeature::Pinned => "pinned",
            PieceFeature::Atop => "on top of another",
            PieceFeature::Hemmed => "hemmed in",
            PieceFeature::OneWay => "with one way out",
            PieceFeature::ManyWays => "free to move",
            PieceFeature::BesideTheirQueen => "beside their queen",
            PieceFeature::PinnedBesideTheirQueen => "pinned beside their queen",
            PieceFeature::BesideOurQueen => "beside own queen",
            PieceFeature::PinnedBesideOurQueen => "pinned beside own queen",
        };
        f.pad(&format!("{bug} {what}"))
    }
}

impl fmt::Debug for Feature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
