//! The module of the page's engine, which only links the session and the search.
//!
//! The optimization level of this crate is that of linking all: the search has to be inlined as for speed, whereas the session,
//! compiled for the search's types in its own crate, is to be small.

pub use waggle_hive_session_wasm::{Engine, bench, learn_people};
