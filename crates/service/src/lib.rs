//! An analysis service: reads queries about positions and games as lines of JSON, searches many at
//! a time, and writes each answer, with the `id` of its query, as soon as it is done. See
//! `docs/service.md`.

// Queries come from other programs.
#![cfg_attr(
    not(test),
    deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)
)]

mod answer;
mod query;
mod queue;
mod serve;
mod worker;

pub use query::{All, MAX_QUERY_LEN, Plies, Query, QueryError, Request};
pub use serve::{ServiceSettings, serve};
