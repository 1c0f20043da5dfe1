//! A review for tests of what is made of it: its scores are invented.

use super::{Judgment, Review, ReviewedMove};
use crate::analysis::WhiteScore;
use crate::notation::{parse_game, parse_move};
use crate::rules::{Color, Game, GameType};
use crate::search::{Line, Score};

/// Six moves: the best, a forced one, one that allows a win, and one that misses it.
pub(super) fn sample() -> Review {
    let text = "Base+MLP;;;wS1;bS1 wS1-;wQ -wS1;bQ bS1-;wA1 -wQ;bA1 bQ-";
    let game = parse_game(text).expect("the game can be read");
    let white = |score| WhiteScore::new(score, Color::White);
    let scores = [
        Score::new(12),
        Score::new(12),
        Score::new(40),
        Score::loss_in(5),
        Score::loss_in(4),
        Score::loss_in(3),
        Score::new(-30),
    ]
    .map(white);
    let mut replayed = Game::new(GameType::MLP);
    let mut moves = vec![];
    for (index, mv) in game.moves().enumerate() {
        let position = replayed.position();
        let player = position.side_to_move();
        let (before, after) = (scores[index], scores[index + 1]);
        let is_forced = index == 1;
        let is_best = index == 0 || is_forced;
        let judgment = Judgment::of(player, before, after, is_best);
        let better = (index == 2).then(|| {
            let better = parse_move(position, "wQ \\wS1").expect("it can be read");
            Line { score: Score::new(40), moves: vec![better] }
        });
        moves.push(ReviewedMove {
            player,
            mv,
            before,
            after,
            is_best,
            is_forced,
            judgment,
            better,
            depth: 9 + index as u8,
        });
        replayed.play(mv).expect("the move is legal");
    }
    Review { game, moves, last: scores[6] }
}
