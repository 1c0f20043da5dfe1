//! Lines of JSON as hivegame.com's archive has them: each is a game with its players, ratings,
//! clocks and conclusion.
//!
//! ```json
//! {"game_id":"V1StGXR8_Z5j","game_type":"MLP","history":[["wL",""],["bL","wL-"]],
//!  "game_status":{"Finished":{"Winner":"White"}},"conclusion":"Resigned","speed":"Blitz"}
//! ```
//!
//! Of a line only `game_id` and `history` are needed; fields that are not known here are ignored.

mod line;
mod read;
mod tags;
mod write;

pub use line::{Ending, Status, Winner};
pub use read::read;
pub use write::write;

use super::Format;
use super::lines::EveryLine;

/// The format.
pub const FORMAT: Format = Format {
    name: "JSON of hivegame.com",
    id: "site",
    about: "Lines of JSON as hivegame.com has them",
    endings: &["jsonl"],
    recognises: |line| line.starts_with('{') && line.contains("\"game_id\""),
    read: |text| read(text).collect(),
    boundary: || Box::new(EveryLine),
    write,
};
