//! Hive at a table.

use waggle::analysis::WhiteScore;
use waggle::notation::{MoveStringError, parse_move};
use waggle::render::{TextOptions, board_and_hands};
use waggle::rules::{Color, Game, Hex, Move, Outcome};
use waggle::search::Score;

use super::choice::{choices_of, pieces_named};
use super::screen::Screen;
use super::table_game::{Ending, TableGame};

impl TableGame for Game {
    const MOVES_HELP: &'static str = r"wA1 bQ-      your first Ant goes to the right of Black's Queen; the signs:
               \bQ   bQ/
             -bQ   bQ   bQ-      bQ alone: on top of her
               /bQ   bQ\
A1           or `ant`, `queen`: a piece, whose moves then have numbers
3            the move of that number
On the board: Q Queen, A Ant, B Beetle, G Grasshopper, S Spider, M Mosquito,
L Ladybug, P Pillbug; in brackets what moved last, a dot where it was, ^ stacks";

    fn to_move(&self) -> Color {
        self.position().side_to_move()
    }

    fn plies(&self) -> usize {
        self.position().ply().into()
    }

    fn ending(&self) -> Option<Ending> {
        let (winner, reason) = match self.outcome() {
            Some(Outcome::Win(winner)) => {
                (Some(winner), format!("{}'s queen is surrounded", winner.other()))
            }
            Some(Outcome::Draw) => (None, "both queens are surrounded".to_owned()),
            None if self.is_threefold() => {
                (None, format!("the position has occurred {} times", self.repetitions()))
            }
            None => return None,
        };
        Some(Ending { winner, reason })
    }

    fn board(&self, choices: &[Move], screen: &Screen) -> String {
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
        if self.outcome().is_none() && self.repetitions() == Self::REPETITIONS_OF_A_DRAW - 1 {
            "The position has occurred for the second time; the third is a draw.\n".to_owned()
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

    fn choices(&self, text: &str) -> Option<Result<Vec<Move>, String>> {
        pieces_named(text, self.to_move()).map(|pieces| choices_of(self.position(), &pieces))
    }

    fn read_typed(&self, text: &str) -> Result<Move, String> {
        let position = self.position();
        let read = parse_move(position, text).or_else(|error| {
            // The player's own color may be left out.
            let own = format!("{}{text}", self.to_move().letter());
            match parse_move(position, &own) {
                Err(MoveStringError::Mover(_)) => Err(error),
                read => read,
            }
        });
        read.map_err(|error| error.to_string())
    }

    /// By the rules of today, though the games read may begin with a queen.
    fn read_legal(&self, text: &str) -> Result<Move, String> {
        let mv = self.read_typed(text)?;
        let objection = self.position().objection_to(mv);
        objection.map_or(Ok(mv), |why| Err(format!("that move is not legal: {why}")))
    }

    fn score_in_words(&self, score: Score) -> String {
        let score = WhiteScore::new(score, self.to_move());
        match score.win() {
            // The search has not proven the distance, unless it is the next move.
            Some((winner, 2..)) => format!("the engine sees a win for {winner}"),
            _ => score.words(),
        }
    }

    fn as_hive(&self) -> Option<&Game> {
        Some(self)
    }
}
