//! The games of a match that count.
//!
//! Without a sequential test all do. A test takes them in the order of their numbers, and
//! those after its decision count for nothing: so its verdict does not depend on how many
//! games are played at the same time, nor on which of them ends first.

use waggle::arena::{GameObject, InOrder, Sprt, Standings, Verdict, summary_of};
use waggle::games::GameRecord;

/// The games that count, added up.
pub(super) struct Tally<'a> {
    sprt: Option<&'a Sprt>,
    standings: Standings,
    /// The same games for the report as JSON, if there will be one.
    documents: Option<Vec<GameObject>>,
    early: InOrder<GameRecord>,
}

impl<'a> Tally<'a> {
    /// A tally without games, of these engines.
    pub(super) fn new(names: Vec<String>, sprt: Option<&'a Sprt>, as_json: bool) -> Self {
        let standings = Standings::new(names);
        Self { sprt, standings, documents: as_json.then(Vec::new), early: InOrder::default() }
    }

    /// Takes a game; a test counts it when all before it are counted.
    pub(super) fn add(&mut self, number: u32, record: GameRecord) {
        if self.sprt.is_none() {
            self.count(&record);
            return;
        }
        self.early.push(number, record);
        while !self.is_decided()
            && let Some(record) = self.early.pop()
        {
            self.count(&record);
        }
    }

    /// Takes games that are in order already, whether or not some are missing.
    pub(super) fn extend(&mut self, records: &[GameRecord]) {
        for record in records {
            if self.is_decided() {
                break;
            }
            self.count(record);
        }
    }

    fn count(&mut self, record: &GameRecord) {
        self.standings.extend(summary_of(record));
        if let Some(documents) = &mut self.documents {
            documents.extend(GameObject::of(record));
        }
    }

    /// What the test says, if there is one.
    pub(super) fn verdict(&self) -> Option<Verdict> {
        let sprt = self.sprt?;
        let encounter = self.standings.first_encounter();
        Some(encounter.map_or(Verdict::Undecided, |encounter| encounter.verdict(sprt)))
    }

    /// Whether the test needs no more games.
    pub(super) fn is_decided(&self) -> bool {
        matches!(self.verdict(), Some(Verdict::Accepted | Verdict::Rejected))
    }

    /// How many games wait for one before them that has not been played.
    pub(super) fn not_counted(&self) -> usize {
        if self.is_decided() { 0 } else { self.early.waiting() }
    }

    /// The statistics of the games that count.
    pub(super) const fn standings(&self) -> &Standings {
        &self.standings
    }

    /// The games that count as JSON, if they are wanted.
    pub(super) fn documents(&self) -> &[GameObject] {
        self.documents.as_deref().unwrap_or_default()
    }
}
