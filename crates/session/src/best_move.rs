//! The commands that search: `bestmove`, and pondering between commands.

use waggle_hive_engine::book::Book;
use waggle_hive_engine::search::{Instant, Limits, Report, random};

use super::effort::Effort;
use super::engine::Engine;
use super::ponder::Ponder;
use super::progress::{Outlet, Progress};
use super::reply::Reply;
use super::session::{GAME_OVER, Session};
use super::session_game::{SessionGame, line_texts};

#[cfg(test)]
mod tests;

/// Plies that `RandomOpening` chooses: the first move of each side.
const RANDOM_PLIES: usize = 2;
/// Positions searched for the score of a move that needs no search: a few milliseconds.
const NODES_FOR_A_SCORE: u64 = 20_000;

impl<E: Engine<G>, G: SessionGame> Session<E, G> {
    pub(super) fn best_move(
        &mut self,
        effort: Effort,
        received: Instant,
        outlet: &mut dyn Outlet,
    ) -> Result<Reply, Reply> {
        let game = self.unfinished_game()?.clone();
        let moves = G::legal_moves(game.position());
        let chosen = match moves.as_slice() {
            [] => return Err(Reply::error(GAME_OVER)),
            [only] => Some(*only),
            moves if self.options.random_opening && game.moves().len() < RANDOM_PLIES => {
                moves.get(random() as usize % moves.len()).copied()
            }
            moves => self.book_move(&game, outlet).filter(|mv| moves.contains(mv)),
        };
        let line = match chosen {
            Some(mv) if self.options.report_intermediate => {
                self.score(&game, mv, effort, received, outlet)
            }
            Some(mv) => vec![mv],
            None => self.search(&game, &moves, effort, received, outlet),
        };
        self.pv = line_texts::<G>(game.position(), &line);
        self.ponder = Ponder::new(&game, line);
        Ok(Reply::Lines(self.pv.iter().take(1).cloned().collect()))
    }

    /// A move of the opening book, if it is to be used and knows the position.
    fn book_move(&self, game: &G, outlet: &mut dyn Outlet) -> Option<G::Move> {
        if !self.options.own_book {
            return None;
        }
        let book = if let Some(book) = &self.book { book } else { Book::own()? };
        let mv = game.book_move(book, random())?;
        if self.options.verbose {
            outlet.note(&format!("book {}", G::move_text(game.position(), mv)));
        }
        Some(mv)
    }

    /// Searches for the best of `moves`; it is the first move of the line returned.
    fn search(
        &mut self,
        game: &G,
        moves: &[G::Move],
        effort: Effort,
        received: Instant,
        outlet: &mut dyn Outlet,
    ) -> Vec<G::Move> {
        self.has_searched = true;
        let limits = effort.limits(received);
        let skill = self.skill();
        let mut progress = Progress::new(game, &self.options, outlet);
        if effort.is_unlimited() && skill.level.is_full() {
            self.control.without_limit();
        }
        let report =
            self.engine.search(skill, game, &limits, self.control.stop_flag(), &mut progress);
        let line = match report.best.filter(|best| moves.contains(best)) {
            Some(best) => line_from(best, &report),
            None => moves.iter().take(1).copied().collect(),
        };
        progress.answer(&report, &line);
        line
    }

    /// Prints an intermediate line with a score for `chosen` by a short search; clients that
    /// grade moves need one for each. Returns the line of play.
    fn score(
        &mut self,
        game: &G,
        chosen: G::Move,
        effort: Effort,
        received: Instant,
        outlet: &mut dyn Outlet,
    ) -> Vec<G::Move> {
        self.has_searched = true;
        let mut limits = effort.limits(received);
        limits.nodes =
            Some(limits.nodes.map_or(NODES_FOR_A_SCORE, |nodes| nodes.min(NODES_FOR_A_SCORE)));
        let (skill, stop) = (self.skill(), self.control.stop_flag());
        let mut after = game.clone();
        let report = if after.play(chosen).is_ok() && !after.is_over() {
            limits.depth = limits.depth.map(|depth| depth.saturating_sub(1));
            let reply = self.engine.search(skill, &after, &limits, stop, &mut ());
            seen_before(chosen, reply)
        } else {
            // A move that ends the game is the only one, or the search finds it best.
            self.engine.search(skill, game, &limits, stop, &mut ())
        };
        let line = line_from(chosen, &report);
        Progress::new(game, &self.options, outlet).answer(&report, &line);
        line
    }

    /// Searches in the opponent's time, until the next line arrives, if the options say so
    /// and there is a position to search. Lower levels do not ponder.
    pub fn ponder(&mut self) {
        let skill = self.skill();
        if !self.options.ponder || !skill.level.is_full() {
            return;
        }
        let Ok(game) = self.unfinished_game() else {
            return;
        };
        let target = self.ponder.target(game);
        if self.control.begin_pondering() {
            self.has_searched = true;
            let stop = self.control.stop_flag();
            self.engine.search(skill, &target, &Limits::default(), stop, &mut ());
            self.control.finish();
        }
    }
}

/// The principal variation if it begins with this move, otherwise the move alone.
fn line_from<M: Copy + PartialEq>(mv: M, report: &Report<M>) -> Vec<M> {
    if report.pv.first() == Some(&mv) { report.pv.clone() } else { vec![mv] }
}

/// The report on a position seen from the one before, by the player who makes the move
/// between them.
fn seen_before<M>(mv: M, mut report: Report<M>) -> Report<M> {
    report.score = -report.score;
    report.depth = report.depth.saturating_add(1);
    report.pv.insert(0, mv);
    report
}
