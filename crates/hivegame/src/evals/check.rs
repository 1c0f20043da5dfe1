//! Checks evaluations as the site does, and that their lines are legal.

use waggle_hive_core::notation::parse_move;
use waggle_hive_core::rules::{Game, Move};

use super::evaluation::{EvaluatedMove, Evaluation, MAX_MOVES};
use super::job::Job;

/// The maximum bytes of an evaluation.
const MAX_BYTES: usize = 256 << 10;
const MAX_MOVE_BYTES: usize = 16;

/// What is wrong with an evaluation.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("ply {ply}: {reason}")]
pub struct EvaluationFault {
    /// The ply, from 1; 0 for the whole evaluation.
    pub ply: usize,
    /// Why.
    pub reason: String,
}

/// Checks an evaluation of a job.
pub fn check(job: &Job, evaluation: &Evaluation) -> Result<(), EvaluationFault> {
    let fault = |ply, reason: &str| Err(EvaluationFault { ply, reason: reason.to_owned() });
    let mut game = job.replay().map_err(|reason| EvaluationFault { ply: 0, reason })?.restarted();
    if evaluation.moves.len() != job.moves.len() {
        return fault(0, "expected an entry for each move");
    }
    if serde_json::to_string(evaluation).map_or(usize::MAX, |text| text.len()) > MAX_BYTES {
        return fault(0, "expected at most 256 KiB");
    }
    for (index, (entry, played)) in evaluation.moves.iter().zip(&job.moves).enumerate() {
        let ply = index + 1;
        let mv = parse_move(game.position(), played)
            .map_err(|error| EvaluationFault { ply, reason: error.to_string() })?;
        match entry {
            None if mv != Move::Pass => {
                return fault(ply, "expected an entry for a move other than a pass");
            }
            None => {}
            Some(_) if mv == Move::Pass => return fault(ply, "expected none for a pass"),
            Some(entry) => {
                check_move(&game, entry, played)
                    .map_err(|reason| EvaluationFault { ply, reason })?;
            }
        }
        game.play(mv).map_err(|error| EvaluationFault { ply, reason: error.to_string() })?;
    }
    Ok(())
}

fn check_move(game: &Game, entry: &EvaluatedMove, played: &str) -> Result<(), String> {
    if entry.played != played {
        return Err("`played` differs from the job".to_owned());
    }
    if entry.line.len() > MAX_MOVES {
        return Err("`line` is longer than 12 moves".to_owned());
    }
    if entry.line.first().is_some_and(|first| *first != entry.best) {
        return Err("`line` does not begin with `best`".to_owned());
    }
    let is_chance = |chance: f64| (0.0..=100.0).contains(&chance);
    if !is_chance(entry.before) || !is_chance(entry.after) {
        return Err("expected chances from 0 to 100".to_owned());
    }
    let line = if entry.line.is_empty() { std::slice::from_ref(&entry.best) } else { &entry.line };
    let mut ahead = game.clone();
    for text in line {
        if !(1..=MAX_MOVE_BYTES).contains(&text.len()) {
            return Err(format!("expected a move of 1 to 16 bytes, found `{text}`"));
        }
        let mv = parse_move(ahead.position(), text).map_err(|error| error.to_string())?;
        ahead.play(mv).map_err(|error| format!("`{text}`: {error}"))?;
    }
    let best = parse_move(game.position(), &entry.best).map_err(|error| error.to_string())?;
    let mv = parse_move(game.position(), played).map_err(|error| error.to_string())?;
    if best == mv && entry.best != played {
        return Err("`best` is the played move in another spelling".to_owned());
    }
    Ok(())
}

#[cfg(test)]
mod tests {

    use waggle_hive_core::games::GameResult;
    use waggle_hive_engine::search::{Limits, NEVER, Settings};
    use waggle_hive_study::review;

    use super::*;

    fn job(moves: &[&str]) -> Job {
        let moves = moves.iter().map(|&mv| mv.to_owned()).collect();
        Job { eval_id: "e".to_owned(), game_type: "Base+MLP".to_owned(), moves }
    }

    fn evaluation(job: &Job) -> Evaluation {
        let limits = Limits::nodes(500);
        let settings = Settings { table_mib: 1, ..Settings::default() };
        let game = job.replay().unwrap();
        let review = review::review(
            &[],
            &game,
            GameResult::Unfinished,
            &settings,
            &limits,
            &NEVER,
            &mut |_| (),
        );
        Evaluation::of(job, &review.unwrap().unwrap(), 20_000)
    }

    #[test]
    fn a_review_makes_an_evaluation_that_passes() {
        let job = job(&["wL", "bL wL-", r"wQ \wL", "bQ bL/", "wA1 /wL", "bA1 bQ-"]);
        let evaluation = evaluation(&job);
        check(&job, &evaluation).unwrap();
        for (entry, played) in evaluation.moves.iter().flatten().zip(&job.moves) {
            assert_eq!((&entry.played, entry.sims), (played, 20));
            assert_eq!(entry.best, entry.line[0]);
        }
    }

    #[test]
    fn everything_that_the_site_refuses_is_found() {
        let job = job(&["wL", "bL wL-", "wM -wL"]);
        let good = evaluation(&job);
        let fault = |change: &dyn Fn(&mut Evaluation)| {
            let mut bad = good.clone();
            change(&mut bad);
            check(&job, &bad).unwrap_err().to_string()
        };
        let with = |change: &dyn Fn(&mut EvaluatedMove)| {
            fault(&|bad| change(bad.moves[2].as_mut().unwrap()))
        };
        for (found, expected) in [
            (fault(&|bad| drop(bad.moves.pop())), "ply 0: expected an entry for each move"),
            (fault(&|bad| bad.moves[1] = None), "ply 2: expected an entry"),
            (with(&|it| "wM wL".clone_into(&mut it.played)), "ply 3: `played` differs"),
            (with(&|it| it.before = f64::NAN), "ply 3: expected chances"),
            (with(&|it| it.after = 100.1), "ply 3: expected chances"),
            (with(&|it| it.line = vec![it.best.clone(); 13]), "ply 3: `line` is longer"),
            (with(&|it| it.line = vec!["wA1 -wL".to_owned()]), "ply 3: `line` does not begin"),
            (
                with(&|it| (it.best, it.line) = (String::new(), vec![])),
                "ply 3: expected a move of 1 to 16 bytes, found ``",
            ),
            (with(&|it| (it.best, it.line) = ("wA1 bL-".to_owned(), vec![])), "ply 3: "),
        ] {
            assert!(found.starts_with(expected), "{found}");
        }
    }

    #[test]
    fn a_job_with_an_illegal_move_is_refused_with_a_reason() {
        assert!(job(&[]).replay().unwrap_err().contains("no moves"));
        assert!(job(&["wL", "bL wS1-"]).replay().unwrap_err().starts_with("move 2"));
        assert!(job(&["wL", "pass"]).replay().unwrap_err().starts_with("move 2, `pass`"));
    }
}
