//! The levels and their numbers.

/// The number of the weakest level.
pub const LOWEST: usize = 1;
/// The number of full strength.
pub const HIGHEST: usize = 13;

/// How well the engine plays: from 1, which a beginner beats, to [`Level::FULL`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Level(u8);

impl Default for Level {
    fn default() -> Self {
        Self::FULL
    }
}

impl Level {
    /// Full strength: no limits, and nothing is overlooked.
    pub const FULL: Self = Self(HIGHEST as u8);

    /// The level with this number, from 1 to 13.
    pub fn new(number: usize) -> Option<Self> {
        (LOWEST..=HIGHEST).contains(&number).then_some(Self(number as u8))
    }

    /// All levels, the weakest first.
    pub fn all() -> impl Iterator<Item = Self> {
        (LOWEST..=HIGHEST).filter_map(Self::new)
    }

    /// Its number.
    pub fn number(self) -> usize {
        usize::from(self.0)
    }

    /// Whether this is full strength.
    pub fn is_full(self) -> bool {
        self == Self::FULL
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_are_numbered_from_one() {
        let numbers: Vec<usize> = Level::all().map(Level::number).collect();
        assert_eq!(numbers, (1..=13).collect::<Vec<_>>());
        assert_eq!(Level::new(0), None);
        assert_eq!(Level::new(14), None);
        assert_eq!(Level::default(), Level::FULL);
    }
}
