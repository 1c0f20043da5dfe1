//! The weights trained by `waggle tune` on self-play games.

use super::weights::{self, Weights};

/// The weights file, checked and parsed at compile time.
const FILE: &[u8] = include_bytes!("learned.bin");

/// The hidden units and the linear part.
pub(super) const LANES: usize = weights::lanes(FILE);

/// The hash that identifies the network.
pub(super) const HASH: u64 = weights::hash(FILE);

/// The weights of the evaluation.
#[allow(long_running_const_eval, reason = "they are read at compile time, once")]
pub static LEARNED: Weights<LANES> = Weights::from_file(FILE);
