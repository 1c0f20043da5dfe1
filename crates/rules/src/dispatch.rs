//! Runs the rules on the fastest kernel that the hive and the processor allow.

use std::sync::{LazyLock, OnceLock};

use super::bit_hive::BitHive;
use super::bitboard::Bitboard;
#[cfg(target_arch = "x86_64")]
use super::bitboard::avx2::Avx2;
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
use super::bitboard::simd128::Simd128 as EveryWindow;
#[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
use super::bitboard::words::Portable as EveryWindow;
use super::hive::Hive;

/// A computation over any type of bitboard.
pub trait Task {
    /// The result.
    type Answer;

    /// Runs it. Implementations are `#[inline(always)]`, like all code over bitboards.
    fn on<B: Bitboard>(self, bits: &BitHive<B>) -> Self::Answer;
}

/// Runs a task on the fastest kernel for this hive.
#[inline]
pub fn run<T: Task>(hive: &Hive, task: T) -> T::Answer {
    if hive.window().fits { on_kernel(*BEST, hive, task) } else { on_torus(hive, task) }
}

/// As [`run`], for a task that no search runs: WebAssembly has it only for the torus, because
/// there size counts.
#[inline]
pub fn run_rarely<T: Task>(hive: &Hive, task: T) -> T::Answer {
    if cfg!(target_family = "wasm") { on_torus(hive, task) } else { run(hive, task) }
}

/// As [`run_rarely`], for arithmetic that looks at no hive and gains from the instructions alone.
pub fn run_without_hive<T: Task>(task: T) -> T::Answer {
    static NO_PIECES: LazyLock<Hive> = LazyLock::new(Hive::new);
    run_rarely(&NO_PIECES, task)
}

/// The instruction set that the code is compiled for. Only [`available`] makes a kernel,
/// after asking the processor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kernel {
    /// AVX2, and the instructions of AVX-512 that work on its registers: three-way logic
    /// and counting bits.
    #[cfg(target_arch = "x86_64")]
    Avx512,
    #[cfg(target_arch = "x86_64")]
    Avx2,
    /// What every target processor has: plain words, or SIMD in WebAssembly.
    Portable,
    /// The whole torus, as for hives that do not fit the window. Only on request.
    Torus,
}

impl Kernel {
    const fn name(self) -> &'static str {
        match self {
            #[cfg(target_arch = "x86_64")]
            Self::Avx512 => "avx512",
            #[cfg(target_arch = "x86_64")]
            Self::Avx2 => "avx2",
            Self::Portable => "portable",
            Self::Torus => "torus",
        }
    }
}

/// The kernel requested with [`use_kernel`].
static REQUESTED: OnceLock<Kernel> = OnceLock::new();

static BEST: LazyLock<Kernel> =
    LazyLock::new(|| REQUESTED.get().copied().unwrap_or_else(|| available()[0]));

/// Why a kernel cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum KernelError {
    /// No kernel has this name, or the processor lacks its instructions.
    #[error("expected a kernel that this processor can run ({available}), found `{name}`")]
    Unavailable {
        /// The requested name.
        name: String,
        /// The names of the kernels that can run.
        available: String,
    },
    /// Another kernel is in use or was requested before.
    #[error("another kernel is already in use")]
    TooLate,
}

/// Selects a kernel by name instead of the fastest: `avx512`, `avx2`, `portable` or `torus`.
/// All generate the same moves, so this is for testing them.
#[inline]
pub fn use_kernel(name: &str) -> Result<(), KernelError> {
    let kernel = requested(name)?;
    if REQUESTED.set(kernel).is_err() || BEST.name() != name {
        return Err(KernelError::TooLate);
    }
    Ok(())
}

/// The name of the kernel in use, the fastest that this processor can run unless [`use_kernel`]
/// has chosen another.
pub fn kernel() -> &'static str {
    BEST.name()
}

/// The kernel with this name, if this processor can run it.
fn requested(name: &str) -> Result<Kernel, KernelError> {
    let kernels = || available().into_iter().chain([Kernel::Torus]);
    kernels().find(|kernel| kernel.name() == name).ok_or_else(|| {
        let names: Vec<_> = kernels().map(Kernel::name).collect();
        KernelError::Unavailable { name: name.to_owned(), available: names.join(", ") }
    })
}

/// The kernels that this processor can run, the fastest first.
pub(super) fn available() -> Vec<Kernel> {
    #[cfg_attr(
        not(target_arch = "x86_64"),
        allow(unused_mut, reason = "other processors have only the portable kernel")
    )]
    let mut kernels = vec![Kernel::Portable];
    #[cfg(target_arch = "x86_64")]
    if is_x86_feature_detected!("avx2")
        && is_x86_feature_detected!("bmi1")
        && is_x86_feature_detected!("bmi2")
        && is_x86_feature_detected!("lzcnt")
        && is_x86_feature_detected!("popcnt")
    {
        kernels.insert(0, Kernel::Avx2);
        if is_x86_feature_detected!("avx512f")
            && is_x86_feature_detected!("avx512bw")
            && is_x86_feature_detected!("avx512vl")
            && is_x86_feature_detected!("avx512vpopcntdq")
        {
            kernels.insert(0, Kernel::Avx512);
        }
    }
    kernels
}

#[inline]
fn on_kernel<T: Task>(kernel: Kernel, hive: &Hive, task: T) -> T::Answer {
    match kernel {
        // SAFETY: `available` makes this kernel only if the processor has these features.
        #[cfg(target_arch = "x86_64")]
        Kernel::Avx512 => unsafe { with_avx512(hive, task) },
        // SAFETY: likewise.
        #[cfg(target_arch = "x86_64")]
        Kernel::Avx2 => unsafe { with_avx2(hive, task) },
        Kernel::Portable => portable(hive, task),
        Kernel::Torus => on_torus(hive, task),
    }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vpopcntdq")]
fn with_avx512<T: Task>(hive: &Hive, task: T) -> T::Answer {
    task.on(&BitHive::<Avx2>::in_window(hive))
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn with_avx2<T: Task>(hive: &Hive, task: T) -> T::Answer {
    task.on(&BitHive::<Avx2>::in_window(hive))
}

#[inline(never)]
fn portable<T: Task>(hive: &Hive, task: T) -> T::Answer {
    task.on(&BitHive::<EveryWindow>::in_window(hive))
}

#[cold]
#[inline(never)]
fn on_torus<T: Task>(hive: &Hive, task: T) -> T::Answer {
    task.on(&BitHive::on_torus(hive))
}

/// Runs a task on every kernel that this processor and this hive allow.
#[cfg(any(test, feature = "test-support"))]
#[inline]
pub fn on_every_kernel<T: Task>(hive: &Hive, task: impl Fn() -> T) -> Vec<T::Answer> {
    let kernels = available().into_iter().filter(|_| hive.window().fits);
    let mut answers: Vec<_> = kernels.map(|kernel| on_kernel(kernel, hive, task())).collect();
    answers.push(on_torus(hive, task()));
    answers
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::movegen::{Generation, Turn};
    use crate::position::symmetric_key::tests::moved;
    use crate::random_games::visit_random_games;
    use crate::sinks::{Among, Attacks, Count, List};
    use crate::symmetry::IDENTITY;
    use crate::{Hex, Move, Piece, Position, piece_set};

    #[test]
    fn all_kernels_generate_the_same_moves() {
        visit_random_games(64, 100, |game| {
            let position = game.position();
            if position.ply() >= 2 {
                check_lists(position);
                // Across the edges of the torus.
                check_lists(&moved(position, IDENTITY, 16));
                check_candidates(position);
            }
        });
    }

    /// The legal moves and the attacks in their order, on which the search depends, and the number of
    /// legal moves.
    struct Lists<'a>(&'a Turn<'a>);

    impl Task for Lists<'_> {
        type Answer = (Vec<Move>, Vec<Move>, usize);

        #[inline(always)]
        fn on<B: Bitboard>(self, bits: &BitHive<B>) -> Self::Answer {
            let (turn, pieces, hive) = (self.0, piece_set::ALL, self.0.hive);
            let (mut moves, mut attacks, mut count) = (vec![], vec![], Count(0));
            assert!(Generation { turn, pieces, sink: &mut List { moves: &mut moves } }.on(bits));
            if let Some(queen) = hive.hex_of(Piece::queen(turn.us.other())) {
                let sink = &mut Attacks { hive, queen, moves: &mut attacks };
                assert!(Generation { turn, pieces, sink }.on(bits));
            }
            assert!(Generation { turn, pieces, sink: &mut count }.on(bits));
            (moves, attacks, count.0 as usize)
        }
    }

    #[test]
    fn kernels_are_requested_by_name_where_they_can_run() {
        for kernel in available().into_iter().chain([Kernel::Torus]) {
            assert_eq!(requested(kernel.name()), Ok(kernel));
        }
        for unknown in ["", "Torus", "avx1024"] {
            let error = requested(unknown).unwrap_err().to_string();
            assert!(error.ends_with(&format!("portable, torus), found `{unknown}`")), "{error}");
        }
    }

    fn check_lists(position: &Position) {
        let turn = position.turn(position.side_to_move());
        let found = on_every_kernel(position.hive(), || Lists(&turn));
        for lists in &found {
            assert_eq!(lists, &found[0]);
            assert_eq!(lists.0.len(), lists.2);
        }
    }

    /// The legal moves among the candidates, sorted by their bits.
    struct ListAmong<'a> {
        turn: &'a Turn<'a>,
        pieces: u32,
        candidates: &'a [Move],
    }

    impl Task for ListAmong<'_> {
        type Answer = Vec<Move>;

        #[inline(always)]
        fn on<B: Bitboard>(self, bits: &BitHive<B>) -> Vec<Move> {
            let Self { turn, pieces, candidates } = self;
            let mut moves = vec![];
            Generation { turn, pieces, sink: &mut Among { candidates, moves: &mut moves } }
                .on(bits);
            moves.sort_unstable_by_key(|mv| mv.bits());
            moves.dedup();
            moves
        }
    }

    /// Candidates are the legal moves, the same moves one window away, and with other pieces.
    fn check_candidates(position: &Position) {
        let turn = &position.turn(position.side_to_move());
        let legal = position.legal_moves();
        let mut candidates = legal.clone();
        for &mv in &legal {
            let Move::To { piece, hex } = mv else { continue };
            candidates.push(Move::To {
                piece,
                hex: Hex::new(i32::from(hex.q()) + 16, i32::from(hex.r())),
            });
            let other = Piece::from_index((piece.index() + 1) % Piece::COUNT);
            candidates.push(Move::To { piece: other, hex });
        }
        let pieces = candidates.iter().filter_map(|mv| mv.piece());
        let pieces = pieces.fold(0, |pieces, piece| pieces | 1 << piece.index());
        for pieces in [pieces, pieces & 0x0555_5555] {
            let is_wanted = |mv: &Move| mv.piece().is_some_and(|at| pieces >> at.index() & 1 != 0);
            let mut expected: Vec<_> = candidates
                .iter()
                .copied()
                .filter(|mv| is_wanted(mv) && legal.contains(mv))
                .collect();
            expected.sort_unstable_by_key(|mv| mv.bits());
            expected.dedup();
            let candidates = &candidates;
            let among = || ListAmong { turn, pieces, candidates };
            for found in on_every_kernel(position.hive(), among) {
                assert_eq!(found, expected);
            }
        }
    }
}
