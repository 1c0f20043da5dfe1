//! Writes reviews: as a table, JSON, pages and comments in PGN; and sums up those of many games.

pub(crate) mod among_people;
pub(crate) mod annotated;
pub(crate) mod heading;
pub(crate) mod html;
pub(crate) mod json;
pub(crate) mod pages;
pub(crate) mod reason_json;
pub(crate) mod tally;
pub(crate) mod text;
