//! How often the levels miss a motif.

use std::sync::atomic::AtomicBool;

use rayon::prelude::*;

use waggle_hive_core::rules::{Game, Move, Outcome, Position};
use waggle_hive_engine::eval::EvalInfo;
use waggle_hive_engine::levels::{self, Level, Skill};
use waggle_hive_engine::search::{Limits, MemoryError, Purpose, Searcher, Settings};
use waggle_hive_selfplay::SelfPlay;

/// A motif to be seen in a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Motif {
    /// A move that wins at once.
    Win,
    /// The opponent is about to surround the queen, and some moves prevent it.
    Danger,
    /// The best move throws one of the opponent's pieces.
    Throw,
    /// The best move is quiet and pins one of the opponent's pieces.
    Pin,
    /// The only move that forces a win is quiet.
    QuietWin,
}

impl Motif {
    /// All motifs.
    pub const ALL: [Self; 5] = [Self::Win, Self::Danger, Self::Throw, Self::Pin, Self::QuietWin];
}

/// A position with a motif.
#[derive(Clone, Debug)]
pub struct Exercise {
    game: Game,
    /// The correct moves.
    solutions: Vec<Move>,
    /// The move of the game.
    played: Move,
}

/// The nodes of the search for the best move.
const NODES: u64 = 3_000;
/// The minimum lead over the second best move, in hundredths of a liberty.
const MARGIN: i32 = 50;
/// The nodes per move of the games that provide exercises.
const NODES_OF_GAMES: u64 = 60;
/// The games played at a time.
const GAMES_AT_ONCE: u32 = 12;
/// The games after which the search for exercises ends.
const MAX_GAMES: u32 = 20_000;

impl Exercise {
    /// Finds this many positions of each motif, or all in 20,000 games, at most one of a motif
    /// in a game. They are the same at each call for the same network.
    ///
    /// # Errors
    ///
    /// If allocation fails.
    pub fn find(count: usize) -> Result<[Vec<Self>; Motif::ALL.len()], MemoryError> {
        let settings = SelfPlay { nodes: NODES_OF_GAMES, seed: 7, ..SelfPlay::default() };
        let played = (0..MAX_GAMES).step_by(GAMES_AT_ONCE as usize).map(|number| {
            let games = settings.play(number..number + GAMES_AT_ONCE)?;
            Ok(games.iter().map(|game| game.game().clone()).collect())
        });
        collect(count, played, true)
    }

    /// The same in these games, where it does not depend on the move played whether a position is looked at.
    ///
    /// # Errors
    ///
    /// If allocation fails.
    pub fn find_in(
        games: &[Game],
        count: usize,
    ) -> Result<[Vec<Self>; Motif::ALL.len()], MemoryError> {
        let chunks = games.chunks(GAMES_AT_ONCE as usize);
        collect(count, chunks.map(|games| Ok(games.to_vec())), false)
    }

    /// Whether a level misses it, as the player with this seed.
    fn is_missed(&self, level: Level, seed: u64) -> Result<bool, MemoryError> {
        let never = AtomicBool::new(false);
        let skill = Skill { level, seed };
        let report = levels::search(skill, &self.game, &Limits::default(), &never, &mut ())?;
        Ok(report.best.is_none_or(|best| !self.solutions.contains(&best)))
    }
}

/// The share of the exercises that a level misses, each tried once; NaN without exercises.
///
/// # Errors
///
/// If allocation fails.
pub fn share_missed(level: Level, exercises: &[Exercise]) -> Result<f64, MemoryError> {
    let missed: Result<Vec<bool>, MemoryError> = exercises
        .par_iter()
        .enumerate()
        .map(|(seed, exercise)| exercise.is_missed(level, seed as u64))
        .collect();
    Ok(missed?.iter().filter(|missed| **missed).count() as f64 / exercises.len() as f64)
}

/// The share of the exercises that were missed in the games they come from; NaN without exercises.
#[must_use]
pub fn share_missed_in_game(exercises: &[Exercise]) -> f64 {
    let missed = exercises.iter().filter(|it| !it.solutions.contains(&it.played));
    missed.count() as f64 / exercises.len() as f64
}

/// This many exercises of each motif, or all, with at most one of a motif in a game.
fn collect(
    count: usize,
    batches: impl Iterator<Item = Result<Vec<Game>, MemoryError>>,
    filters: bool,
) -> Result<[Vec<Exercise>; Motif::ALL.len()], MemoryError> {
    let mut found: [Vec<Exercise>; Motif::ALL.len()] = Default::default();
    for games in batches {
        let wanted = Motif::ALL.map(|motif| found[motif as usize].len() < count);
        let in_games: Result<Vec<_>, MemoryError> =
            games?.par_iter().map(|game| exercises_in(game, wanted, filters)).collect();
        for (motif, exercise) in in_games?.into_iter().flatten() {
            let of_motif = &mut found[motif as usize];
            if of_motif.len() < count {
                of_motif.push(exercise);
            }
        }
        if found.iter().all(|of_motif| of_motif.len() == count) {
            break;
        }
    }
    Ok(found)
}

/// The first exercise of each wanted motif in a game.
fn exercises_in(
    played: &Game,
    mut wanted: [bool; Motif::ALL.len()],
    filters: bool,
) -> Result<Vec<(Motif, Exercise)>, MemoryError> {
    let settings = Settings { table_mib: 1, ..Settings::default() };
    let mut searcher = Searcher::new(&settings)?;
    let mut game = played.restarted();
    let mut found = vec![];
    for mv in played.moves() {
        if let Some((motif, solutions)) = look(&game, filters.then_some(mv), &mut searcher)
            && std::mem::take(&mut wanted[motif as usize])
        {
            found.push((motif, Exercise { game: game.clone(), solutions, played: mv }));
        }
        if game.play(mv).is_err() {
            break;
        }
    }
    Ok(found)
}

/// The motif of a position and the correct moves. The move played, if it is given, is a cheap filter, so that few
/// positions are searched.
fn look(game: &Game, played: Option<Move>, searcher: &mut Searcher) -> Option<(Motif, Vec<Move>)> {
    let position = game.position();
    let moves = position.legal_moves();
    let wins = winning_moves(position, &moves);
    if !wins.is_empty() {
        return (wins.len() < moves.len()).then_some((Motif::Win, wins));
    }
    // If only one could pass.
    if loses(position, Move::Pass) {
        let safe: Vec<Move> = moves.into_iter().filter(|mv| !loses(position, *mv)).collect();
        return (!safe.is_empty()).then_some((Motif::Danger, safe));
    }
    if played.is_some_and(|mv| is_attack(position, mv) && !is_throw(position, mv)) {
        return None;
    }
    searcher.clear();
    let never = AtomicBool::new(false);
    let (purpose, limits) = (Purpose::Score { lines: 2 }, Limits::nodes(NODES));
    let lines = searcher.search_game(game, purpose, &limits, &never, &mut ()).lines;
    let [best, second, ..] = lines.as_slice() else { return None };
    let mv = *best.moves.first()?;
    let is_only_win = best.score.is_win() && !second.score.is_win();
    let is_better = !best.score.is_decisive() && second.score < best.score - MARGIN;
    let motif = if is_only_win && !is_attack(position, mv) {
        Motif::QuietWin
    } else if is_better && is_throw(position, mv) {
        Motif::Throw
    } else if is_better && !is_attack(position, mv) && pins(position, mv) {
        Motif::Pin
    } else {
        return None;
    };
    Some((motif, vec![mv]))
}

fn winning_moves(position: &Position, moves: &[Move]) -> Vec<Move> {
    let win = Outcome::Win(position.side_to_move());
    let wins = |mv: &Move| position.after(*mv).outcome() == Some(win);
    moves.iter().copied().filter(wins).collect()
}

/// Whether the opponent has won after this move or can win at once.
fn loses(position: &Position, mv: Move) -> bool {
    let after = position.after(mv);
    match after.outcome() {
        Some(outcome) => outcome == Outcome::Win(after.side_to_move()),
        None => !winning_moves(&after, &after.legal_moves()).is_empty(),
    }
}

fn is_attack(position: &Position, mv: Move) -> bool {
    let mut attacks = vec![];
    position.attacks_into(&mut attacks);
    attacks.contains(&mv)
}

/// Whether the opponent's piece moves.
fn is_throw(position: &Position, mv: Move) -> bool {
    mv.piece().is_some_and(|piece| piece.color() != position.side_to_move())
}

/// Whether another of the opponent's pieces is pinned after the move.
fn pins(position: &Position, mv: Move) -> bool {
    let them = position.side_to_move().other();
    let of_them = |position: &Position| {
        let pinned = EvalInfo::of(position).pinned;
        position
            .pieces_on_table()
            .filter(|piece| piece.color() == them && pinned >> piece.index() & 1 != 0)
            .count()
    };
    of_them(&position.after(mv)) > of_them(position)
}

#[cfg(test)]
mod tests {
    use super::*;
    use waggle_hive_core::notation::{parse_game, parse_move};

    #[test]
    fn solutions_match_their_motif_and_higher_levels_miss_less() {
        let found = Exercise::find(1).unwrap();
        let missed = |level| {
            let level = Level::new(level).unwrap();
            found.iter().map(|of_motif| share_missed(level, of_motif).unwrap()).sum::<f64>()
        };
        assert!(missed(9) < missed(1));
        for (motif, exercises) in Motif::ALL.into_iter().zip(&found) {
            for Exercise { game, solutions, .. } in exercises {
                let position = game.position();
                assert!(solutions.iter().all(|mv| position.is_legal(*mv)));
                let mv = solutions[0];
                match motif {
                    Motif::Win => assert!(winning_moves(position, &[mv]) == [mv]),
                    Motif::Danger => assert!(solutions.iter().all(|mv| !loses(position, *mv))),
                    Motif::Throw => assert!(is_throw(position, mv)),
                    Motif::Pin => assert!(pins(position, mv) && !is_attack(position, mv)),
                    Motif::QuietWin => assert!(!is_attack(position, mv)),
                }
            }
        }
    }

    #[test]
    fn surrounding_the_own_queen_is_no_defence() {
        let game = parse_game(concat!(
            r"Base;InProgress;White[13];wS1;bG1 wS1\;wA1 wS1/;bS1 /bG1;wQ wA1-;bQ -bS1;",
            r"wS2 wQ/;bA1 bS1\;wS2 wA1\;bA1 \wA1;wS1 -bQ;bA2 -bG1;wB1 \wS1;bA2 wQ-;",
            r"wB2 wB1/;bB1 bA2/;wA2 /wS1;bB1 \bA2;wA2 bA1/;bA3 -bG1;wB2 wB1;bS1 wQ\;",
            r"wG1 \wB2;bG2 bS1\",
        ))
        .unwrap();
        let position = game.position();
        let surrounds = parse_move(position, "wA2 -bB1").unwrap();
        assert!(loses(position, Move::Pass) && loses(position, surrounds));
        let mut searcher =
            Searcher::new(&Settings { table_mib: 1, ..Settings::default() }).unwrap();
        assert!(look(&game, Some(surrounds), &mut searcher).is_none());
    }
}
