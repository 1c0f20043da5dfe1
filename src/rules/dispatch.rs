//! Which board the rules run on: the fastest that the hive and the processor allow.

#[cfg(target_arch = "x86_64")]
use std::sync::LazyLock;

use super::board::Board;
use super::grid::portable::Portable;
use super::hive::Hive;
use super::movegen::{self, Sink, Turn};
use super::survey::{self, Surveyor};

/// Feeds everything that may be played to the sink; false if the game is over.
#[inline]
pub(super) fn generate<S: Sink>(turn: &Turn<'_>, sink: &mut S) -> bool {
    let hive: &Hive = turn.hive;
    if !hive.window().fits {
        return on_torus(turn, sink);
    }
    #[cfg(target_arch = "x86_64")]
    if *HAS_AVX2 {
        // SAFETY: the processor has just been asked for these features.
        return unsafe { with_avx2(turn, sink) };
    }
    portable(turn, sink)
}

/// Surveys what both players, White first, could play.
#[inline]
pub(super) fn survey(turns: &[Turn<'_>; 2], surveyor: &mut Surveyor) {
    let hive: &Hive = turns[0].hive;
    if !hive.window().fits {
        survey::both(turns, &Board::on_torus(hive), surveyor);
        return;
    }
    #[cfg(target_arch = "x86_64")]
    if *HAS_AVX2 {
        // SAFETY: the processor has just been asked for these features.
        unsafe { survey_with_avx2(turns, surveyor) };
        return;
    }
    survey::both(turns, &Board::<Portable>::in_window(hive), surveyor);
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn survey_with_avx2(turns: &[Turn<'_>; 2], surveyor: &mut Surveyor) {
    let board = Board::<super::grid::avx2::Avx2>::in_window(turns[0].hive);
    survey::both(turns, &board, surveyor);
}

/// Whether the processor has what [`with_avx2`] is compiled for.
#[cfg(target_arch = "x86_64")]
static HAS_AVX2: LazyLock<bool> = LazyLock::new(|| {
    is_x86_feature_detected!("avx2")
        && is_x86_feature_detected!("bmi1")
        && is_x86_feature_detected!("bmi2")
        && is_x86_feature_detected!("lzcnt")
        && is_x86_feature_detected!("popcnt")
});

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn with_avx2<S: Sink>(turn: &Turn<'_>, sink: &mut S) -> bool {
    let board = Board::<super::grid::avx2::Avx2>::in_window(turn.hive);
    movegen::generate(turn, &board, sink)
}

#[inline(never)]
fn portable<S: Sink>(turn: &Turn<'_>, sink: &mut S) -> bool {
    movegen::generate(turn, &Board::<Portable>::in_window(turn.hive), sink)
}

#[cold]
#[inline(never)]
fn on_torus<S: Sink>(turn: &Turn<'_>, sink: &mut S) -> bool {
    movegen::generate(turn, &Board::on_torus(turn.hive), sink)
}
