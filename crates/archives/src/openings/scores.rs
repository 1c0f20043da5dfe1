//! The engine's scores of the positions of an opening tree.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};

use waggle_hive_core::rules::Game;
use waggle_hive_engine::analysis::WhiteScore;
use waggle_hive_engine::search::{Limits, MemoryError, Purpose, Searcher, Settings};

use super::Explorer;
use crate::archive::in_order;

impl Explorer {
    /// Searches each position with this many nodes and sets its score; `threads` are searched at
    /// once, which changes nothing else. `on_position` is called after each. Returns whether it came to
    /// the end; if `stop` was set before, no score is set.
    pub fn search(
        &mut self,
        nodes: u64,
        threads: usize,
        stop: &AtomicBool,
        mut on_position: impl FnMut(),
    ) -> Result<bool, MemoryError> {
        let settings = Settings { threads: 1, table_mib: 8, ..Settings::default() };
        let games: Vec<Game> =
            self.positions.iter().map(|position| position.game.clone()).collect();
        let mut scores = Ok(vec![]);
        in_order(
            games,
            threads,
            || Searcher::new(&settings),
            |searcher, game| {
                let searcher = searcher.as_mut().map_err(|error| *error)?;
                searcher.clear();
                let limits = Limits::nodes(nodes);
                let report = searcher.search_game(&game, Purpose::SCORE, &limits, stop, &mut ());
                Ok(WhiteScore::new(report.score, game.position().side_to_move()))
            },
            |score| match (&mut scores, score) {
                (Ok(scores), Ok(score)) if !stop.load(Ordering::Relaxed) => {
                    scores.push(score);
                    on_position();
                    ControlFlow::Continue(())
                }
                (Ok(_), Err(error)) => {
                    scores = Err(error);
                    ControlFlow::Break(())
                }
                _ => ControlFlow::Break(()),
            },
        );
        let scores = scores?;
        if stop.load(Ordering::Relaxed) {
            return Ok(false);
        }
        for (position, score) in self.positions.iter_mut().zip(scores) {
            position.score = Some(score);
        }
        Ok(true)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::openings::explorer::tests::explorer;

    #[test]
    fn every_position_gets_a_score_or_none_does() {
        let mut explorer = explorer("Base;;;wS1;bS1 wS1-;wA1 -wS1\nBase;;;wA1;bA1 wA1-\n", 1);
        let scores = |explorer: &Explorer| -> Vec<Option<WhiteScore>> {
            explorer.positions.iter().map(|position| position.score).collect()
        };
        let mut searched = 0;
        let stopped = explorer.search(100, 1, &AtomicBool::new(true), || searched += 1);
        assert_eq!((stopped, searched), (Ok(false), 0));
        assert!(scores(&explorer).iter().all(Option::is_none));
        let mut other = explorer.clone();
        assert_eq!(explorer.search(100, 1, &AtomicBool::new(false), || searched += 1), Ok(true));
        assert_eq!(searched, explorer.positions.len());
        assert!(scores(&explorer).iter().all(Option::is_some));
        assert_eq!(other.search(100, 3, &AtomicBool::new(false), || ()), Ok(true));
        assert_eq!(scores(&other), scores(&explorer));
    }
}
