//! Zeroed memory, which costs nothing until it is used.

use bytemuck::Zeroable;

/// This many zeros, if there is memory for them.
pub(super) fn zeros<T: Zeroable>(count: usize) -> Option<Box<[T]>> {
    bytemuck::allocation::try_zeroed_slice_box(count).ok()
}
