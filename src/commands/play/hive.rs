//! Hive at a table.

use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use anyhow::Context as _;
use waggle::analysis::WhiteScore;
use waggle::games::{Format, GameRecord, GameResult, pgn};
use waggle::notation::{MoveStringError, move_string, parse_move};
use waggle::render::{TextOptions, board_and_hands};
use waggle::review::{Heading, ReviewStyle, review, text};
use waggle::rules::{Color, Game, Hex, Move, Outcome};
use waggle::search::{Limits, Params, Score, Settings};
use waggle::uhp::Options;

use super::choice::{choices_of, pieces_named};
use super::screen::Screen;
use super::table_game::{About, Ending, TableGame};
use crate::commands::terminal::today;

/// How long a review looks at each position.
const TIME_FOR_A_POSITION: Duration = Duration::from_millis(300);
/// How often a position comes about until the game is drawn.
const REPETITIONS_OF_A_DRAW: usize = 3;

impl TableGame for Game {
    const PASS: Move = Move::Pass;
    const COMMAND: &'static str = "waggle play";
    const MOVES_HELP: &'static str = r"wA1 bQ-      your first Ant goes to the right of Black's Queen; the signs:
               \bQ   bQ/
             -bQ   bQ   bQ-      bQ alone: on top of her
               /bQ   bQ\
A1           or `ant`, `queen`: a piece, whose moves then have numbers
3            the move of that number
On the board: Q Queen, A Ant, B Beetle, G Grasshopper, S Spider, M Mosquito,
L Ladybug, P Pillbug; in brackets what moved last, a dot where it was, ^ stacks";
    const HAS_LEVELS: bool = true;

    fn to_move(&self) -> Color {
        self.position().side_to_move()
    }

    fn fresh(&self) -> Self {
        self.restarted()
    }

    fn ending(&self) -> Option<Ending> {
        let (winner, reason) = match self.outcome() {
            Some(Outcome::Win(winner)) => {
                (Some(winner), format!("{}'s queen is surrounded", winner.other()))
            }
            Some(Outcome::Draw) => (None, "both queens are surrounded".to_owned()),
            None if self.repetitions() >= REPETITIONS_OF_A_DRAW => {
                (None, "the position has come about for the third time".to_owned())
            }
            None => return None,
        };
        Some(Ending { winner, reason })
    }

    fn is_table_empty(&self) -> bool {
        self.start().is_none() && self.moves().len() == 0
    }

    fn board(&self, screen: &Screen) -> String {
        let (colored, width) = (screen.colored, screen.width());
        board_and_hands(self, &TextOptions { colored, width, ..TextOptions::default() })
    }

    fn board_of_choices(&self, choices: &[Move], screen: &Screen) -> String {
        let destination = |mv: &Move| match mv {
            Move::To { hex, .. } => Some(*hex),
            Move::Pass => None,
        };
        let destinations: Vec<Hex> = choices.iter().filter_map(destination).collect();
        let mover = choices.first().and_then(|mv| mv.piece());
        let (colored, width) = (screen.colored, screen.width());
        board_and_hands(self, &TextOptions { colored, width, destinations: &destinations, mover })
    }

    fn news(&self) -> String {
        if self.outcome().is_none() && self.repetitions() == REPETITIONS_OF_A_DRAW - 1 {
            "The position has come about for the second time; the third is a draw.\n".to_owned()
        } else {
            String::new()
        }
    }

    fn heading(&self, mv: Move) -> String {
        match mv.piece() {
            None => "No other move".to_owned(),
            Some(piece) if self.position().hex_of(piece).is_none() => {
                format!("{piece}, {}, from the hand", piece.bug())
            }
            Some(piece) => format!("{piece}, {}", piece.bug()),
        }
    }

    fn is_meant(&self, mv: Move, text: &str) -> bool {
        if let Some(pieces) = pieces_named(text, self.to_move()) {
            return mv.piece().is_some_and(|piece| pieces.contains(&piece));
        }
        let (text, written) =
            (text.to_lowercase(), move_string(self.position(), mv).to_lowercase());
        let own = format!("{}{text}", self.to_move().letter());
        written.starts_with(&text) || written.starts_with(&own)
    }

    fn choices(&self, text: &str) -> Option<Result<Vec<Move>, String>> {
        pieces_named(text, self.to_move()).map(|pieces| choices_of(self.position(), &pieces))
    }

    fn read_legal(&self, text: &str) -> Result<Move, String> {
        let position = self.position();
        let read = parse_move(position, text).or_else(|error| {
            // One's own color goes without saying.
            let own = format!("{}{text}", self.to_move().letter());
            match parse_move(position, &own) {
                Err(MoveStringError::Mover(_)) => Err(error),
                read => read,
            }
        });
        let mv = read.map_err(|error| error.to_string())?;
        match position.objection_to(mv) {
            None => Ok(mv),
            Some(objection) => Err(format!("that move is not legal: {objection}")),
        }
    }

    fn score_in_words(&self, score: Score) -> String {
        WhiteScore::new(score, self.to_move()).words()
    }

    fn file_text(&self, path: &Path, about: &About) -> anyhow::Result<String> {
        let writer = Format::of_name(path).map(Format::writer);
        let record = record(self, about);
        match writer {
            Some(write) => write(&record).context("writing the game"),
            None => Ok(pgn::write(&record)),
        }
    }

    fn joins(&self, path: &Path, content: &str) -> bool {
        let format = Format::of_name(path).unwrap_or(&pgn::FORMAT);
        Format::of_text(content) == Some(format) && format.read(content).iter().any(Result::is_ok)
    }

    fn review(
        &self,
        about: &About,
        screen: &Screen,
        stop: &AtomicBool,
        finished: &mut dyn FnMut(),
    ) -> anyhow::Result<Option<String>> {
        let Options { threads, table_mib, .. } = Options::default();
        // A draw is worth nothing to either side, or scores would depend on who is to move.
        let params = Params { contempt: 0, ..Params::default() };
        let settings = Settings { threads, table_mib, params, ..Settings::default() };
        let limits = Limits::time(TIME_FOR_A_POSITION);
        let reviewed = review(self, &settings, &limits, stop, finished)?;
        let heading = Heading::of(&record(self, about));
        let style = ReviewStyle { colored: screen.colored, boards: false };
        Ok(reviewed.map(|reviewed| text(&reviewed, &heading, style)))
    }
}

/// The game with its players, as files have it.
fn record(game: &Game, about: &About) -> GameRecord {
    let result = match &about.ending {
        None => GameResult::Unfinished,
        Some(Ending { winner: None, .. }) => GameResult::Draw,
        Some(Ending { winner: Some(winner), .. }) => GameResult::Win(*winner),
    };
    let mut record = GameRecord { result, ..GameRecord::of(game) };
    let level = about.level;
    let engine = if level.is_full() {
        "Waggle".to_owned()
    } else {
        format!("Waggle, level {}", level.number())
    };
    record.set_tag("Date", today());
    for color in Color::ALL {
        let name = if color == about.person { "Human" } else { &engine };
        record.set_tag(&color.to_string(), name);
    }
    record
}
