//! The weights that `waggle tune` has learned from games of the engine against itself.

use super::network::Weights;
use super::weights_file;

/// What `waggle tune` has written, checked and read at compile time.
const FILE: &[u8] = include_bytes!("learned.bin");

/// The hidden units and the linear part.
pub(super) const LANES: usize = weights_file::lanes(FILE);

/// The hash by which two networks are told apart.
pub(super) const HASH: u64 = weights_file::hash(FILE);

/// The learned weights.
pub(super) static LEARNED: Weights<LANES> = Weights::from_file(FILE);
