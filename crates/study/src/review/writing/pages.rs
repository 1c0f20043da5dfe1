//! A report: the reviews of many games as a folder of pages.

use serde_json::{Value, json};

use super::heading::ending_words;
use super::html::{self, Place};
use super::json::{PlayerObject, ReviewLine};
use super::tally::{Tally, named};
use crate::review::judging::ending::Ending;
use waggle_hive_core::games::GameResult;
use waggle_hive_core::rules::Color;
use waggle_hive_core::text::counted;
use waggle_hive_engine::document::{Json, Side};
use waggle_hive_page::{Assets, Bundle, PROGRAM, escaped, fill, page};

const INDEX: &str = include_str!("report.html");

/// A report on many games: an index, and a page for each game. The pages share a script and a
/// style sheet, and load nothing else.
#[derive(Debug, Default)]
pub struct ReviewPages {
    tally: Tally,
    /// The rows of the index.
    games: Vec<Value>,
    settings: String,
}

/// A file of a report: its path within the folder, and its content.
pub type PageFile = (String, String);

impl ReviewPages {
    /// Adds a line of `waggle review --all`; returns the page of its game.
    pub fn add(&mut self, line: &ReviewLine) -> PageFile {
        self.tally.add(line);
        if self.settings.is_empty() {
            self.settings.clone_from(&line.settings);
        }
        let page = Self::page_of(self.games.len() + 1);
        let errors =
            |player: &PlayerObject| [player.inaccuracies, player.mistakes, player.blunders];
        let (white, black) = (&line.players.white, &line.players.black);
        let result = match line.game.ending.map(Ending::result) {
            Some(GameResult::Win(Color::White)) => "1–0".to_owned(),
            Some(GameResult::Win(Color::Black)) => "0–1".to_owned(),
            Some(GameResult::Draw) => "½–½".to_owned(),
            _ => ending_words(None, &line.game.result),
        };
        self.games.push(json!({
            "page": page,
            "file": line.file,
            "number": line.number,
            "white": named(&line.game.white),
            "black": named(&line.game.black),
            "result": result,
            "occasion": line.game.occasion,
            "type": line.game.game_type,
            "plies": line.moves.len(),
            "accuracy": [white.accuracy, black.accuracy],
            "errors": [errors(white), errors(black)],
        }));
        (page, html::page(line, &line.game, Place::InReport))
    }

    /// The path of the page of a game, counted from 1, within the folder.
    pub fn page_of(number: usize) -> String {
        format!("games/{number:05}.html")
    }

    /// The other files: the index, and those that all pages share.
    pub fn rest(&self) -> Vec<PageFile> {
        let wins = self.tally.wins().iter().map(|win| {
            let is_of = |game: &&Value| game["file"] == win.file && game["number"] == win.number;
            json!({
                "page": self.games.iter().find(is_of).map(|game| &game["page"]),
                "title": win.title.replacen(" - ", " – ", 1),
                "winner": Side::from(win.winner),
                "moves": win.moves(),
                "ply": win.ply,
                "won": win.is_won,
            })
        });
        let wins: Vec<Value> = wins.collect();
        let data =
            json!({ "players": self.tally.player_rows(), "games": self.games, "wins": wins });
        let games = self.tally.games();
        let count = counted(games, "game", "games");
        let title = format!("Reviews of {count} · Hive");
        let settings = self.settings.trim_start_matches("--").replace(" --", ", ");
        let parts =
            [("count", count), ("settings", escaped(&settings)), ("program", PROGRAM.to_owned())];
        let (style, script) = (Bundle::REPORT.style(), Bundle::REPORT.script());
        let assets = Assets::Inline { style, script };
        let shared = html::shared();
        vec![
            (
                "index.html".to_owned(),
                page(&title, fill(INDEX, &parts), &Json(data).to_string(), assets),
            ),
            ("games/review.css".to_owned(), shared.style),
            ("games/review.js".to_owned(), shared.script),
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::review::sample::line;

    #[test]
    fn pages_share_what_is_the_same_and_names_cannot_break_out() {
        let line = line(7, "</script>a&b", GameResult::Unfinished);
        let mut report = ReviewPages::default();
        let (name, page) = report.add(&line);
        assert_eq!(name, "games/00001.html");
        assert!(page.len() < 30_000, "{} bytes", page.len());
        assert!(page.contains("<script src=\"review.js\"></script>"));
        let rest = report.rest();
        let index = &rest[0].1;
        assert!(index.contains("\"page\":\"games/00001.html\"") && index.contains("1 game"));
        for page in [&page, index] {
            let page = page.replace("http://www.w3.org/2000/svg", "");
            assert!(!page.contains("{{") && !page.contains("http:") && !page.contains("https:"));
            assert!(!page.contains("</script>a"), "names stay within their strings");
        }
        let names: Vec<&str> = rest.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(names, ["index.html", "games/review.css", "games/review.js"]);
    }
}
