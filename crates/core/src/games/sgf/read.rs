//! Reading: the players' actions become moves.

use crate::notation::widened_by;
use crate::rules::{Color, GameType};

use super::super::replay::Replay;
use super::super::result_word::{settle, wrong_result};
use super::super::{Comment, GameError, GameFault, GameRecord, GameResult, MoveFault};
use super::action::{Action, Drop, parse_action};
use super::date::pgn_date;
use super::properties::{Property, games};

/// Reads all games of a text.
///
/// A broken game is an error of its own; the others are read.
pub fn read(text: &str) -> impl Iterator<Item = Result<GameRecord, GameError>> {
    games(text).into_iter().enumerate().map(|(index, game)| {
        read_one(&game).map_err(|(line, fault)| GameError { game: index + 1, line, fault })
    })
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

fn read_one(properties: &[Property<'_>]) -> Result<GameRecord, (usize, GameFault)> {
    if let Some(other) = other_game(properties) {
        return Err(other);
    }
    let mut record = GameRecord::default();
    let mut log = Log::new(game_type_of(properties));
    let mut result_text = None;
    for property in properties {
        let line = property.line;
        if !property.is_closed {
            return Err((line, GameFault::OpenValue));
        }
        match property.name {
            "P0" | "P1" => {
                let player = if property.name == "P0" { Color::White } else { Color::Black };
                if let Some(name) = property.value.trim().strip_prefix("id ") {
                    let tag = if player == Color::White { "White" } else { "Black" };
                    record.set_tag(tag, name.trim().trim_matches('"'));
                } else if let Some(action) = parse_action(player, property.value) {
                    log.act(line, player, action)?;
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
    log.commit()?;
    record.game_type = log.replay.game().game_type();
    record.moves = log.replay.game().moves().collect();
    let named = result_text.as_deref().and_then(|text| result_of(text, &record));
    let game = log.replay.game();
    record.result = settle(named.or(log.ending), game);
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
            match parse_action(player, property.value)? {
                Action::Drop(drop) => Some(drop.piece),
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
    let named = |tag| record.tag(tag).filter(|name| !name.is_empty() && text.contains(name));
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
    /// The move that the player has not yet confirmed: its line, the player, and its text.
    pending: Option<(usize, Color, String)>,
    /// Whether the turn had an action that takes the place of a move.
    has_spoken: bool,
    /// The result by resignation or agreement.
    ending: Option<GameResult>,
}

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
            Action::Drop(drop) => {
                let text = self.put(&drop).map_err(|fault| (line, fault))?;
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

    /// Puts a piece onto its hex and returns the move as text.
    fn put(&mut self, drop: &Drop) -> Result<String, GameFault> {
        let Drop { piece, column, row, goal, .. } = drop;
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
        if goal != "." {
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

    /// Plays the pending move.
    fn commit(&mut self) -> Result<(), (usize, GameFault)> {
        if let Some((line, _, text)) = self.pending.take() {
            self.replay.play(&text).map_err(|fault| (line, fault))?;
        }
        Ok(())
    }
}
