//! Compares the engine's perft with ours.

use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use waggle_hive_core::notation::game_string;
use waggle_hive_core::rules::{Game, GameType, perft};
use waggle_hive_core::text::counted;
use waggle_hive_uhp::client::refusal;

use super::Failure;
use super::checks::known_types;
use super::examiner::{Examiner, quoted};
use crate::arena::random_game;

/// The depth in the middle of games, where there are more moves.
const DEPTH_IN_THE_MIDDLE: u32 = 2;
/// Plies of the games in the middle of which to count.
const PLIES: u32 = 30;

/// Counts from the start of every game type.
pub(super) fn starts(examiner: &mut Examiner<'_>) -> Result<(), Failure> {
    let depth = examiner.settings.perft_depth;
    for game_type in known_types(examiner)? {
        count(examiner, &Game::new(game_type), depth)?;
    }
    Ok(())
}

/// Counts from positions of random games.
pub(super) fn middles(examiner: &mut Examiner<'_>) -> Result<(), Failure> {
    let mut rng = ChaCha8Rng::seed_from_u64(examiner.settings.seed);
    let game_types = known_types(examiner)?;
    for round in 0..examiner.settings.games as usize {
        let game_type = game_types.get(round % game_types.len().max(1)).copied();
        let game = random_game(game_type.unwrap_or(GameType::BASE), PLIES, &mut rng);
        count(examiner, &game, DEPTH_IN_THE_MIDDLE)?;
    }
    Ok(())
}

fn count(examiner: &mut Examiner<'_>, game: &Game, depth: u32) -> Result<(), Failure> {
    examiner.answers_with(&format!("newgame {}", game_string(game)), game)?;
    let line = format!("perft {depth}");
    let reply = examiner.ask(&line)?;
    if let Some(text) = refusal(&reply) {
        return Err(Failure::Inapplicable(format!("the engine has no perft: {}", quoted(text))));
    }
    for depth in 1..=depth {
        let ours = perft(&mut game.position().clone(), depth);
        let theirs = reply.iter().find_map(|line| count_in(line, depth));
        if theirs != Some(ours) {
            let found =
                theirs.map_or_else(|| "no such line".to_owned(), |theirs| theirs.to_string());
            let expected =
                [counted(ours, "line", "lines"), counted(depth, "ply", "plies")].join(" of ");
            return Err(Failure::difference(&line, expected, found).within(game));
        }
    }
    Ok(())
}

/// The count in a line that begins with this depth: in `perft(3) = 6,678 in ...` and in `3   6678
/// 17 µs` alike.
fn count_in(line: &str, depth: u32) -> Option<u64> {
    let plain = line.replace(',', "");
    let mut numbers = plain
        .split(|letter: char| !letter.is_ascii_digit())
        .filter(|digits| !digits.is_empty())
        .map(str::parse::<u64>);
    let (first, second) = (numbers.next()?.ok()?, numbers.next()?.ok()?);
    (first == u64::from(depth)).then_some(second)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_are_found_in_the_rows_of_several_engines() {
        assert_eq!(count_in("perft(3) = 6,678 in 12 ms. 556.5 KN/s", 3), Some(6678));
        assert_eq!(count_in("    3            6678      17.6µs    379302.5", 3), Some(6678));
        assert_eq!(count_in("    3            6678      17.6µs    379302.5", 2), None);
        assert_eq!(count_in("depth           count        time        kn/s", 3), None);
    }
}
