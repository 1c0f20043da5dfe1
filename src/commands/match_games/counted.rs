//! The games of a match that count.
//!
//! Without a sequential test all do. A test takes them by number, and ignores those after its
//! decision: so its verdict does not depend on concurrency.

use std::collections::{BTreeMap, HashSet};
use std::hash::{DefaultHasher, Hash as _, Hasher as _};

use waggle::arena::{GameObject, Sprt, Standings, Verdict, summary_of};
use waggle::games::GameRecord;
use waggle::rules::{ByColor, Position};
use waggle::text::counted;

use super::super::ratings::ensure_has;
use super::super::terminal::warn;
use crate::cli::MatchArgs;

pub(super) struct CountedGames<'a> {
    sprt: Option<&'a Sprt>,
    standings: Standings,
    /// The same games for the JSON report, if wanted.
    documents: Option<Vec<GameObject>>,
    /// Games that wait for one with a smaller number.
    waiting: BTreeMap<u32, GameRecord>,
    next: u32,
    /// Fingerprints of the games without faults, by players and moves.
    seen: HashSet<u64>,
    repeats: usize,
}

impl<'a> CountedGames<'a> {
    pub(super) fn new(names: Vec<String>, args: &'a MatchArgs) -> anyhow::Result<Self> {
        ensure_has(&names, args.anchor.as_deref())?;
        let standings = Standings::new(names).anchored(args.anchor.clone());
        let documents = args.json.then(Vec::new);
        let sprt = args.sprt.as_ref();
        let (waiting, seen) = (BTreeMap::new(), HashSet::new());
        Ok(Self { sprt, standings, documents, waiting, next: 1, seen, repeats: 0 })
    }

    /// Takes a game; a test counts it when all before it are counted.
    pub(super) fn add(&mut self, number: u32, record: GameRecord) {
        if self.sprt.is_none() {
            self.count(&record);
            return;
        }
        self.waiting.insert(number, record);
        while !self.is_decided()
            && let Some(record) = self.waiting.remove(&self.next)
        {
            self.next += 1;
            self.count(&record);
        }
    }

    /// Takes games that are already in order; some may be missing.
    pub(super) fn extend(&mut self, records: &[GameRecord]) {
        for record in records {
            if self.is_decided() {
                break;
            }
            self.count(record);
        }
    }

    fn count(&mut self, record: &GameRecord) {
        let summary = summary_of(record);
        if let Some(summary) = summary.as_ref().filter(|it| !it.termination.is_fault()) {
            let mut hasher = DefaultHasher::new();
            let ByColor { white, black } = &summary.players;
            let start = record.start.as_deref().map(Position::key);
            (white, black, summary.game_type, start, &record.moves).hash(&mut hasher);
            self.repeats += usize::from(!self.seen.insert(hasher.finish()));
        }
        self.standings.extend(summary);
        if let Some(documents) = &mut self.documents {
            documents.extend(GameObject::of(record));
        }
    }

    pub(super) fn verdict(&self) -> Option<Verdict> {
        let sprt = self.sprt?;
        let encounter = self.standings.first_encounter();
        Some(encounter.map_or(Verdict::Undecided, |encounter| encounter.verdict(sprt)))
    }

    pub(super) fn is_decided(&self) -> bool {
        matches!(self.verdict(), Some(Verdict::Accepted | Verdict::Rejected))
    }

    /// How many games wait for an earlier one that was not played.
    pub(super) fn not_counted(&self) -> usize {
        if self.is_decided() { 0 } else { self.waiting.len() }
    }

    /// Warns of games with the players and moves of earlier ones.
    pub(super) fn tell_repeats(&self) {
        if self.repeats > 0 {
            let repeats = counted(self.repeats, "game repeats", "games repeat");
            let why = "the same game again is no evidence";
            warn(&format!("{repeats} the moves of an earlier one with the same players: {why}"));
        }
    }

    pub(super) const fn standings(&self) -> &Standings {
        &self.standings
    }

    /// The counted games as JSON, if wanted.
    pub(super) fn documents(&self) -> &[GameObject] {
        self.documents.as_deref().unwrap_or_default()
    }
}
