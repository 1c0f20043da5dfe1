//! (Tests only.) A review with made-up scores.

use std::sync::atomic::AtomicBool;

use super::judging::assessment::Assessment;
use super::judging::ending::Ending;
use super::judging::game_review::Review;
use super::judging::judgment::Judgment;
use super::judging::mark::Mark;
use super::writing::json::ReviewLine;
use waggle_hive_core::games::{GameRecord, GameResult};
use waggle_hive_core::notation::{parse_game, parse_move};
use waggle_hive_core::rules::{Color, Game, Move};
use waggle_hive_engine::document;
use waggle_hive_engine::search::{Line, Score};

/// Six moves: the best, a forced one, one that allows a win, two good ones, and one that misses
/// the win.
pub(super) fn sample() -> Review {
    let text = "Base+MLP;;;wS1;bS1 wS1-;wQ -wS1;bQ bS1-;wA1 -wQ;bA1 bQ-";
    let game = parse_game(text).expect("the game can be read");
    // Scores for White, with the search's best move.
    let positions = [
        (Score::new(12), "wS1"),
        (Score::new(12), "bS1 wS1-"),
        (Score::new(40), r"wQ \wS1"),
        (Score::loss_in(5), "bQ bS1/"),
        (Score::loss_in(4), "wA1 wQ/"),
        (Score::loss_in(3), r"bA1 bQ\"),
        (Score::new(-30), r"wA1 -bS1"),
    ];
    let mut replayed = Game::new(game.game_type());
    let mut moves = game.moves();
    let mut assessments = vec![];
    for (index, (score, best)) in positions.into_iter().enumerate() {
        let player = replayed.position().side_to_move();
        let score = if player == Color::White { score } else { -score };
        let winner = if score.is_win() { player } else { player.other() };
        let proven = score.plies_to_end().map(|plies| (winner, plies.unsigned_abs() as u8));
        let best: Vec<Move> = parse_move(replayed.position(), best).into_iter().collect();
        let searched = Assessment::of_search(Line { score, moves: best }, 9 + index as u8);
        assessments.push(Assessment { proven, ..searched });
        if let Some(mv) = moves.next() {
            replayed.play(mv).expect("the move is legal");
        }
    }
    let mut review = Review::new(&game, GameResult::Unfinished, &assessments);
    review.moves[1].judgment = Judgment::without_loss(Mark::Forced);
    review.explain(&AtomicBool::new(false)).expect("the solver's table is small");
    review
}

/// Assessments of a game's positions with these scores for White, none of whose lines has been played.
pub(super) fn assessments(game: &Game, scores: &[i32]) -> Vec<Assessment> {
    let scores = scores.iter().zip([1, -1].into_iter().cycle()).take(game.moves().len() + 1);
    let line = |(score, sign)| Line { score: Score::new(score * sign), moves: vec![] };
    scores.map(|scored| Assessment::of_search(line(scored), 7)).collect()
}

/// The sample as a line of an archive, with this player and this result.
pub(super) fn line(number: usize, white: &str, result: GameResult) -> ReviewLine {
    let mut record = GameRecord { result, ..GameRecord::default() };
    record.set_tag("White", white);
    let origin = document::Origin {
        file: "a.pgn".to_owned(),
        number,
        fingerprint: "0".repeat(16),
        settings: "--depth 9".to_owned(),
    };
    let mut review = sample();
    review.ending = Ending::of(&review.game, result);
    ReviewLine::of(origin, &record, &review)
}
