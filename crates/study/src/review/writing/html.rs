//! A review as a page for a browser, in a single file.
//!
//! The page uses the board in `web/`: the file contains its modules and styles, and the review
//! as a JSON document.

use serde::Serialize;

use super::heading::ending_words;
use super::json::{GameObject, ReviewDocument};
use waggle_hive_engine::document::Json;
use waggle_hive_page::{Assets, Bundle, PROGRAM, escaped, fill};

const PAGE: &str = include_str!("page.html");

/// The review as a page to step through with the arrow keys.
///
/// It works offline: its content security policy forbids the browser to load anything.
pub fn html(document: &ReviewDocument) -> String {
    page(document, &document.game, Place::Alone)
}

/// Where a page stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    /// In a file of its own, which needs no other.
    Alone,
    /// In a report of many games, which share files and have an index.
    InReport,
}

/// What the pages of many games share.
pub(super) struct Shared {
    pub(super) style: String,
    pub(super) script: String,
}

/// The script and the style of the page.
pub(super) fn shared() -> Shared {
    Shared { style: Bundle::REVIEW.style(), script: Bundle::REVIEW.script() }
}

/// The page of a review, from its document and the game of the document.
pub(super) fn page(document: &impl Serialize, game: &GameObject, place: Place) -> String {
    let or_color = |name: &str, color: &str| if name.is_empty() { color } else { name }.to_owned();
    let ending = ending_words(game.ending, &game.result);
    let facts = [&game.game_type, &ending, &game.occasion];
    let facts: Vec<String> = facts
        .iter()
        .filter(|fact| !fact.is_empty())
        .map(|fact| format!("<span>{}</span>", escaped(fact)))
        .collect();
    let (index, assets) = match place {
        Place::Alone => {
            let Shared { style, script } = shared();
            ("", Assets::Inline { style, script })
        }
        Place::InReport => (
            "<a class=\"index\" href=\"../index.html\">All games</a>",
            Assets::Linked { style: "review.css", script: "review.js" },
        ),
    };
    let title = format!("{} – {}", or_color(&game.white, "White"), or_color(&game.black, "Black"));
    let parts = [
        ("title", escaped(&title)),
        ("index", index.to_owned()),
        ("facts", facts.concat()),
        ("program", PROGRAM.to_owned()),
    ];
    let (title, body) = (format!("{title} · Hive review"), fill(PAGE, &parts));
    waggle_hive_page::page(&title, body, &Json(document).to_string(), assets)
}

#[cfg(test)]
mod tests {
    use super::super::heading::Heading;
    use super::*;
    use crate::review::sample::sample;

    #[test]
    fn the_page_loads_nothing_and_names_cannot_break_out_of_it() {
        let heading = Heading {
            white: "</script><script>alert(1)".to_owned(),
            black: "a \"b\" & c".to_owned(),
            ..Heading::default()
        };
        let page = html(&ReviewDocument::of(&sample(), &heading));
        for part in ["http:", "https:", "//cdn", "@import", "url(h"] {
            let found: Vec<&str> = page.matches(part).collect();
            let namespaces = page.matches("http://www.w3.org/2000/svg").count();
            assert_eq!(found.len(), if part == "http:" { namespaces } else { 0 }, "{part}");
        }
        assert_eq!(page.matches("</script>").count(), 2);
        assert!(page.contains("a &quot;b&quot; &amp; c"));
        assert!(!page.contains("{{"), "every part is filled in");
    }
}
