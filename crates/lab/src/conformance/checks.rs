//! Small checks, each a short dialog, for what transcripts cannot express about every engine.

use std::time::{Duration, Instant};

use waggle_hive_core::notation::{game_string, parse_game, parse_move};
use waggle_hive_core::rules::{Game, GameType};
use waggle_hive_uhp::client::refusal;

use super::Failure;
use super::examiner::{Examiner, quoted};

/// How late an answer may be.
const LATENESS: Duration = Duration::from_millis(200);
/// A game in which White has surrounded the black queen.
const FINISHED: &str = "Base;WhiteWins;Black[8];wS1;bG1 wS1-;wQ -wS1;bQ bG1-;wA1 \\wS1;\
     bS1 bQ-;wA1 /bQ;bA1 \\bQ;wA2 -wQ;bA2 bQ/;wA2 bQ\\";

type Dialog = fn(&mut Examiner<'_>) -> Result<(), Failure>;

/// All small checks, each named by a sentence about engines that pass.
pub(super) const ALL: [(&str, Dialog); 15] = [
    ("the banner names the engine and its game types", banner),
    ("info repeats the banner", info),
    ("newgame starts a game of every type", new_games),
    ("moves are played in any order of neighbors", play),
    ("a broken game is refused and changes nothing", broken_game),
    ("options are listed in the form of the protocol", options),
    ("bestmove depth answers with one legal move", depth),
    ("bestmove time answers in time with one legal move", time),
    ("bestmove time understands fractions of a second", fraction),
    ("bestmove depth 0 answers with a legal move", no_depth),
    ("bestmove time 00:00:00 answers at once", no_time),
    ("a finished game takes no moves, but undo", finished),
    ("a finished game has no valid moves", finished_moves),
    ("a finished game has no best move", finished_best),
    ("exit ends the engine", exit),
];

fn banner(examiner: &mut Examiner<'_>) -> Result<(), Failure> {
    let lines = examiner.client()?.banner().to_vec();
    let difference =
        |expected: &str| Err(Failure::difference("", expected, quoted(&lines.join("\\n"))));
    match lines.as_slice() {
        [id] if id.starts_with("id ") => Ok(()),
        [id, types] if id.starts_with("id ") => {
            let known = ["Mosquito", "Ladybug", "Pillbug"];
            if types.split(';').all(|word| known.contains(&word)) {
                Ok(())
            } else {
                difference("`Mosquito;Ladybug;Pillbug` or a part of it in the second line")
            }
        }
        _ => difference("two lines, the first beginning with `id `"),
    }
}

fn info(examiner: &mut Examiner<'_>) -> Result<(), Failure> {
    let banner = examiner.client()?.banner().to_vec();
    let reply = examiner.accepted("info")?;
    if reply == banner {
        Ok(())
    } else {
        let lines = |lines: &[String]| quoted(&lines.join("\\n"));
        Err(Failure::difference("info", lines(&banner), lines(&reply)))
    }
}

fn new_games(examiner: &mut Examiner<'_>) -> Result<(), Failure> {
    for game_type in known_types(examiner)? {
        examiner.answers_with(&format!("newgame {game_type}"), &Game::new(game_type))?;
    }
    examiner.answers_with("newgame", &Game::new(GameType::BASE))?;
    let game = early_game()?;
    examiner.answers_with(&format!("newgame {}", game_string(&game)), &game)
}

fn play(examiner: &mut Examiner<'_>) -> Result<(), Failure> {
    examiner.accepted("newgame Base")?;
    let mut game = Game::new(GameType::BASE);
    // The last move is named by its far neighbor, the one before by its near neighbor.
    for text in ["wS1", "bS1 wS1-", "wQ \\wS1", "bQ bS1-", "wQ -wS1", "bQ bS1/", "wA1 /wQ"] {
        let mv = parse_move(game.position(), text).map_err(|error| mistake(&error))?;
        game.play(mv).map_err(|error| mistake(&error))?;
        examiner.answers_with(&format!("play {text}"), &game)?;
    }
    Ok(())
}

fn broken_game(examiner: &mut Examiner<'_>) -> Result<(), Failure> {
    examiner.accepted("newgame Base;InProgress;White[2];wS1;bS1 wS1-")?;
    let before = sorted_moves(examiner)?;
    for line in ["newgame Base;InProgress;White[2];wS1;bS1 wS9-", "newgame Chess"] {
        let reply = examiner.ask(line)?;
        if refusal(&reply).is_none() {
            return Err(Failure::difference(line, "a refusal", quoted(&reply.join("\\n"))));
        }
    }
    same_moves(examiner, &before)
}

fn options(examiner: &mut Examiner<'_>) -> Result<(), Failure> {
    let lines = examiner.accepted("options")?;
    for line in &lines {
        let fields: Vec<&str> = line.split(';').collect();
        let well_formed = match fields.as_slice() {
            [_, "bool", value, default] => {
                [value, default].iter().all(|text| matches!(**text, "True" | "False"))
            }
            [_, "int", numbers @ ..] => {
                matches!(numbers.len(), 2 | 4)
                    && numbers.iter().all(|text| text.parse::<i64>().is_ok())
            }
            [_, "double", numbers @ ..] => matches!(numbers.len(), 2 | 4),
            [_, "enum", value, default, values @ ..] => {
                values.contains(value) && values.contains(default)
            }
            _ => false,
        };
        if !well_formed || fields.iter().any(|field| field.is_empty()) {
            let expected = "`Name;type;value;default` and what belongs to the type";
            return Err(Failure::difference("options", expected, quoted(line)));
        }
        let get = format!("options get {}", fields.first().copied().unwrap_or_default());
        let got = examiner.one_line(&get)?;
        if got != *line {
            return Err(Failure::difference(&get, quoted(line), quoted(&got)));
        }
    }
    examiner.refused("options get NoSuchOption", "err")?;
    examiner.refused("options set NoSuchOption 1", "err")
}

fn depth(examiner: &mut Examiner<'_>) -> Result<(), Failure> {
    for text in
        ["Base;NotStarted;White[1]", "Base;InProgress;White[3];wS1;bS1 wS1-;wQ -wS1;bQ bS1-"]
    {
        legal_answer(examiner, &read(text)?, "bestmove depth 1", None)?;
    }
    Ok(())
}

fn time(examiner: &mut Examiner<'_>) -> Result<(), Failure> {
    timely_answer(examiner, "bestmove time 00:00:01", Duration::from_secs(1))
}

// The next three can be set in the dialog of MzingaViewer.

fn fraction(examiner: &mut Examiner<'_>) -> Result<(), Failure> {
    timely_answer(examiner, "bestmove time 00:00:00.5000000", Duration::from_millis(500))
}

fn no_depth(examiner: &mut Examiner<'_>) -> Result<(), Failure> {
    legal_answer(examiner, &early_game()?, "bestmove depth 0", None)
}

fn no_time(examiner: &mut Examiner<'_>) -> Result<(), Failure> {
    timely_answer(examiner, "bestmove time 00:00:00", Duration::ZERO)
}

fn finished(examiner: &mut Examiner<'_>) -> Result<(), Failure> {
    let mut game = read(FINISHED)?;
    examiner.answers_with(&format!("newgame {}", game_string(&game)), &game)?;
    let line = "play wG1 -wQ";
    let reply = examiner.ask(line)?;
    if refusal(&reply).is_none() {
        return Err(Failure::difference(line, "a refusal", quoted(&reply.join("\\n"))));
    }
    game.undo();
    examiner.answers_with("undo", &game)
}

fn finished_moves(examiner: &mut Examiner<'_>) -> Result<(), Failure> {
    examiner.accepted(&format!("newgame {FINISHED}"))?;
    examiner.refused("validmoves", "err")
}

fn finished_best(examiner: &mut Examiner<'_>) -> Result<(), Failure> {
    examiner.accepted(&format!("newgame {FINISHED}"))?;
    examiner.refused("bestmove depth 1", "err")
}

fn exit(examiner: &mut Examiner<'_>) -> Result<(), Failure> {
    match examiner.take_client()?.close() {
        Some(_) => Ok(()),
        None => Err(Failure::difference("exit", "the end of the engine", "no end in 3 s")),
    }
}

/// Asks for a move in this time, once more if that fails: the machine may have been busy.
fn timely_answer(examiner: &mut Examiner<'_>, line: &str, time: Duration) -> Result<(), Failure> {
    let mut ask = || legal_answer(examiner, &early_game()?, line, Some(time));
    ask().or_else(|_| ask())
}

/// Asks for a move, which must be legal and in time.
fn legal_answer(
    examiner: &mut Examiner<'_>,
    game: &Game,
    line: &str,
    allowed: Option<Duration>,
) -> Result<(), Failure> {
    examiner.accepted(&format!("newgame {}", game_string(game)))?;
    let start = Instant::now();
    let patience = allowed.map_or(examiner.settings.patience, |time| time + 5 * LATENESS);
    let reply = examiner.client()?.send(line, patience);
    let reply = reply.map_err(|error| Failure::Silent(error.to_string()).within(game))?;
    let elapsed = start.elapsed();
    let difference = |expected: &str, found: String| {
        Err(Failure::difference(line, expected, found).within(game))
    };
    if let Some(text) = refusal(&reply) {
        return difference("a move", quoted(text));
    }
    let [text] = reply.as_slice() else {
        return difference("one line", format!("{} lines", reply.len()));
    };
    let legal = parse_move(game.position(), text).is_ok_and(|mv| game.position().is_legal(mv));
    if !legal {
        return difference("a legal move", quoted(text));
    }
    match allowed {
        Some(allowed) if elapsed > allowed + LATENESS => {
            difference(&format!("an answer in {allowed:?}"), format!("one in {elapsed:.3?}"))
        }
        _ => Ok(()),
    }
}

/// The game types in the engine's banner.
pub(super) fn known_types(examiner: &mut Examiner<'_>) -> Result<Vec<GameType>, Failure> {
    let banner = examiner.client()?.banner();
    let words = if banner.len() > 1 { banner.last().cloned() } else { None }.unwrap_or_default();
    let knows = |word: &str| words.split(';').any(|known| known.eq_ignore_ascii_case(word));
    let (mosquito, ladybug, pillbug) = (knows("Mosquito"), knows("Ladybug"), knows("Pillbug"));
    let types = GameType::ALL.into_iter().filter(|game_type| {
        (mosquito || !game_type.mosquito)
            && (ladybug || !game_type.ladybug)
            && (pillbug || !game_type.pillbug)
    });
    Ok(types.collect())
}

fn sorted_moves(examiner: &mut Examiner<'_>) -> Result<Vec<String>, Failure> {
    let line = examiner.one_line("validmoves")?;
    let mut moves: Vec<String> = line.split(';').map(str::to_owned).collect();
    moves.sort();
    Ok(moves)
}

fn same_moves(examiner: &mut Examiner<'_>, before: &[String]) -> Result<(), Failure> {
    let after = sorted_moves(examiner)?;
    if after == before {
        Ok(())
    } else {
        let expected = format!("the same moves as before, {}", quoted(&before.join(";")));
        Err(Failure::difference("validmoves", expected, quoted(&after.join(";"))))
    }
}

/// A game with both queens placed.
fn early_game() -> Result<Game, Failure> {
    read("Base;InProgress;White[3];wS1;bS1 wS1-;wQ -wS1;bQ bS1-")
}

/// Parses one of our games; a test parses them all.
fn read(text: &str) -> Result<Game, Failure> {
    parse_game(text).map_err(|error| mistake(&error))
}

fn mistake(error: &dyn std::error::Error) -> Failure {
    Failure::Inapplicable(format!("the example is broken: {error}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_finished_game_is_finished() {
        assert!(parse_game(FINISHED).unwrap().outcome().is_some());
    }
}
