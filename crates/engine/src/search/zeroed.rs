//! Zeroed memory, which costs nothing until it is touched.

use bytemuck::Zeroable;

/// This many zeros; `None` if allocation fails.
pub(super) fn zeros<T: Zeroable>(count: usize) -> Option<Box<[T]>> {
    bytemuck::allocation::try_zeroed_slice_box(count).ok()
}
