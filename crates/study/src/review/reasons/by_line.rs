//! Facts that only appear later in the line that the engine expects.

use super::comparison::{Comparison, liberties};
use super::{Draft, by_rules};
use crate::review::judging::fact::Fact;
use crate::review::judging::game_review::ReviewedMove;
use waggle_hive_core::rules::{Color, Game, Move, Piece, Position};
use waggle_hive_engine::eval::ExactMobility;

/// The first fact, ply by ply, that distinguishes the engine's line after a move in the last position
/// of this game from its line after the better move. It is true of these lines, which nobody is forced
/// to play.
pub(super) fn find(
    before: &Game,
    comparison: &Comparison,
    reviewed: &ReviewedMove,
) -> Option<Draft> {
    let line = &reviewed.better.as_ref()?.moves;
    let mut played = next(before.clone(), reviewed.mv)?;
    let mut better = next(before.clone(), *line.first()?)?;
    for (index, (&mv, &other)) in reviewed.expected.iter().zip(&line[1..]).enumerate() {
        (played, better) = (next(played, mv)?, next(better, other)?);
        let fact = match [&played, &better].map(Game::is_threefold) {
            [true, false] => Some(Fact::Repeats { times: played.repetitions() }),
            [_, true] => return None,
            [false, false] => difference(comparison.us, played.position(), better.position()),
        };
        if let Some(fact) = fact {
            let plies = index + 1;
            let fact = Fact::Later { plies, fact: Box::new(fact) };
            return Some(Draft::after(fact, reviewed.expected[..plies].to_vec()));
        }
    }
    None
}

/// The game after one more move, if that is legal and does not end it on the board.
fn next(mut game: Game, mv: Move) -> Option<Game> {
    game.play(mv).ok()?;
    game.outcome().is_none().then_some(game)
}

/// What is worse in one position than in the other.
fn difference(us: Color, played: &Position, better: &Position) -> Option<Fact> {
    let worse_queen = [us, us.other()].into_iter().find_map(|queen| {
        let (left, instead) = (liberties(played, queen)?, liberties(better, queen)?);
        by_rules::is_worse(queen == us, left, instead).then_some(Fact::Liberties {
            queen,
            left,
            instead,
        })
    });
    worse_queen.or_else(|| {
        let [played, better] = [played, better].map(ExactMobility::of);
        // The pieces that are pinned in one position and free to move in the other.
        let pinned = |color, here: &ExactMobility, there: &ExactMobility| -> Vec<Piece> {
            let is_one = |piece: &Piece| {
                here.is_pinned(*piece) && !there.is_pinned(*piece) && there.can_move(*piece)
            };
            Piece::of(color).filter(is_one).collect()
        };
        let (own, theirs) = (pinned(us, &played, &better), pinned(us.other(), &better, &played));
        if own.is_empty() {
            (!theirs.is_empty()).then_some(Fact::WouldPin { pieces: theirs })
        } else {
            Some(Fact::PinsOwn { pieces: own })
        }
    })
}
