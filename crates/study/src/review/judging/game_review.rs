//! A game with a judgment on each of its moves.

use super::assessment::Assessment;
use super::ending::Ending;
use super::judgment::{Judgment, lets_surround};
use super::reason::Reason;
use waggle_hive_core::games::GameResult;
use waggle_hive_core::rules::{Color, Game, Move, Position};
use waggle_hive_engine::analysis::WhiteScore;
use waggle_hive_engine::search::{Line, Score};

/// A game with a judgment on each of its moves.
#[derive(Debug)]
pub struct Review {
    /// The game.
    pub game: Game,
    /// Its moves, in their order.
    pub moves: Vec<ReviewedMove>,
    /// The score of the last position.
    pub last: WhiteScore,
    /// How the game has ended, on the board unless [`review`](crate::review::review()) was told more; `None` if
    /// it goes on.
    pub ending: Option<Ending>,
    /// The nodes of the first look at each position, if nothing else limited it.
    pub nodes: Option<u64>,
}

/// A move with the scores before and after it.
#[derive(Clone, Debug, PartialEq)]
pub struct ReviewedMove {
    /// Who played it.
    pub player: Color,
    /// The move.
    pub mv: Move,
    /// The score of the position before it, with best play. After a second look, this and the
    /// fields below are the second look's.
    pub before: WhiteScore,
    /// The score of the position after it.
    pub after: WhiteScore,
    /// Whether a forced win before it and after it is proven.
    pub proven: [bool; 2],
    /// What it cost.
    pub judgment: Judgment,
    /// What should have been played, with its score for the player; `None` if nothing is
    /// better.
    pub better: Option<Line<Move>>,
    /// The move that the engine would play, if known.
    pub choice: Option<Move>,
    /// The principal variation after it, empty if it ends the game on the board.
    pub expected: Vec<Move>,
    /// Why it has its mark, the most important reason first; empty before [`Review::explain`].
    pub reasons: Vec<Reason>,
    /// Whether it ends the game with a draw by repetition.
    pub repeats: bool,
    /// The search depth of the position before it, in plies.
    pub depth: u8,
    /// Whether it had a second look.
    pub looked_again: bool,
}

impl Review {
    /// Judges the moves of a game with this result, off the board, by the assessments of its positions, from
    /// the first to the last.
    ///
    /// # Panics
    ///
    /// Unless there is one more assessment than moves.
    pub fn new(game: &Game, result: GameResult, assessments: &[Assessment]) -> Self {
        let plies = game.moves().len();
        assert_eq!(assessments.len(), plies + 1, "each position needs an assessment");
        let ending = Ending::of(game, result);
        let judged = Judged { game, assessments, end: ending.and_then(Ending::score) };
        let mut replayed = game.restarted();
        let mut moves = Vec::with_capacity(plies);
        for (index, mv) in game.moves().enumerate() {
            moves.push(judged.by(replayed.position(), index, mv));
            if replayed.play(mv).is_err() {
                break; // The moves come from a game, so they are legal.
            }
        }
        let last = judged.own_score(plies, replayed.position().side_to_move());
        Self { game: game.clone(), moves, last, ending, nodes: None }
    }

    /// The score of the last position where the game has ended on the board or by repetition.
    pub(crate) fn end(&self) -> Option<WhiteScore> {
        self.ending.and_then(Ending::score)
    }

    /// Judges one move again, by changed assessments. The position is the one before it.
    pub(crate) fn judge_again(
        &mut self,
        position: &Position,
        index: usize,
        assessments: &[Assessment],
    ) {
        let judged = Judged { game: &self.game, assessments, end: self.end() };
        self.moves[index] = judged.by(position, index, self.moves[index].mv);
    }
}

/// A game with the assessments of its positions.
struct Judged<'a> {
    game: &'a Game,
    assessments: &'a [Assessment],
    /// The score of the last position where the game has ended on the board or by repetition.
    end: Option<WhiteScore>,
}

impl Judged<'_> {
    /// The move with this index in its position.
    fn by(&self, position: &Position, index: usize, mv: Move) -> ReviewedMove {
        let player = position.side_to_move();
        let them = player.other();
        let [first, next] = [index, index + 1].map(|index| &self.assessments[index]);
        let mut own = [self.own_score(index, player), self.own_score(index + 1, them)];
        let (line, compared, expected) = match &first.second_look {
            Some(look) => {
                let [before, after] = look.own;
                let later = |score: Option<Score>, to_move, first| {
                    score.map_or(first, |score| WhiteScore::new(score, to_move))
                };
                own = [later(before, player, own[0]), later(after, them, own[1])];
                (&look.better, look.scores(player), &look.played)
            }
            None => (&first.line, (own[0], own[1]), &next.line),
        };
        let proven = [first, next].map(Assessment::proven_score);
        let (before, after) = settled(player, compared, proven);
        let is_proven = |score: WhiteScore, proven| {
            score.win().is_some_and(|(_, plies)| plies == 0) || proven == Some(score)
        };
        let proven = [is_proven(before, proven[0]), is_proven(after, proven[1])];
        let best = line.moves.first().copied();
        let is_last = index + 1 == self.game.moves().len();
        let end = self.end.filter(|_| is_last);
        let draws = end.is_some_and(|score| score.win().is_none());
        // The search's own move is not best if it turns out to lose, to lose at once where another
        // move holds out, to draw a won game, or to miss a proven win.
        let is_refuted = proven[1] && is_win(after, them) && !is_win(before, them)
            || lets_surround(player, before, after)
            || (draws || proven[0]) && is_win(before, player) && !is_win(after, player);
        let unrefuted = best.filter(|best| !is_refuted || *best != mv);
        // The result of a game that is over is not hard to see.
        let is_hard = end.is_none() && is_hard_to_see(player, mv, first, next);
        let judge =
            |before, after| Judgment::in_position(position, mv, unrefuted, is_hard, before, after);
        let compared = judge(before, after);
        let before = claimed(before, own[0], proven[0]);
        let after = claimed(after, own[1], proven[1]);
        // A win that is not told of costs nothing.
        let told = judge(before, after);
        let mut judgment = if told.loss < compared.loss { told } else { compared };
        judgment.missed_win.take_if(|_| !is_win(before, player));
        judgment.allowed_win.take_if(|_| !is_win(after, them));
        let is_worse = (judgment.loss > 0.0 || judgment.missed_win.is_some()) && best != Some(mv);
        let better = is_worse.then(|| {
            let score =
                claimed(WhiteScore::new(line.score, player), before, false).for_player(player);
            Line { score, moves: line.moves.clone() }
        });
        ReviewedMove {
            player,
            mv,
            before,
            after,
            proven,
            judgment,
            better,
            choice: best,
            expected: if end.is_none() { expected.moves.clone() } else { vec![] },
            reasons: vec![],
            repeats: draws && self.game.outcome().is_none(),
            depth: first.depth,
            looked_again: first.second_look.is_some(),
        }
    }

    /// What the first look says of the position after this many plies, with this player to move. If the
    /// game has ended there on the board, that is its result.
    fn own_score(&self, index: usize, to_move: Color) -> WhiteScore {
        let end = self.end.filter(|_| index == self.game.moves().len());
        end.unwrap_or_else(|| WhiteScore::new(self.assessments[index].line.score, to_move))
    }
}

/// The score to be told of a position: where a search of one move after it sees a win that is neither proven
/// nor seen by the search of the position itself, what that says.
fn claimed(score: WhiteScore, own: WhiteScore, is_proven: bool) -> WhiteScore {
    match score.win() {
        Some((winner, _)) if !is_proven && !is_win(own, winner) => own,
        _ => score,
    }
}

/// The scores before and after a move of this player: the proven ones, otherwise those of the search.
fn settled(
    player: Color,
    (before, after): (WhiteScore, WhiteScore),
    proven: [Option<WhiteScore>; 2],
) -> (WhiteScore, WhiteScore) {
    let after = proven[1].unwrap_or(after);
    // A best move that loses does not make the position lost: the move played is the better one.
    let is_worth_more = is_win(before, player.other()) && !is_win(after, player.other());
    (proven[0].unwrap_or(if is_worth_more { after } else { before }), after)
}

fn is_win(score: WhiteScore, player: Color) -> bool {
    score.win().is_some_and(|(winner, _)| winner == player)
}

/// Whether searches with a tenth of the nodes, of the positions before and after a move, would not
/// mark it as an error.
fn is_hard_to_see(player: Color, mv: Move, before: &Assessment, after: &Assessment) -> bool {
    let Some(shallow) = &before.shallow else { return false };
    let is_best = shallow.moves.first() == Some(&mv);
    is_best
        || after.shallow.as_ref().is_some_and(|after| {
            let before = WhiteScore::new(shallow.score, player);
            let after = WhiteScore::new(after.score, player.other());
            !Judgment::of(player, before, after).costs_anything()
        })
}
