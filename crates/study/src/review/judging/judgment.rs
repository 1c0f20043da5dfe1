//! The judgment of a move, by the scores before and after it.

use super::mark::Mark;
use waggle_hive_core::rules::{Color, Move, Position};
use waggle_hive_engine::analysis::WhiteScore;

/// The loss below which a move is as good as the best one: it is displayed as 2 % or less. Two
/// searches of a second differ by more.
pub(crate) const NOTHING: f64 = 0.025;

/// The first plies, in which placements are hard to tell apart: part of a loss there is search error.
const FIRST_PLIES: u16 = 8;

/// The length in plies of the longest win that a player can be expected to see: five moves. Whether a
/// search finds a longer one depends on its depth.
const CLEAR_WIN_PLIES: u16 = 9;

/// What a move cost its player.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Judgment {
    /// The player's chances with the better move, between 0 and 1.
    pub chance: f64,
    /// By how much they have fallen.
    pub loss: f64,
    /// The loss in a word.
    pub mark: Mark,
    /// The plies of a forced win that the player had and no longer has.
    pub missed_win: Option<u16>,
    /// The plies of a forced win that the opponent has and did not have before.
    pub allowed_win: Option<u16>,
}

impl Judgment {
    /// The judgment of a move that costs nothing, whatever the search says one ply later: it was
    /// forced, or the search would play it, too.
    pub const fn without_loss(mark: Mark) -> Self {
        Self { chance: 0.0, loss: 0.0, mark, missed_win: None, allowed_win: None }
    }

    /// Judges a move in its position by the search's best move, by whether only a deep search sees
    /// what is wrong with it, and by the scores before and after it.
    pub fn in_position(
        position: &Position,
        mv: Move,
        best: Option<Move>,
        is_hard_to_see: bool,
        before: WhiteScore,
        after: WhiteScore,
    ) -> Self {
        let player = position.side_to_move();
        // If several moves win at once, the search returns only one of them.
        let wins = after.win() == Some((player, 0));
        if position.count_moves() == 1 {
            return Self::without_loss(Mark::Forced);
        }
        if wins || best == Some(mv) {
            return Self::without_loss(Mark::Best);
        }
        let judgment = Self::of(player, before, after);
        let is_mild = (is_opening(position, mv) || is_hard_to_see)
            && !judgment.misses_clear_win()
            && !lets_surround(player, before, after);
        let is_as_good = is_as_good(player, before, after, judgment.loss);
        match graded(judgment.mark, is_as_good, is_mild) {
            Mark::Best => Self::without_loss(Mark::Best),
            mark => Self { mark, ..judgment },
        }
    }

    /// Judges a move of `player` that was neither forced nor best.
    ///
    /// A move that misses a win within five moves is never good, however high the score remains.
    pub fn of(player: Color, before: WhiteScore, after: WhiteScore) -> Self {
        let chance = before.chance(player);
        let loss = (chance - after.chance(player)).max(0.0);
        let win_of =
            |score: WhiteScore, color| score.win().filter(|win| win.0 == color).map(|win| win.1);
        // A win of `color` in the first score that the second does not have.
        let new_win =
            |score, other, color| win_of(score, color).filter(|_| win_of(other, color).is_none());
        let missed_win = new_win(before, after, player);
        let allowed_win = new_win(after, before, player.other());
        let judgment = Self { chance, loss, mark: Mark::of_loss(loss), missed_win, allowed_win };
        let is_clear = judgment.misses_clear_win() || lets_surround(player, before, after);
        let least = if is_clear { Mark::Inaccuracy } else { Mark::Good };
        Self { mark: judgment.mark.max(least), ..judgment }
    }

    /// Whether the move costs more than the noise between two searches, or a win.
    pub(crate) fn costs_anything(&self) -> bool {
        self.loss >= NOTHING || self.missed_win.is_some() || self.allowed_win.is_some()
    }

    /// Whether the player could have forced a win that a player can be expected to see.
    fn misses_clear_win(&self) -> bool {
        self.missed_win.is_some_and(|plies| plies <= CLEAR_WIN_PLIES)
    }
}

/// Whether a move in its position has the same mark with all losses in this range.
pub(crate) fn is_settled(position: &Position, mv: Move, least: f64, greatest: f64) -> bool {
    let is_opening = is_opening(position, mv);
    let [one, other] =
        [least, greatest].map(|loss| graded(Mark::of_loss(loss), loss < NOTHING, is_opening));
    one == other
}

/// The mark of a move, given the mark of its loss, whether it is as good as the best move, and whether
/// the loss may be the search's error.
fn graded(mark: Mark, is_as_good: bool, is_mild: bool) -> Mark {
    match mark {
        Mark::Good if is_as_good => Mark::Best,
        mark if is_mild => mark.milder(),
        mark => mark,
    }
}

/// Whether a move is a placement in the first turns.
fn is_opening(position: &Position, mv: Move) -> bool {
    position.is_placement(mv) && position.ply() < FIRST_PLIES
}

/// Whether the move allows the opponent to win at once, which another move would have prevented.
pub(crate) fn lets_surround(player: Color, before: WhiteScore, after: WhiteScore) -> bool {
    let lost_in = |score: WhiteScore| {
        score.win().filter(|(winner, _)| *winner != player).map(|(_, plies)| plies)
    };
    lost_in(after) == Some(1) && lost_in(before).is_none_or(|plies| plies > 2)
}

/// Whether a move with this loss is as good as the best one. A move that keeps a forced win is,
/// unless it passes up a win at once; in a lost position a move is, unless it loses at once where
/// another holds out longer. The length of a forced win is not compared: it depends on the depth of
/// the search.
fn is_as_good(player: Color, before: WhiteScore, after: WhiteScore, loss: f64) -> bool {
    match (before.win(), after.win()) {
        (None, None) => loss < NOTHING,
        (Some((winner, plies)), Some((same, left))) if winner == same => {
            if winner == player {
                left < plies || plies > 1
            } else {
                left + 1 >= plies || left > 1
            }
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use waggle_hive_core::notation::{parse_game, parse_move};
    use waggle_hive_engine::search::Score;

    fn white(score: Score) -> WhiteScore {
        WhiteScore::new(score, Color::White)
    }

    #[test]
    fn the_same_drop_costs_white_and_helps_black() {
        let (before, after) = (white(Score::new(200)), white(Score::new(-200)));
        let judged = Judgment::of(Color::White, before, after);
        assert_eq!(judged.mark, Mark::Blunder);
        let helped = Judgment::of(Color::Black, before, after);
        assert_eq!((helped.loss, helped.mark), (0.0, Mark::Good));
    }

    #[test]
    fn a_missed_win_is_reported_and_never_good() {
        let before = white(Score::loss_in(5));
        let still_won = Judgment::of(Color::Black, before, white(Score::loss_in(9)));
        assert_eq!((still_won.missed_win, still_won.mark), (None, Mark::Good));
        let nearly = Judgment::of(Color::Black, before, white(Score::new(-20_000)));
        assert_eq!((nearly.missed_win, nearly.mark), (Some(5), Mark::Inaccuracy));
        let long =
            Judgment::of(Color::Black, white(Score::loss_in(11)), white(Score::new(-20_000)));
        assert_eq!((long.missed_win, long.mark), (Some(11), Mark::Good), "hardly anybody sees it");
        let thrown_away = Judgment::of(Color::Black, before, white(Score::DRAW));
        assert_eq!((thrown_away.missed_win, thrown_away.mark), (Some(5), Mark::Blunder));
    }

    #[test]
    fn what_may_be_an_error_of_the_search_is_judged_mildly() {
        let game = parse_game("wS1;bS1 wS1-;wQ -wS1").unwrap();
        let position = game.position();
        let [played, best] = ["bQ bS1-", "bQ bS1/"].map(|text| parse_move(position, text).unwrap());
        let judged = |loss: i32| {
            let (before, after) = (white(Score::DRAW), white(Score::new(loss)));
            Judgment::in_position(position, played, Some(best), false, before, after)
        };
        assert_eq!((judged(20).mark, judged(5).mark), (Mark::Good, Mark::Best));
        assert!(judged(20).loss > 0.05, "what it may have cost is told");
        assert_eq!(judged(45).mark, Mark::Inaccuracy);
        let later =
            parse_game("wS1;bS1 wS1-;wQ -wS1;bQ bS1-;wA1 -wQ;bA1 bQ-;wA1 /wQ;bA1 bQ/").unwrap();
        let moves = later.position().legal_moves();
        let (before, after) = (white(Score::DRAW), white(Score::new(-20)));
        let judged = |is_hard_to_see, after| {
            let best = Some(moves[1]);
            Judgment::in_position(later.position(), moves[0], best, is_hard_to_see, before, after)
        };
        assert_eq!(judged(false, after).mark, Mark::Inaccuracy);
        // What is wrong with it takes a deep search to see.
        assert_eq!(judged(true, after).mark, Mark::Good);
        assert!(judged(true, after).loss > 0.05);
        assert_eq!(judged(true, white(Score::new(-200))).mark, Mark::Blunder);
    }

    #[test]
    fn the_best_moves_keep_a_win_and_do_not_lose_on_the_spot() {
        let is_best = |player, before, after| is_as_good(player, white(before), white(after), 0.0);
        let (win, loss) = (Score::win_in(5), Score::loss_in(6));
        assert!(is_best(Color::White, win, Score::win_in(4)));
        assert!(is_best(Color::White, win, Score::win_in(6)), "it wins all the same");
        assert!(!is_best(Color::White, Score::win_in(1), Score::win_in(2)), "it could have won");
        assert!(is_best(Color::White, loss, Score::loss_in(5)));
        assert!(is_best(Color::White, loss, Score::loss_in(3)), "it loses all the same");
        assert!(!is_best(Color::White, loss, Score::loss_in(1)), "it could have held out");
        assert!(is_best(Color::White, Score::loss_in(2), Score::loss_in(1)), "nothing holds out");
        assert!(!is_best(Color::White, Score::new(-900), loss));
        assert!(is_best(Color::Black, Score::new(9), Score::new(9)));
    }

    #[test]
    fn a_win_on_the_spot_is_never_allowed_by_a_good_move_while_another_holds_out() {
        let later =
            parse_game("wS1;bS1 wS1-;wQ -wS1;bQ bS1-;wA1 -wQ;bA1 bQ-;wA1 /wQ;bA1 bQ/").unwrap();
        let moves = later.position().legal_moves();
        let lost = white(Score::loss_in(1));
        for before in [Score::new(-20_000), Score::loss_in(4), Score::new(0), Score::win_in(3)] {
            for is_hard_to_see in [false, true] {
                let judge = |after| {
                    let (position, best) = (later.position(), Some(moves[1]));
                    Judgment::in_position(
                        position,
                        moves[0],
                        best,
                        is_hard_to_see,
                        white(before),
                        after,
                    )
                };
                assert!(judge(lost).mark.is_error(), "{before:?}");
            }
        }
        let nothing_holds_out = Judgment::of(Color::White, white(Score::loss_in(2)), lost);
        assert_eq!(nothing_holds_out.mark, Mark::Good);
    }

    #[test]
    fn small_losses_cost_nothing_unless_a_win_is_at_stake() {
        let judged = |loss| Judgment { loss, ..Judgment::without_loss(Mark::Good) };
        assert!(judged(0.03).costs_anything());
        assert!(!judged(0.01).costs_anything());
        assert!(Judgment { missed_win: Some(3), ..judged(0.0) }.costs_anything());
        assert!(Judgment { allowed_win: Some(2), ..judged(0.0) }.costs_anything());
    }

    #[test]
    fn an_allowed_win_is_reported_unless_it_was_there_before() {
        let after = white(Score::loss_in(4));
        let allowed = Judgment::of(Color::White, white(Score::DRAW), after);
        assert_eq!((allowed.allowed_win, allowed.mark), (Some(4), Mark::Blunder));
        let was_lost = Judgment::of(Color::White, white(Score::loss_in(9)), after);
        assert_eq!((was_lost.allowed_win, was_lost.loss), (None, 0.0));
    }

    #[test]
    fn losses_with_the_same_mark_are_settled() {
        let later = "wS1;bS1 wS1-;wQ -wS1;bQ bS1-;wA1 -wQ;bA1 bQ-;wA1 /wQ;bA1 bQ/";
        let settled = |game: &str, least: f64, greatest: f64| {
            let game = parse_game(game).unwrap();
            let mv = game.position().legal_moves()[0];
            is_settled(game.position(), mv, least, greatest)
        };
        assert!(
            settled(later, 0.21, 0.9) && settled(later, 0.1, 0.19) && settled(later, 0.03, 0.04)
        );
        assert!(!settled(later, 0.19, 0.9) && !settled(later, -0.1, 0.04));
        // Placements in the first turns are judged mildly.
        assert!(settled("wS1;bS1 wS1-", 0.03, 0.09) && !settled(later, 0.03, 0.09));
    }
}
