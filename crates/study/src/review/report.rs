//! The reviews of many games as a folder of pages.

use serde_json::{Value, json};

use super::html::{self, Place};
use super::tally::{Tally, name};
use waggle_hive_page::{Assets, Bundle, PROGRAM, escaped, fill, page};

const INDEX: &str = include_str!("report.html");

/// A report on many games: an index, and a page for each game. The pages share a script and a
/// style, and load nothing else.
#[derive(Debug, Default)]
pub struct Report {
    tally: Tally,
    games: Vec<Value>,
    settings: String,
}

/// A file of a report: its name within the folder, and what it holds.
pub type ReportFile = (String, String);

impl Report {
    /// Adds a line of `waggle review --all`; returns the page of its game.
    pub fn add(&mut self, line: &Value) -> ReportFile {
        self.tally.add(line);
        if self.settings.is_empty() {
            self.settings = super::tally::text(&line["settings"]);
        }
        let file = format!("games/{:05}.html", self.games.len() + 1);
        let accuracy = |color: &str| line["players"][color]["accuracy"].clone();
        let errors = |color: &str| {
            let summary = &line["players"][color];
            ["inaccuracies", "mistakes", "blunders"].map(|field| summary[field].clone())
        };
        self.games.push(json!({
            "page": file,
            "file": line["file"],
            "number": line["number"],
            "white": name(line, "white"),
            "black": name(line, "black"),
            "result": line["game"]["result"],
            "occasion": line["game"]["occasion"],
            "type": line["game"]["type"],
            "plies": line["moves"].as_array().map_or(0, Vec::len),
            "accuracy": [accuracy("white"), accuracy("black")],
            "errors": [errors("white"), errors("black")],
        }));
        (file, html::page(line, Place::InReport))
    }

    /// The files beside the pages of the games: the index, and what all pages share.
    #[must_use]
    pub fn rest(&self) -> Vec<ReportFile> {
        let wins: Vec<Value> = self
            .tally
            .wins()
            .iter()
            .map(|win| {
                let is_of =
                    |game: &&Value| game["file"] == win.file && game["number"] == win.number;
                let page = self.games.iter().find(is_of).map(|game| game["page"].clone());
                json!({
                    "page": page,
                    "title": win.title.replacen(" - ", " – ", 1),
                    "winner": win.winner,
                    "moves": win.moves(),
                    "ply": win.ply,
                    "won": win.is_won,
                })
            })
            .collect();
        let data =
            json!({ "players": self.tally.players_json(), "games": self.games, "wins": wins });
        let games = self.tally.games();
        let count = if games == 1 { "1 game".to_owned() } else { format!("{games} games") };
        let title = format!("Reviews of {count} · Hive");
        let settings = self.settings.trim_start_matches("--").replace(" --", ", ");
        let parts =
            [("count", count), ("settings", escaped(&settings)), ("program", PROGRAM.to_owned())];
        let (style, script) = (Bundle::REPORT.style(), Bundle::REPORT.script());
        let assets = Assets::Within { style, script };
        let shared = html::shared();
        vec![
            ("index.html".to_owned(), page(&title, fill(INDEX, &parts), &data, assets)),
            ("games/review.css".to_owned(), shared.style),
            ("games/review.js".to_owned(), shared.script),
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::review::sample::sample;
    use crate::review::{Heading, json};

    #[test]
    fn pages_share_what_is_the_same_and_names_cannot_break_out() {
        let heading = Heading { white: "</script>a&b".to_owned(), ..Heading::default() };
        let mut line = json(&sample(), &heading);
        (line["file"], line["number"]) = ("a.pgn".into(), 7.into());
        let mut report = Report::default();
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
