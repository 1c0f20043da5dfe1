//! Reviews as JSON. `docs/json.md` has the schema.
#![expect(missing_docs, reason = "`docs/json.md` describes the fields")]

use serde::{Deserialize, Serialize};

use super::among_people::AmongPeople;
use super::heading::Heading;
use super::reason_json::ReasonObject;
use crate::notes::{CommentObject, Notes, VariationObject};
use crate::review::judging::accuracy;
use crate::review::judging::ending::Ending;
use crate::review::judging::game_review::{Review, ReviewedMove};
use crate::review::judging::mark::Mark;
use waggle_hive_core::games::GameRecord;
use waggle_hive_core::notation::{game_string, move_string};
use waggle_hive_core::opening_names::opening_name;
use waggle_hive_core::rules::{Color, Game, Position};
use waggle_hive_engine::analysis::{LineObject, ScoreObject, WhiteScore, WinObject, thousandths};
use waggle_hive_engine::document::{Both, Format, Origin, Side, pairs};

/// The document of a review.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ReviewDocument {
    pub kind: Kind,
    pub format: Format,
    pub game: GameObject,
    pub moves: Vec<MoveObject>,
    pub players: Both<PlayerObject>,
}

/// A line of `waggle review --all`: the review of a game in an archive.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ReviewLine {
    pub file: String,
    pub number: usize,
    pub fingerprint: String,
    pub settings: String,
    #[serde(with = "pairs")]
    pub tags: Vec<(String, String)>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub comments: Vec<CommentObject>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub variations: Vec<VariationObject>,
    pub kind: Kind,
    pub format: Format,
    pub game: GameObject,
    pub moves: Vec<MoveObject>,
    pub players: Both<PlayerObject>,
}

/// The kind of the document.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// The only one.
    #[default]
    Review,
}

/// The game of a review.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GameObject {
    #[serde(rename = "type")]
    pub game_type: String,
    pub white: String,
    pub black: String,
    pub occasion: String,
    pub result: String,
    #[serde(deserialize_with = "Option::deserialize")]
    pub ending: Option<Ending>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub opening: Option<String>,
    pub game_string: String,
}

/// A move of a review.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(clippy::struct_excessive_bools, reason = "a document, not a state")]
pub struct MoveObject {
    pub ply: usize,
    pub player: Side,
    #[serde(rename = "move")]
    pub mv: String,
    pub before: ScoreObject,
    pub after: ScoreObject,
    #[serde(default)]
    pub before_proven: bool,
    #[serde(default)]
    pub after_proven: bool,
    pub loss: f64,
    pub mark: Mark,
    pub best: bool,
    pub forced: bool,
    #[serde(deserialize_with = "Option::deserialize")]
    pub missed_win_plies: Option<u16>,
    #[serde(deserialize_with = "Option::deserialize")]
    pub allowed_win_plies: Option<u16>,
    pub depth: u8,
    pub second_look: bool,
    #[serde(deserialize_with = "Option::deserialize")]
    pub better: Option<LineObject>,
    pub repetition: bool,
    pub reasons: Vec<ReasonObject>,
}

/// What a player's moves add up to.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlayerObject {
    pub moves: usize,
    pub choices: usize,
    pub forced: usize,
    pub best: usize,
    pub good: usize,
    pub inaccuracies: usize,
    pub mistakes: usize,
    pub blunders: usize,
    pub missed_wins: usize,
    pub mean_loss: f64,
    #[serde(deserialize_with = "Option::deserialize")]
    pub accuracy: Option<f64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub among_people: Option<AmongPeople>,
}

impl ReviewDocument {
    /// The document of a review of a game with this heading.
    pub fn of(review: &Review, heading: &Heading) -> Self {
        let mut game = review.game.restarted();
        let mut moves = vec![];
        for (index, reviewed) in review.moves.iter().enumerate() {
            moves.push(MoveObject::of(&game, index + 1, reviewed));
            if game.play(reviewed.mv).is_err() {
                break; // The moves come from a game, so they are legal.
            }
        }
        Self {
            kind: Kind::Review,
            format: Format,
            game: GameObject {
                game_type: review.game.game_type().to_string(),
                white: heading.white.clone(),
                black: heading.black.clone(),
                occasion: heading.occasion.clone(),
                result: heading.result.clone(),
                ending: review.ending,
                opening: opening_name(&review.game.restarted(), review.game.moves()),
                game_string: game_string(&review.game),
            },
            moves,
            players: Both {
                white: PlayerObject::of(review, Color::White),
                black: PlayerObject::of(review, Color::Black),
            },
        }
    }
}

impl ReviewLine {
    /// The line of a review of an archive's game.
    pub fn of(origin: Origin, record: &GameRecord, review: &Review) -> Self {
        let Origin { file, number, fingerprint, settings } = origin;
        let ReviewDocument { kind, format, game, moves, players } =
            ReviewDocument::of(review, &Heading::of(record));
        // The moves of a record are legal.
        let Notes { comments, variations, .. } = Notes::of(record).unwrap_or_default();
        Self {
            file,
            number,
            fingerprint,
            settings,
            tags: record.tags.clone(),
            comments,
            variations,
            kind,
            format,
            game,
            moves,
            players,
        }
    }
}

impl MoveObject {
    fn of(game: &Game, ply: usize, reviewed: &ReviewedMove) -> Self {
        let position = game.position();
        let judgment = &reviewed.judgment;
        let reasons = reviewed.reasons.iter();
        Self {
            ply,
            player: reviewed.player.into(),
            mv: move_string(position, reviewed.mv),
            before: score_object(reviewed.before, reviewed.proven[0]),
            after: score_object(reviewed.after, reviewed.proven[1]),
            before_proven: reviewed.proven[0],
            after_proven: reviewed.proven[1],
            loss: thousandths(judgment.loss),
            mark: judgment.mark,
            best: judgment.mark <= Mark::Best,
            forced: judgment.mark == Mark::Forced,
            missed_win_plies: judgment.missed_win,
            allowed_win_plies: judgment.allowed_win,
            depth: reviewed.depth,
            second_look: reviewed.looked_again,
            better: better_object(reviewed, position),
            repetition: reviewed.repeats,
            reasons: reasons.map(|reason| ReasonObject::of(reason, position, reviewed)).collect(),
        }
    }
}

/// A score in a document; an unproven win is worded as the engine's opinion.
fn score_object(score: WhiteScore, is_proven: bool) -> ScoreObject {
    let object = score.object();
    match object.win {
        Some(WinObject { winner, .. }) if !is_proven => {
            let words = format!("the engine sees a win for {}", Color::from(winner));
            ScoreObject { words, ..object }
        }
        _ => object,
    }
}

/// The line that should have been played.
fn better_object(reviewed: &ReviewedMove, position: &Position) -> Option<LineObject> {
    let better = reviewed.better.as_ref()?;
    let score = WhiteScore::new(better.score, reviewed.player);
    let is_proven = reviewed.proven[0] && reviewed.before == score;
    let line = LineObject::of(position, better);
    Some(LineObject { score: score_object(score, is_proven), ..line })
}

impl PlayerObject {
    /// Sums up the moves of one player.
    pub fn of(review: &Review, player: Color) -> Self {
        let own = || review.moves.iter().filter(|reviewed| reviewed.player == player);
        let count = |mark| own().filter(|reviewed| reviewed.judgment.mark == mark).count();
        let is_missed =
            |reviewed: &ReviewedMove| reviewed.judgment.missed_win.is_some() && reviewed.proven[0];
        let (moves, forced) = (own().count(), count(Mark::Forced));
        let choices = moves - forced;
        // A forced move loses nothing.
        let lost = own().fold(0.0, |sum, reviewed| sum + reviewed.judgment.loss);
        let of_choices = own().filter(|reviewed| reviewed.judgment.mark != Mark::Forced);
        let accurate: f64 = of_choices.map(|reviewed| accuracy(reviewed.judgment.loss)).sum();
        let mean = |sum: f64| sum / choices.max(1) as f64;
        let accuracy = (choices > 0).then(|| (mean(accurate) * 100.0).round() / 100.0);
        let nodes = review.nodes.filter(|_| review.ending.is_some());
        let place = |accuracy| AmongPeople::of(accuracy, &review.game, nodes?);
        Self {
            moves,
            choices,
            forced,
            best: count(Mark::Best),
            good: count(Mark::Good),
            inaccuracies: count(Mark::Inaccuracy),
            mistakes: count(Mark::Mistake),
            blunders: count(Mark::Blunder),
            missed_wins: own().filter(|reviewed| is_missed(reviewed)).count(),
            mean_loss: thousandths(mean(lost)),
            accuracy,
            among_people: accuracy.and_then(place),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::review::sample::{line, sample};
    use waggle_hive_core::games::GameResult;
    use waggle_hive_engine::document::{Json, read};

    #[test]
    fn the_document_has_the_fields_that_the_schema_names() {
        let heading = Heading { white: "ann".to_owned(), ..Heading::default() };
        let document = ReviewDocument::of(&sample(), &heading);
        insta::assert_snapshot!(serde_json::to_string_pretty(&document).unwrap());
    }

    #[test]
    fn each_move_counts_once_and_forced_ones_do_not_lower_the_mean_loss() {
        let review = sample();
        let [white, black] = Color::ALL.map(|color| PlayerObject::of(&review, color));
        let counts = |player: &PlayerObject| {
            let PlayerObject { moves, choices, forced, best, blunders, missed_wins, .. } = *player;
            [moves, choices, forced, best, blunders, missed_wins]
        };
        assert_eq!(counts(&white), [3, 3, 0, 2, 1, 0]);
        assert_eq!(counts(&black), [3, 2, 1, 1, 1, 1]);
        let losses = review.moves.iter().filter(|reviewed| reviewed.player == Color::Black);
        let sum: f64 = losses.map(|reviewed| reviewed.judgment.loss).sum();
        assert!(sum > 0.1 && (black.mean_loss - sum / 2.0).abs() < 0.001, "{black:?}");
    }

    #[test]
    fn a_line_reads_back_as_it_was_and_a_field_that_is_missing_is_named() {
        let line = line(1, "ann", GameResult::Draw);
        let text = Json(&line).to_string();
        assert_eq!(read(text.as_bytes()), Ok(line));
        for (name, place) in [
            ("accuracy", "players.white.x: unknown field `x`"),
            ("better", "moves[0].x: unknown field"),
            ("facts", "moves[0].reasons[0].x: unknown field"),
            ("result", "game.x: unknown field"),
        ] {
            let renamed = text.replacen(&format!("\"{name}\":"), "\"x\":", 1);
            let error = read::<ReviewLine>(renamed.as_bytes()).unwrap_err().to_string();
            assert!(error.starts_with(place), "{name}: {error}");
        }
    }
}
