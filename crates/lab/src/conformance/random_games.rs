//! Random games: compares the engine's moves, states and undo with ours.

use std::collections::HashSet;

use rand::seq::IndexedRandom;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use waggle_hive_core::notation::{move_string, parse_move};
use waggle_hive_core::rules::{Game, GameType, Move, Position};
use waggle_hive_core::text::counted;
use waggle_hive_session::appearances;

use super::Failure;
use super::checks::known_types;
use super::examiner::{Examiner, quoted};

/// The average number of plies between undos.
const UNDO_EVERY: u32 = 8;
/// The maximum number of moves to undo.
const MAX_UNDOS: usize = 4;

/// Plays random games of one type.
pub(super) fn games(examiner: &mut Examiner<'_>, game_type: GameType) -> Result<(), Failure> {
    if !known_types(examiner)?.contains(&game_type) {
        return Err(Failure::Inapplicable(format!("the engine does not know {game_type}")));
    }
    let mut rng = ChaCha8Rng::seed_from_u64(examiner.settings.seed);
    for _ in 0..examiner.settings.games {
        let mut game = Game::new(game_type);
        examiner.answers_with(&format!("newgame {game_type}"), &game)?;
        let finished = play(examiner, &mut game, &mut rng);
        finished.map_err(|failure| failure.within(&game))?;
    }
    Ok(())
}

/// Plays a random game together with the engine.
fn play(examiner: &mut Examiner<'_>, game: &mut Game, rng: &mut ChaCha8Rng) -> Result<(), Failure> {
    for _ in 0..examiner.settings.plies {
        if game.outcome().is_some() || appearances(game) >= 3 {
            break;
        }
        compare_moves(examiner, game.position())?;
        let moves = game.position().legal_moves();
        let Some(&mv) = moves.choose(rng) else { break };
        let line = match mv {
            Move::Pass => "pass".to_owned(),
            Move::To { .. } => format!("play {}", move_string(game.position(), mv)),
        };
        // A legal move can be played.
        let _ = game.play(mv);
        examiner.answers_with(&line, game)?;
        if rng.random_ratio(1, UNDO_EVERY) {
            let count = rng.random_range(1..=MAX_UNDOS.min(game.moves().len()));
            for _ in 0..count {
                game.undo();
            }
            examiner.answers_with(&format!("undo {count}"), game)?;
        }
    }
    Ok(())
}

/// Compares the engine's legal moves with ours.
fn compare_moves(examiner: &mut Examiner<'_>, position: &Position) -> Result<(), Failure> {
    let line = "validmoves";
    let reply = examiner.one_line(line)?;
    let (mut theirs, mut texts) = (HashSet::new(), HashSet::new());
    for text in reply.split(';') {
        let Ok(mv) = parse_move(position, text) else {
            return Err(Failure::difference(line, "moves", quoted(text)));
        };
        // Moves may be named by any neighbor, so duplicates are fine.
        theirs.insert(mv);
        if !texts.insert(text) {
            return Err(Failure::difference(line, "each move once", format!("`{text}` twice")));
        }
    }
    let ours: HashSet<Move> = position.legal_moves().into_iter().collect();
    let names = |moves: &mut dyn Iterator<Item = &Move>| {
        let mut names: Vec<String> = moves.map(|&mv| move_string(position, mv)).collect();
        names.sort();
        names.join(";")
    };
    let missing = names(&mut ours.difference(&theirs));
    let surplus = names(&mut theirs.difference(&ours));
    if missing.is_empty() && surplus.is_empty() {
        return Ok(());
    }
    let expected = counted(ours.len(), "move", "moves");
    let list = |word: &str, moves: &str| {
        if moves.is_empty() { String::new() } else { format!(" {word} `{moves}`") }
    };
    let found = format!(
        "{}{}{}",
        theirs.len(),
        list("without", &missing),
        list("with the illegal", &surplus)
    );
    Err(Failure::difference(line, expected, found))
}
