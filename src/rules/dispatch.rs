//! Which board the rules run on: the fastest that the hive and the processor allow.

use std::sync::LazyLock;

use super::board::Board;
#[cfg(target_arch = "x86_64")]
use super::grid::avx2::Avx2;
use super::grid::{Grid, portable::Portable};
use super::hive::Hive;

/// Something to be found out on a board of any kind.
pub(super) trait Task {
    type Answer;

    /// Finds it out. Implementations are `#[inline(always)]`, as all that works on sets.
    fn on<G: Grid>(self, board: &Board<G>) -> Self::Answer;
}

/// Runs a task on the best board for this hive.
#[inline]
pub(super) fn run<T: Task>(hive: &Hive, task: T) -> T::Answer {
    if hive.window().fits { on_kernel(*BEST, hive, task) } else { on_torus(hive, task) }
}

/// What the code for the window is compiled for. Variants but the last are only made
/// where the processor has been asked.
#[derive(Clone, Copy, Debug)]
enum Kernel {
    /// AVX2, and the instructions of AVX-512 that work on its registers: three-way logic
    /// and counting bits.
    #[cfg(target_arch = "x86_64")]
    Avx512,
    #[cfg(target_arch = "x86_64")]
    Avx2,
    Portable,
}

static BEST: LazyLock<Kernel> = LazyLock::new(|| available()[0]);

/// The kernels that this processor can run, the fastest first.
fn available() -> Vec<Kernel> {
    #[cfg_attr(
        not(target_arch = "x86_64"),
        allow(unused_mut, reason = "other processors have no other kernel")
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
        // SAFETY: there is no such kernel unless the processor has these features.
        #[cfg(target_arch = "x86_64")]
        Kernel::Avx512 => unsafe { with_avx512(hive, task) },
        // SAFETY: likewise.
        #[cfg(target_arch = "x86_64")]
        Kernel::Avx2 => unsafe { with_avx2(hive, task) },
        Kernel::Portable => portable(hive, task),
    }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vpopcntdq")]
fn with_avx512<T: Task>(hive: &Hive, task: T) -> T::Answer {
    task.on(&Board::<Avx2>::in_window(hive))
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn with_avx2<T: Task>(hive: &Hive, task: T) -> T::Answer {
    task.on(&Board::<Avx2>::in_window(hive))
}

#[inline(never)]
fn portable<T: Task>(hive: &Hive, task: T) -> T::Answer {
    task.on(&Board::<Portable>::in_window(hive))
}

#[cold]
#[inline(never)]
fn on_torus<T: Task>(hive: &Hive, task: T) -> T::Answer {
    task.on(&Board::on_torus(hive))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::movegen::Generation;
    use crate::rules::overview::Overlooking;
    use crate::rules::sinks::{Among, Count, List};
    use crate::rules::survey::{Surveying, Surveyor};
    use crate::rules::{Color, Game, GameType, Hex, Move, Piece, Position, hive};

    /// The boards differ in nothing but speed.
    #[test]
    fn all_boards_find_the_same_in_games_of_arbitrary_moves() {
        for (seed, game_type) in GameType::ALL.into_iter().cycle().take(64).enumerate() {
            let mut game = Game::new(game_type);
            let mut state = seed as u64 + 1;
            while game.outcome().is_none() && game.position().ply() < 100 {
                if game.position().ply() >= 2 {
                    check(game.position());
                    check_candidates(game.position());
                }
                let moves = game.position().legal_moves();
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                game.play(moves[(state >> 33) as usize % moves.len()]).unwrap();
            }
        }
    }

    /// Candidates are the legal moves, the same ones a window further, and with other pieces.
    fn check_candidates(position: &Position) {
        let hive = position.hive();
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
            let mut expected: Vec<_> =
                candidates.iter().filter(|mv| is_wanted(mv) && legal.contains(mv)).collect();
            expected.sort_unstable_by_key(|mv| mv.bits());
            expected.dedup();
            let kernels = available().into_iter().map(Some).filter(|_| hive.window().fits);
            for kernel in kernels.chain([None]) {
                let mut moves = vec![];
                let sink = &mut Among { candidates: &candidates, moves: &mut moves };
                let among = Generation { turn, pieces, sink };
                match kernel {
                    Some(kernel) => on_kernel(kernel, hive, among),
                    None => on_torus(hive, among),
                };
                moves.sort_unstable_by_key(|mv| mv.bits());
                moves.dedup();
                assert!(moves.iter().eq(expected.iter().copied()), "{kernel:?}");
            }
        }
    }

    fn check(position: &Position) {
        let hive = position.hive();
        let turns = Color::ALL.map(|color| position.turn(color));
        let turn = &turns[position.side_to_move() as usize];
        let mut expected: Option<(Vec<u16>, _, _)> = None;
        let kernels = available().into_iter().map(Some).filter(|_| hive.window().fits);
        for kernel in kernels.chain([None]) {
            let (mut moves, mut count, mut surveyor) = (vec![], Count(0), Surveyor::new());
            let list =
                Generation { turn, pieces: hive::ALL, sink: &mut List { moves: &mut moves } };
            let number = Generation { turn, pieces: hive::ALL, sink: &mut count };
            let survey = Surveying { turns: &turns, surveyor: &mut surveyor };
            let overlooking = Overlooking {
                hive,
                resting: position.last_moved(),
                throws: position.game_type().pillbug,
            };
            let overview = if let Some(kernel) = kernel {
                assert!(on_kernel(kernel, hive, list) && on_kernel(kernel, hive, number));
                on_kernel(kernel, hive, survey);
                on_kernel(kernel, hive, overlooking)
            } else {
                assert!(on_torus(hive, list) && on_torus(hive, number));
                on_torus(hive, survey);
                on_torus(hive, overlooking)
            };
            assert_eq!(moves.len(), count.0 as usize, "{kernel:?}");
            let mut moves: Vec<_> = moves.into_iter().map(Move::bits).collect();
            moves.sort_unstable();
            let found = (moves, surveyor.into_survey(), overview);
            match &expected {
                Some(expected) => assert_eq!(*expected, found, "{kernel:?}"),
                None => expected = Some(found),
            }
        }
    }
}
