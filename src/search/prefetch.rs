//! Asking memory for what will be read soon.

/// Brings the cache line in which `it` begins nearer to the processor, where it knows how.
#[inline(always)]
pub(super) fn prefetch<T>(it: &T) {
    #[cfg(target_arch = "x86_64")]
    // SAFETY: a prefetch reads nothing and may be given any address. Measured: without it a
    // fifth of the search's time is spent waiting for buckets of the transposition table.
    unsafe {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(it).cast());
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = it;
}
