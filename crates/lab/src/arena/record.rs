//! Conversion of match games to and from game records, by which matches are resumed.

use std::time::Duration;

use waggle_hive_core::games::{Comment, GameRecord, GameResult};
use waggle_hive_core::notation::Contradiction;
use waggle_hive_core::rules::{ByColor, Game, Outcome};

use super::duel::{Duel, Thought};
use super::{Fixture, Termination, Tournament, write_settings};
use super::{GameSummary, TimeUse};

/// The tags of a match in the records of its games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MatchTags {
    /// The name of the event.
    pub event: String,
    /// The date, as `yyyy.mm.dd`.
    pub date: String,
    /// Identifies the match, so that games and pairs of two matches are not mixed up.
    pub match_id: String,
}

/// Identifies a game of a match.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct GameId {
    /// The match, see [`MatchTags::match_id`].
    pub match_id: String,
    /// The number of the game in the match, from 1.
    pub number: u32,
}

/// The record of a finished game; `None` if it was interrupted.
pub fn record_of(
    duel: &Duel,
    fixture: &Fixture,
    tournament: &Tournament,
    tags: &MatchTags,
) -> Option<GameRecord> {
    let players = fixture.players.map(|place| &tournament.engines[place]);
    if duel.result == GameResult::Unfinished {
        return None;
    }
    let mut record = GameRecord { result: duel.result, ..GameRecord::of(&duel.game) };
    let time = time_use(duel);
    for (name, value) in [
        ("Date", tags.date.clone()),
        ("Event", tags.event.clone()),
        ("Round", format!("{}.{}", fixture.pair + 1, (fixture.number - 1) % 2 + 1)),
        ("White", players.white.name.clone()),
        ("Black", players.black.name.clone()),
        ("Ending", duel.termination.to_string()),
        ("Game", fixture.number.to_string()),
        ("Match", tags.match_id.clone()),
        ("Settings", write_settings(&tournament.settings())),
        ("OpeningPlies", duel.opening_plies.to_string()),
        ("WhiteEngine", players.white.description()),
        ("BlackEngine", players.black.description()),
        ("WhiteLimit", players.white.limit.to_string()),
        ("BlackLimit", players.black.limit.to_string()),
        ("WhiteTime", write_time(&time.white)),
        ("BlackTime", write_time(&time.black)),
    ] {
        record.set_tag(name, value);
    }
    let controls = players.map(|engine| engine.limit.time_control());
    let tags = if controls.white == controls.black {
        vec![("TimeControl", controls.white)]
    } else {
        vec![("WhiteTimeControl", controls.white), ("BlackTimeControl", controls.black)]
    };
    for (name, value) in tags {
        if let Some(value) = value {
            record.set_tag(name, value);
        }
    }
    if duel.termination == Termination::Timeout {
        record.set_tag("Termination", "time forfeit");
    }
    for (index, thought) in duel.thoughts.iter().enumerate() {
        let ply = duel.opening_plies + index + 1;
        if ply <= record.moves.len() {
            record.comments.push(Comment { ply, text: describe(thought) });
        }
    }
    if let (true, Some((color, fault))) = (duel.termination.is_fault(), &duel.fault) {
        let lines = fault.last_lines.iter().map(|line| format!("\n{line}"));
        let text = format!(
            "{} ({color}) loses by {}: {}{}",
            players[*color].name,
            fault.termination,
            fault.detail,
            lines.collect::<String>()
        );
        record.comments.push(Comment { ply: record.moves.len(), text });
    }
    Some(record)
}

/// The identity of a game; `None` if it was not played in a match.
pub fn id_of(record: &GameRecord) -> Option<GameId> {
    let number = record.tag("Game")?.parse().ok().filter(|&number| number > 0)?;
    let match_id = record.tag("Match")?.to_owned();
    Some(GameId { match_id, number })
}

/// The names of the engines in these records, in the order of the match: the engine listed first
/// has White in the first game of each pair.
pub fn names_of(records: &[GameRecord]) -> Vec<String> {
    let mut in_order: Vec<_> = records.iter().map(|record| (id_of(record), record)).collect();
    in_order.sort_by_key(|(id, _)| id.as_ref().map(|id| id.number));
    let mut names: Vec<String> = Vec::new();
    for (id, summary) in
        in_order.into_iter().filter_map(|(id, record)| Some((id, summary_of(record)?)))
    {
        let ByColor { white, black } = summary.players;
        let is_first = id.is_none_or(|id| id.number % 2 == 1);
        for name in if is_first { [white, black] } else { [black, white] } {
            if !names.contains(&name) {
                names.push(name);
            }
        }
    }
    names
}

/// The game for the statistics, whoever wrote the record; `None` if it has no result.
pub fn summary_of(record: &GameRecord) -> Option<GameSummary> {
    if record.result == GameResult::Unfinished {
        return None;
    }
    let said = record.tag("Ending").and_then(|text| text.parse::<Termination>().ok());
    let said = said.filter(|said| !said.is_on_board());
    let termination = said.or_else(|| on_the_board(&record.replay().ok()?, record.result));
    let name = |tag: &str| record.tag(tag).filter(|name| !name.is_empty()).unwrap_or("Unknown");
    let time = |tag: &str| record.tag(tag).and_then(read_time).unwrap_or_default();
    Some(GameSummary {
        players: ByColor { white: name("White").to_owned(), black: name("Black").to_owned() },
        pair: id_of(record).map(|id| format!("{}/{}", id.match_id, (id.number - 1) / 2)),
        game_type: record.game_type,
        result: record.result,
        termination: termination.unwrap_or(Termination::OffTheBoard),
        plies: record.moves.len() as u32,
        time: ByColor { white: time("WhiteTime"), black: time("BlackTime") },
    })
}

/// Replaces an `Ending` that the board contradicts, and notes it among the contradictions.
pub fn correct_ending(record: &mut GameRecord) {
    let said = record.tag("Ending").and_then(|text| text.parse::<Termination>().ok());
    let Some(said) = said else { return };
    let Ok(game) = record.replay() else { return };
    let off_the_board = if said.is_on_board() { Termination::OffTheBoard } else { said };
    let given = on_the_board(&game, record.result).unwrap_or(off_the_board);
    if said != given {
        record.contradictions.push(Contradiction {
            field: "ending",
            said: said.name().into(),
            given: given.name().into(),
            source: "the moves give",
        });
        record.set_tag("Ending", given.name());
    }
}

/// How a game has ended on the board.
fn on_the_board(game: &Game, result: GameResult) -> Option<Termination> {
    match game.outcome() {
        Some(Outcome::Win(_)) => Some(Termination::QueenSurrounded),
        Some(Outcome::Draw) => Some(Termination::BothQueensSurrounded),
        None => result.is_by_repetition(game).then_some(Termination::Repetition),
    }
}

/// Each player's use of time.
fn time_use(duel: &Duel) -> ByColor<TimeUse> {
    let mut time = ByColor::<TimeUse>::default();
    for (index, thought) in duel.thoughts.iter().enumerate() {
        time[duel.mover(index)].add_move(thought.elapsed, thought.allowed);
    }
    time
}

/// A comment such as `[%clk 0:00:58.420] +35.00/8 0.103s`: what the clock shows after the move,
/// score for the mover, depth, time.
fn describe(thought: &Thought) -> String {
    let clock = thought.clock.map_or_else(String::new, |left| {
        let (millis, seconds) = (left.subsec_millis(), left.as_secs());
        let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
        format!("[%clk {hours}:{minutes:02}:{seconds:02}.{millis:03}] ")
    });
    let score = thought.score.map_or_else(String::new, |score| format!("{score:+.2}"));
    let depth = thought.depth.map_or_else(String::new, |depth| format!("/{depth}"));
    let opinion = format!("{score}{depth}");
    let gap = if opinion.is_empty() { "" } else { " " };
    format!("{clock}{opinion}{gap}{:.3}s", thought.elapsed.as_secs_f64())
}

/// `moves=20 used=1.234 late=1 over=0.012`
fn write_time(time: &TimeUse) -> String {
    format!(
        "moves={} used={:.3} late={} over={:.3}",
        time.moves,
        time.used.as_secs_f64(),
        time.late_moves,
        time.overshoot.as_secs_f64()
    )
}

fn read_time(text: &str) -> Option<TimeUse> {
    let field = |name: &str| {
        text.split_whitespace().find_map(|word| word.strip_prefix(name)?.strip_prefix('='))
    };
    let time = |name: &str| Duration::try_from_secs_f64(field(name)?.parse().ok()?).ok();
    Some(TimeUse {
        moves: field("moves")?.parse().ok()?,
        used: time("used")?,
        late_moves: field("late")?.parse().ok()?,
        overshoot: time("over")?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::duel::tests::RULES;
    use crate::arena::{
        EngineSpec, Limit, MatchFormat, Openings, PlayerFault, Schedule, Shard, Source,
    };
    use waggle_hive_core::games::pgn;
    use waggle_hive_core::notation::parse_game;
    use waggle_hive_core::rules::{Color, Game, GameType};
    use waggle_hive_engine::levels::Level;
    use waggle_hive_engine::search::Settings;

    fn duel() -> Duel {
        let game = parse_game("Base+MLP;;;wS1;bS1 wS1-;wA1 -wS1;bA1 bS1-").unwrap();
        let ms = Duration::from_millis;
        let thought = |elapsed, score| Thought {
            elapsed: ms(elapsed),
            clock: None,
            allowed: Some(ms(100)),
            score,
            depth: score.map(|_| 8),
        };
        Duel {
            game,
            opening_plies: 2,
            thoughts: vec![thought(90, Some(35.0)), thought(130, None)],
            result: GameResult::Win(Color::Black),
            termination: Termination::Crash,
            fault: Some((
                Color::White,
                PlayerFault {
                    termination: Termination::Crash,
                    detail: "the engine ended".into(),
                    last_lines: vec!["> bestmove depth 1".into(), "! {boom}".into()],
                },
            )),
        }
    }

    fn record(duel: &Duel) -> Option<GameRecord> {
        let fixture =
            Fixture { number: 8, pair: 3, round: 3, players: ByColor { white: 1, black: 0 } };
        let engine = |name: &str| EngineSpec {
            name: name.to_owned(),
            source: Source::BuiltIn {
                settings: Settings::default(),
                level: Level::FULL,
                gets_share: false,
                random_moves: 0,
            },
            limit: Limit::Time(Duration::from_millis(100)),
        };
        let tournament = Tournament {
            engines: vec![engine("two"), engine("one")],
            schedule: Schedule {
                engines: 2,
                format: MatchFormat::RoundRobin,
                games: 8,
                shard: Shard::WHOLE,
            },
            openings: Openings::Listed(vec![Game::new(GameType::MLP)]),
            rules: RULES,
            concurrency: 1,
            judge_nodes: 0,
        };
        let tags =
            MatchTags { event: "a match".into(), date: "2026.11.20".into(), match_id: "m7".into() };
        record_of(duel, &fixture, &tournament, &tags)
    }

    #[test]
    fn a_game_is_counted_alike_before_and_after_it_was_written() {
        let record = record(&duel()).unwrap();
        assert_eq!(record.tag("Round"), Some("4.2"));
        assert_eq!(record.tag("WhiteLimit"), Some("0.1 s/move"));
        let read = pgn::read(&pgn::write(&record)).next().unwrap().unwrap();
        assert_eq!(read.moves, record.moves);
        assert_eq!(id_of(&read), Some(GameId { match_id: "m7".into(), number: 8 }));
        let summary = summary_of(&read).unwrap();
        assert_eq!(summary, summary_of(&record).unwrap());
        assert_eq!(summary.result, GameResult::Win(Color::Black));
        assert_eq!(summary.termination, Termination::Crash);
        assert_eq!(summary.pair.as_deref(), Some("m7/3"));
        let ms = Duration::from_millis;
        let late = TimeUse { moves: 1, used: ms(130), late_moves: 1, overshoot: ms(30) };
        assert_eq!(summary.time.black, late);
        assert_eq!(summary.time.white.late_moves, 0);
    }

    #[test]
    fn clocks_are_in_the_record() {
        let mut duel = duel();
        duel.thoughts[0].clock = Some(Duration::from_millis(3_725_040));
        duel.termination = Termination::Timeout;
        let record = record(&duel).unwrap();
        assert_eq!(record.comments[0].text, "[%clk 1:02:05.040] +35.00/8 0.090s");
        assert_eq!(record.tag("Termination"), Some("time forfeit"));
        let read = pgn::read(&pgn::write(&record)).next().unwrap().unwrap();
        assert_eq!(read.comments[..2], record.comments[..2]);
    }

    #[test]
    fn a_game_from_a_position_set_up_is_read_back_as_it_was_played() {
        let game = "Base;setup;Black[5];wQ@0,0 bQ@1,0 wA1@-1,0 bA1@2,0;bA1 bQ/;wA1 /wQ";
        let played = Duel { game: parse_game(game).unwrap(), opening_plies: 1, ..duel() };
        let record = record(&played).unwrap();
        let read = pgn::read(&pgn::write(&record)).next().unwrap().unwrap();
        assert_eq!(read.replay().unwrap().position(), played.game.position());
        // White moved first after the opening, and White's second thought is Black's first.
        let time = summary_of(&read).unwrap().time;
        assert_eq!((time.white.late_moves, time.black.late_moves), (0, 1));
    }

    #[test]
    fn names_keep_the_order_of_the_match() {
        // Games end in any order, and the second of a pair may come first.
        let mut first = record(&duel()).unwrap();
        let mut later = first.clone();
        first.set_tag("Game", "6");
        later.set_tag("Game", "9");
        later.set_tag("White", "one");
        later.set_tag("Black", "three");
        assert_eq!(names_of(&[later, first]), ["two", "one", "three"]);
    }

    #[test]
    fn a_foreign_record_is_counted_too() {
        let text =
            "[GameType \"Base\"]\n[White \"x\"]\n[Black \"y\"]\n[Result \"1-0\"]\n\n1. wS1\n";
        let record = pgn::read(text).next().unwrap().unwrap();
        let summary = summary_of(&record).unwrap();
        assert_eq!(summary.players.white, "x");
        assert_eq!((summary.pair, summary.termination), (None, Termination::OffTheBoard));
    }
}
