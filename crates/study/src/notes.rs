//! Notes: what a file says about a game besides its moves, as JSON.

use serde::{Deserialize, Serialize};

use waggle_hive_core::games::{Comment, GameRecord, GameResult, Variation, pgn};
use waggle_hive_core::notation::{move_string, parse_move};
use waggle_hive_core::rules::{Game, IllegalMove, Move};
use waggle_hive_core::text::{Quoted, counted};
use waggle_hive_engine::document::pairs;

/// The heading of a result that does not follow from the moves, such as a resignation.
pub const RESULT: &str = "Result";

/// What a file says about a game besides its moves.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Notes {
    /// The names and values of its tags.
    #[serde(with = "pairs")]
    pub headings: Vec<(String, String)>,
    /// Its comments.
    pub comments: Vec<CommentObject>,
    /// Its variations.
    pub variations: Vec<VariationObject>,
}

/// A comment of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "`docs/json.md` describes the fields")]
pub struct CommentObject {
    pub ply: usize,
    pub text: String,
}

/// A variation of a game, or of a variation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "`docs/json.md` describes the fields")]
pub struct VariationObject {
    pub ply: usize,
    pub moves: Vec<String>,
    #[serde(default)]
    pub comments: Vec<CommentObject>,
    #[serde(default)]
    pub variations: Vec<Self>,
}

fn comment_objects(comments: &[Comment]) -> Vec<CommentObject> {
    let document =
        |Comment { ply, text }: &Comment| CommentObject { ply: *ply, text: text.clone() };
    comments.iter().map(document).collect()
}

/// The variations of a line of moves that begins after `start` plies. The game is on this line.
fn variation_objects(
    game: &mut Game,
    start: usize,
    line: &[Move],
    variations: &[Variation],
) -> Result<Vec<VariationObject>, IllegalMove> {
    let mut documents = vec![];
    for Variation { ply, moves, comments, variations } in variations {
        go_to(game, *ply, start, line)?;
        let mut texts = vec![];
        for &mv in moves {
            texts.push(move_string(game.position(), mv));
            game.play(mv)?;
        }
        documents.push(VariationObject {
            ply: *ply,
            moves: texts,
            comments: comment_objects(comments),
            variations: variation_objects(game, *ply, moves, variations)?,
        });
        go_back(game, *ply);
    }
    Ok(documents)
}

impl Notes {
    /// The notes of a game.
    pub fn of(record: &GameRecord) -> Result<Self, IllegalMove> {
        let variations =
            variation_objects(&mut record.beginning(), 0, &record.moves, &record.variations)?;
        let comments = comment_objects(&record.comments);
        Ok(Self { headings: record.tags.clone(), comments, variations })
    }

    /// Adds the notes to a game.
    ///
    /// # Errors
    ///
    /// Why they do not fit the game.
    pub fn add_to(self, record: &mut GameRecord) -> Result<(), String> {
        for (name, value) in self.headings {
            if name.is_empty() || name.contains(char::is_whitespace) {
                return Err(format!(
                    "expected the name of a heading without blanks, found `{}`",
                    Quoted(&name)
                ));
            }
            if !name.eq_ignore_ascii_case(RESULT) {
                record.set_tag(&name, value);
            } else if record.result == GameResult::Unfinished {
                record.result = GameResult::parse(&value).ok_or_else(|| {
                    format!("expected a result such as `WhiteWins`, found `{}`", Quoted(&value))
                })?;
            }
        }
        record.comments = comments(self.comments, 0..=record.moves.len())?;
        record.variations =
            variations(&mut record.beginning(), 0, &record.moves, self.variations, pgn::MAX_DEPTH)?;
        Ok(())
    }
}

type Plies = std::ops::RangeInclusive<usize>;

fn check(what: &str, ply: usize, plies: &Plies) -> Result<(), String> {
    if plies.contains(&ply) {
        return Ok(());
    }
    let (first, last) = (plies.start(), plies.end());
    Err(format!("expected the `ply` of a {what} from {first} to {last}, found {ply}"))
}

fn comments(mut documents: Vec<CommentObject>, plies: Plies) -> Result<Vec<Comment>, String> {
    documents.sort_by_key(|document| document.ply);
    let comment = |CommentObject { ply, text }| {
        check("comment", ply, &plies)?;
        Ok(Comment { ply, text })
    };
    documents.into_iter().map(comment).collect()
}

/// The variations of a line of moves that begins after `start` plies. The game is on this line.
fn variations(
    game: &mut Game,
    start: usize,
    line: &[Move],
    mut documents: Vec<VariationObject>,
    max_depth: usize,
) -> Result<Vec<Variation>, String> {
    if !documents.is_empty() && max_depth == 0 {
        return Err(format!(
            "expected variations nested at most {} deep, found more",
            pgn::MAX_DEPTH
        ));
    }
    let plies = start..=(start + line.len()).saturating_sub(1).max(start);
    documents.sort_by_key(|document| document.ply);
    let mut found = vec![];
    for VariationObject { ply, moves: texts, comments: remarks, variations: nested } in documents {
        check("variation", ply, &plies)?;
        go_to(game, ply, start, line).map_err(|error| error.to_string())?;
        let mut moves = vec![];
        for text in texts {
            let number = ply + moves.len() + 1;
            let wrong = |reason| {
                let after = counted(ply, "move", "moves");
                format!("variation after {after}: move {number}, `{}`: {reason}", Quoted(&text))
            };
            moves.push(play(game, &text).map_err(wrong)?);
        }
        let comments = comments(remarks, ply..=ply + moves.len())?;
        let variations = variations(game, ply, &moves, nested, max_depth - 1)?;
        go_back(game, ply);
        found.push(Variation { ply, moves, comments, variations });
    }
    Ok(found)
}

fn play(game: &mut Game, text: &str) -> Result<Move, String> {
    let mv = parse_move(game.position(), text).map_err(|error| error.to_string())?;
    game.play(mv).map_err(|error| error.to_string())?;
    Ok(mv)
}

/// Goes to a ply of a line that begins after `start` plies and that the game is on.
fn go_to(game: &mut Game, ply: usize, start: usize, line: &[Move]) -> Result<(), IllegalMove> {
    go_back(game, ply);
    let played = game.moves().len();
    let rest = line.get(played.saturating_sub(start)..ply.saturating_sub(start));
    rest.unwrap_or_default().iter().try_for_each(|&mv| game.play(mv))
}

fn go_back(game: &mut Game, ply: usize) {
    while game.moves().len() > ply {
        game.undo();
    }
}
