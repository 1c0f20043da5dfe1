//! Bees! at a table.

use waggle::bees::{Color, Game, Hex, HexSet, Move, Outcome, Part, Position};
use waggle::search::Score;

use super::announcements::{deaths, held};
use super::screen::Screen;
use super::table_game::{Ending, TableGame};

impl TableGame for Game {
    const MOVES_HELP: &'static str = "\
c3-c4        your Drone on c3 moves to c4, and those before it in line move on
c3>c4        and they push what is in their way; `-` and `>` are the same
Wc2-e4^e5    your Warrior's thorax goes from c2 to e4, then its head to e5
Wc2^c3       it only turns
AB-e4  AB^c3 the same by its letters: the head's, the thorax's, or both
Q-ne         your Queen moves north-east (e, se, sw, w, nw, ne)
bQ>w         your bees behind Black's Queen push her west
+a4  +Wa3^a4 a dead bee enters
c3  AB  Q  + a bee, or the dead: the moves are numbered, and a number plays one
The board names each hex: a letter for the row, a number for the diagonal.
Capitals are Black's: X a Drone, O a part of the Queen; other letters are
Warriors, head and thorax in turn. A star marks what the last move has changed.";

    fn to_move(&self) -> Color {
        self.position().side_to_move()
    }

    fn plies(&self) -> usize {
        let is_set_up = *self.restarted().position() != Position::start();
        if is_set_up { usize::MAX } else { self.moves().len() }
    }

    fn ending(&self) -> Option<Ending> {
        let (winner, reason) = match self.outcome()? {
            Outcome::Win(winner) => (Some(winner), format!("{}'s Queen is dead", winner.other())),
            Outcome::Draw => (None, "both Queens are dead or dying".to_owned()),
        };
        Some(Ending { winner, reason })
    }

    fn board(&self, _choices: &[Move], screen: &Screen) -> String {
        let position = self.position();
        let changed = match before(self) {
            Some(before) => position.changed_since(&before),
            None => HexSet::EMPTY,
        };
        position.named_drawing(changed, screen.colored) + &held(position)
    }

    fn news(&self) -> String {
        before(self).map_or_else(String::new, |before| deaths(&before, self.position()))
    }

    fn heading(&self, mv: Move) -> String {
        match mv {
            Move::Drones { .. } => "Drones".to_owned(),
            Move::Warrior { thorax, .. } => format!("Warrior on {thorax}"),
            Move::Queen { .. } => "Queen".to_owned(),
            Move::PushQueen { .. } => "Pushes of a Queen".to_owned(),
            Move::EnterDrone { .. } | Move::EnterWarrior { .. } => "Entries".to_owned(),
            Move::Pass => "No other move".to_owned(),
        }
    }

    fn choices(&self, text: &str) -> Option<Result<Vec<Move>, String>> {
        let position = self.position();
        let named = Named::read(position, &text.to_lowercase())?;
        let mut moves = position.legal_moves();
        moves.retain(|mv| named.is_moved_by(*mv, position.side_to_move()));
        Some(if moves.is_empty() { Err(named.without_moves()) } else { Ok(moves) })
    }

    fn score_in_words(&self, score: Score) -> String {
        let us = self.position().side_to_move();
        let (leader, lead) = if score < Score::DRAW { (us.other(), -score) } else { (us, score) };
        match lead.plies_to_end() {
            // The search has not proven the distance, unless it is the next move.
            Some(1) => format!("{leader} wins with the next move"),
            Some(_) => format!("the engine sees a win for {leader}"),
            None if lead == Score::DRAW => "even".to_owned(),
            None => format!("{lead} for {leader}"),
        }
    }
}

/// The position before the last move.
fn before(game: &Game) -> Option<Position> {
    let mut before = game.clone();
    before.undo()?;
    Some(*before.position())
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Named {
    /// The Drone of the player to move on this hex.
    Drone(Hex),
    /// The Warrior of the player to move with this thorax.
    Warrior(Hex),
    /// A Queen, to be moved or to be pushed.
    Queen(Color),
    /// The bees that can enter.
    Dead,
    /// A hex without a bee of the player to move.
    Nobody(Hex),
}

impl Named {
    /// What a text in small letters names; `None` if it is neither a hex nor a bee.
    fn read(position: &Position, text: &str) -> Option<Self> {
        let us = position.side_to_move();
        match text {
            "+" => return Some(Self::Dead),
            "q" => return Some(Self::Queen(us)),
            "bq" => return Some(Self::Queen(Color::Black)),
            "wq" => return Some(Self::Queen(Color::White)),
            _ => {}
        }
        if let Some(thorax) = position.thorax_of(text) {
            return Some(Self::Warrior(thorax));
        }
        let hex: Hex = text.strip_prefix('w').unwrap_or(text).parse().ok()?;
        Some(match position.at(hex) {
            Some(Part::Drone(color)) if color == us => Self::Drone(hex),
            Some(Part::Head(color, _) | Part::Thorax(color, _)) if color == us => {
                Self::Warrior(position.warrior_at(us, hex)?.1.thorax())
            }
            Some(Part::Queen(color)) => Self::Queen(color),
            _ => Self::Nobody(hex),
        })
    }

    fn is_moved_by(self, mv: Move, us: Color) -> bool {
        match (self, mv) {
            (Self::Drone(hex), Move::Drones { tail, .. }) => tail == hex,
            (Self::Warrior(hex), Move::Warrior { thorax, .. }) => thorax == hex,
            (Self::Queen(color), Move::Queen { .. }) => color == us,
            (Self::Queen(color), Move::PushQueen { queen, .. }) => queen == color,
            (Self::Dead, Move::EnterDrone { .. } | Move::EnterWarrior { .. }) => true,
            _ => false,
        }
    }

    /// The message for a player whose bee cannot move.
    fn without_moves(self) -> String {
        match self {
            Self::Drone(hex) => format!("your Drone on {hex} cannot move"),
            Self::Warrior(thorax) => format!("your Warrior on {thorax} cannot move"),
            Self::Queen(color) => format!("{color}'s Queen can be neither moved nor pushed"),
            Self::Dead => "no dead bee can enter".to_owned(),
            Self::Nobody(hex) => format!("you have no bee on {hex}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bees_are_named_by_hex_letter_or_kind() {
        let start = Position::start();
        let named = |text: &str| Named::read(&start, text);
        let hex = |name: &str| name.parse::<Hex>().unwrap();
        assert_eq!(named("h7"), Some(Named::Drone(hex("h7"))));
        for text in ["ab", "a", "b", "i10", "wi10", "h9"] {
            assert_eq!(named(text), Some(Named::Warrior(hex("i10"))), "{text}");
        }
        assert_eq!(named("q"), Some(Named::Queen(Color::Black)));
        assert_eq!(named("wq"), Some(Named::Queen(Color::White)));
        assert_eq!(named("a1"), Some(Named::Nobody(hex("a1"))));
        for text in ["", "a99", "h7-g6", "moves", "\u{fffd}"] {
            assert_eq!(named(text), None, "{text}");
        }
    }

    #[test]
    fn scores_name_the_side_that_they_are_good_for() {
        let game = Game::new();
        assert_eq!(game.score_in_words(Score::new(150)), "+1.50 for Black");
        assert_eq!(game.score_in_words(Score::new(-150)), "+1.50 for White");
        assert_eq!(game.score_in_words(Score::DRAW), "even");
        assert_eq!(game.score_in_words(Score::win_in(1)), "Black wins with the next move");
        assert_eq!(game.score_in_words(Score::loss_in(4)), "the engine sees a win for White");
    }
}
