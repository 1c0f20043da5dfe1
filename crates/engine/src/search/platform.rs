//! Time, chance and threads: the one place of the engine that depends on what the platform
//! offers.
//!
//! On `wasm32-unknown-unknown` the clock of the standard library panics and there are no
//! threads: there clock and chance are the JavaScript host's, and every search runs on the
//! calling thread alone.

#[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
pub use std::time::Instant;
#[cfg(all(target_family = "wasm", target_os = "unknown"))]
pub use web_time::Instant;

pub(super) use threads::HelperThreads;

/// A number that nobody can foresee, for play that differs from game to game. Not for
/// secrets.
#[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
#[must_use]
pub fn random() -> u64 {
    use std::hash::{BuildHasher as _, RandomState};

    RandomState::new().hash_one(0)
}

/// A number that nobody can foresee, for play that differs from game to game. Not for
/// secrets.
#[cfg(all(target_family = "wasm", target_os = "unknown"))]
#[must_use]
pub fn random() -> u64 {
    const HALF: f64 = (1_u64 << 32) as f64;
    let half = || (js_sys::Math::random() * HALF) as u64;
    half() << 32 | half()
}

#[cfg(not(target_family = "wasm"))]
mod threads {
    use rayon::{ThreadPool, ThreadPoolBuildError, ThreadPoolBuilder};

    /// The threads that help the calling one, kept from search to search.
    ///
    /// Each searcher has its own, so that two in one process do not wait for each other.
    pub(in super::super) struct HelperThreads(Option<ThreadPool>);

    impl HelperThreads {
        /// How many threads search if this many are asked for.
        pub(in super::super) fn available(threads: usize) -> usize {
            threads.max(1)
        }

        /// Starts what is needed beside the calling thread to search with this many.
        pub(in super::super) fn start(threads: usize) -> Result<Self, ThreadPoolBuildError> {
            let pool = (threads > 1).then(|| {
                ThreadPoolBuilder::new()
                    .num_threads(threads - 1)
                    .thread_name(|index| format!("search-{}", index + 1))
                    .build()
            });
            Ok(Self(pool.transpose()?))
        }

        /// Runs `main` on the calling thread and every other task on a thread of its own.
        /// Returns the result of `main` when all of them have finished.
        pub(in super::super) fn run<T>(
            &self,
            others: impl Iterator<Item: FnOnce() + Send>,
            main: impl FnOnce() -> T,
        ) -> T {
            let Some(pool) = &self.0 else { return main() };
            pool.in_place_scope(|scope| {
                for task in others {
                    scope.spawn(move |_| task());
                }
                main()
            })
        }
    }
}

#[cfg(target_family = "wasm")]
mod threads {
    use std::convert::Infallible;

    /// There are none.
    pub(in super::super) struct HelperThreads;

    impl HelperThreads {
        /// How many threads search if this many are asked for: the calling one.
        pub(in super::super) fn available(_threads: usize) -> usize {
            1
        }

        pub(in super::super) fn start(_threads: usize) -> Result<Self, Infallible> {
            Ok(Self)
        }

        /// Runs `main` on the calling thread; there are no other tasks.
        pub(in super::super) fn run<T>(
            &self,
            _others: impl Iterator<Item: FnOnce() + Send>,
            main: impl FnOnce() -> T,
        ) -> T {
            main()
        }
    }
}
