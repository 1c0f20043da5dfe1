//! An engine that follows a script: it plays the first legal move, until it misbehaves.
//!
//! The engine is this test program itself. Started with a script in its
//! environment, [`the_program_becomes_an_engine_when_it_has_a_script`] speaks UHP
//! instead of testing.

use std::io::{self, BufRead, Write};
use std::time::Duration;

use waggle::notation::{game_string, move_string, parse_game, parse_game_type, parse_move};
use waggle::rules::{Game, GameType, Move, Piece};

/// The environment variable that holds an engine's script.
pub(crate) const SCRIPT: &str = "WAGGLE_TEST_SCRIPT";
/// The arguments that make this program an engine, if it has a script.
pub(crate) const ARGS: [&str; 3] =
    ["--exact", "engine::the_program_becomes_an_engine_when_it_has_a_script", "--nocapture"];
/// The move at which an engine misbehaves: its second.
const FAULTY_MOVE: usize = 2;

#[test]
fn the_program_becomes_an_engine_when_it_has_a_script() {
    match std::env::var(SCRIPT) {
        Ok(script) => Engine::new(&script).serve(),
        Err(error) => assert_eq!(error, std::env::VarError::NotPresent),
    }
}

/// Plays the first legal move, until it misbehaves.
struct Engine {
    script: String,
    game: Game,
    moves_made: usize,
    games: usize,
    /// Whether it has its default book or ponders: it plays nonsense then.
    has_default: bool,
    /// What an engine that is one `ok` ahead has not written yet.
    held: String,
}

impl Engine {
    fn new(script: &str) -> Self {
        // Two engines may follow the same script.
        let script = script.trim_end_matches(" too");
        Self {
            script: script.to_owned(),
            game: Game::new(GameType::BASE),
            moves_made: 0,
            games: 0,
            has_default: ["book by default", "rival"].contains(&script),
            held: String::new(),
        }
    }

    fn is(&self, script: &str) -> bool {
        self.script == script
    }

    fn serve(mut self) {
        if self.is("crash at start") {
            complain("no strength today");
            std::process::exit(3);
        }
        if self.is("silent at start") {
            sleep();
        }
        let end = if self.is("rival") { ";" } else { "" };
        say(&format!("\nid Scripted v1\nMosquito;Ladybug;Pillbug{end}\nok"));
        for line in io::stdin().lock().lines() {
            let line = line.expect("the referee writes text");
            let (verb, rest) = line.split_once(' ').unwrap_or((&line, ""));
            match verb {
                "newgame" => self.new_game(rest),
                "play" | "pass" => self.observe(&line, rest),
                "bestmove" => self.answer(),
                "options" if self.is("book by default") => self.option("OwnBook", rest),
                // It has no `options` alone, and no list of them.
                "options" if self.is("rival") && rest.contains(" Ponder") => {
                    self.option("Ponder", rest);
                }
                "exit" if !self.is("rival") => break,
                _ => say("err what?\nok"),
            }
        }
        std::process::exit(0);
    }

    fn option(&mut self, name: &str, rest: &str) {
        self.has_default &= rest != format!("set {name} False");
        let value = if self.has_default { "True" } else { "False" };
        say(&format!("{name};bool;{value};True\nok"));
    }

    fn new_game(&mut self, text: &str) {
        self.moves_made = 0;
        self.games += 1;
        "ok".clone_into(&mut self.held);
        self.game = parse_game_type(text)
            .map_or_else(|_| parse_game(text).expect("the referee writes games"), Game::new);
        say(&format!("{}\nok", game_string(&self.game)));
    }

    /// A step of the queen, back to her previous hex if possible.
    fn dance(&self) -> Move {
        let position = self.game.position();
        let queen = Piece::queen(position.side_to_move());
        let steps: Vec<Move> = position
            .legal_moves()
            .into_iter()
            .filter(|mv| matches!(mv, Move::To { piece, .. } if *piece == queen))
            .collect();
        let mut before = self.game.clone();
        before.undo();
        before.undo();
        let back = before.position().hex_of(queen).map(|hex| Move::To { piece: queen, hex });
        let returns = back.filter(|mv| steps.contains(mv));
        returns.unwrap_or_else(|| *steps.first().expect("the queen can move"))
    }

    fn observe(&mut self, line: &str, rest: &str) {
        let text = if line == "pass" { line } else { rest };
        let mv = parse_move(self.game.position(), text).expect("the referee writes moves");
        self.game.play(mv).expect("the referee knows the rules");
        if self.is("refuses a move") && self.moves_made == FAULTY_MOVE {
            say("invalidmove I do not like it\nok");
        } else if self.is("liar") {
            say("Base;WhiteWins;Black[99];wS1\nok");
        } else {
            let reply = format!("{}\nok", game_string(&self.game));
            let is_ahead = self.is("one ok ahead") && self.moves_made >= FAULTY_MOVE;
            say(&if is_ahead { std::mem::replace(&mut self.held, reply) } else { reply });
        }
    }

    fn answer(&mut self) {
        let position = self.game.position();
        let mv = position.legal_moves()[0];
        let text = move_string(position, mv);
        self.moves_made += 1;
        let text = match self.script.as_str() {
            _ if self.has_default => "nonsense".to_owned(),
            "dancer" => move_string(position, self.dance()),
            "optimist" => format!("{text};1;9.00;{text}\n{text}"),
            "pessimist" => format!("{text};1;-9.00;{text}\n{text}"),
            "dialect" => dialect(&self.game, mv),
            "thinker" => format!("{text};1;0.25;{text}\n{text};2;-1.50;{text}\n{text}"),
            _ => text,
        };
        if self.is("one ok ahead") && self.moves_made > FAULTY_MOVE {
            return say(&self.held);
        }
        // A rival answers after 230 ms, whatever it is given.
        for (script, millis) in [("sluggish", 200), ("rival", 230)] {
            if self.is(script) {
                std::thread::sleep(Duration::from_millis(millis));
            }
        }
        if self.moves_made != FAULTY_MOVE {
            return say(&format!("{text}\nok"));
        }
        match self.script.as_str() {
            "illegal move" => say("pass\nok"),
            "crash" => {
                complain("segmentation fault, or so");
                std::process::exit(139);
            }
            "silence" => {
                complain(&format!("process {}", std::process::id()));
                sleep();
            }
            "slow" => {
                std::thread::sleep(Duration::from_millis(1500));
                say(&format!("{text}\nok"));
            }
            "no ok" => {
                say(&text);
                sleep();
            }
            "wrong ok" => {
                say(&format!("{text}\nOK."));
                sleep();
            }
            "empty answer" => say("ok"),
            "garbage" => {
                io::stdout().write_all(b"\xff\xfe\x00\x80wA1?\nok\n").expect("somebody reads");
                say("");
            }
            "huge line" => say(&format!("{}\nok", "wA1 ".repeat(300_000))),
            "flood" => {
                for _ in 0..100_000 {
                    say("thinking");
                }
            }
            "sleeper" if self.games > 1 => sleep(),
            "crash later" if self.games > 1 => std::process::exit(139),
            "err" => say("err I resign\nok"),
            "chatty" => say(&format!("{}{text}\nok", "let me think\n".repeat(200))),
            _ => say(&format!("{text}\nok")),
        }
    }
}

/// Writes lines; exits when the output is closed.
fn say(text: &str) {
    let mut out = io::stdout().lock();
    let newline = if text.is_empty() { "" } else { "\n" };
    if write!(out, "{text}{newline}").and_then(|()| out.flush()).is_err() {
        std::process::exit(0);
    }
}

fn sleep() -> ! {
    loop {
        std::thread::sleep(Duration::from_secs(1));
    }
}

/// Writes to the error output.
fn complain(text: &str) {
    writeln!(io::stderr(), "{text}").expect("the referee keeps what we say");
}

/// The same move with any other neighbor as reference, even the piece itself, in lower case and
/// with blanks, as some engines write.
fn dialect(game: &Game, mv: Move) -> String {
    let position = game.position();
    let Move::To { piece, hex } = mv else { return "PASS".to_owned() };
    let signs = ["{}-", "-{}", "/{}", "{}/", "\\{}", "{}\\"];
    let mut references = position.pieces_on_table().flat_map(|reference| {
        signs.map(|sign| format!("{piece}  {}", sign.replace("{}", &reference.to_string())))
    });
    let canonical = move_string(position, mv);
    let found = references.find(|text| {
        *text != canonical.replace(' ', "  ")
            && parse_move(position, text) == Ok(Move::To { piece, hex })
    });
    found.unwrap_or(canonical).to_lowercase()
}
