//! A stand-in for the evaluator of hivegame.com, written from its protocol: a game position by position, the best move
//! and its chances, and whether that is the move that was played.

use std::process::Command;

use rand::rngs::StdRng;
use rand::seq::IndexedRandom as _;
use rand::{Rng as _, SeedableRng as _};
use waggle::notation::{move_string, parse_game_type, parse_move};
use waggle::rules::{Game, GameType, Move, Position};

use super::engine::Engine;

/// A game as the site has it: moves spelled by any neighbor.
struct Job {
    game_type: GameType,
    moves: Vec<String>,
}

/// An entry of a result.
#[derive(Debug, PartialEq)]
struct Evaluated {
    played: String,
    best: String,
    line: Vec<String>,
    before: f64,
}

/// The evaluator with its engine.
struct Evaluator {
    engine: Engine,
    sims: u64,
}

impl Evaluator {
    /// Starts the wrapper with the flags of another engine.
    fn start(sims: u64) -> Self {
        let mut command = Command::new("sh");
        command.args([
            "examples/waggle-evaluator",
            "--backend",
            "cpu",
            "--net",
            "a b.bin",
            "-t",
            "2",
        ]);
        command.env("WAGGLE", env!("CARGO_BIN_EXE_waggle"));
        // Its banner ends with a line that is exactly `ok`.
        let mut evaluator = Self { engine: Engine::start_as(&mut command), sims };
        // Quick to clear before each search, in a build without optimizations too.
        evaluator.ask("options set TableSizeMiB 1");
        evaluator
    }

    /// The reply without `ok`. As the site's own, it knows errors only by `err`.
    fn ask(&mut self, line: &str) -> Vec<String> {
        self.engine.send(&format!("{line}\n"));
        let reply = self.engine.reply();
        assert!(!reply.iter().any(|text| text.starts_with("err")), "{line}: {reply:?}");
        assert!(!reply.iter().any(|text| text.starts_with("invalidmove")), "{line}: {reply:?}");
        reply
    }

    /// The whole reply of `hash` after a move, which is taken back.
    fn hash_after(&mut self, mv: &str) -> Vec<String> {
        self.ask(&format!("play {mv}"));
        let hash = self.ask("hash");
        self.ask("undo");
        hash
    }

    /// Sets a position up; whether the game is over in it.
    fn set_up(&mut self, game_type: GameType, moves: &[String]) -> bool {
        let mut state = self.ask(&format!("newgame {game_type}"));
        for mv in moves {
            let command = if mv == "pass" { "pass".to_owned() } else { format!("play {mv}") };
            state = self.ask(&command);
        }
        let field = state[0].split(';').nth(1).expect("a state");
        ["WhiteWins", "BlackWins", "Draw"].contains(&field)
    }

    /// The position before each move; `None` where only a pass was possible.
    fn evaluate(&mut self, job: &Job) -> Vec<Option<Evaluated>> {
        (0..job.moves.len()).map(|ply| self.evaluate_ply(job, ply)).collect()
    }

    fn evaluate_ply(&mut self, job: &Job, ply: usize) -> Option<Evaluated> {
        assert!(!self.set_up(job.game_type, &job.moves[..ply]), "the game goes on");
        if self.ask("validmoves") == ["pass"] {
            return None;
        }
        let command = format!("analyze sims {} topk 1", self.sims);
        let reply = self.ask(&command);
        let found = reply.iter().find_map(|line| line.strip_prefix("cand ")).expect("a candidate");
        let mut fields = found.split(" | ");
        let mut best = fields.next().expect("a move").to_owned();
        let rest: Vec<_> = fields.filter_map(|field| field.split_once(' ')).collect();
        let value =
            |name: &str| rest.iter().find(|(other, _)| *other == name).map(|(_, value)| *value);
        let before: f64 = value("winprob").expect("it is required").parse().expect("a number");
        let mut line: Vec<String> =
            value("pv").expect("a line").split(';').map(str::to_owned).collect();
        line.truncate(12);
        assert!((0.0..=100.0).contains(&before) && (1..=16).contains(&best.len()), "{found}");
        assert_eq!(line[0], best);
        let played = job.moves[ply].clone();
        // The move that was played keeps its spelling, or its loss would not be 0.
        if best != played && self.hash_after(&best) == self.hash_after(&played) {
            best.clone_from(&played);
            line[0].clone_from(&played);
        }
        Some(Evaluated { played, best, line, before })
    }
}

/// All spellings of a move.
fn spellings(position: &Position, mv: Move) -> Vec<String> {
    let usual = move_string(position, mv);
    let mut all = vec![usual.clone()];
    if let Some(piece) = mv.piece() {
        for other in position.pieces_on_table() {
            for place in ["-@", "@-", "/@", "@/", "\\@", "@\\"] {
                let text = format!("{piece} {}", place.replace('@', &other.to_string()));
                if text != usual && parse_move(position, &text) == Ok(mv) {
                    all.push(text);
                }
            }
        }
    }
    all
}

/// Random games of all types, short enough to be replayed before each move, with moves spelled at random.
fn jobs() -> impl Iterator<Item = Job> {
    (0..100).map(|seed| {
        let mut rng = StdRng::seed_from_u64(seed);
        let game_type = GameType::ALL[seed as usize % GameType::ALL.len()];
        let mut game = Game::new(game_type);
        let mut moves = Vec::new();
        for _ in 0..rng.random_range(2..10) {
            let position = game.position();
            let Some(&mv) = position.legal_moves().choose(&mut rng) else { break };
            let spelled = spellings(position, mv);
            moves.push(spelled.choose(&mut rng).cloned().unwrap_or_default());
            game.play(mv).expect("it is legal");
            if game.outcome().is_some() {
                break;
            }
        }
        Job { game_type, moves }
    })
}

#[test]
fn the_evaluator_of_hivegame_com_gets_what_it_asks_for() {
    let mut evaluator = Evaluator::start(1);
    let (mut evaluated, mut respelled, mut first) = (0, 0, None);
    for job in jobs() {
        let results = evaluator.evaluate(&job);
        let mut game = Game::new(job.game_type);
        for (result, text) in results.iter().zip(&job.moves) {
            let mv = parse_move(game.position(), text).expect("the game can be read");
            if let Some(Evaluated { played, best, line, .. }) = result {
                evaluated += 1;
                assert_eq!(played, text);
                let is_played = parse_move(game.position(), best) == Ok(mv);
                assert_eq!(is_played, best == played, "{best} and {played}");
                respelled += usize::from(is_played && *played != move_string(game.position(), mv));
                let mut after = game.clone();
                for text in line {
                    let mv = parse_move(after.position(), text).expect("a move");
                    after.play(mv).expect("the line is legal");
                }
            }
            game.play(mv).expect("the game is legal");
        }
        if first.is_none() {
            first = Some((job, results));
        }
    }
    assert!(evaluated > 400 && respelled > 0, "{evaluated} moves, {respelled} respelled");
    // Equal queries have equal answers, whatever was searched before.
    let (job, results) = first.expect("there are games");
    assert_eq!(evaluator.evaluate(&job), results);
}

/// The job of a game as its string has it.
fn job_of(text: &str) -> Job {
    let mut fields = text.split(';');
    let game_type = parse_game_type(fields.next().expect("a type")).expect("a type");
    Job { game_type, moves: fields.skip(2).map(str::to_owned).collect() }
}

#[test]
fn the_evaluator_leaves_out_passes_and_sees_the_end_of_a_game() {
    let transcript = include_str!("../../uhp-transcripts/only-pass.uhp");
    let lines = transcript.lines().filter_map(|line| line.strip_prefix("<game "));
    let passes = job_of(lines.clone().find(|line| line.ends_with(";pass")).expect("a pass"));
    let mut evaluator = Evaluator::start(1);
    let last = passes.moves.len() - 1;
    assert_eq!(evaluator.evaluate_ply(&passes, last), None);
    assert!(evaluator.evaluate_ply(&passes, last - 1).is_some());

    let transcript = include_str!("../../uhp-transcripts/white-loses.uhp");
    let mut lines = transcript.lines().filter_map(|line| line.strip_prefix("<game "));
    let won = job_of(lines.find(|line| line.contains(";BlackWins;")).expect("a win"));
    assert!(evaluator.set_up(won.game_type, &won.moves));
    let before = evaluator.evaluate_ply(&won, won.moves.len() - 1).expect("it is evaluated");
    assert!(before.before > 99.9, "Black wins: {before:?}");
}
