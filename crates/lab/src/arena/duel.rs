//! A game between two players, refereed by our own rules.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use waggle_hive_core::games::GameResult;
use waggle_hive_core::rules::{ByColor, Color, Game, Outcome, Position};
use waggle_hive_session::appearances;

use super::adjudicate::{DrawTracker, WinTracker};
use super::limit::Clock;
use super::player::{Budget, Choice, Player, PlayerFault};
use super::{DrawRule, Limit, Termination, WinRule};

/// How long to wait beyond the time and the margin, to tell a late engine from a hanging one.
const GRACE: Duration = Duration::from_secs(2);

/// The rules of the referee.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DuelRules {
    /// How late a move may be; by default, the [margin of its limit](Limit::margin).
    pub margin: Option<Duration>,
    /// The timeout of a reply without a time limit.
    pub patience: Duration,
    /// The maximum length of a game in plies, opening included.
    pub max_plies: u32,
    /// When to award a game.
    pub win: Option<WinRule>,
    /// When to declare a draw.
    pub draw: Option<DrawRule>,
    /// Nodes as time: clocks count this many nodes as a millisecond, instead of wall time.
    pub nodes_per_ms: Option<u32>,
}

/// Time, score and depth of one move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Thought {
    /// Wall time from the request to the answer, or its nodes as time.
    pub elapsed: Duration,
    /// What the clock shows after the move.
    pub clock: Option<Duration>,
    /// The allowed time, if the search was limited by time.
    pub allowed: Option<Duration>,
    /// The score from the mover's point of view, in the engine's unit.
    pub score: Option<f64>,
    /// The search depth in plies.
    pub depth: Option<u32>,
}

/// A finished game.
#[derive(Clone, Debug)]
pub struct Duel {
    /// The whole game, opening included.
    pub game: Game,
    /// The number of plies of the opening.
    pub opening_plies: usize,
    /// One entry for each move after the opening, and one for a move that lost on time.
    pub thoughts: Vec<Thought>,
    /// The result; unfinished if the game was interrupted.
    pub result: GameResult,
    /// How the game ended.
    pub termination: Termination,
    /// Who was at fault, and how. If `termination` is not a fault, the game was already over.
    pub fault: Option<(Color, PlayerFault)>,
}

impl Duel {
    /// A game lost because an engine did not start.
    pub(super) fn not_begun(opening: Game, color: Color, fault: PlayerFault) -> Self {
        let opening_plies = opening.moves().len();
        let end = End::Fault(color, fault);
        Self::closed(opening, opening_plies, Vec::new(), end)
    }

    /// Whose thought has this place among [`thoughts`](Self::thoughts).
    pub(super) fn mover(&self, thought: usize) -> Color {
        let first = self.game.start().map_or(Color::White, Position::side_to_move);
        let is_first = (self.opening_plies + thought).is_multiple_of(2);
        if is_first { first } else { first.other() }
    }

    fn closed(game: Game, opening_plies: usize, thoughts: Vec<Thought>, end: End) -> Self {
        let (result, termination, fault) = match end {
            End::Regular(result, termination) => (result, termination, None),
            End::Fault(_, fault) if fault.termination == Termination::Interrupted => {
                (GameResult::Unfinished, Termination::Interrupted, None)
            }
            End::Fault(color, fault) => {
                (GameResult::Win(color.other()), fault.termination, Some((color, fault)))
            }
            End::Excused(color, fault) => {
                (GameResult::Draw, Termination::Repetition, Some((color, fault)))
            }
        };
        Self { game, opening_plies, thoughts, result, termination, fault }
    }
}

/// The players by color.
pub type Seats = ByColor<Box<dyn Player>>;

/// Plays a game from `opening` to its end.
pub fn duel(
    opening: &Game,
    seats: &mut Seats,
    limits: ByColor<Limit>,
    rules: &DuelRules,
    judge: &mut dyn FnMut(&Game) -> Option<f64>,
    stop: &AtomicBool,
) -> Duel {
    let mut game = GameInProgress::new(opening, limits, rules);
    let end = game.play(seats, judge, stop);
    let GameInProgress { game, opening_plies, thoughts, .. } = game;
    Duel::closed(game, opening_plies, thoughts, end)
}

enum End {
    Regular(GameResult, Termination),
    Fault(Color, PlayerFault),
    /// The engine claimed a draw by repetition, which is not counted as a fault.
    Excused(Color, PlayerFault),
}

/// A game in progress with its clocks and adjudication trackers.
struct GameInProgress<'a> {
    game: Game,
    opening_plies: usize,
    thoughts: Vec<Thought>,
    limits: ByColor<Limit>,
    clocks: ByColor<Option<Clock>>,
    rules: &'a DuelRules,
    win: Option<WinTracker>,
    draw: Option<DrawTracker>,
}

impl<'a> GameInProgress<'a> {
    fn new(opening: &Game, limits: ByColor<Limit>, rules: &'a DuelRules) -> Self {
        let clocks = limits.map(|limit| {
            let mut clock = Clock::of(limit)?;
            clock.now.nodes_per_ms = rules.nodes_per_ms;
            Some(clock)
        });
        Self {
            game: opening.clone(),
            opening_plies: opening.moves().len(),
            thoughts: Vec::new(),
            limits,
            clocks,
            rules,
            win: rules.win.map(WinTracker::new),
            draw: rules.draw.map(DrawTracker::new),
        }
    }

    fn play(
        &mut self,
        seats: &mut Seats,
        judge: &mut dyn FnMut(&Game) -> Option<f64>,
        stop: &AtomicBool,
    ) -> End {
        for color in Color::ALL {
            if let Err(fault) = seats[color].set_up(&self.game, stop) {
                return End::Fault(color, fault);
            }
        }
        if let Some((result, termination)) = self.ruling() {
            return End::Regular(result, termination);
        }
        loop {
            let mover = self.game.position().side_to_move();
            let choice = match self.ask(mover, seats[mover].as_mut(), stop) {
                Ok(choice) => choice,
                Err(fault) => return self.blame(mover, fault),
            };
            let score =
                choice.score.or_else(|| self.adjudicates().then(|| judge(&self.game)).flatten());
            let before = self.game.position().clone();
            if let Err(error) = self.game.play(choice.mv) {
                let fault = PlayerFault::new(Termination::IllegalMove, error.to_string());
                return End::Fault(
                    mover,
                    PlayerFault { last_lines: seats[mover].last_lines(), ..fault },
                );
            }
            // The last move is not sent to the players: some engines fail on a finished game.
            if let Some((result, termination)) =
                self.ruling().or_else(|| self.adjudicate(mover, score))
            {
                return End::Regular(result, termination);
            }
            for color in Color::ALL {
                if let Err(fault) = seats[color].observe(&before, choice.mv, stop) {
                    return self.blame(color, fault);
                }
            }
        }
    }

    /// The engine loses, unless it refused to continue because it counts repetitions differently.
    fn blame(&self, color: Color, fault: PlayerFault) -> End {
        let forgivable = matches!(
            fault.termination,
            Termination::Refusal | Termination::Garbage | Termination::Crash
        );
        let repeated = || {
            let mut before = self.game.clone();
            before.undo();
            appearances(&self.game) >= 3 || appearances(&before) >= 3
        };
        if forgivable && repeated() {
            return End::Excused(color, fault);
        }
        End::Fault(color, fault)
    }

    /// Asks a player for a move and charges its clock.
    fn ask(
        &mut self,
        mover: Color,
        player: &mut dyn Player,
        stop: &AtomicBool,
    ) -> Result<Choice, PlayerFault> {
        let budget = match (self.limits[mover], &self.clocks[mover]) {
            (Limit::Depth(depth), _) => Budget::Depth(depth),
            (Limit::Nodes(nodes), _) => Budget::Nodes(nodes),
            (Limit::Time(time), _) => Budget::Time(time),
            (Limit::Clock { .. }, Some(clock)) => Budget::Clock(clock.now),
            (Limit::Clock { base, .. }, None) => Budget::Time(base),
        };
        let margin = self.rules.margin.unwrap_or_else(|| self.limits[mover].margin());
        let counts_nodes = self.rules.nodes_per_ms.filter(|_| self.clocks[mover].is_some());
        let allowed = match budget {
            Budget::Time(time) => Some(time),
            Budget::Clock(clock) => Some(clock.left),
            _ => None,
        };
        let due = allowed.map(|time| time + margin);
        let on_wall = due.filter(|_| counts_nodes.is_none());
        let patience = on_wall.map_or(self.rules.patience, |due| due + GRACE);
        let start = Instant::now();
        let answer = player.choose(&self.game, budget, patience, stop);
        let elapsed = match (counts_nodes, &answer) {
            (Some(nodes_per_ms), Ok(Choice { nodes: Some(nodes), .. })) => {
                Duration::from_secs_f64(*nodes as f64 / f64::from(nodes_per_ms.max(1)) / 1000.0)
            }
            (_, Ok(Choice { took: Some(took), .. })) => *took,
            _ => start.elapsed(),
        };
        if stop.load(Ordering::Relaxed) {
            return Err(PlayerFault::new(Termination::Interrupted, "the match was stopped"));
        }
        let is_late = due.is_some_and(|due| elapsed > due);
        // A move that loses on time counts in the time statistics, even if it never arrived.
        if let Some(clock) = &mut self.clocks[mover] {
            clock.spend(elapsed);
        }
        if answer.is_ok() || is_late {
            let (score, depth) =
                answer.as_ref().map_or((None, None), |choice| (choice.score, choice.depth));
            let clock = self.clocks[mover].map(|clock| clock.now.left);
            self.thoughts.push(Thought { elapsed, clock, allowed, score, depth });
        }
        let choice = answer?;
        match due {
            Some(due) if is_late => {
                let detail = format!("the answer took {elapsed:.3?}, {due:.3?} were allowed");
                let last_lines = player.last_lines();
                Err(PlayerFault { last_lines, ..PlayerFault::new(Termination::Timeout, detail) })
            }
            _ => Ok(choice),
        }
    }

    /// The end of the game by the rules of Hive and of the match.
    fn ruling(&self) -> Option<(GameResult, Termination)> {
        match self.game.outcome() {
            Some(Outcome::Win(color)) => {
                Some((GameResult::Win(color), Termination::QueenSurrounded))
            }
            Some(Outcome::Draw) => Some((GameResult::Draw, Termination::BothQueensSurrounded)),
            None if self.game.is_threefold() => Some((GameResult::Draw, Termination::Repetition)),
            None if self.game.moves().len() >= self.rules.max_plies as usize => {
                Some((GameResult::Draw, Termination::PlyLimit))
            }
            None => None,
        }
    }

    const fn adjudicates(&self) -> bool {
        self.win.is_some() || self.draw.is_some()
    }

    /// The end of the game by adjudication.
    fn adjudicate(
        &mut self,
        mover: Color,
        score: Option<f64>,
    ) -> Option<(GameResult, Termination)> {
        let score = score?;
        let white_score = if mover == Color::White { score } else { -score };
        let ply = self.game.moves().len() as u32;
        let winner = self.win.as_mut().and_then(|tracker| tracker.update(white_score));
        let drawn = self.draw.as_mut().is_some_and(|tracker| tracker.update(ply, white_score));
        match winner {
            Some(color) => Some((GameResult::Win(color), Termination::AdjudicatedWin)),
            None => drawn.then_some((GameResult::Draw, Termination::AdjudicatedDraw)),
        }
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use waggle_hive_core::notation::parse_game;

    pub(in super::super) const RULES: DuelRules = DuelRules {
        margin: Some(Duration::ZERO),
        patience: Duration::ZERO,
        max_plies: 100,
        win: None,
        draw: None,
        nodes_per_ms: None,
    };

    fn blamed(game: &str, termination: Termination) -> Duel {
        let game = parse_game(game).unwrap();
        let limits = ByColor { white: Limit::Depth(1), black: Limit::Depth(1) };
        let in_progress = GameInProgress::new(&game, limits, &RULES);
        let end = in_progress.blame(Color::White, PlayerFault::new(termination, "no"));
        Duel::closed(in_progress.game, 0, Vec::new(), end)
    }

    #[test]
    fn an_engine_that_takes_the_game_for_repeated_is_excused() {
        let start = "Base;;;wA1;bA1 wA1-;wQ -wA1;bQ bA1-";
        let dance = ";wQ \\wA1;bQ bA1/;wQ -wA1;bQ bA1-";
        let twice = format!("{start}{dance}");
        let thrice = format!("{start}{dance}{dance}");
        let one_more = format!("{thrice};wQ \\wA1");
        for game in [&thrice, &one_more] {
            let excused = blamed(game, Termination::Refusal);
            assert_eq!(excused.termination, Termination::Repetition);
            assert_eq!(excused.result, GameResult::Draw);
            assert!(excused.fault.is_some(), "it is started anew all the same");
        }
        assert_eq!(blamed(&twice, Termination::Refusal).termination, Termination::Refusal);
        assert_eq!(blamed(&thrice, Termination::Stall).termination, Termination::Stall);
    }
}
