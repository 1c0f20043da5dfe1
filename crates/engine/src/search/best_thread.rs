//! Selects the best thread after a parallel search.

use super::root::Found;
use super::score::Score;

/// The result to play: the shortest proven win; else, if a thread has proven a loss, the longest
/// resistance of the deepest such search; else that of the move with the most votes, weighted by
/// depth and score. The main thread's result is the first, and wins ties.
pub(super) fn best_result<M: Copy + PartialEq>(mut results: Vec<Found<M>>) -> Found<M> {
    let index = best_index(&results);
    results.swap_remove(index)
}

fn best_index<M: Copy + PartialEq>(results: &[Found<M>]) -> usize {
    let any = |is: fn(Score) -> bool| results.iter().filter_map(score).any(is);
    let (is_won, is_lost) = (any(Score::is_win), any(Score::is_loss));
    let worst = results.iter().filter_map(score).min().unwrap_or(Score::DRAW);
    let vote = |found: &Found<M>| {
        let lead = score(found).map_or(0, |score| score.value() - worst.value());
        i64::from(lead.min(MAX_LEAD) + WEIGHT_PER_PLY) * i64::from(found.depth)
    };
    let worth = |found: &Found<M>| {
        if is_won {
            return (score(found).map_or(i64::MIN, |score| score.value().into()), 0);
        }
        if is_lost {
            return (score(found).is_some_and(Score::is_loss).into(), found.depth);
        }
        let same_move = results.iter().filter(|other| best(other) == best(found));
        (same_move.map(vote).sum(), found.depth)
    };
    let mut best_index = 0;
    for index in 1..results.len() {
        if worth(&results[index]) > worth(&results[best_index]) {
            best_index = index;
        }
    }
    best_index
}

/// The weight per ply of the vote with the lowest score; the other votes add their lead over it,
/// in hundredths of a liberty.
const WEIGHT_PER_PLY: i32 = 14;
/// The maximum lead that counts.
const MAX_LEAD: i32 = 200;

fn best<M: Copy>(found: &Found<M>) -> Option<M> {
    found.lines.first()?.moves.first().copied()
}

fn score<M>(found: &Found<M>) -> Option<Score> {
    found.lines.first().map(|line| line.score)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::Line;

    fn found(depth: i32, score: Score, mv: u8) -> Found<u8> {
        Found { depth, lines: vec![Line { score, moves: vec![mv] }] }
    }

    #[test]
    fn no_deeper_result_replaces_a_proven_win() {
        let win = found(5, Score::win_in(5), 1);
        let others = [found(6, Score::new(90), 2), found(6, Score::new(95), 2)];
        let results: Vec<_> = std::iter::once(win).chain(others).collect();
        assert_eq!(best_index(&results), 0);
        let shorter = found(4, Score::win_in(3), 3);
        assert_eq!(best_index(&[results, vec![shorter]].concat()), 3);
    }

    #[test]
    fn threads_vote_by_depth_and_score() {
        let score = Score::new;
        assert_eq!(best_index(&[found(7, score(10), 1), found(8, score(10), 2)]), 1);
        assert_eq!(best_index(&[found(8, score(10), 1), found(7, score(10), 2)]), 0);
        assert_eq!(best_index(&[found(8, score(10), 1), found(8, score(30), 2)]), 1);
        let alone = found(8, score(15), 1);
        let agreed = [found(7, score(10), 2), found(8, score(10), 2)];
        assert_eq!(best_index(&[vec![alone], agreed.to_vec()].concat()), 2, "the deeper of two");
    }

    #[test]
    fn a_proven_loss_takes_the_longest_resistance() {
        let loss = |depth, mv| found(depth, Score::loss_in(6), mv);
        assert_eq!(best_index(&[found(7, Score::new(-90), 1), loss(7, 2), loss(8, 3)]), 2);
    }

    #[test]
    fn the_main_thread_wins_ties_and_results_without_a_line_lose() {
        let same = found(6, Score::new(4), 1);
        let nothing = Found { depth: 0, lines: vec![] };
        assert_eq!(best_index(&[same.clone(), same.clone()]), 0);
        assert_eq!(best_index(&[nothing.clone(), same]), 1);
        assert_eq!(best_index(&[nothing]), 0);
    }
}
