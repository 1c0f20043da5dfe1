//! The value of a position, summed from precomputed columns.

use super::feature_sink::FeatureSink;
use super::features::{Feature, PieceFeature, PlayerFeature};
use super::learned::{LANES, LEARNED};
use super::network::{Lanes, Sums};
use super::piece_state::PieceState;
use waggle_hive_core::rules::{Bug, Color};

/// The accumulator of the network, as a feature sink.
#[derive(Clone, Copy, Debug)]
pub(super) struct Value {
    to_move: Color,
    columns: &'static Columns,
    sums: Sums,
}

const NOTHING: Lanes = [0; LANES];

/// For each state of a piece, the sum of the columns of its features. Aligned so that no column
/// crosses a cache line.
#[derive(Debug)]
#[repr(align(64))]
struct StateColumns([Lanes; PieceState::COUNT]);

/// By player (0 is the side to move) and kind of bug.
type Columns = [[StateColumns; Bug::COUNT]; 2];

#[cfg(not(target_arch = "wasm32"))]
static COLUMNS: Columns = columns();
/// Computed on first use: otherwise it would be a quarter of the download in a browser.
#[cfg(target_arch = "wasm32")]
static COLUMNS: std::sync::LazyLock<Columns> = std::sync::LazyLock::new(columns);

#[allow(
    clippy::large_stack_arrays,
    reason = "there is no stack at compile time, and WebAssembly has a mebibyte of it"
)]
const fn columns() -> Columns {
    const NONE: StateColumns = StateColumns([NOTHING; PieceState::COUNT]);
    let mut table = [const { [NONE; Bug::COUNT] }; 2];
    let mut player = 0;
    while player < 2 {
        let mut kind = 0;
        while kind < Bug::COUNT {
            let mut index = 0;
            while index < PieceState::COUNT {
                let state = PieceState::from_index(index);
                table[player][kind].0[index] = of_state(player, Bug::ALL[kind], state);
                index += 1;
            }
            kind += 1;
        }
        player += 1;
    }
    table
}

const fn column(player: usize, feature: Feature) -> Lanes {
    LEARNED.columns[player][feature.index()]
}

/// The sum of the columns of the features of a piece in this state.
const fn of_state(player: usize, bug: Bug, state: PieceState) -> Lanes {
    let mut sum = NOTHING;
    let mut index = 0;
    while index < PieceFeature::ALL.len() {
        let what = PieceFeature::ALL[index];
        if what.counts(state)
            && let Some(feature) = Feature::of_piece(bug, what)
        {
            let column = column(player, feature);
            let mut lane = 0;
            while lane < sum.len() {
                sum[lane] += column[lane];
                lane += 1;
            }
        }
        index += 1;
    }
    sum
}

/// No column overflows when it is counted several times.
const _: () = {
    let mut index = 0;
    while index < PlayerFeature::ALL.len() {
        let what = PlayerFeature::ALL[index];
        assert_fits(column(0, Feature::of_player(what)), what.maximum() as i32);
        assert_fits(column(1, Feature::of_player(what)), what.maximum() as i32);
        index += 1;
    }
};

const fn assert_fits(column: Lanes, times: i32) {
    let mut lane = 0;
    while lane < column.len() {
        assert!(column[lane] as i32 * times <= i16::MAX as i32, "a weight is too large");
        assert!(column[lane] as i32 * times >= i16::MIN as i32, "a weight is too small");
        lane += 1;
    }
}

impl Value {
    pub(super) fn new(to_move: Color) -> Self {
        Self { to_move, columns: &COLUMNS, sums: Sums::new(&LEARNED.bias) }
    }

    /// The value for the side to move, in output steps.
    #[inline(always)]
    pub(super) fn steps(&self) -> i32 {
        self.sums.output(&LEARNED.output)
    }

    #[inline(always)]
    fn side(&self, color: Color) -> usize {
        usize::from(color != self.to_move)
    }
}

impl FeatureSink for Value {
    #[inline(always)]
    fn piece(&mut self, color: Color, bug: Bug, state: PieceState) {
        let columns = &self.columns[self.side(color)][bug as usize];
        self.sums.add(&columns.0[state.index()]);
    }

    #[inline(always)]
    fn player(&mut self, color: Color, what: PlayerFeature, count: u8) {
        if count != 0 {
            let column = &LEARNED.columns[self.side(color)][Feature::of_player(what).index()];
            self.sums.add_times(column, count);
        }
    }
}
