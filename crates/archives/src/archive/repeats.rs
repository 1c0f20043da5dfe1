//! Repeated games in an archive, recognised by the id of their site.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use waggle_hive_core::fnv::fnv1a;
use waggle_hive_core::games::clock::clock_of;
use waggle_hive_core::games::{GameRecord, GameResult};

/// The tag that holds the id.
const ID: &str = "GameId";

/// The stage of a game with an id.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Stage {
    id: u64,
    /// Whether it has a result, and its moves: the greater of two stages is the later one.
    progress: (bool, usize),
}

impl Stage {
    /// The stage of a game that holds nothing but what its site has written: comments and variations
    /// are the work of a person, and never a repeat.
    pub(super) fn of(record: &GameRecord) -> Option<Self> {
        let id = record.tag(ID).filter(|id| !id.is_empty())?;
        let is_bare = record.variations.is_empty()
            && record.comments.iter().all(|comment| clock_of(&comment.text).is_some());
        let is_over = record.result != GameResult::Unfinished;
        let progress = (is_over, record.moves.len());
        is_bare.then(|| Self { id: fnv1a(id.as_bytes()), progress })
    }
}

/// The games of an archive so far.
#[derive(Debug, Default)]
pub(super) struct Repeats(HashMap<u64, (bool, usize)>);

impl Repeats {
    /// Whether this game came before at this stage or a later one.
    pub(super) fn has_come(&mut self, stage: Option<Stage>) -> bool {
        let Some(Stage { id, progress }) = stage else { return false };
        match self.0.entry(id) {
            Entry::Occupied(earlier) if *earlier.get() >= progress => true,
            entry => {
                entry.insert_entry(progress);
                false
            }
        }
    }
}
