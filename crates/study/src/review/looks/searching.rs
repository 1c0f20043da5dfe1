//! Searching the positions of a game.

use std::hash::{DefaultHasher, Hasher as _};
use std::sync::atomic::{AtomicBool, Ordering};

use super::budget::Budget;
use super::finding::Finding;
use super::first_look::{FirstLook, first_look};
use super::in_parallel::in_parallel;
use super::lasting_loss::LossRange;
use super::proofs::prove;
use super::second_look::{Looked, is_due, look_again};
use crate::review::judging::assessment::Assessment;
use crate::review::judging::game_review::Review;
use crate::review::judging::judgment::{Judgment, is_settled};
use crate::review::reasons::prover::Prover;
use waggle_hive_core::games::GameResult;
use waggle_hive_core::rules::{Game, Move};
use waggle_hive_engine::eval::Network;
use waggle_hive_engine::search::{Limits, MemoryError, Searcher, Settings};

/// The progress of a review.
#[derive(Clone, Debug, PartialEq)]
pub struct ReviewProgress {
    /// 1 for the first look at each position; later looks are at the moves still in doubt.
    pub look: usize,
    /// The number of positions, or moves, done in this look.
    pub done: usize,
    /// Their total number in this look.
    pub total: usize,
    /// New judgments, by the number of moves before theirs; all of them after the first look.
    pub judged: Vec<(usize, Judgment)>,
    /// What the look has found, for another [`review`].
    pub found: Option<Finding>,
}

/// Searches every position of a game, looks again at the moves whose marks are in doubt, judges the
/// moves, and finds the reasons. What an earlier review of this game with these limits has found is not
/// searched again; findings that do not fit the game are ignored.
///
/// Searches as many positions at a time as the settings have threads, each on one thread with its own
/// table. The result counts where the game has not ended on the board. The threads share the memory of the
/// settings' table, but get at least 32 MiB each, and no
/// more than a search with these limits can fill. Searches share nothing: with a depth or node limit,
/// the review does not depend on the number of threads as long as their tables have the same size.
/// Each position is searched to depth 1 at least, whatever the limits. `report` is called on this thread
/// after each look. `None` if `stop` was set before the end.
pub fn review(
    known: &[Finding],
    game: &Game,
    result: GameResult,
    settings: &Settings,
    limits: &Limits,
    stop: &AtomicBool,
    report: &mut dyn FnMut(ReviewProgress),
) -> Result<Option<Review>, MemoryError> {
    let games = positions(game);
    // A number of the positions that a finding is of, the limits and the network.
    let of = |found: &Finding| {
        let mut hasher = DefaultHasher::new();
        hasher.write(format!("{limits:?} {}", settings.network.hash()).as_bytes());
        let seen = found.ply.saturating_add(1 + usize::from(found.look > 1));
        games.iter().take(seen).for_each(|game| hasher.write_u64(game.position().key()));
        // Numbers of 32 bits are exact in every reader of JSON.
        hasher.finish() as u32
    };
    let known: Vec<_> = known.iter().filter(|found| found.of == of(found)).cloned().collect();
    let report = &mut |mut progress: ReviewProgress| {
        if let Some(found) = &mut progress.found {
            found.of = of(found);
        }
        report(progress);
    };
    let mut lookers = lookers(games.len(), settings, limits, stop)?;
    let budget = Budget::new(limits, games.len(), lookers.len());
    let looks = first_looks(&known, &games, &mut lookers, limits, stop, report);
    let Some((first, found)) = looks else { return Ok(None) };
    let assessments: Vec<_> = first.iter().map(|look| look.assessment.clone()).collect();
    let review = Review::new(game, result, &assessments);
    let judged = review.moves.iter().map(|reviewed| reviewed.judgment).enumerate().collect();
    report(ReviewProgress { look: 1, done: games.len(), total: games.len(), judged, found });
    let mut later = LaterLooks { games: &games, first: &first, assessments, review, report };
    later.take(&known, &mut lookers, &budget, limits, stop);
    if stop.load(Ordering::Relaxed) {
        return Ok(None);
    }
    let mut assessments = later.assessments;
    prove(&games, later.review.end().is_some(), &mut assessments, &mut Prover::new(stop)?);
    let mut review = Review::new(game, result, &assessments);
    let is_own = settings.network == Network::default();
    review.nodes = limits.nodes.filter(|&nodes| is_own && *limits == Limits::nodes(nodes));
    review.explain(stop)?;
    Ok((!stop.load(Ordering::Relaxed)).then_some(review))
}

/// What a thread looks with.
struct Looker<'a> {
    searcher: Searcher,
    prover: Prover<'a>,
}

/// One for each thread that finds work.
fn lookers<'a>(
    positions: usize,
    settings: &Settings,
    limits: &Limits,
    stop: &'a AtomicBool,
) -> Result<Vec<Looker<'a>>, MemoryError> {
    let alone =
        Settings { threads: 1, table_mib: table_of_a_search(settings, limits), ..settings.clone() };
    let looker = |_| Ok(Looker { searcher: Searcher::new(&alone)?, prover: Prover::new(stop)? });
    (0..settings.threads.clamp(1, positions)).map(looker).collect()
}

/// The game up to each of its positions, from the first. Where it did not end with the third occurrence of a
/// position, repetitions are no draws in it, and what is past does not count.
fn positions(game: &Game) -> Vec<Game> {
    let mut games = vec![game.restarted()];
    for mv in game.moves() {
        let mut next = games[games.len() - 1].clone();
        if next.play(mv).is_err() {
            break; // The moves come from a game, so they are legal.
        }
        if next.is_threefold() {
            next = Game::from_position(next.position().clone());
        }
        games.push(next);
    }
    games
}

/// The first look at each position, and the finding of the last one, which is reported with the marks.
/// `None` if it was stopped.
fn first_looks(
    known: &[Finding],
    games: &[Game],
    lookers: &mut [Looker<'_>],
    limits: &Limits,
    stop: &AtomicBool,
    report: &mut dyn FnMut(ReviewProgress),
) -> Option<(Vec<FirstLook>, Option<Finding>)> {
    let mut last = None;
    let mut looks: Vec<Option<FirstLook>> = games.iter().map(|_| None).collect();
    for found in known {
        if let Some(look) = found.first_look(games) {
            looks[found.ply] = Some(look);
        }
    }
    let waiting: Vec<usize> = (0..games.len()).filter(|&ply| looks[ply].is_none()).collect();
    let look = |looker: &mut Looker<'_>, number: usize| {
        let look = first_look(&games[waiting[number]], &mut looker.searcher, limits, stop);
        (!stop.load(Ordering::Relaxed)).then_some(look)
    };
    let mut done = games.len() - waiting.len();
    in_parallel(lookers, waiting.len(), &look, &mut |number, look| {
        let ply = waiting[number];
        let found = Some(Finding::of_first(games, ply, &look));
        looks[ply] = Some(look);
        done += 1;
        if done < games.len() {
            report(ReviewProgress { look: 1, done, total: games.len(), judged: vec![], found });
        } else {
            last = found;
        }
    });
    Some((looks.into_iter().collect::<Option<_>>()?, last))
}

/// The later looks at the moves whose marks are in doubt.
struct LaterLooks<'a> {
    games: &'a [Game],
    first: &'a [FirstLook],
    assessments: Vec<Assessment>,
    review: Review,
    report: &'a mut dyn FnMut(ReviewProgress),
}

/// What a round of looks has done.
struct Round {
    look: usize,
    done: usize,
    total: usize,
    /// The moves still in doubt, each with the width of the range of its losses.
    in_doubt: Vec<(usize, f64)>,
}

impl LaterLooks<'_> {
    /// Looks again at the moves in doubt, as often as the budget allows.
    fn take(
        &mut self,
        known: &[Finding],
        lookers: &mut [Looker<'_>],
        budget: &Budget,
        limits: &Limits,
        stop: &AtomicBool,
    ) {
        let (games, first) = (self.games, self.first);
        let moves: Vec<Move> = self.review.game.moves().collect();
        let is_due =
            |&ply: &usize| is_due(games[ply].position(), moves[ply], &first[ply], &first[ply + 1]);
        // If the last move ends the game, nothing about it is in doubt.
        let open = games.len() - 1 - usize::from(self.review.end().is_some());
        let mut due: Vec<usize> = (0..open).filter(is_due).collect();
        for round in 0..budget.rounds() {
            let mut state = Round { look: round + 2, done: 0, total: due.len(), in_doubt: vec![] };
            due.retain(|&ply| {
                let is_of_move = |found: &&Finding| found.ply == ply && found.look == state.look;
                let known = known.iter().find(is_of_move);
                let look = known.and_then(|found| found.later_look(games).ok());
                let is_new = look.is_none();
                if let Some(look) = look {
                    self.note(&mut state, ply, look, true);
                }
                is_new
            });
            let look = |looker: &mut Looker<'_>, number: usize| {
                let ply = due[number];
                let larger = budget.of_look(round, due.len() - number);
                let look = larger.and_then(|larger| {
                    let Looker { searcher, prover } = looker;
                    let best = first[ply].assessment.line.moves.first().copied()?;
                    let (games, limits) = ([&games[ply], &games[ply + 1]], (limits, &larger));
                    look_again(games, [moves[ply], best], (searcher, prover), limits, stop)
                });
                (!stop.load(Ordering::Relaxed)).then_some(look)
            };
            in_parallel(lookers, due.len(), &look, &mut |number, look| {
                self.note(&mut state, due[number], look, false);
            });
            // The marks most in doubt come first: time may run out.
            state.in_doubt.sort_by(|(_, a), (_, b)| b.total_cmp(a));
            due = state.in_doubt.into_iter().map(|(ply, _)| ply).collect();
        }
    }

    /// Judges a move by a later look at it, and reports it.
    fn note(&mut self, round: &mut Round, ply: usize, look: Option<Looked>, is_known: bool) {
        round.done += 1;
        let found =
            (!is_known).then(|| Finding::of_later(self.games, (ply, round.look), look.as_ref()));
        let mut judged = vec![];
        if let Some((look, range)) = look {
            let position = self.games[ply].position();
            self.assessments[ply].second_look = Some(look);
            let old = self.review.moves[ply].judgment;
            self.review.judge_again(position, ply, &self.assessments);
            let reviewed = &self.review.moves[ply];
            judged.extend((reviewed.judgment != old).then_some((ply, reviewed.judgment)));
            match range {
                Some(LossRange { least, greatest })
                    if is_settled(position, reviewed.mv, least, greatest) => {}
                // A search that agrees with the move may find a better one later.
                range => round.in_doubt.push((ply, range.map_or(0.0, LossRange::width))),
            }
        }
        let Round { look, done, total, .. } = *round;
        (self.report)(ReviewProgress { look, done, total, judged, found });
    }
}

/// Tables are not divided below this size, which a search of some seconds can use.
const UNDIVIDED_MIB: usize = 32;

/// The size in MiB of each thread's table: no more than the longest search can fill, because the table
/// is cleared before each, and clearing 64 MiB takes as long as searching some thousand nodes.
fn table_of_a_search(settings: &Settings, limits: &Limits) -> usize {
    let part = settings.table_mib / settings.threads.max(1);
    let part = part.max(settings.table_mib.min(UNDIVIDED_MIB));
    Budget::of_longest_search(limits).table_mib(part)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_divided_among_the_threads_and_no_larger_than_the_longest_search_can_fill() {
        let table = |threads, table_mib, limits: Limits| {
            let settings = Settings { threads, table_mib, ..Settings::default() };
            table_of_a_search(&settings, &limits)
        };
        let deep = |(threads, table_mib)| table(threads, table_mib, Limits::depth(9));
        let of = [(1, 64), (2, 64), (8, 64), (8, 1024), (1, 1), (8, 16)];
        assert_eq!(of.map(deep), [64, 32, 32, 128, 1, 16]);
        let Settings { threads, table_mib, .. } = Settings::default();
        let filled = |nodes| table(threads, table_mib, Limits::nodes(nodes));
        assert_eq!([500, 20_000, 1_000_000, u64::MAX].map(filled), [1, 7, 64, 64]);
    }
}
