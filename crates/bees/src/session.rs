//! Sessions of Bees!.

use waggle_hive_engine::search::MemoryError;
use waggle_hive_session::{Command, Engine, GameProfile, Options, Reply, Session, SessionGame};

use super::{Game, GameTextError, Move, Position, perft};

static BEES: GameProfile<Game> = GameProfile {
    capabilities: "Bees",
    new_game_parameters: "[Bees[ position][;state;turn;move;...]]",
    new_game_meaning: "start a game, or set one up",
    play_meaning: "play a move, such as `c3-c4`, `Wc2-d3^d2`, `Q-ne`, `bQ>w` or `+a4`",
    perft_depth: 3,
    commands: &[
        Command::new("board", "", "the hive as a drawing", |request| {
            Ok(Reply::text(&request.game()?.position().labeled_drawing()).into())
        }),
        Command::new("position", "", "the hive in one line", |request| {
            Ok(Reply::line(request.game()?.position()).into())
        }),
    ],
};

impl Game {
    /// A session of Bees! without a game.
    pub fn session<E: Engine<Self>>(engine: E) -> Result<Session<E, Self>, MemoryError> {
        Session::of_game(&BEES, engine, Options { only_engine: true, ..Options::default() })
    }
}

impl SessionGame for Game {
    type Position = Position;
    type Move = Move;

    fn read(text: &str) -> Result<Self, Reply> {
        if text.is_empty() {
            return Ok(Self::new());
        }
        Self::read(text).map_err(|error| match error {
            GameTextError::Name(_) | GameTextError::Position(_) => Reply::error(error),
            GameTextError::Text { .. } | GameTextError::Illegal { .. } => {
                Reply::InvalidMove(error.to_string())
            }
        })
    }

    fn write(&self, _repetition_draw: bool) -> String {
        self.to_string()
    }

    fn position(&self) -> &Position {
        self.position()
    }

    fn past_keys(&self) -> Vec<u64> {
        self.past_keys().collect()
    }

    fn moves(&self) -> Vec<Move> {
        self.moves().collect()
    }

    fn legal_moves(&self) -> Vec<Move> {
        self.position().legal_moves()
    }

    fn read_move(&self, text: &str) -> Result<Move, String> {
        self.position().read_move(text).map_err(|error| error.to_string())
    }

    fn move_text(&self, mv: Move) -> String {
        self.position().text_of(mv)
    }

    fn play(&mut self, mv: Move) -> Result<(), String> {
        self.play(mv).map_err(|error| error.to_string())
    }

    fn undo(&mut self) {
        self.undo();
    }

    fn perft(&self, depth: u32) -> u64 {
        perft(&mut { *self.position() }, depth)
    }
}
