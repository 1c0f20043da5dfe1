//! Prefetching into the cache.

/// Prefetches the cache line in which `it` begins, if the target supports it.
#[inline(always)]
pub(super) fn prefetch<T>(it: &T) {
    #[cfg(target_arch = "x86_64")]
    // SAFETY: a prefetch reads nothing and accepts any address. Without it the search spends a
    // fifth of its time waiting for buckets of the transposition table.
    unsafe {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(it).cast());
    }
    // WebAssembly has no prefetch, but a load whose value is unused does not stall.
    // SAFETY: `it` can be read as bytes of any value.
    #[cfg(target_arch = "wasm32")]
    unsafe {
        let byte = std::ptr::from_ref(it).cast::<std::mem::MaybeUninit<u8>>();
        let _ = byte.read_volatile();
    }
    #[cfg(not(any(target_arch = "x86_64", target_arch = "wasm32")))]
    let _ = it;
}
