//! A review as comments within its game.

use std::fmt::Write as _;

use super::json::{MoveObject, ReviewLine};
use crate::notes::Notes;
use crate::review::judging::ending::Ending;
use crate::review::judging::mark::Mark;
use crate::review::judging::percent::percent;
use crate::review::reasons::sentence::is_of_draw;
use waggle_hive_core::games::{Comment, GameRecord, GameResult};
use waggle_hive_core::notation::{GameStringError, parse_archived_game};

/// How many moves of a better line are shown.
const LINE: usize = 4;
/// The tag that names who has commented on the game.
const ANNOTATOR: &str = "Annotator";

/// The game in a line of `waggle review --all`, with its tags, its own comments, and a comment
/// on each error. Comments of an earlier review are replaced.
///
/// A comment begins with the mark as a symbol and as a numeric annotation glyph (`??`, `$4`);
/// the sentences and the better line follow. A move has at most one comment, a single line of
/// ASCII, because Hive viewers read nothing else.
pub fn annotated(line: &ReviewLine) -> Result<GameRecord, GameStringError> {
    let game = parse_archived_game(&line.game.game_string)?;
    let mut record = GameRecord::of(&game);
    for (name, value) in &line.tags {
        record.set_tag(name, value);
    }
    let is_annotated = record.tag(ANNOTATOR).is_some_and(|name| name.starts_with("Waggle"));
    record.result = line.game.ending.map_or(GameResult::Unfinished, Ending::result);
    record.set_tag(ANNOTATOR, concat!("Waggle ", env!("CARGO_PKG_VERSION")));
    for (player, name) in
        [(&line.players.white, "WhiteAccuracy"), (&line.players.black, "BlackAccuracy")]
    {
        if let Some(accuracy) = player.accuracy {
            record.set_tag(name, format!("{accuracy:.1}"));
        }
    }
    let (comments, variations) = (line.comments.clone(), line.variations.clone());
    // Notes that do not fit the game are left out: the file may have been edited.
    let _ = Notes { comments, variations, ..Notes::default() }.add_to(&mut record);
    for (index, mv) in line.moves.iter().enumerate() {
        let ply = index + 1;
        remove_old(&mut record.comments, mv, is_annotated);
        let Some(judged) = comment_on(mv) else { continue };
        match record.comments.iter_mut().rfind(|comment| comment.ply == ply) {
            Some(comment) => {
                comment.text.push('\n');
                comment.text.push_str(&judged);
            }
            None => record.comments.push(Comment { ply, text: judged }),
        }
    }
    Ok(record)
}

/// Removes what an earlier review has said of a move; sentences that somebody else may have written only
/// if Waggle has annotated the game.
fn remove_old(comments: &mut Vec<Comment>, mv: &MoveObject, is_annotated: bool) {
    let openings: Vec<String> = Mark::ALL.into_iter().filter_map(opening).collect();
    let is_said = |line: &str| mv.reasons.iter().any(|reason| reason.text == line);
    let is_old = |line: &str| {
        openings.iter().any(|start| line.starts_with(start))
            || is_annotated && (is_said(line) || is_of_draw(line))
    };
    for comment in comments.iter_mut().filter(|comment| comment.ply == mv.ply) {
        let own: Vec<&str> = comment.text.lines().filter(|line| !is_old(line)).collect();
        comment.text = own.join("\n");
    }
    comments.retain(|comment| !comment.text.is_empty());
}

/// How the comment on a move with this mark begins; `None` unless it is an error.
fn opening(mark: Mark) -> Option<String> {
    let glyph = match mark {
        Mark::Inaccuracy => 6,
        Mark::Mistake => 2,
        Mark::Blunder => 4,
        Mark::Forced | Mark::Best | Mark::Good => return None,
    };
    Some(format!("{} ${glyph} {mark}, -", mark.sign()))
}

/// The comment on an error, or on a move that draws; `None` for other moves.
fn comment_on(mv: &MoveObject) -> Option<String> {
    let Some(opening) = opening(mv.mark) else { return comment_on_draw(mv) };
    let mut comment = format!("{opening}{} %:", percent(mv.loss, true));
    for reason in &mv.reasons {
        // Writing to a string cannot fail, here and below.
        let _ = write!(comment, " {}", reason.text);
    }
    if let Some(better) = mv.better.as_ref().filter(|better| !better.moves.is_empty()) {
        let moves: Vec<&str> = better.moves.iter().take(LINE).map(String::as_str).collect();
        let _ = write!(comment, " Better: {}", moves.join("; "));
    }
    Some(comment)
}

/// Why the game is a draw, and who had a win.
fn comment_on_draw(mv: &MoveObject) -> Option<String> {
    let texts = mv.reasons.iter().map(|reason| reason.text.as_str());
    let sentences: Vec<&str> = texts.filter(|text| is_of_draw(text)).collect();
    (!sentences.is_empty()).then(|| sentences.join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notes::{CommentObject, VariationObject};
    use crate::review::sample::line;
    use waggle_hive_core::games::pgn;
    use waggle_hive_core::rules::Color;

    #[test]
    fn the_game_reads_back_with_its_marks() {
        let mut line = line(1, "ann", GameResult::Win(Color::Black));
        line.tags.push(("Site".to_owned(), "a \"place\"".to_owned()));
        line.comments.push(CommentObject { ply: 3, text: "why {not}?".to_owned() });
        line.variations.push(VariationObject {
            ply: 3,
            moves: vec!["bQ bS1/".to_owned()],
            comments: vec![],
            variations: vec![],
        });
        let record = annotated(&line).unwrap();
        assert_eq!(record.variations.len(), 1);
        // Reviewed again, with another result: only what the review says is said anew.
        let mut again = line.clone();
        again.tags.clone_from(&record.tags);
        again.comments = Notes::of(&record).unwrap().comments;
        assert_eq!(annotated(&again).unwrap(), record);
        again.moves.iter_mut().for_each(|mv| mv.mark = Mark::Good);
        assert_eq!(
            annotated(&again).unwrap().comments,
            [Comment { ply: 3, text: "why {not}?".to_owned() }]
        );
        let written = pgn::write(&record);
        insta::assert_snapshot!(written.replace(env!("CARGO_PKG_VERSION"), "VERSION"));
        assert!(written.is_ascii());
        let read = pgn::read(&written).next().unwrap().unwrap();
        assert_eq!((&read.moves, read.result), (&record.moves, record.result));
        assert_eq!(read.comments, record.comments);
    }
}
