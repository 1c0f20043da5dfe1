//! A position as bytes, each of which chooses a column of weights.

use super::feature_sink::FeatureSink;
use super::features::PlayerFeature;
use super::piece_state::PieceStates;
use super::player_info::PlayerInfo;
use waggle_hive_core::rules::Color;

/// The standings of all pieces, their surroundings, and the bytes of White and Black.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Parts(pub(super) [u8; Self::COUNT]);

impl Parts {
    /// The bytes, rounded up to whole words.
    pub(super) const COUNT: usize =
        (Self::OF_PLAYERS + 2 * Self::OF_PLAYER).next_multiple_of(size_of::<u64>());
    /// Where the bytes of White begin.
    pub(super) const OF_PLAYERS: usize = 2 * PieceStates::LENGTH;
    /// The bytes of a player: the filled hexes around the queen, what the mosquito copies, and the
    /// counts of the other features.
    pub(super) const OF_PLAYER: usize = 2 + PlayerFeature::OTHERS.len();
    /// Nothing: a position without pieces.
    pub(super) const NONE: Self = Self([0; Self::COUNT]);

    /// A bit for each byte of the word in which the two differ.
    #[inline(always)]
    pub(super) fn differences(&self, other: &Self, word: usize) -> u64 {
        const LOW: u64 = 0x7f7f_7f7f_7f7f_7f7f;
        /// Moves the highest bit of each byte, shifted down, into the highest byte.
        const GATHER: u64 = 0x0102_0408_1020_4080;
        let bits = self.word(word) ^ other.word(word);
        let bytes = ((bits & LOW) + LOW | bits) & !LOW;
        (bytes >> 7).wrapping_mul(GATHER) >> 56
    }

    #[inline(always)]
    fn word(&self, index: usize) -> u64 {
        u64::from_le_bytes(self.0.as_chunks().0[index])
    }
}

impl FeatureSink for Parts {
    #[inline(always)]
    fn pieces(&mut self, states: &PieceStates) {
        self.0[..PieceStates::LENGTH].copy_from_slice(&states.standings);
        self.0[PieceStates::LENGTH..Self::OF_PLAYERS].copy_from_slice(&states.surroundings);
    }

    #[inline(always)]
    fn player(&mut self, color: Color, player: &PlayerInfo<'_>) {
        let first = Self::OF_PLAYERS + color as usize * Self::OF_PLAYER;
        let bytes = &mut self.0[first..first + Self::OF_PLAYER];
        bytes[0] = player.ring;
        bytes[1] = player.mobility.mimicked;
        PlayerFeature::count_all(player, |what, count| {
            if let Some(other) = what.index_among_others() {
                bytes[2 + other] = count;
            }
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_that_differ_are_found_wherever_they_are() {
        for byte in 0..Parts::COUNT {
            for value in [1, 0x7f, 0x80, 0xff] {
                let mut parts = Parts::NONE;
                parts.0[byte] = value;
                for word in 0..Parts::COUNT / 8 {
                    let expected = if word == byte / 8 { 1 << (byte % 8) } else { 0 };
                    assert_eq!(parts.differences(&Parts::NONE, word), expected, "{byte} {value}");
                }
            }
        }
        assert_eq!(Parts([3; Parts::COUNT]).differences(&Parts([0x83; Parts::COUNT]), 0), 0xff);
    }
}
