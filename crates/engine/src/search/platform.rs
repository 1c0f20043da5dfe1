//! Clock, random numbers and threads: the platform-dependent part of the engine.
//!
//! On `wasm32-unknown-unknown` the standard library's clock panics and there are no threads:
//! clock and random numbers come from the JavaScript host, and searches run on the calling
//! thread.

#[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
pub use std::time::Instant;
#[cfg(all(target_family = "wasm", target_os = "unknown"))]
pub use web_time::Instant;

pub(super) use threads::HelperThreads;

/// Whether threads can be started.
pub const HAS_THREADS: bool = cfg!(not(target_family = "wasm"));

/// A random number, for play that varies between games. Not for secrets.
#[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
pub fn random() -> u64 {
    use std::hash::{BuildHasher as _, RandomState};

    RandomState::new().hash_one(0)
}

/// A random number, for play that varies between games. Not for secrets.
#[cfg(all(target_family = "wasm", target_os = "unknown"))]
pub fn random() -> u64 {
    const HALF: f64 = (1_u64 << 32) as f64;
    let half = || (js_sys::Math::random() * HALF) as u64;
    half() << 32 | half()
}

#[cfg(not(target_family = "wasm"))]
mod threads {
    use rayon::{ThreadPool, ThreadPoolBuildError, ThreadPoolBuilder};

    /// The helper threads of a searcher, kept between searches.
    ///
    /// Per searcher, so that two in one process do not wait for each other.
    pub(in super::super) struct HelperThreads(Option<ThreadPool>);

    impl HelperThreads {
        /// The number of search threads for a requested number.
        pub(in super::super) fn available(threads: usize) -> usize {
            threads.max(1)
        }

        /// Starts the helpers for a search with this many threads.
        pub(in super::super) fn start(threads: usize) -> Result<Self, ThreadPoolBuildError> {
            let pool = (threads > 1).then(|| {
                ThreadPoolBuilder::new()
                    .num_threads(threads - 1)
                    .thread_name(|index| format!("search-{}", index + 1))
                    .build()
            });
            Ok(Self(pool.transpose()?))
        }

        /// Runs `main` on the calling thread and each helper task on its own thread. Returns the
        /// result of `main` when all have finished.
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

    pub(in super::super) struct HelperThreads;

    impl HelperThreads {
        /// The number of search threads: always one.
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
