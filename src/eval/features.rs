//! The features of a position: small counts for each player.

use std::fmt;

use super::standing::Standing;
use super::tally::{Tally, tally};
use crate::rules::{Bug, ByColor, Color, Means, Position};

/// What is counted for a player for each kind of bug.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum OfBug {
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
pub(super) enum Single {
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

impl Single {
    /// By how many liberties are filled.
    pub(super) const FILLED: [Self; 6] =
        [Self::Filled0, Self::Filled1, Self::Filled2, Self::Filled3, Self::Filled4, Self::Filled5];

    /// In the order of [`Means`].
    pub(super) const FILLABLE_BY: [Self; Means::ALL.len()] = [
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

const OF_BUG: [OfBug; 11] = [
    OfBug::InHand,
    OfBug::Covered,
    OfBug::Pinned,
    OfBug::Atop,
    OfBug::Hemmed,
    OfBug::OneWay,
    OfBug::ManyWays,
    OfBug::BesideTheirQueen,
    OfBug::PinnedBesideTheirQueen,
    OfBug::BesideOurQueen,
    OfBug::PinnedBesideOurQueen,
];

const SINGLES: [Single; 29] = [
    Single::Filled0,
    Single::Filled1,
    Single::Filled2,
    Single::Filled3,
    Single::Filled4,
    Single::Filled5,
    Single::QueenCoveredByThem,
    Single::Fillable,
    Single::FillableBySlide,
    Single::FillableByStepDown,
    Single::FillableBySpider,
    Single::FillableByJump,
    Single::FillableByAnt,
    Single::FillableByLadybug,
    Single::FillableByThrow,
    Single::FillableByPlacement,
    Single::LastLibertyFillable,
    Single::TwoLibertiesFillable,
    Single::Open,
    Single::Attackers,
    Single::Entries,
    Single::Throwable,
    Single::MosquitoAsQueen,
    Single::MosquitoAsSpider,
    Single::MosquitoAsBeetle,
    Single::MosquitoAsGrasshopper,
    Single::MosquitoAsAnt,
    Single::MosquitoAsLadybug,
    Single::MosquitoAsPillbug,
];

const FIRST_SINGLE: usize = Bug::ALL.len() * OF_BUG.len();

/// The index of what is counted for a kind of bug.
pub(super) const fn of_bug(bug: Bug, what: OfBug) -> usize {
    bug as usize * OF_BUG.len() + what as usize
}

/// The index of what is counted once.
pub(super) const fn single(what: Single) -> usize {
    FIRST_SINGLE + what as usize
}

/// One of the features.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Feature(u8);

impl Feature {
    /// How many features there are.
    pub const COUNT: usize = FIRST_SINGLE + SINGLES.len();

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
        if index >= FIRST_SINGLE {
            return f.pad(match SINGLES[index - FIRST_SINGLE] {
                Single::Filled0 => "queen has 6 liberties",
                Single::Filled1 => "queen has 5 liberties",
                Single::Filled2 => "queen has 4 liberties",
                Single::Filled3 => "queen has 3 liberties",
                Single::Filled4 => "queen has 2 liberties",
                Single::Filled5 => "queen has 1 liberty",
                Single::QueenCoveredByThem => "queen is covered by them",
                Single::Fillable => "liberties of their queen we can fill",
                Single::FillableBySlide => "liberties we can fill by a slide",
                Single::FillableByStepDown => "liberties we can fill from above",
                Single::FillableBySpider => "liberties we can fill with a spider",
                Single::FillableByJump => "liberties we can fill by a jump",
                Single::FillableByAnt => "liberties we can fill with an ant",
                Single::FillableByLadybug => "liberties we can fill with a ladybug",
                Single::FillableByThrow => "liberties we can fill by a throw",
                Single::FillableByPlacement => "liberties we can fill from hand",
                Single::LastLibertyFillable => "their last liberty can be filled",
                Single::TwoLibertiesFillable => "their last two liberties can be filled",
                Single::Open => "liberties of their queen open to slides",
                Single::Attackers => "pieces that can attack their queen",
                Single::Entries => "hexes to place on",
                Single::Throwable => "pieces we can throw",
                Single::MosquitoAsQueen => "Mosquito moves as a queen",
                Single::MosquitoAsSpider => "Mosquito moves as a spider",
                Single::MosquitoAsBeetle => "Mosquito moves as a beetle",
                Single::MosquitoAsGrasshopper => "Mosquito moves as a grasshopper",
                Single::MosquitoAsAnt => "Mosquito moves as an ant",
                Single::MosquitoAsLadybug => "Mosquito moves as a ladybug",
                Single::MosquitoAsPillbug => "Mosquito moves as a pillbug",
            });
        }
        let bug = Bug::ALL[index / OF_BUG.len()];
        let what = match OF_BUG[index % OF_BUG.len()] {
            OfBug::InHand => "in hand",
            OfBug::Covered => "covered",
            OfBug::Pinned => "pinned",
            OfBug::Atop => "on top of another",
            OfBug::Hemmed => "hemmed in",
            OfBug::OneWay => "with one way out",
            OfBug::ManyWays => "free to move",
            OfBug::BesideTheirQueen => "beside their queen",
            OfBug::PinnedBesideTheirQueen => "pinned beside their queen",
            OfBug::BesideOurQueen => "beside own queen",
            OfBug::PinnedBesideOurQueen => "pinned beside own queen",
        };
        f.pad(&format!("{bug} {what}"))
    }
}

impl fmt::Debug for Feature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The features of one player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Features([u8; Feature::COUNT]);

impl Features {
    /// The features of both players.
    #[must_use]
    pub fn of(position: &Position) -> ByColor<Self> {
        let mut features = ByColor::new_with(|_| Self([0; Feature::COUNT]));
        tally(position, &position.overview(), &mut features);
        features
    }

    /// How often the feature occurs.
    #[must_use]
    pub fn of_feature(&self, feature: Feature) -> u8 {
        self.0[feature.index()]
    }

    /// All counts, in the order of the features.
    #[must_use]
    pub fn counts(&self) -> &[u8; Feature::COUNT] {
        &self.0
    }
}

/// Counts everything, feature by feature.
impl Tally for ByColor<Features> {
    fn piece(&mut self, color: Color, bug: Bug, standing: Standing) {
        for feature in standing.features().into_iter().flatten() {
            self[color].0[of_bug(bug, feature)] += 1;
        }
    }

    fn single(&mut self, color: Color, what: Single, count: u8) {
        self[color].0[single(what)] += count;
    }
}
