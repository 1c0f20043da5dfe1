//! A review as a page for a browser, in a single file.
//!
//! The page is a use of the board in `web/`: its modules and styles stand in the file, with
//! the review as a JSON document.

use serde_json::Value;

use super::{Heading, Review, json};
use crate::page::{BOARD, Module, STYLES, as_data, escaped, fill, modules, script};

const PAGE: &str = include_str!("page.html");

/// What the page has beside the board.
const MODULES: &[Module] = modules![
    "game/attach_review.js",
    "panels/graph.js",
    "panels/judgment_panel.js",
    "panels/move_list.js",
    "panels/review_panel.js",
    "review_page.js",
];

/// The review as a page to step through with the arrow keys.
///
/// It works offline: its content security policy forbids the browser to load anything.
#[must_use]
pub fn html(review: &Review, heading: &Heading) -> String {
    page(&json(review, heading), Assets::Within)
}

/// Where the script and the style of a page are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Assets {
    /// Within the page.
    Within,
    /// In files beside it, and beside that folder an index.
    Linked,
}

/// What the pages of many games share.
pub(super) struct Shared {
    pub(super) style: String,
    pub(super) script: String,
}

/// The script and the style of the page.
pub(super) fn shared() -> Shared {
    Shared { style: STYLES.concat(), script: script(&[BOARD, MODULES]) }
}

/// The page of a review, from its document.
pub(super) fn page(document: &Value, assets: Assets) -> String {
    let of_game = |field: &str| document["game"][field].as_str().unwrap_or_default();
    let name = |field: &str, color: &str| match of_game(field) {
        "" => escaped(color),
        name => escaped(name),
    };
    let facts = ["type", "result", "occasion"].map(of_game);
    let facts: Vec<String> = facts
        .iter()
        .filter(|fact| !fact.is_empty())
        .map(|fact| format!("<span>{}</span>", escaped(fact)))
        .collect();
    // A page from a file may load its neighbours only if the policy names files, too.
    let (neighbours, index, style, script) = match assets {
        Assets::Within => {
            let Shared { style, script } = shared();
            let (style, script) =
                (format!("<style>\n{style}</style>"), format!("<script>\n{script}</script>"));
            ("", "", style, script)
        }
        Assets::Linked => (
            " 'self' file:",
            "<a class=\"index\" href=\"../index.html\">All games</a>",
            "<link rel=\"stylesheet\" href=\"review.css\">".to_owned(),
            "<script src=\"review.js\"></script>".to_owned(),
        ),
    };
    let parts = [
        ("title", format!("{} – {}", name("white", "White"), name("black", "Black"))),
        ("neighbours", neighbours.to_owned()),
        ("index", index.to_owned()),
        ("style", style),
        ("facts", facts.concat()),
        ("program", escaped(concat!("Waggle ", env!("CARGO_PKG_VERSION")))),
        ("data", as_data(document)),
        ("script", script),
    ];
    fill(PAGE, &parts)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::page::checks::can_be_joined;
    use crate::review::sample::sample;

    #[test]
    fn the_modules_can_be_joined() {
        can_be_joined(&[BOARD, MODULES]);
    }

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
