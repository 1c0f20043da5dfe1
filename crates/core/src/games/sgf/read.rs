//! Reading: the players' actions become moves.

use crate::notation::{parse_piece, widened_by};
use crate::rules::{Color, GameType, Move, Piece};

use super::super::error::Broken;
use super::super::replay::Replay;
use super::super::result_word::{settle, wrong_result};
use super::super::{Comment, GameError, GameFault, GameRecord, GameResult, MoveFault};
use super::action::{Action, Drop, Pick, parse_action, piece_of};
use super::date::{is_of_pgn, pgn_date};
use super::properties::{Property, games};

/// Reads all games of a text.
///
/// A broken game is an error of its own; the others are read.
pub fn read(text: &str) -> impl Iterator<Item = Result<GameRecord, GameError>> {
    games(text)
        .into_iter()
        .enumerate()
        .map(|(index, game)| read_one(&game).map_err(|broken| broken.in_game(index + 1)))
}

/// The number of Hive among the games of SGF.
const HIVE: &str = "27";

/// The fault of a file of another game; SGF without a game means Go.
fn other_game(properties: &[Property<'_>]) -> Option<(usize, GameFault)> {
    let find = |name: &str| properties.iter().find(|property| property.name == name);
    let fault = |property: &Property<'_>, expected| {
        let found = format!("{}[{}]", property.name, property.value.trim());
        Some((property.line, GameFault::OtherGame { expected, found }))
    };
    let is_hive = |setup: &Property<'_>| {
        setup.value.trim().get(..4).is_some_and(|start| start.eq_ignore_ascii_case("hive"))
    };
    match (find("GM"), find("SU")) {
        (Some(game), _) if game.value.trim() != HIVE => fault(game, "GM[27]"),
        (_, Some(setup)) if !is_hive(setup) => fault(setup, "SU[Hive-PLM]"),
        (None, None) if find("P0").or_else(|| find("P1")).is_none() => {
            let first = properties.first().filter(|first| first.is_closed)?;
            fault(first, "GM[27]")
        }
        _ => None,
    }
}

fn read_one(properties: &[Property<'_>]) -> Result<GameRecord, Broken> {
    if let Some(other) = other_game(properties) {
        return Err(other.into());
    }
    let mut record = GameRecord::default();
    let mut log = Log::new(game_type_of(properties));
    let mut result_text = None;
    let mut fault = None;
    for property in properties {
        let line = property.line;
        if !property.is_closed {
            fault = fault.or(Some((line, GameFault::OpenValue)));
            break;
        }
        match property.name {
            "P0" | "P1" => {
                let player = if property.name == "P0" { Color::White } else { Color::Black };
                if let Some(name) = property.unescaped().strip_prefix("id ") {
                    let tag = if player == Color::White { "White" } else { "Black" };
                    let name = name.trim();
                    let quoted = name.strip_prefix('"').and_then(|name| name.strip_suffix('"'));
                    record.set_tag(tag, quoted.unwrap_or(name));
                } else if let Some(action) = parse_action(property.value)
                    && fault.is_none()
                {
                    fault = log.act(line, player, action).err();
                }
            }
            "C" => {
                let text = property.unescaped();
                record.comments.push(Comment { ply: log.plies(), text });
            }
            "RE" => result_text = Some(property.unescaped()),
            _ => set_tags(&mut record, property),
        }
    }
    let fault = fault.or_else(|| log.commit().err());
    record.game_type = log.replay.game().game_type();
    record.moves = log.replay.game().moves().collect();
    let named = result_text.as_deref().and_then(|text| result_of(text, &record));
    let game = log.replay.game();
    record.result = settle(named.or(log.ending), game);
    let is_on_board = game.outcome().is_some() || game.is_threefold();
    if record.result == GameResult::Draw && log.ending.is_none() && !is_on_board {
        // The site's words name no reason, and nobody has accepted a draw.
        record.set_tag("Conclusion", "Unknown");
    }
    if let Some(fault) = fault {
        return Err(Broken::after(record, fault));
    }
    if let Some(text) = result_text {
        record.contradictions.extend(named.and_then(|named| wrong_result(named, &text, game)));
        record.set_tag("SgfResult", text);
    }
    Ok(record)
}

/// The game type, from the setup, such as `Hive-PLM`, and from the pieces in play.
fn game_type_of(properties: &[Property<'_>]) -> GameType {
    let setup = properties.iter().find(|property| property.name == "SU");
    let letters = setup.and_then(|setup| setup.value.split('-').nth(1)).unwrap_or_default();
    let has = |letter: char| letters.contains([letter, letter.to_ascii_lowercase()]);
    let named = GameType { mosquito: has('M'), ladybug: has('L'), pillbug: has('P') };
    let pieces: Vec<String> = properties
        .iter()
        .filter_map(|property| {
            let player = match property.name {
                "P0" => Color::White,
                "P1" => Color::Black,
                _ => return None,
            };
            match parse_action(property.value)? {
                Action::Drop(Drop { color, name, .. }) => {
                    piece_of(color.unwrap_or(player), &name).map(|piece| piece.to_string())
                }
                _ => None,
            }
        })
        .collect();
    widened_by(named, pieces.iter().map(String::as_str))
}

/// Stores a property of the header as a tag, named as Mzinga does.
fn set_tags(record: &mut GameRecord, property: &Property<'_>) {
    let tag = match property.name {
        "EV" => "Event",
        "PC" => "Site",
        "RO" => "Round",
        "AN" => "Annotator",
        "GN" => "SgfGameName",
        "DT" => "SgfDate",
        "TC" => "TimeControl",
        _ => return,
    };
    let value = property.unescaped();
    if tag == "TimeControl" {
        if let Some(control) = time_control(&value) {
            record.set_tag(tag, control);
        }
        return;
    }
    if value.is_empty() {
        return;
    }
    if let Some(date) = pgn_date(&value).filter(|_| tag == "SgfDate") {
        record.set_tag("Date", date);
        if is_of_pgn(&value) {
            return;
        }
    }
    record.set_tag(tag, value);
}

/// `PlusTime 900000 10000`, a base and an increment in milliseconds, as `900+10`.
fn time_control(text: &str) -> Option<String> {
    let mut words = text.split_whitespace();
    if words.next()? != "PlusTime" {
        return None;
    }
    let (base, increment): (u64, u64) = (words.next()?.parse().ok()?, words.next()?.parse().ok()?);
    let is_whole = base % 1000 == 0 && increment % 1000 == 0;
    is_whole.then(|| format!("{}+{}", base / 1000, increment / 1000))
}

/// The result in the file's words, which may be in any language: they name the winner.
pub(super) fn result_of(text: &str, record: &GameRecord) -> Option<GameResult> {
    let named = |tag| record.tag(tag).filter(|name| !name.is_empty() && text.trim().contains(name));
    match (named("White"), named("Black")) {
        // One name is part of the other, or both are in the text.
        (Some(white), Some(black)) if white.len() == black.len() => None,
        (Some(white), Some(black)) if white.len() < black.len() => {
            Some(GameResult::Win(Color::Black))
        }
        (Some(_), _) => Some(GameResult::Win(Color::White)),
        (None, Some(_)) => Some(GameResult::Win(Color::Black)),
        (None, None) if text.to_ascii_lowercase().contains("draw") => Some(GameResult::Draw),
        (None, None) => None,
    }
}

/// The state of a game while its log is read.
struct Log {
    replay: Replay,
    /// Which pieces lie on which hex.
    stacks: Vec<Stack>,
    /// The same before this turn: of several drops in a turn, the last one counts.
    stacks_before: Vec<Stack>,
    /// The piece that was picked up last in this turn.
    held: Option<Piece>,
    /// The move that the player has not yet confirmed: its line, the player, and its text.
    pending: Option<(usize, Color, String)>,
    /// Whether the turn had an action that takes the place of a move.
    has_spoken: bool,
    /// The result by resignation or agreement.
    ending: Option<GameResult>,
}

#[derive(Clone)]
struct Stack {
    column: String,
    row: String,
    pieces: Vec<String>,
}

/// The letter and the number of a hex as numbers: columns grow to the east, rows to the
/// north-west.
fn coordinates(column: &str, row: &str) -> Option<(i32, i32)> {
    let mut letters = column.chars();
    let (letter @ 'A'..='Z', None) = (letters.next()?, letters.next()) else { return None };
    Some((letter as i32, row.parse::<u8>().ok()?.into()))
}

impl Log {
    fn new(game_type: GameType) -> Self {
        Self {
            replay: Replay::new(game_type),
            stacks: Vec::new(),
            stacks_before: Vec::new(),
            held: None,
            pending: None,
            has_spoken: false,
            ending: None,
        }
    }

    /// The number of moves, including the unconfirmed one.
    fn plies(&self) -> usize {
        self.replay.game().moves().len() + usize::from(self.pending.is_some())
    }

    fn act(
        &mut self,
        line: usize,
        player: Color,
        action: Action,
    ) -> Result<(), (usize, GameFault)> {
        if self.pending.as_ref().is_some_and(|(_, mover, _)| *mover != player) {
            self.commit()?;
        }
        match action {
            Action::Pick(pick) => self.pick(player, &pick),
            Action::Drop(drop) => {
                let text = self.put(player, &drop).map_err(|fault| (line, fault))?;
                self.pending = Some((line, player, text));
                if drop.is_done {
                    self.commit()?;
                }
            }
            Action::Pass => self.pending = Some((line, player, "pass".to_owned())),
            Action::Resign => {
                self.ending = Some(GameResult::Win(player.other()));
                self.has_spoken = true;
            }
            Action::AcceptDraw => {
                self.ending = Some(GameResult::Draw);
                self.has_spoken = true;
            }
            Action::NegotiateDraw => self.has_spoken = true,
            Action::Done => {
                // Newer files omit passes.
                let is_over = self.replay.game().outcome().is_some();
                if self.pending.is_none() && !self.has_spoken && !is_over {
                    self.pending = Some((line, player, "pass".to_owned()));
                }
                self.commit()?;
                self.has_spoken = false;
            }
        }
        Ok(())
    }

    /// Takes a piece up: from a hand, or the one of this name on a hex. A drop of it in this turn
    /// is taken back.
    fn pick(&mut self, player: Color, pick: &Pick) {
        let Pick { color, name, column, row } = pick;
        let lies = |of: &Color| {
            let text = piece_of(*of, name).map(|piece| piece.to_string());
            self.stacks.iter().any(|stack| {
                stack.column == *column
                    && stack.row == *row
                    && stack.pieces.last().is_some_and(|top| Some(top) == text.as_ref())
            })
        };
        let color = color.or_else(|| [player, player.other()].into_iter().find(lies));
        self.held = piece_of(color.unwrap_or(player), name);
        let held = self.held.map(|piece| piece.to_string());
        let is_taken_back = self.pending.as_ref().is_some_and(|(_, _, text)| {
            text.split(' ').next().is_some_and(|mover| Some(mover) == held.as_deref())
        });
        if is_taken_back {
            self.pending = None;
        }
    }

    /// The name of a piece with its color: the one that the action says, that of the piece in the
    /// hand, or else the player's.
    fn name(&self, player: Color, drop: &Drop) -> String {
        let in_hand = self.held.filter(|held| piece_of(held.color(), &drop.name) == Some(*held));
        let color = drop.color.or(in_hand.map(Piece::color)).unwrap_or(player);
        piece_of(color, &drop.name).map_or_else(|| drop.name.clone(), |piece| piece.to_string())
    }

    /// Puts a piece onto its hex and returns the move as text.
    fn put(&mut self, player: Color, drop: &Drop) -> Result<String, GameFault> {
        let Drop { column, row, goal, .. } = drop;
        let piece = &self.name(player, drop);
        self.stacks.clone_from(&self.stacks_before);
        for stack in &mut self.stacks {
            stack.pieces.retain(|other| other != piece);
        }
        let place = |stack: &Stack| stack.column == *column && stack.row == *row;
        let index = self.stacks.iter().position(place).unwrap_or_else(|| {
            let (column, row) = (column.clone(), row.clone());
            self.stacks.push(Stack { column, row, pieces: Vec::new() });
            self.stacks.len() - 1
        });
        let Some(stack) = self.stacks.get_mut(index) else { return Ok(piece.clone()) };
        let below = stack.pieces.last().cloned();
        stack.pieces.push(piece.clone());
        // A neighbor without its color says no more than the hex.
        let is_plain = |name: &str| parse_piece(name).is_err() && piece_of(player, name).is_some();
        if goal != "." && !is_plain(goal.trim_matches(['-', '/', '\\'])) {
            return Ok(format!("{piece} {goal}"));
        }
        match below {
            Some(below) => Ok(format!("{piece} {below}")),
            None if self.replay.game().moves().len() == 0 => Ok(piece.clone()),
            // Down from the hive, beside whatever lies there.
            None => self.beside(column, row).map_or_else(
                || {
                    let (column, row) = (column.clone(), row.clone());
                    let text = format!("{piece} .");
                    Err(self.replay.fault(&text, MoveFault::EmptyPlace { column, row }))
                },
                |goal| Ok(format!("{piece} {goal}")),
            ),
        }
    }

    /// An empty hex as a MoveString names it, by a piece beside it.
    fn beside(&self, column: &str, row: &str) -> Option<String> {
        let (column, row) = coordinates(column, row)?;
        self.stacks.iter().find_map(|stack| {
            let top = stack.pieces.last()?;
            let from = coordinates(&stack.column, &stack.row)?;
            match (column - from.0, row - from.1) {
                (0, 1) => Some(format!("\\{top}")),
                (1, 1) => Some(format!("{top}/")),
                (1, 0) => Some(format!("{top}-")),
                (0, -1) => Some(format!("{top}\\")),
                (-1, -1) => Some(format!("/{top}")),
                (-1, 0) => Some(format!("-{top}")),
                _ => None,
            }
        })
    }

    /// Plays the pending move, after the pass of the opponent if the file leaves it out.
    fn commit(&mut self) -> Result<(), (usize, GameFault)> {
        self.held = None;
        if let Some((line, player, text)) = self.pending.take() {
            let position = self.replay.game().position();
            if position.side_to_move() != player && position.legal_moves() == [Move::Pass] {
                self.replay.play("pass").map_err(|fault| (line, fault))?;
            }
            self.replay.play(&text).map_err(|fault| (line, fault))?;
            self.stacks_before.clone_from(&self.stacks);
        }
        Ok(())
    }
}
