//! What the player can type.

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Command<'a> {
    Nothing,
    Help,
    Board,
    Position,
    /// The legal moves, or those of this piece.
    Moves(&'a str),
    Hint,
    Eval,
    /// The engine's level, or a new one.
    Level(&'a str),
    Undo,
    Draw,
    Resign,
    New,
    Save(&'a str),
    Review,
    Mistakes,
    Quit,
    /// One of the choices, counted from 1.
    Number(usize),
    /// A move or a piece.
    Other(&'a str),
}

impl<'a> Command<'a> {
    pub(super) fn parse(line: &'a str) -> Self {
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        let command = match word.to_lowercase().as_str() {
            "moves" => return Self::Moves(rest),
            "level" => return Self::Level(rest),
            "save" => return Self::Save(rest),
            "" => Self::Nothing,
            "help" | "?" => Self::Help,
            "board" => Self::Board,
            "position" => Self::Position,
            "hint" => Self::Hint,
            "eval" => Self::Eval,
            "undo" => Self::Undo,
            "draw" => Self::Draw,
            "resign" => Self::Resign,
            "new" => Self::New,
            "review" => Self::Review,
            "mistakes" => Self::Mistakes,
            "quit" | "exit" => Self::Quit,
            _ => return line.parse().map_or(Self::Other(line), Self::Number),
        };
        if rest.is_empty() { command } else { Self::Other(line) }
    }
}

/// The names of the commands, for completion.
pub(super) const NAMES: [&str; 17] = [
    "help", "board", "position", "moves", "hint", "eval", "level", "undo", "draw", "resign", "new",
    "save", "review", "mistakes", "quit", "exit", "pass",
];

/// The help for the commands of every game.
pub(super) const HELP: &str = "\
moves        all your moves; `moves` and a piece, only its moves
hint         the move that the engine would play
eval         what the position is worth
undo         takes back your last move and the answer
board        the board again; `position`, the game in one line
resign       gives up
save FILE    writes the game to a file, after the games in it
new, quit    another game; the end
Tab, arrows  complete a move or a command; edit the line and find earlier ones
Ctrl-C       while the engine thinks: it moves at once; otherwise the end
";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_told_from_moves() {
        for (line, command) in [
            ("", Command::Nothing),
            ("HINT", Command::Hint),
            ("hint please", Command::Other("hint please")),
            ("moves  wA1 ", Command::Moves("wA1")),
            ("save my games.pgn", Command::Save("my games.pgn")),
            ("12", Command::Number(12)),
            ("12345678901234567890123", Command::Other("12345678901234567890123")),
            ("wA1 bQ-", Command::Other("wA1 bQ-")),
        ] {
            assert_eq!(Command::parse(line), command, "{line}");
        }
    }
}
