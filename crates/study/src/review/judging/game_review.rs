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
    /// The principal variation after it.
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
    /// Judges the moves of a game by the assessments of its positions, from the first to the last.
    ///
    /// # Panics
    ///
    /// Unless there is one more assessment than moves.
    #[must_use]
    pub fn new(game: &Game, assessments: &[Assessment]) -> Self {
        let plies = game.moves().len();
        assert_eq!(assessments.len(), plies + 1, "each position needs an assessment");
        let judged = Judged { game, assessments };
        let mut replayed = game.restarted();
        let mut moves = Vec::with_capacity(plies);
        for (index, mv) in game.moves().enumerate() {
            moves.push(judged.by(replayed.position(), index, mv));
            if replayed.play(mv).is_err() {
                break; // The moves come from a game, so they are legal.
            }
        }
        let last = judged.own_score(plies, replayed.position().side_to_move());
        let ending = Ending::of(game, GameResult::Unfinished);
        Self { game: game.clone(), moves, last, ending }
    }

    /// Judges one move again, by changed assessments. The position is the one before it.
    pub(crate) fn judge_again(
        &mut self,
        position: &Position,
        index: usize,
        assessments: &[Assessment],
    ) {
        let judged = Judged { game: &self.game, assessments };
        self.moves[index] = judged.by(position, index, self.moves[index].mv);
    }
}

/// A game with the assessments of its positions.
struct Judged<'a> {
    game: &'a Game,
    assessments: &'a [Assessment],
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
        let proven = [before, after].map(|score| {
            score.win().is_some_and(|(_, plies)| plies == 0) || proven.contains(&Some(score))
        });
        let best = line.moves.first().copied();
        let is_last = index + 1 == self.game.moves().len();
        let draws = is_last && score_of_end(self.game).is_some_and(|score| score.win().is_none());
        // The search's own move is not best if it turns out to lose, to lose at once where another
        // move holds out, or to draw a won game.
        let has_lost_by_force = proven[1] && is_win(after, them);
        let is_refuted = has_lost_by_force && !is_win(before, them)
            || lets_surround(player, before, after)
            || draws && is_win(before, player);
        let unrefuted = best.filter(|best| !is_refuted || *best != mv);
        let is_hard = is_hard_to_see(player, mv, first, next);
        let mut judgment = Judgment::in_position(position, mv, unrefuted, is_hard, before, after);
        let before = claimed(before, own[0], proven[0]);
        let after = claimed(after, own[1], proven[1]);
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
            expected: expected.moves.clone(),
            reasons: vec![],
            repeats: is_last && is_drawn_by_repetition(self.game),
            depth: first.depth,
            looked_again: first.second_look.is_some(),
        }
    }

    /// What the first look says of the position after this many plies, with this player to move. If the
    /// game has ended there on the board, that is its result.
    fn own_score(&self, index: usize, to_move: Color) -> WhiteScore {
        let end = (index == self.game.moves().len()).then(|| score_of_end(self.game)).flatten();
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

/// The score of a game that has ended on the board, or by repetition.
pub(crate) fn score_of_end(game: &Game) -> Option<WhiteScore> {
    match game.outcome() {
        Some(outcome) => Some(WhiteScore::of_outcome(outcome)),
        None if is_drawn_by_repetition(game) => Some(WhiteScore::new(Score::DRAW, Color::White)),
        None => None,
    }
}

/// Whether the game ends with the third occurrence of its last position. A game that went on after
/// a third occurrence is not a draw.
fn is_drawn_by_repetition(game: &Game) -> bool {
    game.outcome().is_none() && game.is_threefold()
}

#[cfg(test)]
mod tests {
    use super::super::assessment::SecondLook;
    use super::super::mark::Mark;
    use super::*;
    use crate::review::sample::{assessments, game_with_a_win};
    use waggle_hive_core::notation::{parse_game, parse_move};

    fn game(text: &str) -> Game {
        parse_game(text).expect("the game can be read")
    }

    #[test]
    fn the_move_of_the_search_is_best_and_costs_nothing_whatever_the_search_says_later() {
        let game = game("wS1;bS1 wS1-");
        let mut assessments = assessments(&game, &[50, -300, 300]);
        let first = game.moves().next().unwrap();
        let blunder = &Review::new(&game, &assessments).moves[0];
        assert_eq!(blunder.judgment.mark, Mark::Blunder);
        assert_eq!(blunder.better.as_ref(), Some(&assessments[0].line));
        assessments[0].line.moves.push(first);
        let best = &Review::new(&game, &assessments).moves[0];
        assert_eq!(best.judgment, Judgment::without_loss(Mark::Best));
        assert_eq!((best.better.as_ref(), best.depth, best.repeats), (None, 7, false));
    }

    #[test]
    fn what_a_shallow_search_does_not_see_is_judged_mildly() {
        let text = "wS1;bS1 wS1-;wQ -wS1;bQ bS1-;wA1 -wQ;bA1 bQ-;wA1 /wQ;bA1 bQ/;wA1 \\wQ";
        let game = game(text);
        let mark = |shallow: [Option<(i32, bool)>; 2]| {
            let mut assessments = assessments(&game, &[0, 0, 0, 0, 0, 0, 0, 0, 0, -40]);
            for (assessment, shallow) in assessments[8..].iter_mut().zip(shallow) {
                assessment.shallow = shallow.map(|(score, is_played)| Line {
                    score: Score::new(score),
                    moves: game.moves().skip(8).filter(|_| is_played).collect(),
                });
            }
            Review::new(&game, &assessments).moves[8].judgment.mark
        };
        assert_eq!(mark([None, None]), Mark::Mistake);
        assert_eq!(mark([Some((0, false)), Some((40, false))]), Mark::Mistake, "it sees it, too");
        assert_eq!(mark([Some((0, false)), Some((0, false))]), Mark::Inaccuracy);
        assert_eq!(
            mark([Some((0, true)), Some((40, false))]),
            Mark::Inaccuracy,
            "it would play it"
        );
        assert_eq!(mark([Some((0, false)), None]), Mark::Mistake, "nothing is known");
    }

    #[test]
    fn the_second_look_decides() {
        let game = game("wS1;bS1 wS1-");
        let mut assessments = assessments(&game, &[50, -300, 300]);
        let [played, better] = ["wS1", "wG1"]
            .map(|text| parse_move(game.restarted().position(), text).expect("a move"));
        let look = |score| SecondLook {
            better: Line { score: Score::new(40), moves: vec![better] },
            played: Line { score: Score::new(score), moves: vec![] },
            own: [None; 2],
        };
        assessments[0].second_look = Some(look(-40));
        let review = Review::new(&game, &assessments);
        assert_eq!((review.moves[0].mv, review.moves[0].looked_again), (played, true));
        assert_eq!(review.moves[0].judgment, Judgment::without_loss(Mark::Best));
        assessments[0].second_look = Some(look(60));
        let review = Review::new(&game, &assessments);
        assert_eq!(review.moves[0].judgment.mark, Mark::Blunder);
        assert_eq!(review.moves[0].after.liberties(), Some(-0.6));
        assert_eq!(review.moves[0].better.as_ref().map(|line| line.moves[0]), Some(better));
    }

    #[test]
    fn a_win_that_is_seen_after_one_move_is_none_of_the_position() {
        let game = game("wS1;bS1 wS1-");
        let mut assessments = assessments(&game, &[50, -300, 300]);
        let better = parse_move(game.restarted().position(), "wG1").expect("a move");
        let mut review = |better_score, played_score, own| {
            assessments[0].second_look = Some(SecondLook {
                better: Line { score: better_score, moves: vec![better] },
                played: Line { score: played_score, moves: vec![] },
                own,
            });
            Review::new(&game, &assessments).moves.swap_remove(0)
        };
        let (loss, win) = (Score::loss_in(4), Score::win_in(3));
        let both_lose = review(loss, win, [Some(Score::new(-200)), Some(win)]);
        assert_eq!(both_lose.before.liberties(), Some(-2.0), "its own search sees no loss");
        assert_eq!(both_lose.after.win(), Some((Color::Black, 3)));
        assert_eq!(both_lose.judgment.mark, Mark::Best, "the moves are compared all the same");
        let seen = review(loss, win, [Some(Score::loss_in(6)), Some(win)]);
        assert_eq!(seen.before.win(), Some((Color::Black, 4)));
        let not_searched = review(loss, win, [None, Some(win)]);
        assert_eq!(not_searched.before.liberties(), Some(0.5), "the first look counts");
        let (won, even) = (Score::win_in(5), Score::DRAW);
        let missed = review(won, even, [Some(Score::new(300)), Some(even)]);
        assert_eq!((missed.judgment.mark, missed.judgment.missed_win), (Mark::Blunder, None));
        assert_eq!(missed.better.map(|line| line.score), Some(Score::new(300)));
        let allowed = review(Score::new(40), win, [Some(Score::new(40)), Some(Score::new(300))]);
        assert_eq!((allowed.after.liberties(), allowed.judgment.allowed_win), (Some(-3.0), None));
    }

    #[test]
    fn the_move_of_the_search_is_not_best_where_it_loses_on_the_spot_and_another_holds_out() {
        let game = game("wS1;bS1 wS1-");
        let mut assessments = assessments(&game, &[0, 0, 0]);
        let first = game.moves().next().unwrap();
        assessments[0].line = Line { score: Score::loss_in(4), moves: vec![first] };
        let mark =
            |assessments: &[Assessment]| Review::new(&game, assessments).moves[0].judgment.mark;
        assessments[1].line.score = Score::win_in(3);
        assert_eq!(mark(&assessments), Mark::Best);
        assessments[1].line.score = Score::win_in(1);
        assert!(mark(&assessments).is_error());
    }

    #[test]
    fn a_move_without_alternative_is_forced() {
        let text = "Base;;;wA1;bB1 wA1/;wQ wA1\\;bQ bB1-;wS1 wQ-;bA1 bQ/;wB1 -wA1;bA1 wQ\\;\
                    wS1 bQ-;bA1 \\bQ;wS2 wS1-;bA1 wQ-;wS2 \\bQ;bA1 wS1/;wB2 wQ-;bA1 -bB1;wG1 wQ\\;\
                    bA1 bQ\\;wQ wB1\\;pass";
        let game = game(text);
        let scores: Vec<i32> = (0..21).map(|ply| if ply < 20 { 0 } else { 500 }).collect();
        let review = Review::new(&game, &assessments(&game, &scores));
        assert_eq!(review.moves[19].judgment, Judgment::without_loss(Mark::Forced));
        assert_ne!(review.moves[18].judgment.mark, Mark::Forced);
    }

    #[test]
    fn the_third_time_is_a_draw_only_where_the_game_ends() {
        let start = "Base;;;wA1;bA1 wA1-;wQ -wA1;bQ bA1-";
        let there_and_back = r";wQ \wA1;bQ bA1/;wQ -wA1;bQ bA1-";
        let twice = game(&format!("{start}{there_and_back}"));
        let thrice = game(&format!("{start}{there_and_back}{there_and_back}"));
        let on = game(&format!("{start}{there_and_back}{there_and_back}{there_and_back}"));
        let review = |game: &Game| Review::new(game, &assessments(game, &[200; 20]));
        assert_eq!(review(&twice).last.liberties(), Some(2.0));
        assert!(!review(&twice).moves.last().unwrap().repeats);
        let drawn = review(&thrice);
        assert_eq!(drawn.last.liberties(), Some(0.0));
        assert_eq!(
            drawn.moves.last().map(|last| (last.after, last.repeats)),
            Some((drawn.last, true))
        );
        assert_eq!(drawn.moves.iter().filter(|reviewed| reviewed.repeats).count(), 1);
        assert_eq!(review(&on).moves[11].after.liberties(), Some(2.0), "it was not drawn there");
    }

    #[test]
    fn the_score_of_a_finished_game_is_its_result() {
        let mut won = game_with_a_win();
        let player = won.position().side_to_move();
        let wins = |mv: &Move| {
            let mut after = won.clone();
            after.play(*mv).is_ok() && after.outcome().is_some()
        };
        let win = won.position().legal_moves().into_iter().find(wins).expect("a win");
        won.play(win).unwrap();
        let scores = vec![0; won.moves().len() + 1];
        let review = Review::new(&won, &assessments(&won, &scores));
        let last = review.moves.last().unwrap();
        assert_eq!(last.after.win(), Some((player, 0)));
        assert_eq!(last.judgment.mark, Mark::Best, "it wins, whatever the search would play");
    }

    #[test]
    #[should_panic(expected = "each position needs an assessment")]
    fn a_missing_assessment_panics() {
        let game = game("wS1;bS1 wS1-");
        let _ = Review::new(&game, &assessments(&game, &[0]));
    }
}
