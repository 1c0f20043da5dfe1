//! Bees! in a session.

use std::sync::atomic::AtomicBool;

use waggle_hive_engine::levels::Skill;
use waggle_hive_engine::search::{GameSearcher, Limits, Observer, Report};

use waggle_hive_session::{GameCommand, Reply, Scope, SessionGame, Usage};

use super::{Game, GameTextError, Move, Position, perft};

impl SessionGame for Game {
    type Position = Position;
    type Move = Move;

    const CAPABILITIES: &'static str = "Bees";
    const OPTIONS: Scope = Scope::EveryGame;
    const PERFT_DEPTH: u32 = 3;
    const USAGE: &'static [Usage] = &[
        Usage {
            name: "newgame",
            parameters: "[Bees[ position][;state;turn;move;...]]",
            meaning: "start a game, or set one up",
        },
        Usage {
            name: "play",
            parameters: "<move>",
            meaning: "play a move, such as `c3-c4`, `Wc2-d3^d2`, `Q-ne`, `bQ>w` or `+a4`",
        },
    ];
    const COMMANDS: &'static [GameCommand<Self>] = &[
        GameCommand {
            usage: Usage { name: "board", parameters: "", meaning: "the hive as a drawing" },
            run: |request| Ok(Reply::text(&request.game()?.position().labeled_drawing())),
        },
        GameCommand {
            usage: Usage { name: "position", parameters: "", meaning: "the hive in one line" },
            run: |request| Ok(Reply::line(request.game()?.position())),
        },
    ];

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

    fn moves(&self) -> Vec<Move> {
        self.moves().collect()
    }

    fn is_over(&self) -> bool {
        self.outcome().is_some()
    }

    fn read_move(&self, text: &str) -> Result<Move, String> {
        self.position().read_move(text).map_err(|error| error.to_string())
    }

    fn play(&mut self, mv: Move) -> Result<(), String> {
        self.play(mv).map_err(|error| error.to_string())
    }

    fn undo(&mut self) {
        self.undo();
    }

    /// Always at full strength: a session of Bees! has no option for a lower level.
    fn search(
        &self,
        searcher: &mut GameSearcher<Position>,
        _skill: Skill,
        limits: &Limits,
        stop: &AtomicBool,
        observer: &mut dyn Observer<Move>,
    ) -> Report<Move> {
        let past: Vec<u64> = self.past_keys().collect();
        searcher.search(self.position(), &past, limits, stop, observer)
    }

    fn legal_moves(position: &Position) -> Vec<Move> {
        position.legal_moves()
    }

    fn move_text(position: &Position, mv: Move) -> String {
        position.text_of(mv)
    }

    fn after(position: &Position, mv: Move) -> Position {
        position.after(mv)
    }

    fn perft(position: &Position, depth: u32) -> u64 {
        perft(&mut { *position }, depth)
    }
}
