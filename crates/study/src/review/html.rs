//! A review as a page for a browser, in a single file.
//!
//! The page is a use of the board in `web/`: its modules and styles stand in the file, with
//! the review as a JSON document.

use serde_json::Value;

use super::{Heading, Review, json};
use waggle_hive_page::{Assets, Bundle, PROGRAM, escaped, fill};

const PAGE: &str = include_str!("page.html");

/// The review as a page to step through with the arrow keys.
///
/// It works offline: its content security policy forbids the browser to load anything.
#[must_use]
pub fn html(review: &Review, heading: &Heading) -> String {
    page(&json(review, heading), Place::Alone)
}

/// Where a page is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    /// By itself, with all that it needs.
    Alone,
    /// Among those of other games, which share files, and below an index.
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

/// The page of a review, from its document.
pub(super) fn page(document: &Value, place: Place) -> String {
    let of_game = |field: &str| document["game"][field].as_str().unwrap_or_default();
    let name = |field: &str, color| match of_game(field) {
        "" => color,
        name => name,
    };
    let facts = ["type", "result", "occasion"].map(of_game);
    let facts: Vec<String> = facts
        .iter()
        .filter(|fact| !fact.is_empty())
        .map(|fact| format!("<span>{}</span>", escaped(fact)))
        .collect();
    let (index, assets) = match place {
        Place::Alone => {
            let Shared { style, script } = shared();
            ("", Assets::Within { style, script })
        }
        Place::InReport => (
            "<a class=\"index\" href=\"../index.html\">All games</a>",
            Assets::Linked { style: "review.css", script: "review.js" },
        ),
    };
    let title = format!("{} – {}", name("white", "White"), name("black", "Black"));
    let parts = [
        ("title", escaped(&title)),
        ("index", index.to_owned()),
        ("facts", facts.concat()),
        ("program", PROGRAM.to_owned()),
    ];
    waggle_hive_page::page(&format!("{title} · Hive review"), fill(PAGE, &parts), document, assets)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::review::sample::sample;

    #[test]
    fn the_page_loads_nothing_and_names_cannot_break_out_of_it() {
        let heading = Heading {
            white: "</script><script>alert(1)".to_owned(),
            black: "a \"b\" & c".to_owned(),
            ..Heading::default()
        };
        let page = html(&sample(), &heading);
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
